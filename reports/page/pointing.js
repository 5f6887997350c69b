// ---- mouse and keys ---------------------------------------------------------------------------
const baseline = data.baseline, plot = document.getElementById("plot"), NEAR = 24; // pixels of the plot
function tipFor(d) {
  const tip = document.getElementById("tip");
  tip.textContent = "";
  make(tip, "b", d.name);
  make(tip, "div", `${d.id}, ${d.topology}, ${d.measured ? "measured" : "model"}, ${standing(d)}` +
    (d.flag & 4 ? " (on it by value)" : "") + (d === knee ? ", the knee" : ""), "faint");
  for (const f of new Set([axisY(), axisX(), ...objectives.map(m => ofMetrics[m])])) make(tip, "div", `${title(f)}: ${f.text(d)}`);
  const differs = settings.map((s, i) => i).filter(i => d.settings[i] !== null && settingText(d, i) !== baseline[i]);
  make(tip, "div", differs.map(i => `${settings[i].name} = ${settingText(d, i)}`).join(", ") || "as the baseline", "faint");
}
// Where the points are, in the window: what the tip stays inside of, so that it covers no axis.
function inner() {
  const box = plot.getBoundingClientRect(), k = box.width / W;
  return { left: box.left + M.left * k, right: box.left + (W - M.right) * k, top: box.top + M.top * k, bottom: box.top + (H - M.bottom) * k };
}
function point(d, x, y) {
  focused = d;
  if (d) tipFor(d);
  showTip(d, x, y, inner());
  drawMarks();
}
function pick(d) {
  state.pick = state.pick.includes(d.i) ? state.pick.filter(i => i !== d.i) : state.pick.concat(d.i).slice(-2);
  draw();
}
function pickNearest() {
  const d = nearest();
  if (d) return pick(d);
  const tip = document.getElementById("tip");
  tip.textContent = "No design is here: click a point to pick its design, drag to select a part of the plane.";
  showTip(true, d3.event.clientX, d3.event.clientY, inner());
}
const nearest = () => { const [x, y] = d3.mouse(plot); return tree.find(x, y, NEAR) || null; };
svg.on("mousemove", () => { if (!d3.event.buttons) point(nearest(), d3.event.clientX, d3.event.clientY); })
  .on("mouseleave", () => point(null))
  .on("click", pickNearest);
// The keyboard walks along the points in the order of x.
plot.addEventListener("keydown", e => {
  if (!["ArrowLeft", "ArrowRight", "Enter", "Escape"].includes(e.key)) return;
  e.preventDefault();
  const list = visible.slice().sort((a, b) => px(a) - px(b));
  const step = e.key === "ArrowRight" ? 1 : -1, here = focused ? list.indexOf(focused) : -1;
  if (e.key === "Escape") return point(null);
  if (e.key === "Enter") return focused && pick(focused);
  const d = list[Math.max(0, Math.min(list.length - 1, here < 0 ? 0 : here + step))], box = plot.getBoundingClientRect();
  if (d) point(d, box.left + px(d) * box.width / W, box.top + py(d) * box.height / H);
});
// A drag selects a part of the plane. Keys change nothing of it: Shift would lock one of the axes.
const LEAST = 4; // pixels: less is a click whose hand shook
const brush = d3.brush().filter(() => !d3.event.button).keyModifiers(false)
  .on("start", () => point(null))
  .on("end", () => {
    const s = d3.event.selection;
    if (!d3.event.sourceEvent || !s) return;
    layer.brush.call(brush.move, null);
    if (s[1][0] - s[0][0] < LEAST || s[1][1] - s[0][1] < LEAST) return;
    state.brush = [xScale.invert(s[0][0]), xScale.invert(s[1][0]), yScale.invert(s[1][1]), yScale.invert(s[0][1])];
    fillControls();
    draw();
  });
function fitBrush() {
  brush.extent([[M.left, M.top], [W - M.right, H - M.bottom]]);
  layer.brush.call(brush);
}
