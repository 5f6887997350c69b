// All figures as a table: of the position, of what was measured there, and of pins beside each other.
import { LOOKS, SECTIONS, Track, addMark, drawIntervals, figureOf, putChange } from "./figures.js";
import { intervalText, labelWithout, numberText, unitFor, unitText } from "./values.js";

const main = new Set(SECTIONS.flatMap(([, names]) => names));
const always = new Set(["saturation_data_gb_per_s", "round_trip_ns", "network_area_mm2", "power_mw"]);

// `columns`: [{ id, letter, title, note, answer, isStale }], the position first. `buttons(head, column)` adds what can be done
// with a column; `differing(columns)` lists settings in which they differ, [key, texts].
export class FigureTable {
  constructor(box, metrics, { buttons, differing }) {
    Object.assign(this, { box, metrics, buttons, differing, tracks: new Map(), signature: "", isWhole: false });
  }
  rows(columns) {
    const has = name => always.has(name) || columns.some(c => figureOf(c.answer, name).value !== null);
    const rows = SECTIONS.map(([title, names]) => [title, names.filter(has)]);
    if (this.isWhole) rows.push(["All other figures", this.metrics.map(m => m.name).filter(name => !main.has(name) && has(name))]);
    return rows.filter(([, names]) => names.length);
  }
  update(columns, reference, isDragging) {
    const rows = this.rows(columns), against = columns.find(c => c.letter && c.letter === reference);
    const signature = JSON.stringify([columns.map(c => [c.id, c.title, c.note]), reference, rows]);
    if (signature !== this.signature) this.build(columns, rows, against);
    this.signature = signature;
    for (const row of this.list) this.updateRow(row, columns, against, isDragging);
    columns.forEach((c, k) => this.heads[k].classList.toggle("stale", Boolean(c.isStale)));
    this.updateSettings(columns, against);
  }
  // A number and its unit; the interval in words but for pins, the change but for what others are compared with.
  hasEnds(column) { return !column.letter; }
  cellsOf(column, against) { return 2 + this.hasEnds(column) + (against !== undefined && column !== against); }
  build(columns, rows, against) {
    this.box.textContent = "";
    this.list = [];
    this.heads = [];
    this.shown = "";
    const head = make(make(this.box, "thead"), "tr");
    make(head, "td");
    make(head, "th", "Intervals", "interval").setAttribute("scope", "col");
    for (const c of columns) this.addHead(head, c, against);
    this.settings = make(this.box, "tbody", "", "differ");
    const body = make(this.box, "tbody"), width = 2 + d3.sum(columns, c => this.cellsOf(c, against));
    for (const [title, names] of rows) {
      this.addSection(body, title, width);
      for (const name of names) this.addRow(body, this.metrics.find(m => m.name === name), columns, against);
    }
  }
  addSection(body, title, width) {
    const th = make(make(body, "tr", "", "section"), "th", title);
    th.setAttribute("scope", "rowgroup");
    th.colSpan = width;
  }
  addHead(head, column, against) {
    const th = make(head, "th", "", "design");
    th.colSpan = this.cellsOf(column, against);
    th.setAttribute("scope", "colgroup");
    addMark(th, LOOKS[column.id]);
    make(th, "b", ` ${column.title} `);
    make(th, "span", column.note || "", "note").title = column.note || "";
    this.buttons(th, column);
    this.heads.push(th);
  }
  addRow(body, metric, columns, against) {
    const tr = make(body, "tr"), th = make(tr, "th", labelWithout(metric.label, `(${metric.unit})`));
    th.setAttribute("scope", "row");
    th.title = `${metric.name}: ${metric.meaning}`;
    const svg = make(tr, "td", "", "interval").appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
    svg.setAttribute("class", "interval");
    svg.setAttribute("aria-hidden", "true");
    const cells = columns.map(c => ({ number: make(tr, "td", "", "number"), unit: make(tr, "td", "", "unit"),
      ends: this.hasEnds(c) ? make(tr, "td", "", "ends") : null,
      change: against !== undefined && c !== against ? make(tr, "td", "", "change") : null }));
    tr.dataset.metric = metric.name;
    if (!this.tracks.has(metric.name)) this.tracks.set(metric.name, new Track());
    this.list.push({ metric, svg, cells, track: this.tracks.get(metric.name) });
  }
  updateRow({ metric, svg, cells, track }, columns, against, isDragging) {
    const figures = columns.map(c => figureOf(c.answer, metric.name)), unit = unitFor(metric.unit, figures.map(f => f.value));
    columns.forEach((c, k) => {
      const f = figures[k], { number, unit: unitCell, ends, change } = cells[k], range = intervalText(f, unit.divisor);
      number.textContent = numberText(f.value === null ? null : f.value / unit.divisor);
      number.dataset.value = f.value === null ? "" : f.value;
      number.title = f.reason || (range ? `${range}${f.confidence ? `, ${Math.round(100 * f.confidence)} %` : ""}` : "");
      unitCell.textContent = f.value === null ? "" : unitText(unit.name);
      if (ends) ends.textContent = range;
      if (change) putChange(change, f, figureOf(against.answer, metric.name), metric.is_less_better, against.letter);
    });
    track.fit(figures, isDragging);
    drawIntervals(svg, columns.map((c, k) => ({ look: LOOKS[c.id], figure: figures[k] })), track.domain);
  }
  updateSettings(columns, against) {
    const rows = columns.length > 1 ? this.differing(columns) : [], text = JSON.stringify(rows);
    if (text === this.shown) return;
    this.shown = text;
    this.settings.textContent = "";
    if (rows.length) this.addSection(this.settings, "Settings that differ", 2 + d3.sum(columns, c => this.cellsOf(c, against)));
    for (const [key, texts] of rows) {
      const tr = make(this.settings, "tr"), th = make(tr, "th", key);
      th.setAttribute("scope", "row");
      th.colSpan = 2;
      columns.forEach((c, k) => { make(tr, "td", texts[k], "setting").colSpan = this.cellsOf(c, against); });
    }
  }
}
