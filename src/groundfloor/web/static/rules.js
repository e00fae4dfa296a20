// The rule book beside the board: a link to a rule opens it there; without this file the link leads to the page of rules.
const book = document.getElementById("rulebook");
const pages = document.getElementById("rulebook-pages");
const field = document.getElementById("rulebook-sought");
const RULES = "a[href='/rules'], a[href^='/rules#']";
let whole = null;
let opener = "";
let asked = 0;

async function read(sought = "") {
  const response = await fetch(`${book.dataset.source}${sought ? `?q=${encodeURIComponent(sought)}` : ""}`);
  if (!response.ok) throw new Error(String(response.status));
  return response.text();
}

function put(text) {
  pages.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
}

async function open(rule) {
  whole ??= await read();
  book.hidden = false;
  asked += 1;
  field.value = "";
  put(whole);
  const place = document.getElementById(`book-${rule}`) ?? document.getElementById(`book-part-${rule}`);
  place?.classList.add("is-cited");
  (place ?? pages).focus({ preventScroll: true });
  pages.scrollTop = place ? place.offsetTop - pages.offsetTop : 0;
}

function close() {
  book.hidden = true;
  (document.getElementById(opener) ?? document.getElementById("decision"))?.focus({ preventScroll: true });
}

async function seek() {
  const sought = field.value.trim();
  const number = asked += 1;
  try {
    const text = sought ? await read(sought) : whole;
    if (number === asked && text) put(text);
  } catch { /* the server can't be reached: what is shown stays */ }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(RULES);
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  event.preventDefault();
  if (!book.contains(link)) opener = link.closest(".bar") ? "menu" : link.id;
  open(decodeURIComponent(link.hash.slice(1))).catch(() => { location.href = link.href; });
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
