// The rule book beside the board: a link to a rule opens it there; without this file the link leads to the page of rules.
const book = document.getElementById("rulebook");
const pages = document.getElementById("rulebook-pages");
const field = document.getElementById("rulebook-sought");
const page = book.dataset.source;
const form = () => document.cookie.match(/(?:^|; )rules_form=(\w+)/)?.[1] ?? "";
let whole = null;
let pointed = null;
let opener = "";
let asked = 0;

async function read(sought = "", length = "") {
  const query = new URLSearchParams({ ...(sought && { q: sought }), ...(length && { form: length }) });
  const response = await fetch(`${page}/panel?${query}`);
  if (!response.ok) throw new Error(String(response.status));
  return response.text();
}

function put(text) {
  pages.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
}

// The other length, at the same place of the book.
async function stretch(length) {
  const top = pages.getBoundingClientRect().top;
  const here = [...pages.querySelectorAll(".rule")].find((rule) => rule.getBoundingClientRect().bottom > top);
  const sought = field.value.trim();
  const text = await read(sought, length);
  whole = sought ? null : text;
  put(text);
  const place = here && document.getElementById(here.id);
  if (place) pages.scrollTop = place.offsetTop - pages.offsetTop;
  pages.querySelector(`[data-form="${form() || "short"}"]`)?.focus({ preventScroll: true });
}

function show(id) {
  const place = document.getElementById(id);
  for (const each of pages.querySelectorAll(".is-cited")) each.classList.remove("is-cited");
  place?.classList.add("is-cited");
  (place ?? pages).focus({ preventScroll: true });
  const covered = pages.querySelector(".forms")?.offsetHeight ?? 0; // it sticks at the top
  pages.scrollTop = place ? place.getBoundingClientRect().top - pages.getBoundingClientRect().top + pages.scrollTop - covered : 0;
}

export async function open(rule) {
  whole ??= await read();
  book.hidden = false;
  asked += 1;
  field.value = "";
  put(whole);
  show(document.getElementById(`book-${rule}`) ? `book-${rule}` : `book-part-${rule}`);
}

function close() {
  book.hidden = true;
  (document.getElementById(opener) ?? document.getElementById("decision"))?.focus({ preventScroll: true });
}

async function seek() {
  const sought = field.value.trim();
  const number = asked += 1;
  try {
    const text = sought ? await read(sought) : (whole ??= await read());
    if (number === asked && text) put(text);
  } catch { /* the server can't be reached: what is shown stays */ }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  const fail = () => { location.href = link.href; };
  if (link.dataset.form && book.contains(link)) {
    event.preventDefault();
    stretch(link.dataset.form).catch(fail);
  } else if (link.getAttribute("href").startsWith("#book-")) {
    event.preventDefault();
    show(link.hash.slice(1));
  } else if (link.pathname === page) {
    event.preventDefault();
    if (!book.contains(link)) opener = link.closest(".bar") ? "menu" : link.id;
    open(decodeURIComponent(link.hash.slice(1))).catch(fail);
  }
});
document.getElementById("rulebook-shut").addEventListener("click", close);
field.form.addEventListener("submit", (event) => { event.preventDefault(); seek(); });
field.addEventListener("input", seek);
book.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  close();
});

// The key Q: the rule of the place in focus or under the pointer, else the book from its beginning.
document.addEventListener("pointerover", (event) => { pointed = event.target.closest?.("[data-rule]") ?? null; });
export function ruleHere() {
  const focused = document.activeElement?.closest("[data-rule]");
  const from = focused ?? (pointed?.isConnected ? pointed : null);
  if (from) opener = document.activeElement?.id ?? "";
  return from?.dataset.rule ?? "";
}
