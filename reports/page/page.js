"use strict";
// The report page: one array of designs, one state (also in the URL), one redraw.
const { metrics, settings, rows, objectives, stated } = data;
const byName = new Map(metrics.map((m, i) => [m.name, i]));
// Shapes say model or sample, so that grey prints can be read too.
const topologies = data.topologies;
const topologyOf = d => d.topology;

const designs = rows.map((r, i) => ({
  i, hash: r[0], id: "d-" + r[0].slice(0, 8), topology: data.names[r[1]], flag: r[2], measured: r[3] === 1,
  set: r[4].map(k => data.overrides[k]), settings: r[5], values: r[6], own: r[7],
}));
// flag: 0 off, 1 possible, 2 certain; +4 on the front by value (for the objectives of the report)
const memberOf = d => d.flag & 3;
const words = ["not on the front", "possibly on the front", "certainly on the front"];

function interval(d, m) {
  const v = d.values[m];
  if (v === null) return null;
  // hundredths of a per cent of the value; the ends where that is 0
  const at = 2 * data.bounded.indexOf(m), low = at < 0 ? null : d.own[at], high = d.own[at + 1];
  if (low !== null) return v === 0 ? [low, high] : [v - Math.abs(v) * low * 1e-4, v + Math.abs(v) * high * 1e-4];
  const c = stated[m];
  return c && !d.measured ? [d.values[m] * c[0], d.values[m] * c[1]] : null;
}
function settingText(d, s) {
  const v = d.settings[s];
  return v === null ? "" : String(settings[s].values[v]);
}
function figureWith(d, m) {
  const i = interval(d, m);
  return figure(d.values[m]) + (i ? " [" + figure(i[0]) + " .. " + figure(i[1]) + "]" : "");
}
const title = m => metrics[m].label + (metrics[m].unit ? " [" + metrics[m].unit + "]" : "");
const up = m => metrics[m].up;

// ---- state ---------------------------------------------------------------------------------
const initial = () => ({
  x: objectives[1], y: objectives[0], xlog: 0, ylog: 0, off: [], ranges: {}, brush: null, front: 0,
  all: 0, pick: [], sort: -1, down: 1, tab: "plot",
});
let state = initial();
function saveState() {
  const s = state, p = new URLSearchParams(), d = initial();
  if (s.x !== d.x) p.set("x", metrics[s.x].name);
  if (s.y !== d.y) p.set("y", metrics[s.y].name);
  for (const k of ["xlog", "ylog", "front", "all"]) if (s[k]) p.set(k, 1);
  if (s.off.length) p.set("without", s.off.join(","));
  for (const k of Object.keys(s.ranges)) p.set("r." + k, s.ranges[k].map(v => v === null ? "" : v).join(":"));
  if (s.brush) p.set("brush", s.brush.map(v => +v.toPrecision(6)).join(","));
  if (s.pick.length) p.set("pick", s.pick.map(i => designs[i].hash).join(","));
  if (s.sort >= 0) p.set("sort", columns[s.sort].key + (s.down ? "" : ",up"));
  if (s.tab !== d.tab) p.set("tab", s.tab);
  history.replaceState(null, "", "#" + p.toString());
}
function loadState() {
  const p = new URLSearchParams(location.hash.slice(1)), s = initial();
  const metric = (k, v) => byName.has(p.get(k)) ? byName.get(p.get(k)) : v;
  s.x = metric("x", s.x);
  s.y = metric("y", s.y);
  for (const k of ["xlog", "ylog", "front", "all"]) s[k] = p.get(k) === "1" ? 1 : 0;
  s.off = (p.get("without") || "").split(",").filter(t => choices.some(c => c.values.some(v => c.word(v) === t)));
  for (const [k, v] of p)
    if (k.startsWith("r.") && filterable.some(f => f.key === k.slice(2))) {
      const parts = v.split(":").map(t => t === "" ? null : +t);
      if (parts.length === 2 && !parts.some(Number.isNaN)) s.ranges[k.slice(2)] = parts;
    }
  const b = (p.get("brush") || "").split(",").map(Number);
  if (p.get("brush") && b.length === 4 && b.every(Number.isFinite)) s.brush = b;
  s.pick = (p.get("pick") || "").split(",").map(h => h ? designs.findIndex(d => d.hash.startsWith(h)) : -1)
    .filter(i => i >= 0).slice(0, 2);
  const sort = (p.get("sort") || "").split(",");
  s.sort = columns.findIndex(c => c.key === sort[0]);
  s.down = sort[1] === "up" ? 0 : 1;
  if (["plot", "parallel"].includes(p.get("tab"))) s.tab = p.get("tab");
  state = s;
}

