// Costs by component as bars: area and power, beside those of the pin that is compared with.
import { LOOKS } from "./figures.js";
import { wordsOf } from "./values.js";

const QUANTITIES = [
  { id: "area", title: "Area", unit: "mm²", of: c => c.area_mm2, divisor: 1 },
  { id: "power", title: "Power", unit: "W", of: c => c.leakage_mw === null && c.dynamic_mw === null ? null
    : (c.leakage_mw || 0) + (c.dynamic_mw || 0),
    leakage: c => c.leakage_mw, divisor: 1000 },
];
// Sums over all networks, or for each of them, in the order of the server.
function partsOf(costs, isApart) {
  const parts = new Map();
  for (const c of costs || []) {
    const name = wordsOf(c.part), key = isApart ? `${name}, ${(c.network.match(/\((.+)\)/) || ["", c.network])[1]}` : name,
      sum = parts.get(key) || { name: key, area: null, power: null, leakage: null, count: 0 };
    for (const q of QUANTITIES) if (q.of(c) !== null) sum[q.id] = (sum[q.id] || 0) + q.of(c);
    if (c.leakage_mw !== null) sum.leakage = (sum.leakage || 0) + c.leakage_mw;
    sum.count += c.count || 0;
    parts.set(key, sum);
  }
  return [...parts.values()];
}

// As many digits as the largest of a column has with four, so that points are below each other.
function digitsFor(most) {
  const digits = most > 0 ? Math.max(0, Math.min(4, 3 - Math.floor(Math.log10(most)))) : 2, least = 10 ** -digits;
  return v => v === null ? "–" : v > 0 && v < least / 2 ? `< ${least.toFixed(digits)}` : d3.format(`,.${digits}f`)(v);
}

// Rows are made once for a list of parts; what changes is widths and numbers.
export class CostView {
  constructor(box) {
    Object.assign(this, { box, signature: "", most: {}, isApart: false });
  }
  update(costs, against, isDragging) {
    const parts = partsOf(costs, this.isApart);
    const then = (against ? partsOf(against.costs, this.isApart) : []).filter(t => parts.some(p => p.name === t.name));
    for (const q of QUANTITIES) {
      const most = d3.max(parts.concat(then), p => p[q.id]) || 0, kept = this.most[q.id] || 0;
      if (!isDragging || most > kept) this.most[q.id] = most > kept || most < 0.6 * kept ? 1.1 * most : kept;
    }
    const signature = parts.map(p => p.name).join();
    if (signature !== this.signature) this.build(parts);
    this.signature = signature;
    this.texts = QUANTITIES.map(q => digitsFor((d3.max(parts, p => p[q.id]) || 0) / q.divisor));
    parts.forEach((part, i) => this.updateRow(this.rows[i], part, then.find(p => p.name === part.name), against));
  }
  build(parts) {
    this.box.textContent = "";
    const head = make(make(this.box, "thead"), "tr");
    for (const title of ["Component", "Count"]) make(head, "th", title).setAttribute("scope", "col");
    for (const q of QUANTITIES) {
      const th = make(head, "th", `${q.title}, ${q.unit}`);
      th.setAttribute("scope", "colgroup");
      th.colSpan = 2;
    }
    const body = make(this.box, "tbody");
    this.rows = parts.map(part => {
      const tr = make(body, "tr");
      make(tr, "th", part.name).setAttribute("scope", "row");
      const count = make(tr, "td", "", "number");
      return { count, cells: QUANTITIES.map(q => this.addBar(tr, q)) };
    });
  }
  addBar(tr, quantity) {
    const number = make(tr, "td", "", "number"), rail = make(make(tr, "td", "", "bars"), "span", "", "rail");
    return { number, fill: make(rail, "span", "", "fill"), dark: quantity.leakage ? make(rail, "span", "", "dark") : null,
      tick: make(rail, "span", "", "tick") };
  }
  updateRow({ count, cells }, part, then, against) {
    count.textContent = part.count ? d3.format(",")(part.count) : "";
    QUANTITIES.forEach((q, k) => {
      const { number, fill, dark, tick } = cells[k], share = v => `${this.most[q.id] > 0 ? 100 * (v || 0) / this.most[q.id] : 0}%`;
      number.textContent = this.texts[k](part[q.id] === null ? null : part[q.id] / q.divisor);
      fill.style.width = share(part[q.id]);
      if (dark) dark.style.width = share(part.leakage);
      tick.hidden = !then || then[q.id] === null;
      if (tick.hidden) return;
      tick.style.left = share(then[q.id]);
      tick.style.background = LOOKS[against.letter].ink;
      tick.title = `${against.letter}: ${this.texts[k](then[q.id] / q.divisor)} ${q.unit}`;
    });
  }
}
