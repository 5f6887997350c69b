// ---- plot ----------------------------------------------------------------------------------
// Narrow on narrow screens, so that letters stay readable.
const W = innerWidth < 620 ? 440 : 760, H = 500, M = { top: 16, right: 20, bottom: 46, left: 66 };
const svg = d3.select("#plot").attr("viewBox", `0 0 ${W} ${H}`);
const layer = {};
for (const name of ["bands", "grid", "axes", "brush", "dots", "whiskers", "line", "points", "marks", "legend"])
  layer[name] = svg.append("g").attr("class", name);
let xScale, yScale, tree, paint, visible = [], front = [], focused = null;

const shape = { false: d3.symbolCircle, true: d3.symbolDiamond };
// Designs of a word lie beside each other, not on each other; where, their hash says.
const spread = (d, from) => parseInt(d.hash.slice(from, from + 4), 16) / 65535 - 0.5;
const jitter = f => f.kind === "word" ? 0.56 : 0;
const px = d => xScale(axisX().of(d) + jitter(axisX()) * spread(d, 0));
const py = d => yScale(axisY().of(d) + jitter(axisY()) * spread(d, 4));
const at = d => `translate(${px(d)},${py(d)})`;

// Room for what the ticks say.
function layOut() {
  const words = f => d3.max(f.values, v => textWidth(shortened(v, 22)));
  const x = axisX(), y = axisY();
  const longest = f => textWidth(figure(d3.max(visible, f.of) || 0)); // of the ticks, about
  M.left = y.kind === "word" ? Math.min(190, 44 + words(y)) : Math.max(74, 53 + longest(y));
  M.right = x.kind === "word" ? 20 : Math.max(20, 12 + longest(x) / 2);
  const tilted = x.kind === "word" && words(x) + 8 > (W - M.left - M.right) / x.values.length;
  M.bottom = tilted ? Math.min(150, 52 + 0.5 * words(x)) : 46;
  M.top = 12 + 19 * layer.legend.node().childElementCount;
  return tilted;
}
function drawAxes(tilted) {
  const x = axisX(), y = axisY(), right = W - M.right, low = H - M.bottom;
  for (const name of ["bands", "grid", "axes"]) layer[name].html("");
  const xs = ticksOf(x, xScale, state.xlog, 7), ys = ticksOf(y, yScale, state.ylog, 7);
  const xa = d3.axisBottom(xScale).tickValues(xs).tickFormat(tickText(x));
  const ya = d3.axisLeft(yScale).tickValues(ys).tickFormat(tickText(y));
  const below = layer.axes.append("g").attr("class", "axis").attr("transform", `translate(0,${low})`).call(xa);
  if (tilted) below.selectAll("text").attr("transform", "rotate(-30)").attr("text-anchor", "end").attr("dx", "-.4em").attr("dy", ".4em");
  layer.axes.append("g").attr("class", "axis").attr("transform", `translate(${M.left},0)`).call(ya);
  if (y.kind !== "word")
    layer.grid.append("g").attr("class", "grid").attr("transform", `translate(${M.left},0)`)
      .call(d3.axisLeft(yScale).tickValues(ys).tickSize(-(right - M.left)).tickFormat(""));
  const band = (list, rect) => layer.bands.append("g").selectAll("rect").data(list.filter(v => v % 2 === 0)).join("rect").each(rect);
  if (x.kind === "word") band(xs, function (v) {
    d3.select(this).attr("x", xScale(v - 0.5)).attr("width", xScale(v + 0.5) - xScale(v - 0.5)).attr("y", M.top).attr("height", low - M.top);
  });
  if (y.kind === "word") band(ys, function (v) {
    d3.select(this).attr("y", yScale(v + 0.5)).attr("height", yScale(v - 0.5) - yScale(v + 0.5)).attr("x", M.left).attr("width", right - M.left);
  });
  const better = f => f.kind === "metric" ? (f.up ? "  (better →)" : "  (← better)") : "";
  layer.axes.append("text").attr("class", "title").attr("x", right).attr("y", H - 8).attr("text-anchor", "end").text(title(x) + better(x));
  layer.axes.append("text").attr("class", "title").attr("transform", `translate(16,${M.top}) rotate(-90)`).attr("text-anchor", "end")
    .text(title(y) + better(y));
}

