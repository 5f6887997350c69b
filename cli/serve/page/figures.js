// What an answer says: the main figures as tiles, all of them as a table, beside those of pins; intervals drawn as such.
import { changeText, hasInterval, intervalText, numberText, overlap, unitFor, unitText } from "./values.js";

// Marks of the position that is dragged, of what was measured, and of pins: a shape and a dash beside each colour.
export const LOOKS = {
  now: { ink: "var(--now)", shape: "circle", dash: "" },
  measured: { ink: "var(--measured)", shape: "diamond", dash: "" },
  A: { ink: "var(--pin-a)", shape: "square", dash: "6 3" },
  B: { ink: "var(--pin-b)", shape: "triangle", dash: "2 3" },
  C: { ink: "var(--pin-c)", shape: "cross", dash: "8 3 2 3" },
  D: { ink: "var(--pin-d)", shape: "star", dash: "3 2" },
  E: { ink: "var(--pin-e)", shape: "wye", dash: "10 2" },
};
const shapes = { circle: d3.symbolCircle, diamond: d3.symbolDiamond, square: d3.symbolSquare, triangle: d3.symbolTriangle,
  cross: d3.symbolCross, star: d3.symbolStar, wye: d3.symbolWye };
export const symbolPath = (look, size = 36) => d3.symbol().type(shapes[look.shape]).size(size)();
export function addMark(to, look) {
  const svg = d3.select(to).append("svg").attr("class", "mark").attr("viewBox", "-6 -6 12 12").attr("aria-hidden", "true");
  svg.append("path").attr("d", symbolPath(look, 46)).style("fill", look.ink);
}

// ---- which figures -------------------------------------------------------------------------------
export const SECTIONS = [
  ["Delivers", ["saturation_data_gb_per_s", "delivered_data_gb_per_s", "offered_data_gb_per_s", "ipc", "makespan_cycles", "stp"]],
  ["How long", ["zero_load_latency_ns", "round_trip_ns", "packet_latency_ns", "p99_ns"]],
  ["Costs", ["network_area_mm2", "built_area_mm2", "chip_area_mm2", "power_mw", "leakage_power_mw", "built_power_mw",
    "energy_per_bit_pj", "data_throughput_per_area_gb_per_s_mm2"]],
  ["Limits", ["max_clock_mhz", "saturation_flits_per_cycle", "channel_utilization_max"]],
];
const missing = { value: null, lo: null, hi: null, reason: "" };
export const figureOf = (answer, name) => answer && answer.figures[name] || missing;

// ---- intervals -----------------------------------------------------------------------------------
// A scale for the values of a row that stays where it is while the reader drags, unless a value would leave it.
export class Track {
  fit(figures, isDragging) {
    const values = figures.flatMap(f => [f.value, f.lo, f.hi]).filter(v => v !== null && v !== undefined);
    if (!values.length) return;
    const low = Math.min(...values), high = Math.max(...values), room = (high - low || Math.abs(high) || 1) * 0.15;
    const fits = this.domain && low >= this.domain[0] && high <= this.domain[1];
    if (fits && (isDragging || high - low > 0.25 * (this.domain[1] - this.domain[0]))) return;
    const wide = Math.max(room, Math.abs(high) * 0.1);
    const next = [low >= 0 ? Math.max(0, low - wide) : low - wide, high + wide];
    this.domain = fits || !this.domain || !isDragging ? next : [Math.min(next[0], this.domain[0]), Math.max(next[1], this.domain[1])];
  }
}
const WIDE = 160;
export function drawIntervals(svg, marks, domain) {
  const step = marks.length > 2 ? 5.5 : 7, high = step * Math.max(2, marks.length) + 3,
    x = d3.scaleLinear().domain(domain || [0, 1]).range([4, WIDE - 4]).clamp(true);
  svg.setAttribute("viewBox", `0 0 ${WIDE} ${high}`);
  svg.style.height = `${high}px`;
  const seen = marks.filter(m => m.figure.value !== null), y = m => 1.5 + step * (marks.indexOf(m) + 0.5);
  d3.select(svg).selectAll("line").data(seen.filter(m => hasInterval(m.figure))).join("line").attr("x1", m => x(m.figure.lo))
    .attr("x2", m => x(m.figure.hi))
    .attr("y1", y).attr("y2", y).style("stroke", m => m.look.ink).attr("stroke-width", 2.5);
  d3.select(svg).selectAll("path").data(seen).join("path").attr("transform", m => `translate(${x(m.figure.value).toFixed(1)},${y(m)})`)
    .attr("d", m => symbolPath(m.look, 30)).style("fill", m => m.look.ink);
}

