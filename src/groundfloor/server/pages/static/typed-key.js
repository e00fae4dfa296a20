// Which of the page's keys was pressed, on keyboards of other alphabets too.

/**
 * The letter, digit, `/` or `?` that a key stands for; for any other key what it is called.
 *
 * Keyboards of other alphabets write no letters from A to Z, and French and Czech ones digits only with Shift: there the key counts that
 * has the character on an American keyboard.
 * @param {KeyboardEvent} event
 * @returns {string}
 */
export function typedKey(event) {
  const { key, code, shiftKey } = event;
  if (/^[a-z0-9?]$/i.test(key) || event.isComposing || event.getModifierState("AltGraph")) return key;
  const isForeign = key > "\u007f";
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const isHebrew = (key === "/" && code === "KeyQ") || (key === "'" && code === "KeyW");
  if (letter && (isForeign || isHebrew)) return shiftKey ? letter : letter.toLowerCase();
  if (code === "Slash" && (isForeign || key === ".")) return shiftKey ? "?" : "/";
  const digit = /^Digit([0-9])$/.exec(code)?.[1];
  return digit && !shiftKey && key !== "/" ? digit : key;
}
