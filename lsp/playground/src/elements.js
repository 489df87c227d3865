/* Elements of the page. Texts of contracts become text, never markup. */

/** An element with attributes and children; a child is an element or a string. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((each) => each !== null && each !== undefined));
  return made;
}

/** The element of the page with an id. */
export const byId = (id) => document.getElementById(id);

/** A text whose parts in backticks are code. */
export function prose(text) {
  const made = document.createDocumentFragment();
  text.split("`").forEach((part, at) => {
    if (part) made.append(at % 2 ? element("code", {}, part) : part);
  });
  return made;
}

/** A function that runs `act` once it wasn't called for some milliseconds. */
export function after(milliseconds, act) {
  let timer;
  let waiting = null;
  const later = (...given) => {
    clearTimeout(timer);
    waiting = given;
    timer = setTimeout(later.now, milliseconds);
  };
  later.now = () => {
    clearTimeout(timer);
    const given = waiting;
    waiting = null;
    if (given) act(...given);
  };
  return later;
}
