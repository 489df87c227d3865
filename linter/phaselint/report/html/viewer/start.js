// What happens once a page is there.

const all = [
  lazily(document.querySelectorAll(".graph"), fillGraph),
  lazily(document.querySelectorAll(".picture"), fillPicture),
];

lazily(document.querySelectorAll(".lines"), showMark);

for (const place of document.querySelectorAll(".filters")) new Filters(place);
document.addEventListener("keydown", pressed);
window.addEventListener("hashchange", goToTarget);
goToTarget();

let fold = () => {};

window.addEventListener("beforeprint", () => {
  fold = unfold();
  for (const fill of all) fill();
  for (const stage of stages) stage.unroll();
});
window.addEventListener("afterprint", () => {
  for (const stage of stages) stage.show();
  fold();
});
