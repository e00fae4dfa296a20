// The states of an open page, in all orders of events: answers that are late, lost, doubled or overtaken, choices, timers, the stream.
import { strict as assert } from "node:assert";
import process from "node:process";
import { test } from "node:test";
import { checkSettled, newWorld, possible, settled } from "./world.js";

const isThorough = Boolean(process.env.THOROUGH);

/** Goes through actions by the beginnings of their names. */
function after(world, ...names) {
  let now = world;
  for (const name of names) {
    const found = possible(now, { fault: 9, choice: 9, other: 9 }).find(([each]) => each.startsWith(name));
    assert.ok(found, `${name} can't happen now: ${possible(now, {}).map(([each]) => each)}`);
    now = found[1](now);
  }
  return now;
}

/** Two worlds with the same key go on in the same way, but for the numbers of requests and timers. */
function keyOf({ state, server, page, requests, messages, timers, ...rest }, left) {
  const base = state.serial;
  const relative = (name, value) =>
    ["request", "timer", "serial"].includes(name) && value ? value - base : value === Infinity ? "all" : value;
  const moment = server.moment - page.moment;
  const { isStreamOpen, sent, made, hasTrouble, wanted, isHighlighting } = rest;
  return JSON.stringify(
    [state, server, page, requests, messages, timers, isStreamOpen, sent, made, hasTrouble, wanted, isHighlighting, moment, left],
    relative,
  );
}

/** Tries every order of events up to a length. */
function explore(start, length, left) {
  const seen = new Set();
  let level = [[start, left, []]];
  for (let depth = 0; depth <= length; depth += 1) {
    const following = [];
    for (const [world, budget, path] of level) {
      const key = keyOf(world, budget);
      if (seen.has(key)) continue;
      seen.add(key);
      const told = (action) => {
        try {
          return action();
        } catch (error) {
          error.message = `${error.message}\nafter: ${path.join(", ")}`;
          throw error;
        }
      };
      told(() => checkSettled(settled(world)));
      if (depth === length) continue;
      for (const [name, action, fault] of possible(world, budget)) {
        path.push(name);
        const fresh = told(() => action(world));
        path.pop();
        following.push([fresh, fault ? { ...budget, [fault]: budget[fault] - 1 } : budget, [...path, name]]);
      }
    }
    level = following;
  }
  return seen.size;
}

const live = (options = {}) => after(newWorld(options), "connected", "fetch 1 arrives", "fetch 1 is answered", "message");
/** Two moves have been missed, and the last one is told in two steps. */
const telling = (options) =>
  after(
    live(options),
    ...["others make one", "message", "fetch 2 arrives", "fetch 2 is answered", "others make one", "message", "fetch 3 arrives"],
    ...["fetch 3 is answered", "fetch 4 arrives", "fetch 4 is answered"],
  );
const STARTS = {
  loaded: newWorld,
  live,
  sending: () => after(live(), "pick"),
  "sending two choices": () => after(live(), "pick", "confirm"),
  "sending again": () => after(live(), "pick", "send 2 arrives", "send 2 is lost"),
  refreshing: () => after(live(), "draft", "message"),
  replaying: () => after(live(), "others make three", "message", "fetch 2 arrives", "fetch 2 is answered"),
  "replaying the second entry": () =>
    after(live(), "others make three", "message", "fetch 2 arrives", "fetch 2 is answered", "fetch 3 arrives", "fetch 3 is answered"),
  "telling the last step by click": () => telling({ isByClick: true }),
  "telling the last step": () => telling(),
  lost: () => after(live(), "draft", "message", "fetch 2 is lost"),
  past: () => newWorld({ isPast: true }),
};
const LENGTH = isThorough ? 5 : 4;
const LEFT = isThorough ? { fault: 2, choice: 2, other: 1 } : { fault: 1, choice: 2, other: 1 };
const WALKS = isThorough ? 10_000 : 1_000;
const WALK_LENGTH = 40;

for (const [name, start] of Object.entries(STARTS)) {
  test(`every order of events, ${name}`, (context) => {
    context.diagnostic(`${explore(start(), LENGTH, LEFT)} states`);
  });
}

/** Numbers from 0 to 1, always the same (mulberry32). */
function randomness(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test("long random orders of events", () => {
  for (let seed = 1; seed <= WALKS; seed += 1) {
    const random = randomness(seed);
    const path = [];
    let world = newWorld({ isPast: seed % 10 === 0, isByClick: seed % 3 === 0 });
    const left = { fault: 12, choice: 8, other: 8 };
    try {
      for (let length = 0; length < WALK_LENGTH; length += 1) {
        const found = possible(world, left);
        if (!found.length) break;
        const [name, action, fault] = found[Math.floor(random() * found.length)];
        path.push(name);
        world = action(world);
        if (fault) left[fault] -= 1;
      }
      checkSettled(settled(world));
    } catch (error) {
      error.message = `${error.message}\nafter (seed ${seed}): ${path.join(", ")}`;
      throw error;
    }
  }
});
