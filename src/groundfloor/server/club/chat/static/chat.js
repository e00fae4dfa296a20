// The chat of a table and the notes of a seat: fetched when the page is open, and brought up to date when the server tells of a change.
import { addLiveRegion, find, findAll, findInput, isShown } from "./dom.js";
import { newIdempotencyKey } from "./idempotency-key.js";

const RETRY_DELAY = 5000; // milliseconds
const NOTE_DELAY = 1000; // after the last letter

const root = document.documentElement;
const chat = find("#chat");
const body = find("#chat-body");
const address = `${find("#moves")?.dataset.base}/chat`;

/** The last change of each channel that the page shows. @type {Record<string, number>} */
const known = {};
let unread = 0;
let isUnderWay = false;
/** What is to be fetched after the request that is under way: "news" or "whole". */
let wanted = "";
/** Of the message that is written now; it is kept until the message has arrived. */
let key = newIdempotencyKey();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let noteTimer;
let isNoteSaved = true;
/** The version of the notes with which those in the field began, as the server tells it. */
let noteVersion = "";
/** What is being sent, or was without an answer. @type {string | null} */
let sentNote = null;
let isNoteUnderWay = false;
/** Whether the notes were changed elsewhere meanwhile: then they are saved when the button is pressed only. */
let isNoteDisputed = false;

const announcer = addLiveRegion("status");

/** @param {string} part "news": only messages that the page lacks; "whole": all that the chat shows */
const addressOf = (part) => {
  const after = Object.entries(known).map(([channel, changed]) => `&after_${channel}=${changed}`);
  return `${address}?part=${part}${part === "news" ? after.join("") : ""}`;
};

/**
 * Asks the server for what the chat shows; without a `form` nothing is changed there.
 * @param {string} part
 * @param {FormData} [form]
 * @returns {Promise<{isOk: boolean, part: HTMLElement}>}
 * @throws if no answer comes, or the server has none now
 */
async function ask(part, form) {
  const options = form ? { method: "POST", body: form } : {};
  const response = await fetch(addressOf(part), { cache: "no-store", redirect: "error", ...options });
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("chat-part");
  if (!fresh) throw new Error(`${response.status}`);
  return { isOk: response.ok, part: fresh };
}

/** @param {HTMLElement} part what the server has sent */
function readState(part) {
  unread = Number(part.dataset.unread);
  for (const channel of ["players", "spectators"]) if (part.dataset[channel] !== undefined) known[channel] = Number(part.dataset[channel]);
}

/** @param {HTMLElement} part */
function showWhole(part) {
  const [typed, noted, other] = [findInput("chat-text")?.value, noteField()?.value, find("#chat-other-note")];
  const [answered, author] = [findInput("chat-reply-to")?.value, find("#chat-reply-name")?.textContent];
  const isNoting = noteField() !== null && document.activeElement === noteField();
  body?.replaceChildren(document.importNode(part, true));
  const [field, note] = [findInput("chat-text"), noteField()];
  if (field && typed) field.value = typed;
  if (answered) showReply(answered, author ?? "");
  if (isNoteSaved) noteVersion = part.dataset.note ?? "";
  else if (note && noted !== undefined) {
    note.value = noted;
    showOtherNote(other);
  }
  if (isNoting) note?.focus();
  readState(part);
  showTimes();
}

/** @param {HTMLElement} part */
function showNews(part) {
  const isRead = canBeRead();
  for (const list of findAll("ol[data-channel]", part)) {
    const shown = find(`#messages-${list.dataset.channel}`);
    for (const message of findAll(":scope > li", list)) {
      const old = document.getElementById(message.id);
      const fresh = document.importNode(message, true);
      if (old) old.replaceWith(fresh);
      else shown?.append(fresh);
      if (!old && !isRead && !message.matches(".is-own")) {
        announcer.textContent = [find("b", message), find(".message-text", message)].map((each) => each?.textContent).join(": ");
      }
    }
    if (shown?.children.length) shown.parentElement?.querySelector(`#messages-${list.dataset.channel} + .chat-empty`)?.remove();
  }
  readState(part);
  showTimes();
}

/**
 * Says why something was not done, or nothing.
 * @param {HTMLElement | null} [notice]
 */
function showNotice(notice) {
  find("#chat-part > .chat-notice")?.remove();
  if (notice) find("#chat-part")?.prepend(document.importNode(notice, true));
}

/**
 * Fetches what the page lacks, one request after the other.
 * @param {string} part
 */
