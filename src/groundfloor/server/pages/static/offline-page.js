// The page without network: the tables that this device keeps, each with the time of its board and a button that forgets it.
import { find, findRequired } from "./dom.js";
import { forgetBoard, keptBoards } from "./kept-boards.js";
import { whenServerAnswers } from "./server-retry.js";

const list = findRequired("#kept-boards");

async function show() {
  const boards = await keptBoards();
  findRequired("#kept-none").hidden = boards.length > 0;
  list.replaceChildren(
    ...boards.map(({ path, title, at }) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.className = "game-name";
      link.href = path;
      link.textContent = title;
      const time = document.createElement("span");
      time.className = "game-state";
      time.textContent = at.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = list.dataset.forget ?? "";
      button.addEventListener("click", async () => {
        await forgetBoard(path);
        await show();
        find("#main h1")?.focus();
      });
      item.append(link, time, button);
      return item;
    }),
  );
}

// The service worker shows this page in place of another one, which comes when the network is back. When the device says so, the network may not carry anything yet.
if (location.pathname !== "/offline") {
  const reload = () => location.reload();
  whenServerAnswers(reload);
  addEventListener("online", () => whenServerAnswers(reload, 0));
}

show();
