// Makes an old part of the page like a fresh one without taking away what stays: focus, scroll and open details survive.
const KEPT = new Set(["open"]);

export function swap(old, text) {
  const active = document.activeElement;
  const id = active && old.contains(active) ? active.id : null;
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(old.id);
  if (!fresh) return;
  const [across, down] = [scrollX, scrollY];
  morph(old, fresh);
  if (active?.nodeName === "INPUT") requestAnimationFrame(() => scrollTo(across, down)); // browsers scroll back to a field that moves
  if (id !== null && (!old.contains(document.activeElement) || document.activeElement.disabled)) {
    for (const name of [id, "decision"]) {
      document.getElementById(name)?.focus({ preventScroll: true });
      if (document.activeElement?.id === name) break;
    }
  }
}

function morph(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (old.nodeName !== "INPUT" && old.isEqualNode(fresh) && !old.querySelector("input")) return;
  attributes(old, fresh);
  if (old.nodeName === "INPUT") field(old, fresh);
  children(old, fresh);
}

function attributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !KEPT.has(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value && !KEPT.has(name)) old.setAttribute(name, value);
}

// What a person is typing stays; everything else is as the server says.
function field(old, fresh) {
  if (old.type === "checkbox" || old.type === "radio") old.checked = fresh.hasAttribute("checked");
  else if (old.type === "hidden") old.value = fresh.getAttribute("value") ?? "";
}

// Moves a node within the page; where the browser can, without its losing focus, scroll or its place on top as a dialog.
const move = (parent, node, before) => (parent.moveBefore ? parent.moveBefore(node, before) : parent.insertBefore(node, before));

const isAlike = (old, fresh) => old.nodeName === fresh.nodeName && (old.id ?? "") === (fresh.id ?? "");

function children(old, fresh) {
  const named = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
  const wanted = new Set([...fresh.children].filter((child) => child.id).map((child) => child.id));
  let here = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    while (here?.id && !wanted.has(here.id)) here = drop(here);
    const known = child.id ? named.get(child.id) : undefined;
    if (known && known !== here && isAlike(known, child)) {
      move(old, known, here);
      morph(known, child);
    } else if (here && isAlike(here, child)) {
      morph(here, child);
      here = here.nextSibling;
    } else {
      old.insertBefore(document.adoptNode(child), here);
    }
  }
  while (here) here = drop(here);
}

function drop(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
