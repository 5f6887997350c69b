// The load: open loop at a share of saturation, in GB/s or flits, or closed loop with a workload.
import { Field } from "./fields.js";
import { USUAL_LOAD, USUAL_WORKLOAD, designOf, hasWorkload } from "./live_state.js";
import { plainNumber } from "./values.js";

const by = id => document.getElementById(id);
const OWN = "the design's own";
const units = { "%": "%", "GB/s": "GB/s", "": "flits/cycle" };
const unitOf = load => load === "" ? "none" : load.endsWith("%") ? "%" : load.endsWith("GB/s") ? "GB/s" : "";
const numberOf = load => load.replace(/(%|GB\/s)$/, "");

// `set(changes of the position, { isDragging })`.
export class Load {
  constructor(workloads, { set, setWorkload, focus }) {
    Object.assign(this, { workloads, set, setWorkload, focus, shown: "" });
    for (const radio of document.querySelectorAll("[name=loop]")) radio.onchange = () => this.set({ isOpenLoop: radio.value === "open" });
    by("unit").onchange = () => this.convert(by("unit").value);
  }
  update(position, answer) {
    this.answer = answer;
    for (const radio of document.querySelectorAll("[name=loop]")) radio.checked = (radio.value === "open") === position.isOpenLoop;
    const unit = unitOf(position.load);
    by("unit").value = unit;
    by("unit-label").style.visibility = position.isOpenLoop ? "visible" : "hidden";
    const own = hasWorkload(designOf(position)), isHeld = by("load").contains(document.activeElement) && position.isOpenLoop;
    const kind = position.isOpenLoop ? `${unit} ${isHeld && unit === this.unit ? this.most : this.mostIn(unit)}` : `workload ${own}`;
    if (kind !== this.shown) this.build(position, unit, own);
    this.shown = kind;
    if (!this.field) return;
    const [value, usual] = position.isOpenLoop ? [numberOf(position.load), unit === "%" ? numberOf(USUAL_LOAD) : null]
      : [position.settings.workload || (own ? OWN : USUAL_WORKLOAD), own ? OWN : USUAL_WORKLOAD];
    this.field.update(value, usual, usual !== null && value !== usual);
  }
  build(position, unit, own) {
    by("load").textContent = "";
    this.field = null;
    if (!position.isOpenLoop) return this.addWorkload(own);
    if (unit === "none") { make(by("load"), "p", "Without a load: limits and costs only.", "note field"); return; }
    const most = this.mostIn(unit);
    Object.assign(this, { unit, most });
    const info = { lowest: unit === "%" ? 1 : 0, highest: most, isLinear: true, default: null, unit: units[unit],
      meaning: "what nodes send: a share of saturation, data of the whole network, or flits per cycle of each injecting node" };
    this.field = new Field(by("load"), { key: "load", label: "load", info, focus: this.focus,
      take: (value, how) => this.set({ load: value === null ? USUAL_LOAD : value + unit }, how) });
  }
  addWorkload(own) {
    const names = this.workloads.map(w => w.name), choices = names.length ? (own ? [OWN] : []).concat(names) : [];
    const info = { lowest: null, highest: null, default: null, unit: "", choices,
      meaning: "program that the cores run (nocsight describe workloads)" };
    this.field = new Field(by("load"), { key: "workload", label: "workload", info, focus: this.focus,
      take: (value, how) => this.setWorkload(value === OWN || value === null ? null : value, how) });
  }
  // The end of the slider: a little above saturation.
  mostIn(unit) {
    if (unit === "%") return 120;
    if (unit === "none") return 0;
    const name = unit === "GB/s" ? "saturation_data_gb_per_s" : "saturation_flits_per_cycle", f = this.answer && this.answer.figures[name];
    return f && f.value ? +(1.4 * f.value).toPrecision(1) : unit === "GB/s" ? 1000 : 1;
  }
  // The same load in another unit.
  convert(unit) {
    const a = this.answer, f = name => a && a.figures[name].value, flits = a && a.load;
    const most = { "GB/s": f("saturation_data_gb_per_s") || 1, "": f("saturation_flits_per_cycle") || 0.1 };
    const value = { "%": flits ? 100 * flits / most[""] : 60, "GB/s": f("offered_data_gb_per_s") || 0.6 * most["GB/s"],
      "": flits || 0.6 * most[""] }[unit];
    this.set({ load: unit === "none" ? "" : plainNumber(+value.toPrecision(4)) + unit });
  }
}
