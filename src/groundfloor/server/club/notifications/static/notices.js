// The page of notices: what it shows counts as read. The button that says so is for browsers without scripts.
import { find } from "./dom.js";

const form = find("#mark-read");
if (form) {
  const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ do: "read" }) };
  void fetch("/api/notices", request).then((answer) => {
    form.hidden = answer.ok;
  });
}