// ---- what is shown -------------------------------------------------------------------------
// What is filtered by ranges: settings, then metrics. What by checkboxes: the topology, and settings of few words;
// "topology" or "key=value" names one in the state.
const filterable = settings.map((s, i) => s.numeric
  ? { key: s.name, label: s.name, unit: "", of: d => d.settings[i] === null ? null : s.values[d.settings[i]] }
  : null).filter(s => s)
  .concat(metrics.map((m, i) => ({ key: m.name, label: m.label, unit: m.unit, of: d => d.values[i] })));
const choices = [{ name: "topology", label: "Topology", values: topologies, of: topologyOf, word: v => v }]
  .concat(settings.map((s, i) => s.numeric || s.values.length < 2 || s.values.length > 12 || s.name.endsWith(".topology") ||
    s.values.some(v => String(v).includes(",")) ? null
    : { name: s.name, label: s.name, values: s.values, of: d => d.settings[i] === null ? "" : s.values[d.settings[i]],
      word: v => s.name + "=" + v }).filter(c => c));
const columns = [{ key: "id", label: "design", text: 1, of: d => d.id },
  { key: "topology", label: "topology", text: 1, of: d => d.topology },
  { key: "by", label: "by", text: 1, of: d => d.measured ? "sample" : "model" },
  { key: "front", label: "front", text: 1, of: d => memberOf(d) ? words[memberOf(d)].split(" ")[0] : "" }]
  .concat(metrics.map((m, i) => ({ key: m.name, label: title(i), metric: i, of: d => d.values[i] })))
  .concat(settings.map((s, i) => ({ key: s.name, label: s.name, text: !s.numeric, of: d => s.numeric
    ? (d.settings[i] === null ? null : s.values[d.settings[i]]) : settingText(d, i) })));

function shown() {
  const tests = Object.entries(state.ranges).map(([k, r]) => [filterable.find(f => f.key === k), r]);
  return designs.filter(d => {
    if (state.off.length && choices.some(c => state.off.includes(c.word(c.of(d))))) return false;
    if (d.values[state.x] === null || d.values[state.y] === null) return false;
    if (state.front && !memberOf(d)) return false;
    for (const [f, [lo, hi]] of tests) {
      const v = f.of(d);
      if (v === null || (lo !== null && v < lo) || (hi !== null && v > hi)) return false;
    }
    const b = state.brush;
    return !b || (d.values[state.x] >= b[0] && d.values[state.x] <= b[1] &&
      d.values[state.y] >= b[2] && d.values[state.y] <= b[3]);
  });
}
// The front of the two metrics on the axes, among the designs shown; best x first.
function frontOf(list) {
  const sx = up(state.x) ? 1 : -1, sy = up(state.y) ? 1 : -1;
  const sorted = list.slice().sort((a, b) =>
    sx * (b.values[state.x] - a.values[state.x]) || sy * (b.values[state.y] - a.values[state.y]));
  let best = -Infinity;
  return sorted.filter(d => {
    const y = sy * d.values[state.y];
    if (y <= best) return false;
    best = y;
    return true;
  });
}

// ---- plot ----------------------------------------------------------------------------------
const W = 760, H = 480, M = { top: 16, right: 20, bottom: 46, left: 66 };
const svg = d3.select("#plot").attr("viewBox", `0 0 ${W} ${H}`);
const layer = {};
for (const name of ["grid", "axes", "brush", "dots", "points", "whiskers", "line", "marks"])
  layer[name] = svg.append("g").attr("class", name);
let xScale, yScale, tree, visible = [], focused = null, anchored = false;

function scaleFor(list, m, log, range) {
  const values = list.map(d => d.values[m]);
  let [lo, hi] = d3.extent(values);
  if (lo === undefined) [lo, hi] = [0, 1];
  if (log && lo > 0) return d3.scaleLog().domain([lo / 1.1, hi * 1.1]).range(range);
  const pad = (hi - lo || Math.abs(hi) || 1) * 0.05;
  return d3.scaleLinear().domain([lo >= 0 ? Math.max(0, lo - pad) : lo - pad, hi + pad]).range(range).nice();
}
const shape = { false: d3.symbolCircle, true: d3.symbolDiamond };
const colour = d => colours[topologies.indexOf(topologyOf(d)) % colours.length];