async function update(part) {
  if (!chat || "kept" in root.dataset) return;
  wanted = part === "whole" || wanted === "whole" || !find("#chat-part") ? "whole" : "news";
  if (isUnderWay) return;
  isUnderWay = true;
  try {
    while (wanted) {
      const asked = wanted;
      wanted = "";
      const found = await ask(asked);
      if (found.isOk) (asked === "whole" ? showWhole : showNews)(found.part);
      if (asked === "news" && isNoteSaved && (found.part.dataset.note ?? "") !== noteVersion) wanted = "whole";
    }
    find("#chat-body > .chat-lost")?.remove();
  } catch {
    sayLost();
    setTimeout(() => update(part), RETRY_DELAY);
  } finally {
    isUnderWay = false;
  }
  showCount();
  markRead();
}

function sayLost() {
  if (find("#chat-part") || find("#chat-body > .chat-lost")) return;
  const line = document.createElement("p");
  line.className = "chat-hint chat-lost";
  line.textContent = body?.dataset.lost ?? "";
  body?.append(line);
}

// How many messages are new

function showCount() {
  for (const count of findAll("[data-chat-count]")) {
    if (count.dataset.shown === String(unread)) continue;
    count.dataset.shown = String(unread);
    count.textContent = unread ? ` ${unread}` : "";
    if (!unread) continue;
    const word = document.createElement("span");
    word.className = "visually-hidden";
    word.textContent = ` ${count.dataset.chatCount}`;
    count.append(word);
  }
}

const canBeRead = () => Boolean(chat && isShown(chat) && !document.hidden);

async function markRead() {
  if (!unread || !canBeRead()) return;
  unread = 0;
  const fields = Object.entries(known).map(([channel, changed]) => [channel, String(changed)]);
  try {
    showNews((await ask("news", formOf("chatting", [["do", "read"], ...fields]))).part);
  } catch {
    // The next change of the chat tries again.
  }
  showCount();
}

// What somebody writes

/**
 * The fields of a form that is always there, such as the token against other sites, with those of `fields`.
 * @param {string} id
 * @param {string[][]} fields
 */
function formOf(id, fields) {
  const form = new FormData();
  for (const [name, value] of fields) form.set(name, value);
  form.set("csrf", find(`#${id} [name=csrf]`)?.getAttribute("value") ?? "");
  return form;
}

/** The number of entries of the position that the page shows. */
const shownEntry = () => {
  const { history, version } = find("#table")?.dataset ?? {};
  return history ?? version ?? "";
};

/**
 * Has the next message answer another one, or none.
 * @param {string} number of the message
 * @param {string} name of its author
 */
function showReply(number, name) {
  const [line, field, label] = [find("#chat-reply"), findInput("chat-reply-to"), find("#chat-reply-name")];
  if (!line || !field || !label) return;
  field.value = number;
  label.textContent = name;
  line.hidden = !number;
}

async function send() {
  const field = findInput("chat-text");
  const text = field?.value ?? "";
  if (!field || !text.trim()) return;
  const moment = findInput("chat-moment");
  const seat = /** @type {HTMLSelectElement | null} */ (find("#chat-seat"))?.value;
  const fields = [["do", "write"], ["text", text], ["idempotency_key", key]]; // prettier-ignore
  const reply = findInput("chat-reply-to")?.value;
  if (reply) fields.push(["reply_to", reply]);
  if (moment?.checked) fields.push(["moment", shownEntry()]);
  if (seat) fields.push(["seat", seat]);
  try {
    const found = await ask("news", formOf("chatting", fields));
    showNotice(find(".chat-notice", found.part));
    if (!found.isOk) return;
    key = newIdempotencyKey();
    showNews(found.part);
    if (field.value === text) field.value = "";
    showReply("", "");
    if (moment) moment.checked = false;
    find("#chat-scroll")?.scrollTo(0, 0);
    showCount();
  } catch {
    const line = document.createElement("p");
    line.className = "chat-notice";
    line.setAttribute("role", "alert");
    line.textContent = find("#page-status")?.dataset.lost ?? "";
    showNotice(line);
    setTimeout(() => field.value === text && send(), RETRY_DELAY);
  }
}

const noteField = () => /** @type {HTMLTextAreaElement | null} */ (find("#chat-note"));

