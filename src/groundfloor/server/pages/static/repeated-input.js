// Ignores the second click of a double click and the repeats of a held key.
import { closestTo, targetOf } from "./dom.js";

// They would reach what the first one has put in that place.
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