function drawAxes() {
  layer.axes.html("");
  layer.grid.html("");
  const xa = d3.axisBottom(xScale).ticks(7, state.xlog ? "~g" : null), ya = d3.axisLeft(yScale).ticks(7, state.ylog ? "~g" : null);
  layer.axes.append("g").attr("class", "axis").attr("transform", `translate(0,${H - M.bottom})`).call(xa);
  layer.axes.append("g").attr("class", "axis").attr("transform", `translate(${M.left},0)`).call(ya);
  layer.grid.append("g").attr("class", "grid").attr("transform", `translate(${M.left},0)`)
    .call(d3.axisLeft(yScale).ticks(7).tickSize(-(W - M.left - M.right)).tickFormat(""));
  layer.axes.append("text").attr("x", W - M.right).attr("y", H - 8).attr("text-anchor", "end")
    .text(title(state.x) + (up(state.x) ? "  (better →)" : "  (← better)"));
  layer.axes.append("text").attr("transform", `translate(16,${M.top}) rotate(-90)`).attr("text-anchor", "end")
    .text(title(state.y) + (up(state.y) ? "  (better →)" : "  (← better)"));
}
function drawWhiskers(list) {
  const lines = [];
  for (const d of list) {
    const x = interval(d, state.x), y = interval(d, state.y);
    const px = xScale(d.values[state.x]), py = yScale(d.values[state.y]);
    if (x) lines.push([xScale(Math.max(x[0], xScale.domain()[0])), py, xScale(x[1]), py]);
    if (y) lines.push([px, yScale(Math.max(y[0], yScale.domain()[0])), px, yScale(y[1])]);
  }
  const cx = v => Math.min(W - M.right, Math.max(M.left, v)).toFixed(1);
  const cy = v => Math.min(H - M.bottom, Math.max(M.top, v)).toFixed(1);
  layer.whiskers.selectAll("path").data(lines.length ? [lines] : []).join("path").attr("class", "whisker")
    .attr("d", all => all.map(l => `M${cx(l[0])} ${cy(l[1])}L${cx(l[2])} ${cy(l[3])}`).join(""));
}
const at = d => `translate(${xScale(d.values[state.x])},${yScale(d.values[state.y])})`;
// Elements are what makes a plot of thousands slow, so dots that look alike share a path; in several parts, as those
// of one do not darken where they overlap.
const PARTS = 8;
function drawDots(list) {
  const groups = new Map();
  list.forEach((d, i) => {
    const key = `${colour(d)} ${memberOf(d) ? 0.6 : 0.3} ${i % PARTS}`;
    const dot = `M${xScale(d.values[state.x]).toFixed(1)} ${yScale(d.values[state.y]).toFixed(1)}h0`;
    if (groups.has(key)) groups.get(key).push(dot); else groups.set(key, [dot]);
  });
  layer.dots.selectAll("path").data([...groups]).join("path").attr("d", ([, dots]) => dots.join(""))
    .attr("stroke", ([key]) => key.split(" ")[0]).attr("stroke-opacity", ([key]) => key.split(" ")[1]);
}
function drawPoints(list, front) {
  const symbol = d3.symbol().size(60), onFront = new Set(front), large = d => onFront.has(d) || d.measured;
  drawDots(list.filter(d => !large(d)));
  layer.points.selectAll("path").data(list.filter(large), d => d.i).join("path")
    .attr("transform", at).attr("d", d => symbol.type(shape[d.measured])())
    .attr("fill", d => memberOf(d) === 1 && onFront.has(d) ? "none" : colour(d))
    .attr("stroke", d => onFront.has(d) ? colour(d) : "var(--ink)")
    .attr("stroke-width", d => onFront.has(d) ? 2 : 0.8)
    .attr("class", d => onFront.has(d) ? (memberOf(d) === 2 ? "certain" : "possible") : null);
  layer.line.selectAll("path").data([front]).join("path").attr("class", "front").attr("d", stepLine(front));
}
// Between two members there is nothing: the front falls to the worse of both, so steps, not slopes.
function stepLine(front) {
  if (!front.length) return "";
  const p = front.map(d => [xScale(d.values[state.x]), yScale(d.values[state.y])]);
  let path = `M${p[0]}`;
  for (let i = 1; i < p.length; i++) path += `L${p[i][0]},${p[i - 1][1]}L${p[i]}`;
  return path;
}
function drawMarks() {
  const picks = state.pick.map(i => designs[i]).filter(d => visible.includes(d));
  layer.marks.selectAll("circle.selected").data(picks).join("circle").attr("class", "selected").attr("r", 9).attr("transform", at);
  layer.marks.selectAll("circle.focus").data(focused && visible.includes(focused) ? [focused] : []).join("circle")
    .attr("class", "focus").attr("r", 7).attr("transform", at);
}
function draw() {
  visible = shown();
  const front = frontOf(visible);
  xScale = scaleFor(visible, state.x, state.xlog, [M.left, W - M.right]);
  yScale = scaleFor(visible, state.y, state.ylog, [H - M.bottom, M.top]);
  tree = d3.quadtree().x(d => xScale(d.values[state.x])).y(d => yScale(d.values[state.y])).addAll(visible);
  drawAxes();
  drawPoints(visible, front);
  drawWhiskers(state.all ? visible : front.concat(state.pick.map(i => designs[i]).filter(d => visible.includes(d))));
  drawMarks();
  const count = `${d3.format(",")(visible.length)} of ${d3.format(",")(designs.length)} designs shown` +
    (data.designs > designs.length ? ` (thinned: the space has ${d3.format(",")(data.designs)}, see below)` : "");
  document.getElementById("count").textContent = count;
  document.getElementById("summary").textContent = `${title(state.y)} against ${title(state.x)}: ${count}, ` +
    `${front.length} on the front of these two.`;
  document.getElementById("plot").setAttribute("aria-label", document.getElementById("summary").textContent);
  document.getElementById("words").textContent = filterWords();
  drawTable(front);
  drawFront(front);
  drawCompare();
  if (state.tab === "parallel") drawParallel();
  saveState();
}
function filterWords() {
  const parts = [];
  if (state.off.length) parts.push("without " + state.off.join(", "));
  for (const [k, [lo, hi]] of Object.entries(state.ranges))
    parts.push((lo === null ? "" : lo + " <= ") + k + (hi === null ? "" : " <= " + hi));
  if (state.front) parts.push("only designs that may be on the front");
  if (state.brush) parts.push("only a part of the plane");
  return "Filter: " + (parts.length ? parts.join("; ") : "none");
}