// ---- legend: above the points, so that prints and pictures have it, too ------------------------
function legendItems() {
  const f = byKey.get(state.colour), items = [];
  if (f) items.push({ text: title(f) + ":" });
  paint.legend.forEach(([ink, text]) => items.push({ ink, text }));
  if (paint.ramp) items.push({ ramp: paint.ramp, text: "" });
  const marked = members(), some = is => marked.some(is), known = new Set(marked);
  if (some(d => memberOf(d) === 2)) items.push({ mark: "certain", text: "certainly on the front" });
  if (some(d => memberOf(d) !== 2)) items.push({ mark: "possible", text: "on the front by value" });
  if (visible.some(d => memberOf(d) === 1 && !known.has(d))) items.push({ mark: "maybe", text: "possibly on it" });
  if (visible.some(isBarred)) items.push({ mark: "barred", text: "above the clock its routers reach" });
  if (visible.some(d => d.measured)) items.push({ mark: "sample", text: "measured" });
  if (marked.some(d => axisX().interval(d) || axisY().interval(d))) items.push({ mark: "bar", text: "interval" });
  return items;
}
const legendWidth = i => i.ramp ? 100 + textWidth(i.ramp.lo + i.ramp.hi) : 16 + (i.ink || i.mark ? 16 : 0) + textWidth(i.text);
function drawLegend() {
  layer.legend.html("");
  let line = layer.legend.append("g"), x = 12, rows = 1;
  for (const item of legendItems()) {
    if (x + legendWidth(item) > W && x > 12) {
      line = layer.legend.append("g");
      x = 12;
      rows++;
    }
    drawLegendItem(line.append("g").attr("transform", `translate(${x},${19 * rows - 6})`), item);
    x += legendWidth(item);
  }
}
function drawLegendItem(g, item) {
  const text = (x, t) => g.append("text").attr("x", x).text(t), mark = d3.symbol().size(70);
  if (item.ramp) {
    text(0, item.ramp.lo);
    const from = textWidth(item.ramp.lo) + 6, step = 72 / STEPS;
    item.ramp.ink.forEach((c, k) => g.append("rect").attr("x", from + k * step).attr("y", -10).attr("width", step + 0.5).attr("height", 11).attr("fill", c));
    return text(from + 78, item.ramp.hi);
  }
  if (item.ink) g.append("circle").attr("cx", 6).attr("cy", -4.5).attr("r", 5).attr("fill", item.ink);
  if (item.mark === "bar") g.append("path").attr("class", "whisker").attr("d", "M0 -4.5H12").style("stroke-opacity", 0.8);
  else if (item.mark)
    g.append("path").attr("class", "sign " + item.mark).attr("transform", "translate(6,-4.5)")
      .attr("d", mark.type(item.mark === "sample" ? d3.symbolDiamond : d3.symbolCircle).size(["maybe", "barred"].includes(item.mark) ? 30 : 70)());
  text(item.ink || item.mark ? 16 : 0, item.text);
}

