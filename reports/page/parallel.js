// ---- parallel coordinates ------------------------------------------------------------------
// The metrics that are looked at, then the settings that designs are named by; words have a place each.
const MOST_AXES = 12;
const varied = ofSettings.filter(f => f.named);
const chosen = () => [...new Set([...objectives.map(m => metrics[m].name), state.x, state.y, state.colour])].filter(k => k)
  .map(k => byKey.get(k)).concat(varied).filter((f, i, all) => all.indexOf(f) === i).slice(0, MOST_AXES);
const TOP = 64;
function parallelScale(f) {
  if (f.kind === "word") return d3.scaleLinear().domain([-0.3, f.values.length - 0.7]).range([H - 24, TOP]);
  return d3.scaleLinear().domain(d3.extent(designs, f.of)).range([H - 24, TOP]);
}
function drawParallel() {
  const axes = chosen(), s = d3.select("#parallel").attr("viewBox", `0 0 ${W} ${H}`), step = (W - 120) / Math.max(1, axes.length - 1);
  s.html("");
  const scales = axes.map(parallelScale), x = i => 60 + i * step;
  const list = visible.length > 1500 ? visible.filter((d, i) => d.flag & 4 || i % Math.ceil(visible.length / 1500) === 0) : visible;
  const line = d => "M" + axes.map((f, i) => f.of(d) === null ? null : [x(i).toFixed(1), scales[i](f.of(d)).toFixed(1)]).filter(p => p).join("L");
  const bundles = new Map();
  list.forEach((d, i) => {
    const key = `${paint.of(d)} ${d.flag & 4} ${i % 100}`;
    bundles.set(key, (bundles.get(key) || "") + line(d));
  });
  const order = [...bundles].sort(([a], [b]) => a.split(" ")[1] - b.split(" ")[1]); // the front on top
  s.append("g").attr("class", "lines").selectAll("path").data(order).join("path").attr("d", ([, lines]) => lines)
    .attr("stroke", ([key]) => key.split(" ")[0]).attr("class", ([key]) => key.split(" ")[1] === "4" ? "member" : null);
  axes.forEach((f, i) => addParallelAxis(s, f, scales[i], x(i), i, axes.length));
}
function addParallelAxis(s, f, scale, x, i, count) {
  const g = s.append("g").attr("transform", `translate(${x},0)`).attr("class", "axis parallel-axis");
  g.call(d3.axisLeft(scale).tickValues(ticksOf(f, scale, 0, 5)).tickFormat(v => f.kind === "word" ? shortened(f.values[v], 14) : figure(v)));
  g.append("text").attr("class", "title").attr("y", 14 + 16 * (i % 3)).attr("x", i === 0 ? -52 : i === count - 1 ? 56 : 0)
    .attr("text-anchor", i === 0 ? "start" : i === count - 1 ? "end" : "middle").text(f.label);
  g.append("g").call(d3.brushY().extent([[-14, TOP - 6], [14, H - 18]]).keyModifiers(false).on("end", () => {
    const b = d3.event.selection;
    if (!d3.event.sourceEvent) return;
    limit(f, b && [scale.invert(b[1]), scale.invert(b[0])]);
    fillFilters();
    draw();
  }));
}
// What was selected along an axis becomes the filter of its dimension.
function limit(f, range) {
  if (isChoice(f)) {
    const own = new Set(f.values.map(v => choiceWord(f, v))), out = (v, i) => !within(f.kind === "word" ? i : v, range);
    state.off = state.off.filter(w => !own.has(w)).concat(range ? f.values.filter(out).map(v => choiceWord(f, v)) : []);
  } else if (range) state.ranges[f.key] = range.map(v => +v.toPrecision(6));
  else delete state.ranges[f.key];
}
