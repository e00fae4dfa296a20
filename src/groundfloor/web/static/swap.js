// Puts a fresh table in the place of the old one; focus stays where it was, or goes to the decision.
export function swap(old, text) {
  const active = document.activeElement;
  const id = active && old.contains(active) ? active.id : null;
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("table");
  old.replaceWith(document.adoptNode(fresh));
  if (id !== null && !fresh.contains(document.activeElement)) {
    const target = (id && document.getElementById(id)) || document.getElementById("decision");
    target?.focus({ preventScroll: true });
  }
}
