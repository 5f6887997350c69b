// A setting as a row: its name, a slider, a field or a choice, its unit, a button that sets it back.
import { makeScale, POSITIONS } from "./slider.js";
import { isNumber, plainNumber, sameValue, unitText } from "./values.js";

const HOVER = 250; // ms that the mouse rests on a setting before its meaning is said
let count = 0;
const element = (to, tag, attributes, text) => {
  const e = make(to, tag, text);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) e.setAttribute(name, value);
  return e;
};
const rangeWords = info => info.lowest === null ? "" :
  `${info.is_integer ? "a whole number" : "a number"}${info.is_list ? " or a list of them" : ""} from ${plainNumber(info.lowest)} to ${
    plainNumber(info.highest)}${info.unit ? " " + unitText(info.unit) : ""}`;
export const describe = info => [info.meaning, info.choices && info.choices.length ? "" : rangeWords(info),
  info.default === null ? "" : `usually ${plainNumber(info.default)}`].filter(t => t).join("; ");

// `info`: facts of the setting. `take(value, { isDragging })`: hears of what the reader sets, null: as opened.
export class Field {
  constructor(to, { key, label, info, take, focus }) {
    Object.assign(this, { key, label, info, take, opened: null, value: "", isDragging: false, id: `f${++count}` });
    this.row = element(to, "div", { class: "field", "data-key": key });
    element(this.row, "label", { for: this.id, title: key }, label);
    this.isSlider = info.lowest !== null && !info.is_list && !(info.choices || []).length;
    if ((info.choices || []).length) this.addChoice(); else this.addText();
    element(this.row, "span", { class: "unit", title: info.unit }, unitText(info.unit));
    this.reset = element(this.row, "button", { class: "reset", type: "button", title: "As opened" }, "↺");
    this.reset.onclick = () => { this.input.focus(); take(null, {}); };
    this.fault = element(this.row, "p", { class: "fault", id: this.id + "e", hidden: "" });
    element(this.row, "span", { class: "hidden", id: this.id + "d" }, describe(info));
    for (const input of this.row.querySelectorAll("input, select")) input.setAttribute("aria-describedby", `${this.id}d`);
    this.row.addEventListener("focusin", () => focus(this));
    // After a rest: what is said below must not change the page between the mouse's arrival and its press, which loses a drag.
    let resting = 0;
    this.row.addEventListener("pointermove", e => {
      clearTimeout(resting);
      if (!e.buttons) resting = setTimeout(() => focus(this, true), HOVER);
    });
    for (const type of ["pointerdown", "pointerleave"]) this.row.addEventListener(type, () => clearTimeout(resting));
  }
  addChoice() {
    this.row.classList.add("choice");
    this.input = element(this.row, "select", { id: this.id });
    for (const choice of this.info.choices) this.input.add(new Option(choice, choice));
    this.input.onchange = () => this.take(this.input.value, {});
  }
  addText() {
    if (this.isSlider) this.addSlider(); else this.row.classList.add("words");
    this.input = element(this.row, "input", { id: this.id, type: "text", inputmode: this.isSlider ? "decimal" : null,
      autocomplete: "off", spellcheck: "false" });
    this.input.oninput = () => { this.input.dataset.typed = "yes"; };
    this.input.onblur = () => { delete this.input.dataset.typed; this.input.value = this.value; };
    this.input.onchange = () => {
      delete this.input.dataset.typed;
      this.take(this.input.value.trim() === "" ? null : this.input.value.trim(), {});
    };
    this.input.onkeydown = e => {
      if (e.key === "Escape") this.input.value = this.value;
      if (this.isSlider && ["ArrowUp", "ArrowDown", "PageUp", "PageDown"].includes(e.key)) this.pressed(e);
    };
  }
  addSlider() {
    this.slider = element(this.row, "input", { type: "range", min: 0, max: POSITIONS, step: "any", "aria-label": this.label });
    this.slider.oninput = () => this.drag(this.scale.value(+this.slider.value));
    this.slider.onchange = () => { this.isDragging = false; this.take(this.value, {}); this.place(); };
    this.slider.onkeydown = e => this.pressed(e);
  }
  drag(v) {
    this.isDragging = true;
    const text = plainNumber(v);
    if (text === this.value) return;
    this.show(text);
    this.take(text, { isDragging: true });
  }
  // Arrows move by a step, Page keys by ten, Home and End to the ends of the slider.
  pressed(e) {
    const counts = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
    const isEnd = e.key === "Home" || e.key === "End";
    if (!(e.key in counts || isEnd) || e.altKey || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    delete this.input.dataset.typed;
    const from = isNumber(this.input.value) ? +this.input.value : this.info.default === null ? this.info.lowest : this.info.default;
    const v = isEnd ? this.scale[e.key === "Home" ? "low" : "high"] : this.scale.moved(from, counts[e.key]);
    this.take(plainNumber(v), {});
  }
  // The value, and that of the opened design, at which the slider has a mark. `isSet`: by the reader, who can set it back.
  update(value, openedValue, isSet) {
    const isNew = openedValue !== this.opened || !this.isKnown;
    this.isKnown = true;
    this.opened = openedValue;
    if (this.isSlider && isNew) this.fitScale(openedValue);
    if (this.isSlider && isNumber(value) && !this.scale.has(+value) && !this.isDragging) this.fitScale(value);
    if (!this.isDragging) this.show(value);
    const changed = openedValue !== null && !sameValue(value, openedValue);
    this.row.classList.toggle("changed", changed);
    this.reset.style.visibility = isSet ? "visible" : "hidden";
    if (isSet) this.reset.setAttribute("aria-label", `Set ${this.label} back to ${openedValue}`);
  }
  fitScale(text) {
    const number = isNumber(text) ? +text : null;
    this.scale = makeScale(this.info, number);
    const opened = isNumber(this.opened) ? +this.opened : null;
    this.slider.style.setProperty("--opened", opened === null ? "-9" : this.scale.position(opened) / POSITIONS);
    this.isShown = false; // where the value is on the slider
    this.slider.title = `${plainNumber(this.scale.low)} to ${plainNumber(this.scale.high)} ${unitText(this.info.unit)}`;
  }
  show(value) {
    if (value === this.value && this.isShown) return;
    this.isShown = true;
    this.value = value;
    if (!this.input.dataset.typed) this.input.value = value;
    this.place();
  }
  place() {
    if (!this.isSlider || !isNumber(this.value)) return;
    if (!this.isDragging) this.slider.value = this.scale.position(+this.value);
    this.slider.setAttribute("aria-valuetext", `${this.value} ${this.info.unit}`.trim());
  }
  // Says what is wrong with the value, `proposals` what would fit: [{ text, settings }].
  blame(text, proposals, set) {
    const isWrong = text !== "";
    if (text === this.blamed) return;
    this.blamed = text;
    this.fault.hidden = !isWrong;
    this.fault.textContent = text;
    for (const { words, settings } of proposals || []) {
      this.fault.append(" ");
      element(this.fault, "button", { type: "button" }, `Set ${words}`).onclick = () => set(settings);
    }
    for (const input of this.row.querySelectorAll("input, select")) {
      if (isWrong) input.setAttribute("aria-invalid", "true"); else input.removeAttribute("aria-invalid");
      input.setAttribute("aria-describedby", isWrong ? `${this.id}e ${this.id}d` : `${this.id}d`);
    }
  }
}
