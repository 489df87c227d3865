/* Tabs: arrows move between them, as a screen reader expects it. */

/** Make the tabs of a list work; `onShow(id)` is called with the panel that is shown. */
export function tabs(list, onShow) {
  const all = [...list.querySelectorAll("[role=tab]")];
  const show = (tab) => {
    for (const each of all) {
      const isShown = each === tab;
      each.setAttribute("aria-selected", String(isShown));
      each.tabIndex = isShown ? 0 : -1;
      document.getElementById(each.getAttribute("aria-controls")).hidden = !isShown;
    }
    onShow(tab.getAttribute("aria-controls"));
  };
  for (const tab of all) {
    tab.addEventListener("click", () => show(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = all[(all.indexOf(tab) + step + all.length) % all.length];
      next.focus();
      show(next);
    });
  }
  return (id) => show(all.find((each) => each.getAttribute("aria-controls") === id));
}
