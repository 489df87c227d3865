// What happens once a page is there.

const all = [
  lazily(document.querySelectorAll(".graph"), fillGraph),
  lazily(document.querySelectorAll(".picture"), fillPicture),
];

for (const place of document.querySelectorAll(".filters")) new Filters(place);

window.addEventListener("beforeprint", () => {
  for (const fill of all) fill();
  for (const stage of stages) stage.unroll();
});
window.addEventListener("afterprint", () => {
  for (const stage of stages) stage.show();
});
