// Latency over load: a curve with its band for the position and each pin, the loads that are asked, saturation, what was measured.
import { LOOKS, symbolPath } from "./figures.js";
import { numberText } from "./values.js";

const MARGIN = { top: 26, right: 14, bottom: 40, left: 56 }, HIGH = 300;

export class CurveView {
  constructor(box, words) {
    Object.assign(this, { box, words, svg: d3.select(box).append("svg").attr("class", "curve").attr("role", "img"), curves: [] });
    this.layers = {};
    for (const name of ["grid", "axes", "bands", "lines", "limits", "points", "texts"])
      this.layers[name] = this.svg.append("g").attr("class", name);
    this.svg.append("clipPath").attr("id", "inside").append("rect");
    this.layers.bands.attr("clip-path", "url(#inside)");
    this.layers.lines.attr("clip-path", "url(#inside)");
    new ResizeObserver(([{ contentRect }]) => { // asking for the width at each drawing would lay the page out each time
      if (contentRect.width === this.wide) return;
      this.wide = contentRect.width;
      this.draw();
    }).observe(box);
  }
  // `curves`: [{ id, answer, curve, measured }], the position first.
  update(curves, isDragging) {
    this.curves = curves.filter(c => c.curve).reverse(); // the position on top
    this.fit(isDragging);
    this.draw();
  }
  // Axes stay while the reader drags, unless a curve would leave them.
  fit(isDragging) {
    const points = this.curves.flatMap(c => c.curve.points), known = points.filter(p => p.latency.value !== null);
    const x = d3.max(points, p => p.offered_data_gb_per_s) || 1;
    const idle = d3.min(known, p => p.latency.lo || p.latency.value) || 0;
    // the rise before saturation is seen, its last points may leave
    const most = ({ answer, measured, curve }) => {
      const asked = [answer, measured].map(a => a && a.figures[curve.latency]), all = asked.concat(curve.points.map(p => p.latency));
      return Math.min(d3.max(all, f => f && (f.hi || f.value)) || 1, 3 * (curve.points[0].latency.value || 1));
    };
    const y = d3.max(this.curves.filter(c => c.curve.points.length), most) || 1;
    const far = d3.max(this.curves, c => c.answer.figures.saturation_data_gb_per_s.hi) || x;
    const span = Math.max(y - idle, 0.04 * idle);
    // designs of very different throughput beside each other: a logarithmic axis
    const near = d3.min(this.curves, c => d3.max(c.curve.points, p => p.offered_data_gb_per_s)) || x;
    if (!isDragging || !this.extent) this.least = x > 6 * near ? near / 50 : 0;
    const next = { x: Math.max(1.04 * x, 1.02 * far), y: idle + 1.3 * span, low: Math.max(0, idle - 0.25 * span) };
    const now = this.extent;
    if (!isDragging || !now) this.extent = next;
    else this.extent = { x: Math.max(now.x, next.x), y: Math.max(now.y, next.y), low: Math.min(now.low, next.low) };
  }
  draw() {
    if (!this.wide || !this.extent) return;
    const { svg, wide } = this, right = wide - MARGIN.right, foot = HIGH - MARGIN.bottom;
    svg.attr("viewBox", `0 0 ${wide} ${HIGH}`).style("height", `${HIGH}px`);
    svg.select("clipPath rect").attr("x", MARGIN.left).attr("y", MARGIN.top).attr("width", right - MARGIN.left)
      .attr("height", foot - MARGIN.top);
    this.isTera = this.extent.x >= 2000;
    this.x = (this.least ? d3.scaleLog().clamp(true) : d3.scaleLinear()).domain([this.least, this.extent.x]).range([MARGIN.left, right]);
    this.y = d3.scaleLinear().domain([this.extent.low, this.extent.y]).range([foot, MARGIN.top]);
    this.drawAxes(right, foot);
    this.drawCurves();
    this.drawLimits(foot);
    this.drawPoints();
    this.say();
  }
  drawAxes(right, foot) {
    const { x, y, layers, isTera, wide } = this, count = Math.max(3, Math.floor(wide / 90));
    layers.grid.attr("transform", `translate(${MARGIN.left},0)`).call(d3.axisLeft(y).ticks(6).tickSize(MARGIN.left - right).tickFormat(""));
    const below = layers.axes.selectAll("g.x").data([0]).join("g").attr("class", "x axis").attr("transform", `translate(0,${foot})`);
    const text = v => isTera ? d3.format("~g")(v / 1000) : d3.format(",")(v), isTold = v => !this.least || /^[125]/.test(v.toPrecision(1));
    below.call(d3.axisBottom(x).ticks(count).tickFormat(v => isTold(v) ? text(v) : ""));
    const left = layers.axes.selectAll("g.y").data([0]).join("g").attr("class", "y axis").attr("transform", `translate(${MARGIN.left},0)`);
    left.call(d3.axisLeft(y).ticks(6));
    const one = this.curves.length && this.curves[this.curves.length - 1].curve.latency === "packet_latency_ns" ? "One way" : "Round trip";
    const texts = [[`${one}, ns`, MARGIN.left - 44, 14, "start"],
      [`Offered data of the whole network, ${isTera ? "TB/s" : "GB/s"}${this.least ? ", logarithmic" : ""}`, right, HIGH - 6, "end"]];
    layers.texts.selectAll("text.title").data(texts).join("text").attr("class", "title").attr("x", t => t[1]).attr("y", t => t[2])
      .attr("text-anchor", t => t[3]).text(t => t[0]);
  }
  drawCurves() {
    const { x, y, layers, extent } = this, known = c => c.curve.points.filter(p => p.latency.value !== null);
    const top = v => y(Math.min(v, 4 * extent.y));
    const area = d3.area().x(p => x(p.offered_data_gb_per_s)).y0(p => top(p.latency.lo === null ? p.latency.value : p.latency.lo))
      .y1(p => top(p.latency.hi === null ? p.latency.value : p.latency.hi));
    const line = d3.line().x(p => x(p.offered_data_gb_per_s)).y(p => top(p.latency.value));
    layers.bands.selectAll("path").data(this.curves, c => c.id).join("path").attr("d", c => area(known(c)))
      .style("fill", c => LOOKS[c.id].ink);
    layers.lines.selectAll("path").data(this.curves, c => c.id).join("path").attr("d", c => line(known(c)))
      .style("stroke", c => LOOKS[c.id].ink)
      .attr("stroke-dasharray", c => LOOKS[c.id].dash).attr("class", c => c.id);
  }
  // Saturation, a dotted line; its interval above the plot.
  drawLimits(foot) {
    const { x, layers } = this, limits = this.curves.map((c, k) => ({ c, k, f: c.answer.figures.saturation_data_gb_per_s }))
      .filter(l => l.f.value !== null);
    layers.limits.selectAll("line.at").data(limits, l => l.c.id).join("line").attr("class", "at").attr("x1", l => x(l.f.value))
      .attr("x2", l => x(l.f.value))
      .attr("y1", MARGIN.top).attr("y2", foot).style("stroke", l => LOOKS[l.c.id].ink);
    const ends = limits.filter(l => l.f.lo !== null), height = l => MARGIN.top - 3 - 4 * l.k;
    layers.limits.selectAll("line.range").data(ends, l => l.c.id).join("line").attr("class", "range").attr("x1", l => x(l.f.lo))
      .attr("x2", l => x(l.f.hi))
      .attr("y1", height).attr("y2", height).style("stroke", l => LOOKS[l.c.id].ink);
  }
  // The load that is asked, or where the closed loop settles, and what was measured there.
  drawPoints() {
    const { x, y, layers, extent } = this, spots = [];
    for (const c of this.curves) for (const [answer, look] of [[c.answer, LOOKS[c.id]], [c.measured, LOOKS.measured]]) {
      if (!answer) continue;
      const latency = answer.figures[c.curve.latency];
      const data = answer.figures[answer.load === null ? "delivered_data_gb_per_s" : "offered_data_gb_per_s"];
      const isInside = latency && latency.value !== null && latency.value < extent.y && data && data.value !== null;
      if (isInside) spots.push({ look, latency, at: x(data.value) });
    }
    const ranged = spots.filter(s => s.latency.lo !== null);
    layers.points.selectAll("line").data(ranged).join("line").attr("x1", s => s.at).attr("x2", s => s.at).attr("y1", s => y(s.latency.lo))
      .attr("y2", s => Math.max(MARGIN.top, y(s.latency.hi))).style("stroke", s => s.look.ink);
    layers.points.selectAll("path").data(spots).join("path").attr("transform", s => `translate(${s.at},${y(s.latency.value)})`)
      .attr("d", s => symbolPath(s.look, 70)).style("fill", s => s.look.ink);
  }
  say() {
    const c = this.curves[this.curves.length - 1];
    if (!c) return;
    const f = c.answer.figures, s = f.saturation_data_gb_per_s;
    const range = s.lo === null ? "" : `, interval ${numberText(s.lo)} to ${numberText(s.hi)}`;
    this.svg.attr("aria-label", `Latency over offered data: ${numberText(f.zero_load_latency_ns.value)} ns idle, saturation at ` +
      `${numberText(s.value)} GB/s${range}; ${this.curves.length} curves.`);
  }
}
