"""What can be told apart on a page: the contrast of its texts and lines, by the colours that the
browser gives them."""

from __future__ import annotations

COLOURS = """
const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const parsed = (colour) => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue, opaque] = canvas.getImageData(0, 0, 1, 1).data;
  return { rgb: [red, green, blue], alpha: opaque / 255 };
};
const over = ({ rgb, alpha }, back) => rgb.map((each, at) => each * alpha + back[at] * (1 - alpha));
const light = (rgb) => {
  const [red, green, blue] = rgb.map((each) => {
    const part = each / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one, other) => {
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
const ground = (element) => {
  const layers = [];
  for (let each = element; each; each = each.parentElement) {
    layers.push(parsed(getComputedStyle(each).backgroundColor));
  }
  const paper = parsed(getComputedStyle(document.body).backgroundColor).rgb;
  return layers.reverse().reduce((back, front) => over(front, back), paper);
};
const within = (element) => {
  const shape = element.closest('.node') && element.closest('.node').querySelector('.box');
  return shape ? parsed(getComputedStyle(shape).fill).rgb : ground(element.closest('.stage'));
};
const seen = (element) => element.checkVisibility({ visibilityProperty: true });
"""

TEXTS = f"""(() => {{ {COLOURS}
  const faint = {{}};
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  while (walker.nextNode()) {{
    const element = walker.currentNode.parentElement;
    const off = element.closest('script, style, title, noscript, :disabled, .unseen, option');
    if (!walker.currentNode.textContent.trim() || off || !seen(element)) continue;
    const drawing = element.closest('.drawing');
    const style = getComputedStyle(element);
    const back = drawing ? within(element) : ground(element);
    const found = contrast(over(parsed(drawing ? style.fill : style.color), back), back);
    count += 1;
    if (found < 4.5) faint[element.closest('[class]').getAttribute('class')] = found;
  }}
  return {{ count, faint }};
}})()"""
"""How many texts a page shows, and those that are too faint, by their class."""

LINES = f"""(() => {{ {COLOURS}
  const faint = {{}};
  let count = 0;
  for (const line of document.querySelectorAll('.drawing :is(.box, .arrow .line, .cross)')) {{
    if (!seen(line)) continue;
    const back = ground(line.closest('.stage'));
    const found = contrast(over(parsed(getComputedStyle(line).stroke), back), back);
    count += 1;
    if (found < 3) faint[line.parentNode.getAttribute('class')] = found;
  }}
  for (const control of document.querySelectorAll('button:enabled, select, input[type=search]')) {{
    if (!seen(control)) continue;
    const back = ground(control.parentElement);
    const found = contrast(parsed(getComputedStyle(control).borderTopColor).rgb, back);
    count += 1;
    if (found < 3) faint[control.outerHTML.slice(0, 80)] = found;
  }}
  return {{ count, faint }};
}})()"""
"""How many lines of pictures and edges of controls a page shows, and those that are too faint."""

FOCUS = f"""(() => {{ {COLOURS}
  const element = document.activeElement;
  const {{ outlineStyle, outlineWidth, outlineColor }} = getComputedStyle(element);
  const strong = contrast(parsed(outlineColor).rgb, ground(element.parentElement));
  return [outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2, strong];
}})()"""
"""Whether what has the focus has an outline, and how much this stands out."""