// ---- pointing ------------------------------------------------------------------------------
const baseline = {};
settings.forEach((s, i) => { baseline[i] = data.baseline[i]; });
function tipFor(d) {
  const tip = document.getElementById("tip");
  tip.textContent = "";
  const add = (tag, text) => tip.appendChild(Object.assign(document.createElement(tag), { textContent: text }));
  add("b", `${d.id}  ${d.topology}, ${d.measured ? "measured" : "model"}`);
  add("div", words[memberOf(d)] + (d.flag & 4 ? " (on it by value)" : ""));
  const differs = settings.map((s, i) => i).filter(i => d.settings[i] !== null && settingText(d, i) !== baseline[i]);
  add("div", differs.map(i => `${settings[i].name} = ${settingText(d, i)}`).join(", ") || "as the baseline");
  for (const m of new Set([state.y, state.x, ...objectives])) add("div", `${title(m)}: ${figureWith(d, m)}`);
  return tip;
}
function point(d, x, y) {
  focused = d;
  if (d) tipFor(d);
  showTip(d, x, y);
  drawMarks();
}
function pick(d) {
  state.pick = state.pick.includes(d.i) ? state.pick.filter(i => i !== d.i) : state.pick.concat(d.i).slice(-2);
  draw();
}
const plot = document.getElementById("plot");
const nearest = () => { const [x, y] = d3.mouse(plot); return tree.find(x, y, 24); };
svg.on("mousemove", () => point(nearest() || null, d3.event.clientX, d3.event.clientY))
  .on("mouseleave", () => point(null))
  .on("click", () => { const d = nearest(); if (d) pick(d); });