// ---- points --------------------------------------------------------------------------------
// Elements are what makes a plot of thousands slow, so dots that look alike share a path; in several parts, as those
// of one do not darken where they overlap.
const PARTS = 8;
function drawDots(list) {
  const groups = new Map();
  list.forEach((d, i) => {
    const key = `${paint.of(d)} ${memberOf(d) ? "maybe" : isBarred(d) ? "barred" : "off"} ${i % PARTS}`;
    const dot = `M${px(d).toFixed(1)} ${py(d).toFixed(1)}h0`;
    if (groups.has(key)) groups.get(key).push(dot); else groups.set(key, [dot]);
  });
  layer.dots.selectAll("path").data([...groups]).join("path").attr("d", ([, dots]) => dots.join(""))
    .attr("stroke", ([key]) => key.split(" ")[0]).attr("class", ([key]) => key.split(" ")[1]);
}
// The line is the front of the two axes; marked are those on the report's, of all of its objectives, too.
const members = () => [...new Set(front.concat(visible.filter(d => d.flag & 4)))];
function drawPoints(list) {
  const first = new Set(members());
  drawDots(list.filter(d => !first.has(d) && !d.measured));
  const own = list.filter(d => !first.has(d) && d.measured).concat(...first), mark = d3.symbol();
  layer.points.selectAll("path").data(own, d => d.i).join("path").attr("transform", at)
    .attr("d", d => mark.type(shape[d.measured]).size(first.has(d) ? 90 : 36)())
    .attr("stroke", d => paint.of(d)).attr("fill", d => first.has(d) && memberOf(d) !== 2 ? null : paint.of(d))
    .attr("class", d => !first.has(d) ? "dot" : memberOf(d) === 2 ? "certain" : "possible");
  layer.line.selectAll("path").data(hasLine() ? [front] : []).join("path").attr("class", "front").attr("d", stepLine);
}
// Between two members there is nothing: the front falls to the worse of both, so steps, not slopes.
function stepLine(members) {
  if (!members.length) return "";
  const p = members.map(d => [px(d), py(d)]);
  let path = `M${p[0]}`;
  for (let i = 1; i < p.length; i++) path += `L${p[i][0]},${p[i - 1][1]}L${p[i]}`;
  return path;
}
function whiskersOf(list) {
  const cx = v => Math.min(W - M.right, Math.max(M.left, v)).toFixed(1), cy = v => Math.min(H - M.bottom, Math.max(M.top, v)).toFixed(1);
  const end = (scale, v) => scale(Math.max(v, scale.domain()[0])), lines = [];
  for (const d of list) {
    const x = axisX().interval(d), y = axisY().interval(d);
    if (x) lines.push(`M${cx(end(xScale, x[0]))} ${cy(py(d))}H${cx(xScale(x[1]))}`);
    if (y) lines.push(`M${cx(px(d))} ${cy(end(yScale, y[0]))}V${cy(yScale(y[1]))}`);
  }
  return lines.join("");
}
// Those of the front are faint beside those of what was picked.
function drawWhiskers(picks) {
  const of = [["whisker", state.all ? visible : members()], ["whisker strong", picks]].filter(([, list]) => list.length);
  layer.whiskers.selectAll("path").data(of).join("path").attr("class", ([name]) => name).attr("d", ([, list]) => whiskersOf(list));
}
const seenPicks = () => state.pick.map(i => designs[i]).filter(d => visible.includes(d));
function drawMarks() {
  layer.marks.selectAll("circle.selected").data(seenPicks()).join("circle").attr("class", "selected").attr("r", 10).attr("transform", at);
  layer.marks.selectAll("circle.focus").data(focused && visible.includes(focused) ? [focused] : []).join("circle")
    .attr("class", "focus").attr("r", 8).attr("transform", at);
  const named = knee && visible.includes(knee) ? [knee] : [], left = named.length && px(knee) > W - 90;
  layer.marks.selectAll("text").data(named).join("text").attr("class", "knee").attr("transform", at)
    .attr("x", left ? -12 : 12).attr("y", 16).attr("text-anchor", left ? "end" : "start").text("knee");
}

function draw() {
  visible = shown();
  front = frontOf(visible);
  paint = colouring(byKey.get(state.colour));
  drawLegend();
  const tilted = layOut();
  xScale = scaleFor(visible, axisX(), state.xlog, [M.left, W - M.right]);
  yScale = scaleFor(visible, axisY(), state.ylog, [H - M.bottom, M.top]);
  tree = d3.quadtree().x(px).y(py).addAll(visible);
  drawAxes(tilted);
  drawPoints(visible);
  drawWhiskers(seenPicks());
  drawMarks();
  tellCount();
  drawTable();
  drawFront();
  drawCompare();
  if (state.tab === "parallel") drawParallel();
  fitBrush();
  saveState();
}
function tellCount() {
  const comma = d3.format(",");
  const count = `${comma(visible.length)} of ${comma(designs.length)} designs shown` +
    (data.designs > designs.length ? ` (thinned: the space has ${comma(data.designs)}, see below)` : "");
  document.getElementById("count").textContent = count;
  document.getElementById("summary").textContent = `${title(axisY())} against ${title(axisX())}: ${count}, ` +
    `${front.length} on the front of ${hasLine() ? "these two" : "the report"}.`;
  document.getElementById("plot").setAttribute("aria-label", document.getElementById("summary").textContent);
  document.getElementById("words").textContent = filterWords();
}
