// Elements of pages and of pictures. A child that is a text becomes text, never markup.

const SVG = "http://www.w3.org/2000/svg";

function element(name, attributes = {}, ...children) {
  return furnished(document.createElement(name), attributes, children);
}

function drawn(name, attributes = {}, ...children) {
  return furnished(document.createElementNS(SVG, name), attributes, children);
}

function furnished(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false) {
      made.setAttribute(name, value === true ? "" : String(value));
    }
  }
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
}

function plural(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

// A sentence of ours: what stands in backticks is code.
function prose(words) {
  return words
    .split(/`([^`]+)`/)
    .map((part, number) => (number % 2 ? element("code", {}, part) : part))
    .filter((part) => part !== "");
}
