/* Pages that phaselint writes, shown in a frame: the graph with its films, the comparison.

   The frame has no origin of its own and may fetch nothing; it talks with this page by messages, as
   it does with an editor. */

import SHIM from "./inframe.txt";
import STYLE from "./inframe.css.txt";

/** A frame in a place of the page; `onOpen(file, line)` is called when a place is clicked. */
export class Frame {
  onOpen = () => {};
  onReady = () => {};
  #frame;
  #text = "";
  #ready = false;
  #late = [];

  constructor(frame) {
    this.#frame = frame;
    window.addEventListener("message", ({ source, data }) => {
      if (source === this.#frame.contentWindow) this.#received(data ?? {});
    });
  }

  /** Show a page, unless it is shown already. */
  show(text) {
    this.#frame.hidden = false;
    if (text === this.#text) return;
    this.#text = text;
    this.#ready = false;
    this.#frame.srcdoc = text.replace("<head>", `<head><style>${STYLE}</style><script>${SHIM}</script>`);
  }

  hide() {
    this.#frame.hidden = true;
    this.#text = "";
    this.#ready = false;
    this.#frame.removeAttribute("srcdoc");
  }

  /** Tell the page something, once it is ready. */
  tell(message) {
    if (this.#ready) this.#frame.contentWindow.postMessage(message, "*");
    else this.#late.push(message);
  }

  #received({ kind, file, line }) {
    if (kind === "ready") {
      this.#ready = true;
      for (const message of this.#late.splice(0)) this.tell(message);
      this.onReady();
    } else if (kind === "open" && typeof file === "string" && Number.isInteger(line)) {
      this.onOpen(file, line);
    }
  }
}
