// Cards of findings: the next one by a key, the one of the address opened, marks in sight.

const AHEAD = 48;

// Open what a part of the page is folded into.
function opened(part) {
  for (let each = part && part.closest("details"); each; each = each.parentElement.closest("details")) each.open = true;
}

// Show the part of the page that the address names.
function goToTarget() {
  const name = decodeURIComponent(location.hash.slice(1));
  const part = name && !name.startsWith(FILTERED) ? document.getElementById(name) : null;
  if (!part || !part.closest("details")) return;
  opened(part);
  part.scrollIntoView({ block: "center" });
}

// Move the focus to the next card that is in sight, or the one before.
function goOn(by) {
  const cards = [...document.querySelectorAll("article.finding")].filter((card) => card.checkVisibility());
  if (!cards.length) return;
  const here = cards.indexOf(document.activeElement.closest("article.finding"));
  const next = here < 0 ? (by > 0 ? 0 : cards.length - 1) : Math.min(cards.length - 1, Math.max(0, here + by));
  cards[next].focus({ preventScroll: true });
  cards[next].scrollIntoView({ block: "start" });
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, [role=application]")) return;
  if (event.key === "j") goOn(1);
  else if (event.key === "k") goOn(-1);
  else if (event.key === "/") {
    const search = document.querySelector(".filters input");
    if (!search) return;
    search.focus();
    event.preventDefault();
  }
}

// Scroll source lines sideways as far as their first mark demands.
function showMark(lines) {
  const mark = lines.querySelector("mark.primary") || lines.querySelector("mark");
  if (!mark) return;
  const box = lines.getBoundingClientRect();
  const { left, right } = mark.getBoundingClientRect();
  const over = Math.min(right - box.right + AHEAD, left - box.left - AHEAD);
  if (over > 0) lines.scrollLeft += over;
}

// Fold everything open for paper, and give back what was folded.
function unfold() {
  const closed = [...document.querySelectorAll("details:is(.rest, .same, .whole):not([open])")];
  for (const each of closed) each.open = true;
  return () => closed.forEach((each) => (each.open = false));
}
