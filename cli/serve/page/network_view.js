// The network as the server draws it, with its busy links; one of several networks at a time, in part or as large as the window.
const MARGIN = 24, CAPTION = 74; // pixels of the picture: around what it shows, and the lines above, which the page says itself

export class NetworkView {
  constructor(box, { choice, dialog, stage, enlarge, close }) {
    Object.assign(this, { box, choice, dialog, stage, shown: "", network: "" });
    choice.onchange = () => { this.network = choice.value; this.crop(); };
    enlarge.onclick = () => this.enlarge();
    close.onclick = () => dialog.close();
    dialog.addEventListener("close", () => { stage.textContent = ""; });
  }
  update(text) {
    if (text === this.shown) return;
    const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (svg.localName !== "svg") return;
    this.shown = text;
    this.whole = ["width", "height"].map(name => +svg.getAttribute(name));
    this.svg = document.importNode(svg, true);
    this.svg.setAttribute("role", "img");
    this.svg.setAttribute("aria-label", [...svg.querySelectorAll(".title, .panel")].map(e => e.textContent).join(". "));
    this.fillChoice();
    this.crop();
    this.box.textContent = "";
    this.box.append(this.svg);
  }
  // The networks of a picture are beside each other, each below its name.
  fillChoice() {
    const names = [...this.svg.querySelectorAll("text.panel")].filter(e => /^network \d+:/.test(e.textContent));
    this.parts = names.length > 1 ? names.map((e, i) => ({ name: e.textContent.replace(/,.*/, ""), left: +e.getAttribute("x") - MARGIN,
      right: i + 1 < names.length ? +names[i + 1].getAttribute("x") - MARGIN : this.whole[0] })) : [];
    const options = this.parts.map(p => p.name).concat("all networks"), box = this.choice;
    if ([...box.options].map(o => o.value).join() !== options.join()) {
      box.textContent = "";
      for (const name of options) box.add(new Option(name, name));
    }
    if (!options.includes(this.network)) this.network = options[0];
    box.value = this.network;
    box.parentElement.hidden = this.parts.length < 2;
  }
  crop() {
    const part = this.parts.find(p => p.name === this.network), [wide, high] = this.whole;
    this.svg.setAttribute("viewBox", `${part ? part.left : 0} ${CAPTION} ${part ? part.right - part.left : wide} ${high - CAPTION}`);
    // no larger than it is drawn
    this.svg.style.maxWidth = `${part ? part.right - part.left : wide}px`;
    this.svg.removeAttribute("width");
    this.svg.removeAttribute("height");
  }
  enlarge() {
    if (!this.svg) return;
    const copy = this.svg.cloneNode(true), [left, , width] = copy.getAttribute("viewBox").split(" "),
      inner = document.createElementNS("http://www.w3.org/2000/svg", "g");
    inner.append(...copy.childNodes);
    copy.append(inner);
    copy.setAttribute("viewBox", `${left} 0 ${width} ${this.whole[1]}`);
    copy.style.maxWidth = "none";
    this.stage.textContent = "";
    this.stage.append(copy);
    this.dialog.showModal();
    const zoom = d3.zoom().scaleExtent([1, 20]).on("zoom", () => inner.setAttribute("transform", d3.event.transform));
    d3.select(copy).call(zoom).attr("tabindex", 0).on("keydown", () => {
      const steps = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }, step = steps[d3.event.key];
      const factor = { "+": 1.4, "=": 1.4, "-": 1 / 1.4 }[d3.event.key];
      if (step) d3.select(copy).call(zoom.translateBy, ...step);
      if (factor) d3.select(copy).call(zoom.scaleBy, factor);
      if (step || factor) d3.event.preventDefault();
    });
    copy.focus();
  }
}
