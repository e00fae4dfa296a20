// Passkeys on the page of one's account: buttons that ask the browser for one, and send its answer with the form around them. Without this file, or where the
// browser knows no passkeys, they stay hidden.
import { find, findAll, findRequired } from "./dom.js";

const OPTIONS = "/api/account/passkeys/options";
const words = findRequired("#passkey-words").dataset;

/** What the server says of a request that it refuses. */
class Refusal extends Error {}

/** @param {string} text */
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @param {ArrayBuffer} buffer */
const toText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/**
 * What the browser is to ask for, from the server.
 * @param {Record<string, unknown>} body
 * @returns {Promise<any>}
 */
async function fetchOptions(body) {
  const response = await fetch(OPTIONS, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Refusal(answer.error);
  return answer.options;
}

/**
 * JSON of the server as the browser takes it, in browsers without a function for it.
 * @param {any} options
 */
function withBytes(options) {
  const withId = (/** @type {any} */ each) => ({ ...each, id: toBytes(each.id) });
  return {
    ...options,
    challenge: toBytes(options.challenge),
    ...(options.user && { user: withId(options.user) }),
    ...(options.excludeCredentials && { excludeCredentials: options.excludeCredentials.map(withId) }),
    ...(options.allowCredentials && { allowCredentials: options.allowCredentials.map(withId) }),
  };
}

/**
 * What the browser answers, as JSON.
 * @param {any} credential
 */
function asJson(credential) {
  try {
    return credential.toJSON();
  } catch {
    /** @type {Record<string, string>} */
    const response = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (credential.response[name]) response[name] = toText(credential.response[name]);
    }
    return { id: credential.id, rawId: toText(credential.rawId), type: credential.type, response };
  }
}

/** @param {Record<string, unknown>} body */
async function makePasskey(body) {
  const options = await fetchOptions(body);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON?.(options) ?? withBytes(options);
  return asJson(await navigator.credentials.create({ publicKey }));
}

/** @param {Record<string, unknown>} body */
async function usePasskey(body) {
  const options = await fetchOptions(body);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON?.(options) ?? withBytes(options);
  return asJson(await navigator.credentials.get({ publicKey }));
}

/**
 * The value of a field of a form; null if it is not valid, and the browser says why.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function readField(form, name) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  return field.reportValidity() ? field.value : null;
}

/**
 * What each button does: the passkey's answer, or null if a field is missing.
 * @type {Record<string, (form: HTMLFormElement) => Promise<unknown>>}
 */
const WORK = {
  "log-in": () => usePasskey({ for: "log-in" }),
  confirm: () => usePasskey({ for: "confirm" }),
  async create(form) {
    const name = readField(form, "name");
    const invitation = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("invitation"));
    return name === null ? null : makePasskey({ for: "create", name, ...(invitation && { invitation: invitation.value }) });
  },
  async add(form) {
    const password = readField(form, "password");
    return password === null ? null : makePasskey({ for: "add", password });
  },
  "add-by-passkey": async () => makePasskey({ for: "add", passkey: await usePasskey({ for: "confirm" }) }),
};

/**
 * Sends a form with what a passkey has answered in place of a password.
 * @param {HTMLFormElement} form
 * @param {unknown} answer
 */
function send(form, answer) {
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "passkey";
  field.value = JSON.stringify(answer);
  form.append(field);
  form.submit();
}

/**
 * Says beside a button why nothing was done.
 * @param {HTMLButtonElement} button
 * @param {string} sentence
 */
function say(button, sentence) {
  const form = /** @type {HTMLFormElement} */ (button.form);
  let place = find(".passkey-error", form);
  if (!place) {
    place = document.createElement("p");
    place.className = "alert passkey-error";
    place.setAttribute("role", "alert");
    (button.closest(".button-row, .by-passkey") ?? button).after(place);
  }
  place.textContent = sentence;
}

/** @param {unknown} error */
function reason(error) {
  if (error instanceof Refusal) return error.message;
  const name = error instanceof DOMException ? error.name : "";
  return (name === "NotAllowedError" ? words.cancelled : name === "InvalidStateError" ? words.known : words.failed) ?? "";
}

/** @param {HTMLButtonElement} button */
async function press(button) {
  const form = /** @type {HTMLFormElement} */ (button.form);
  const work = WORK[button.dataset.passkey ?? ""];
  // A new password that is set with a passkey has to be one that the form would send.
  if (button.dataset.passkey === "confirm" && find("[autocomplete=new-password]", form) && readField(form, "password") === null) return;
  find(".passkey-error", form)?.remove();
  button.disabled = true;
  try {
    const answer = await work(form);
    if (answer) send(form, answer);
  } catch (error) {
    say(button, reason(error));
  } finally {
    button.disabled = false;
  }
}

if (globalThis.PublicKeyCredential) {
  for (const part of findAll(".by-passkey, [data-passkey]")) part.hidden = false;
  for (const part of findAll(".without-passkeys")) part.hidden = true;
  for (const button of findAll("[data-passkey]")) {
    button.addEventListener("click", (event) => {
      event.preventDefault(); // one that the Enter key presses would send the form
      void press(/** @type {HTMLButtonElement} */ (button));
    });
  }
}
