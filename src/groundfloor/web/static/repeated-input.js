// Keeps repeated clicks and key presses from reaching what the first one has brought.
import { closestTo, targetOf } from "./dom.js";

// The second click of a double click, and a key that is held down, must not reach what the first one has put in that place.
const SUBMITS = "button[form=moves], #moves button[type=submit]";
document.addEventListener(
  "click",
  (event) => {
    if (event.detail > 1 && closestTo(event, SUBMITS)) {
      event.preventDefault();
      event.stopPropagation();
    }
  },
  true,
);
document.addEventListener(
  "keydown",
  (event) => {
    if (event.repeat && (event.key === "Enter" || (event.key === " " && targetOf(event)?.matches("button")))) {
      event.preventDefault();
      event.stopPropagation();
    }
  },
  true,
);