/** The fields that save what stands in the field of the notes. */
function noteForm() {
  const sent = sentNote === null ? [] : [["sent", sentNote]];
  return formOf("noting", [["do", "note"], ["note", noteField()?.value ?? ""], ["version", noteVersion], ...sent]); // prettier-ignore
}

/**
 * Shows beside the field what was saved elsewhere meanwhile, or nothing.
 * @param {HTMLElement | null} other
 */
function showOtherNote(other) {
  find("#chat-other-note")?.remove();
  if (other) find(".chat-note-line")?.before(document.importNode(other, true));
}

/** Saves the notes, one request after the other. */
async function saveNote() {
  clearTimeout(noteTimer);
  const field = noteField();
  if (!field || isNoteSaved || isNoteUnderWay) return;
  const note = field.value;
  const status = find("#chat-saved");
  const form = noteForm();
  sentNote = note;
  isNoteUnderWay = true;
  let isOther = false;
  try {
    const found = await ask("news", form);
    const other = find("#chat-other-note", found.part);
    isNoteDisputed = other !== null;
    showNotice(find(".chat-notice", found.part));
    showOtherNote(other);
    if (found.isOk || other) noteVersion = found.part.dataset.note ?? "";
    sentNote = null;
    isNoteSaved = found.isOk && noteField()?.value === note;
    isOther = found.isOk && !isNoteSaved;
    if (status) status.textContent = isNoteSaved ? (status.dataset.saved ?? "") : "";
  } catch {
    if (status) status.textContent = status.dataset.lost ?? "";
    noteTimer = setTimeout(saveNote, RETRY_DELAY);
  } finally {
    isNoteUnderWay = false;
  }
  if (isOther) noteTimer = setTimeout(saveNote, NOTE_DELAY);
}

/** @param {string} what "hide" or "show" */
async function setHidden(what) {
  if (!isNoteDisputed) await saveNote();
  try {
    showWhole((await ask("whole", formOf("noting", [["do", what]]))).part);
    showCount();
  } catch {
    sayLost();
  }
}

function showTimes() {
  const { lang } = root;
  for (const time of /** @type {HTMLTimeElement[]} */ (findAll("#chat time"))) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    const isToday = at.toDateString() === new Date().toDateString();
    time.textContent = isToday
      ? at.toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit" })
      : at.toLocaleString(lang, { dateStyle: "short", timeStyle: "short" });
  }
}

document.addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement) || !["chatting", "noting"].includes(event.target.id)) return;
  event.preventDefault();
  const what = event.submitter?.getAttribute("value") ?? "";
  if (event.target.id === "chatting") send();
  else if (what === "note") {
    isNoteSaved = false;
    saveNote();
  } else setHidden(what);
});
document.addEventListener("input", (event) => {
  if (event.target !== noteField()) return;
  isNoteSaved = false;
  const status = find("#chat-saved");
  if (status) status.textContent = "";
  clearTimeout(noteTimer);
  if (!isNoteDisputed) noteTimer = setTimeout(saveNote, NOTE_DELAY);
});
document.addEventListener("focusout", (event) => event.target === noteField() && !isNoteDisputed && saveNote());
addEventListener("pagehide", () => {
  if (isNoteSaved || isNoteDisputed) return;
  fetch(addressOf("news"), { method: "POST", body: noteForm(), keepalive: true }).catch(() => {});
});
addEventListener("beforeunload", (event) => isNoteDisputed && event.preventDefault());
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest(".message-reply, #chat-reply-off") : null;
  if (!(link instanceof HTMLElement)) return;
  event.preventDefault();
  showReply(link.closest("li")?.dataset.number ?? "", link.dataset.name ?? "");
  findInput("chat-text")?.focus();
});
document.addEventListener("groundfloor:chat", (event) => {
  const { channel, changed } = /** @type {CustomEvent} */ (event).detail;
  if (changed > (known[channel] ?? -1)) update(channel in known ? "news" : "whole");
});
document.addEventListener("groundfloor:connected", () => find("#chat-part") && update("news"));
// When the game is over the page may show what spectators have written.
document.addEventListener("groundfloor:swapped", () => {
  if (find(".head-turn.is-over") && find("#chat-part") && !("spectators" in known)) {
    known.spectators = 0;
    update("whole");
  }
  showCount();
});
document.addEventListener("visibilitychange", () => {
  markRead();
  if (!document.hidden && find("#chat-part")) update("news");
});
new MutationObserver(markRead).observe(root, { attributes: true, attributeFilter: ["data-sidebar", "data-view"] });
update("whole");