// The keyboard walks along the points in the order of x.
plot.addEventListener("keydown", e => {
  if (!["ArrowLeft", "ArrowRight", "Enter", "Escape"].includes(e.key)) return;
  e.preventDefault();
  const list = visible.slice().sort((a, b) => a.values[state.x] - b.values[state.x]);
  const step = e.key === "ArrowRight" ? 1 : -1, here = focused ? list.indexOf(focused) : -1;
  if (e.key === "Escape") return point(null);
  if (e.key === "Enter") return focused && pick(focused);
  const d = list[Math.max(0, Math.min(list.length - 1, here < 0 ? 0 : here + step))], box = plot.getBoundingClientRect();
  if (d) point(d, box.left + xScale(d.values[state.x]) * box.width / W, box.top + yScale(d.values[state.y]) * box.height / H);
});
// Shift and drag select a part of the plane.
const brush = d3.brush().extent([[M.left, M.top], [W - M.right, H - M.bottom]])
  .filter(() => d3.event.shiftKey && !d3.event.button).on("end", () => {
    const s = d3.event.selection;
    if (!d3.event.sourceEvent || !s) return;
    state.brush = [xScale.invert(s[0][0]), xScale.invert(s[1][0]), yScale.invert(s[1][1]), yScale.invert(s[0][1])];
    layer.brush.call(brush.move, null);
    draw();
  });
layer.brush.call(brush);

// ---- table ---------------------------------------------------------------------------------
// All rows can be scrolled to; those in view, and some around them, are elements. Columns have one width for all.
const tableBox = document.querySelector(".table"), table = d3.select("#table"), AROUND = 10;
let tableRows = [], rowHeight = 22, firstRow = -1;
table.insert("tbody", "tbody").append("tr");
table.select("tbody:nth-of-type(2)").attr("class", "rows");
table.append("tbody").append("tr");
const widths = columns.map((c, i) => 2 + Math.max(1.15 * (c.label.length + 2), c.text
  ? d3.max(designs, (d, k) => k % 7 && k > 100 ? 0 : c.of(d).length) || 0 : 9)).concat(11);