// ---- tiles ---------------------------------------------------------------------------------------
const of = name => answer => figureOf(answer, name);
const isOneWay = answer => figureOf(answer, "round_trip_ns").value === null && figureOf(answer, "packet_latency_ns").value !== null;
const latency = answer => figureOf(answer, isOneWay(answer) ? "packet_latency_ns" : "round_trip_ns");
const power = answer => figureOf(answer, figureOf(answer, "power_mw").value === null ? "leakage_power_mw" : "power_mw");
const amount = (f, unit) => {
  const u = unitFor(unit, [f.value]);
  return f.value === null ? "–" : `${numberText(f.value / u.divisor)} ${unitText(u.name)}`;
};
const range = (f, unit) => {
  const u = unitFor(unit, [f.lo, f.hi]);
  const text = v => d3.format(",.3~r")(v / u.divisor);
  return f.lo === null ? "–" : `${text(f.lo)} to ${text(f.hi)} ${unitText(u.name)}`;
};
const TILES = [
  { id: "ipc", title: "IPC", unit: "instr/cycle", of: of("ipc"), isShown: a => figureOf(a, "ipc").value !== null,
    below: a => [`${amount(figureOf(a, "outstanding_requests"), "requests")} outstanding a core`] },
  { id: "bandwidth", title: "Delivers at most", unit: "GB/s", of: of("saturation_data_gb_per_s"),
    below: a => [figureOf(a, "delivered_data_gb_per_s").value === null ? "no load is set" :
      `${amount(figureOf(a, "delivered_data_gb_per_s"), "GB/s")} delivered`] },
  { id: "latency", title: a => isOneWay(a) ? "One way" : "Round trip", unit: "ns", of: latency, isLess: true,
    below: a => [`${amount(figureOf(a, "zero_load_latency_ns"), "ns")} idle`] },
  { id: "area", title: "Network area", unit: "mm2", of: of("network_area_mm2"), isLess: true,
    below: a => [`built ${range(figureOf(a, "built_area_mm2"), "mm2")}`] },
  { id: "power", title: "Power", unit: "mW", of: power, isLess: true,
    below: a => [`${amount(figureOf(a, "leakage_power_mw"), "mW")} leakage`, amount(figureOf(a, "energy_per_bit_pj"), "pJ/bit")] },
];
// A tile is made once; what changes is text, so that nothing moves.
class Tile {
  constructor(to, tile) {
    Object.assign(this, { tile, box: make(to, "div", "", "tile"), track: new Track() });
    this.box.dataset.tile = tile.id;
    this.title = make(this.box, "h3");
    const big = make(this.box, "p", "", "big");
    this.number = make(big, "b");
    this.unit = make(big, "span", "", "unit");
    this.svg = this.box.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
    this.svg.setAttribute("aria-hidden", "true");
    this.svg.setAttribute("class", "interval");
    this.ends = make(this.box, "p", "", "ends");
    this.change = make(this.box, "p", "", "change");
    this.below = make(this.box, "p", "", "below");
  }
  update(answer, against, isDragging) {
    const { tile } = this, f = tile.of(answer), then = against && tile.of(against.answer), unit = unitFor(tile.unit, [f.value]);
    this.title.textContent = typeof tile.title === "function" ? tile.title(answer) : tile.title;
    this.box.hidden = tile.isShown ? !tile.isShown(answer) : false;
    this.number.textContent = numberText(f.value === null ? null : f.value / unit.divisor);
    this.box.dataset.value = f.value === null ? "" : f.value;
    this.unit.textContent = f.value === null ? "" : ` ${unitText(unit.name)}`;
    this.box.title = f.reason || "";
    putChange(this.change, f, then, tile.isLess, against && against.letter);
    const marks = [{ look: LOOKS.now, figure: f }].concat(then ? [{ look: LOOKS[against.letter], figure: then }] : []);
    this.track.fit(marks.map(m => m.figure), isDragging);
    drawIntervals(this.svg, marks, this.track.domain);
    this.ends.textContent = hasInterval(f) ? intervalText(f, unit.divisor) : f.value === null ? f.reason : "no interval";
    this.below.textContent = tile.below(answer).join("\n");
  }
}
// "▲ +4.2 %": better or worse by shape; "≈" where intervals overlap.
export function putChange(to, f, then, isLess, letter) {
  const text = then ? changeText(f, then) : "", isSame = text === "" || text === "0 %";
  const better = !isSame && (f.value < then.value) === Boolean(isLess), same = then && overlap(f, then);
  to.textContent = text === "" ? "" : isSame ? text : `${better ? "▲" : "▽"} ${text}${same ? " ≈" : ""}`;
  to.className = `change ${isSame ? "" : better ? "better" : "worse"}`;
  const words = isSame ? "the same" : better ? "better" : "worse";
  to.title = text === "" ? "" : `against ${letter}: ${words}${same ? ", and their intervals overlap" : ""}`;
}

export class Tiles {
  constructor(box) {
    this.tiles = TILES.map(tile => new Tile(box, tile));
    const limit = make(box, "div", "", "tile limit");
    make(limit, "h3", "Limited by");
    this.limit = make(limit, "p");
    this.meter = make(limit, "p", "", "meter");
    this.bar = make(make(this.meter, "span", "", "rail"), "span", "", "fill");
    this.used = make(this.meter, "span", "", "used");
  }
  update(answer, against, isDragging) {
    for (const tile of this.tiles) tile.update(answer, against, isDragging);
    const { words, kind, utilization } = answer.limit;
    this.limit.title = this.limit.textContent = (words || kind || "unknown").replace(/^limited by /, "");
    this.meter.style.visibility = utilization === null ? "hidden" : "visible";
    this.bar.style.width = `${Math.min(100, 100 * (utilization || 0))}%`;
    this.used.textContent = utilization === null ? "" : `${numberText(100 * utilization)} % used`;
  }
}

