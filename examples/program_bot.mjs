// A bot as a program in JavaScript: groundfloor play --seats you --bot "program:node examples/program_bot.mjs"
// It takes the answer that costs least in money, info and time, and a prestige is worth 20 of them.

import process from "node:process";
import { createInterface } from "node:readline";

const cost = ({ money, info, time, gains }) => money + info + time - 20 * (gains.prestige ?? 0);

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "end") break;
  let answer = { type: "ready", protocol: 1 };
  if (message.type === "choose") {
    const [cheapest] = [...message.view.actions].sort((one, other) => cost(one) - cost(other));
    answer = { type: "action", id: message.id, action: cheapest.action };
  }
  console.log(JSON.stringify(answer));
}