table.insert("colgroup", "thead").selectAll("col").data(widths).join("col").style("width", w => w + "ch");
table.style("width", d3.sum(widths) + "ch");
function sorted(front) {
  const c = columns[state.sort];
  const list = visible.slice(), first = new Set(front);
  if (!c) return front.concat(list.filter(d => !first.has(d)));
  const sign = state.down ? -1 : 1;
  return list.sort((a, b) => {
    const x = c.of(a), y = c.of(b);
    if (x === null || y === null) return (x === null) - (y === null);
    return sign * (c.text ? d3.ascending(x, y) : x - y) || a.i - b.i;
  });
}
function drawTable(front) {
  table.select("thead tr").selectAll("th").data(columns.concat({ key: "copy", label: "" })).join("th")
    .attr("class", c => c.text ? "text" : null).attr("tabindex", c => c.key === "copy" ? null : 0)
    .attr("aria-sort", (c, i) => i === state.sort ? (state.down ? "descending" : "ascending") : null)
    .text((c, i) => c.label + (i === state.sort ? (state.down ? " ▼" : " ▲") : ""))
    .on("click", (c, i) => sortBy(c, i)).on("keydown", (c, i) => d3.event.key === "Enter" && sortBy(c, i));
  tableRows = sorted(front);
  firstRow = -1;
  drawRows();
  document.getElementById("rows").textContent = `${d3.format(",")(tableRows.length)} rows`;
}
function drawRows() {
  const fit = Math.ceil((tableBox.clientHeight || 420) / rowHeight);
  const first = Math.max(0, Math.min(tableRows.length - fit, Math.floor(tableBox.scrollTop / rowHeight)) - AROUND);
  if (first === firstRow) return;
  firstRow = first;
  const list = tableRows.slice(first, first + fit + 2 * AROUND);
  const tr = table.select("tbody.rows").selectAll("tr").data(list, d => d.i).join("tr").order()
    .attr("class", d => state.pick.includes(d.i) ? "picked" : null)
    .on("mouseenter", d => { focused = d; drawMarks(); }).on("click", d => pick(d));
  tr.selectAll("td").data(d => columns.map(c => [d, c]).concat([[d, null]])).join("td")
    .attr("class", ([, c]) => c && c.text ? "text" : null)
    .each(function ([d, c]) {
      if (this.firstChild) return; // of the same design
      if (c) this.textContent = c.text ? c.of(d) : figure(c.of(d));
      else {
        const b = this.appendChild(document.createElement("button"));
        b.textContent = "copy --set";
        b.onclick = e => { e.stopPropagation(); copy(d.set.map(quoted).join(" ")); };
      }
    });
  const gap = (n, rows) => table.select(`tbody:nth-of-type(${n}) tr`).style("height", rows * rowHeight + "px");
  gap(1, first);
  gap(3, tableRows.length - first - list.length);
  const height = list.length ? table.select("tbody.rows tr").node().offsetHeight : 0;
  if (!height || height === rowHeight) return;
  rowHeight = height; // as this browser, with its letters, makes it
  firstRow = -1;
  drawRows();
}
tableBox.addEventListener("scroll", drawRows);
function sortBy(c, i) {
  if (c.key === "copy") return;
  state.down = state.sort === i ? 1 - state.down : 1;
  state.sort = i;
  tableBox.scrollTop = 0;
  draw();
}
// One word of a shell, whatever is in it; characters that a terminal would obey as bash and zsh name them.
const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const named = c => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0");
function word(s) {
  if (/^[A-Za-z0-9_./][A-Za-z0-9_.=,+/-]*$/.test(s)) return s;
  if (s.search(unseen) < 0) return "'" + s.replace(/'/g, "'\\''") + "'";
  return "$'" + s.replace(/[\\']/g, "\\$&").replace(unseen, named) + "'";
}
const quoted = s => "--set " + word(s);
const file = s => s.startsWith("-") ? "./" + s : s; // which would be an option
const command = d => ["nocsight query", word(file(data.base))].concat(d.set.map(quoted)).join(" ");
function csv() {
  const cell = v => v === null ? "" : /[",\n]/.test(v) ? `"${String(v).replace(/"/g, '""')}"` : String(v);
  const head = ["hash", "topology", "method", "on_front"];
  const lines = visible.map(d => [d.hash, d.topology, d.measured ? "sample" : "model", words[memberOf(d)].split(" ")[0]]
    .concat(metrics.flatMap((m, i) => { const r = interval(d, i) || [null, null]; return [d.values[i], r[0], r[1]]; }),
      settings.map((s, i) => settingText(d, i))).map(cell).join(","));
  const names = head.concat(metrics.flatMap(m => [m.name, m.name + "_lo", m.name + "_hi"]), settings.map(s => s.name));
  return names.join(",") + "\n" + lines.join("\n") + "\n";
}

// What print has in place of the table, whose columns are too many for paper: settings that differ, then the others.
function drawFront(front) {
  const box = document.getElementById("front");
  box.textContent = "";
  const add = (to, tag, text, name) =>
    to.appendChild(Object.assign(document.createElement(tag), { textContent: text || "", className: name || "" }));
  add(box, "h2", "The front of the two metrics");
  const table = add(box, "table"), texts = settings.map((s, i) => new Set(front.map(d => settingText(d, i))));
  const differ = settings.map((s, i) => i).filter(i => texts[i].size > 1);
  const row = (tag, cells) => {
    const tr = add(table, "tr");
    cells.forEach((c, i) => add(tr, tag, c, i > 2 ? "" : "text"));
  };
  row("th", ["design", "by", "front", title(state.y), title(state.x)]
    .concat(differ.map(i => settings[i].name.replace(/^.*\./, "").replace(/_/g, " "))));
  for (const d of front)
    row("td", [d.id, d.measured ? "sample" : "model", words[memberOf(d)].split(" ")[0], figureWith(d, state.y),
      figureWith(d, state.x)].concat(differ.map(i => settingText(d, i))));
  const same = settings.map((s, i) => i).filter(i => texts[i].size === 1 && !texts[i].has(""));
  if (same.length) add(box, "p", "All of these: " + same.map(i => `${settings[i].name}=${[...texts[i]][0]}`).join(", "));
}

// ---- comparison ----------------------------------------------------------------------------
function drawCompare() {
  const box = document.getElementById("compare"), pair = state.pick.map(i => designs[i]);
  box.textContent = "";
  const add = (to, tag, text) => to.appendChild(Object.assign(document.createElement(tag), { textContent: text || "" }));
  box.className = pair.length < 2 ? "idle" : ""; // not printed
  add(box, "h2", "Side by side");
  if (pair.length < 2) return add(box, "p", pair.length ? `${pair[0].id} is chosen; choose another.` : "Choose two designs in the plot or the table.");
  const table = add(box, "table"), [a, b] = pair;
  const row = (...cells) => { const tr = add(table, "tr"); cells.forEach((c, i) => add(tr, i ? "td" : "th", c).className = i ? "" : "text"); };
  row("", a.id, b.id, "change");
  settings.forEach((s, i) => { if (settingText(a, i) !== settingText(b, i)) row(s.name, settingText(a, i), settingText(b, i), ""); });
  metrics.forEach((m, i) => {
    if (a.values[i] === null || b.values[i] === null || a.values[i] === b.values[i]) return;
    const p = interval(a, i) || [a.values[i], a.values[i]], q = interval(b, i) || [b.values[i], b.values[i]];
    const overlap = p[0] <= q[1] && q[0] <= p[1], exact = p[0] === p[1] && q[0] === q[1];
    const per = d3.format("+.1%"), change = a.values[i] ? per(b.values[i] / a.values[i] - 1) : "";
    const range = change && !exact && p[0] > 0 ? ` [${per(q[0] / p[1] - 1)} .. ${per(q[1] / p[0] - 1)}]` : "";
    row(title(i), figureWith(a, i), figureWith(b, i), change + range + (overlap ? " (indistinguishable)" : ""));
  });
  for (const d of pair) {
    const p = add(box, "p");
    add(p, "span", d.id + ": ");
    add(p, "code", command(d));
    add(p, "span", " ");
    add(p, "button", "copy").onclick = () => copy(command(d));
  }
}

// ---- parallel coordinates ------------------------------------------------------------------
// The metrics that are looked at, then the settings that differ; `filterable` has the settings first.
const varied = filterable.slice(0, -metrics.length).filter(f => new Set(designs.map(f.of)).size > 1);
const chosen = () => [...new Set([...objectives, state.x, state.y])].map(m => filterable[filterable.length - metrics.length + m])
  .concat(varied);
function drawParallel() {
  const axes = chosen(), s = d3.select("#parallel").attr("viewBox", `0 0 ${W} ${H}`), step = (W - 80) / Math.max(1, axes.length - 1);
  s.html("");
  const scales = axes.map(f => d3.scaleLinear().domain(d3.extent(designs, f.of)).range([H - 40, 60]));
  const list = visible.length > 1500 ? visible.filter((d, i) => memberOf(d) || i % Math.ceil(visible.length / 1500) === 0) : visible;
  const line = d => "M" + axes.map((f, i) => f.of(d) === null ? null : [40 + i * step, scales[i](f.of(d))]).filter(p => p).join("L");
  const bundles = new Map();
  list.forEach((d, i) => {
    const key = `${colour(d)} ${d.flag & 4} ${i % 100}`;
    bundles.set(key, (bundles.get(key) || "") + line(d));
  });
  s.append("g").attr("class", "lines").selectAll("path").data([...bundles]).join("path").attr("d", ([, lines]) => lines)
    .attr("stroke", ([key]) => key.split(" ")[0]).attr("stroke-width", ([key]) => key.split(" ")[1] === "4" ? 2 : 1)
    .style("stroke-opacity", ([key]) => key.split(" ")[1] === "4" ? 0.9 : null);
  axes.forEach((f, i) => {
    const g = s.append("g").attr("transform", `translate(${40 + i * step},0)`).attr("class", "axis").call(d3.axisLeft(scales[i]).ticks(5));
    g.append("text").attr("y", 12 + 16 * (i % 3)).attr("x", i === 0 ? -36 : i === axes.length - 1 ? 36 : 0)
      .attr("text-anchor", i === 0 ? "start" : i === axes.length - 1 ? "end" : "middle").text(f.label);
    g.append("g").call(d3.brushY().extent([[-12, 60], [12, H - 40]]).on("end", () => {
      const b = d3.event.selection;
      if (!d3.event.sourceEvent) return;
      if (b) state.ranges[f.key] = [scales[i].invert(b[1]), scales[i].invert(b[0])].map(v => +v.toPrecision(6));
      else delete state.ranges[f.key];
      fillFilters();
      draw();
    }));
  });
}

// ---- controls ------------------------------------------------------------------------------
function option(select, list, chosenIndex) {
  select.textContent = "";
  list.forEach((m, i) => select.add(new Option(title(i), i, false, i === chosenIndex)));
}
function toggle(id, key) {
  const b = document.getElementById(id);
  b.setAttribute("aria-pressed", state[key] ? "true" : "false");
  b.onclick = () => { state[key] = state[key] ? 0 : 1; fillControls(); draw(); };
}
function fillControls() {
  const x = document.getElementById("x"), y = document.getElementById("y");
  option(x, metrics, state.x);
  option(y, metrics, state.y);
  x.onchange = () => { state.x = +x.value; state.brush = null; draw(); };
  y.onchange = () => { state.y = +y.value; state.brush = null; draw(); };
  toggle("xlog", "xlog");
  toggle("ylog", "ylog");
  toggle("front-only", "front");
  toggle("whiskers", "all");
  for (const tab of ["plot", "parallel"]) {
    const b = document.getElementById("tab-" + tab);
    b.setAttribute("aria-selected", state.tab === tab ? "true" : "false");
    b.onclick = () => { state.tab = tab; fillControls(); draw(); };
    document.getElementById(tab).style.display = state.tab === tab ? "block" : "none";
  }
  document.getElementById("reset").onclick = () => { state = initial(); fillControls(); fillFilters(); draw(); };
  document.getElementById("csv").onclick = () => {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([csv()], { type: "text/csv" }));
    a.download = data.space + ".csv";
    a.click();
  };
}
function fillFilters() {
  const box = document.getElementById("filters");
  box.textContent = "";
  const add = (to, tag, props) => to.appendChild(Object.assign(document.createElement(tag), props));
  for (const of of choices) {
    const set = add(box, "fieldset", {});
    add(set, "legend", { textContent: of.label });
    of.values.forEach((v, i) => {
      const label = add(set, "label", {}), word = of.word(v);
      const c = add(label, "input", { type: "checkbox", checked: !state.off.includes(word), name: of.name, value: v });
      const text = add(label, "span", { textContent: " " + v });
      if (of.name === "topology") text.style.borderBottom = "3px solid " + colours[i % colours.length];
      c.onchange = () => { state.off = c.checked ? state.off.filter(o => o !== word) : state.off.concat(word); draw(); };
    });
  }
  for (const f of filterable) {
    const [lo, hi] = d3.extent(designs, f.of);
    if (lo === undefined || lo === hi) continue;
    const field = add(box, "fieldset", {}), r = state.ranges[f.key] || [null, null];
    add(field, "legend", { textContent: f.label + (f.unit ? " [" + f.unit + "]" : "") });
    const input = (k, name, bound) => {
      const pair = add(field, "div", { className: "pair" });
      const e = add(pair, "input", { type: "number", step: "any", name: f.key + "." + name, placeholder: figure(bound),
        value: r[k] === null ? "" : r[k], title: name });
      e.setAttribute("aria-label", f.label + " " + name);
      const slide = add(pair, "input", { type: "range", min: lo, max: hi, step: (hi - lo) / 200, value: r[k] === null ? bound : r[k] });
      slide.setAttribute("aria-label", f.label + " " + name + " (slider)");
      const take = v => {
        const range = state.ranges[f.key] || [null, null];
        range[k] = v;
        if (range[0] === null && range[1] === null) delete state.ranges[f.key]; else state.ranges[f.key] = range;
        draw();
      };
      e.onchange = () => { take(e.value === "" ? null : +e.value); slide.value = e.value === "" ? bound : e.value; };
      slide.onchange = () => { e.value = +(+slide.value).toPrecision(4); take(+e.value); };
    };
    input(0, "least", lo);
    input(1, "most", hi);
  }
}

// On screen the filters tell the colours.
topologies.forEach((t, i) => {
  const text = Object.assign(document.createElement("span"), { textContent: (topologies.length > 1 ? "● " : "") + t + " " });
  text.style.color = colours[i % colours.length];
  document.getElementById("legend").appendChild(text);
});

loadState();
fillControls();
fillFilters();
draw();
window.addEventListener("hashchange", () => { loadState(); fillControls(); fillFilters(); draw(); });
document.body.dataset.ready = "yes";
