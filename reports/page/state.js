// ---- state ---------------------------------------------------------------------------------
// What the reader has chosen, also in the address of the page.
const initial = () => ({
  x: metrics[objectives[1]].name, y: metrics[objectives[0]].name, colour: byKey.has(data.colour) ? data.colour : "",
  xlog: 0, ylog: 0, barred: 0, off: [], ranges: {}, brush: null, front: 0, all: 0, more: 0, pick: [], sort: "", down: 1, tab: "plot",
});
const switches = ["xlog", "ylog", "front", "all", "more", "barred"];
let state = initial();
const axisX = () => byKey.get(state.x), axisY = () => byKey.get(state.y);

function saveState() {
  const s = state, p = new URLSearchParams(), d = initial();
  for (const k of ["x", "y", "colour", "tab"]) if (s[k] !== d[k]) p.set(k, s[k]);
  for (const k of switches) if (s[k]) p.set(k, 1);
  if (s.off.length) p.set("without", s.off.join(","));
  for (const k of Object.keys(s.ranges)) p.set("r." + k, s.ranges[k].map(v => v === null ? "" : v).join(":"));
  if (s.brush) p.set("brush", s.brush.map(v => +v.toPrecision(6)).join(","));
  if (s.pick.length) p.set("pick", s.pick.map(i => designs[i].hash).join(","));
  if (s.sort) p.set("sort", s.sort + (s.down ? "" : ",up"));
  history.replaceState(null, "", "#" + p.toString());
}
function loadState() {
  const p = new URLSearchParams(location.hash.slice(1)), s = initial();
  for (const k of ["x", "y"]) if (byKey.has(p.get(k))) s[k] = p.get(k);
  if (p.get("colour") === "" || byKey.has(p.get("colour"))) s.colour = p.get("colour");
  for (const k of switches) s[k] = p.get(k) === "1" ? 1 : 0;
  const known = new Set(choices.flatMap(f => f.values.map(v => choiceWord(f, v))));
  s.off = (p.get("without") || "").split(",").filter(w => known.has(w));
  for (const [k, v] of p)
    if (k.startsWith("r.") && byKey.has(k.slice(2))) {
      const parts = v.split(":").map(t => t === "" ? null : +t);
      if (parts.length === 2 && !parts.some(Number.isNaN)) s.ranges[k.slice(2)] = parts;
    }
  const b = (p.get("brush") || "").split(",").map(Number);
  if (p.get("brush") && b.length === 4 && b.every(Number.isFinite)) s.brush = b;
  s.pick = (p.get("pick") || "").split(",").map(h => h ? designs.findIndex(d => d.hash.startsWith(h)) : -1)
    .filter(i => i >= 0).slice(0, 2);
  const sort = (p.get("sort") || "").split(",");
  s.sort = sort[0];
  s.down = sort[1] === "up" ? 0 : 1;
  if (["plot", "parallel"].includes(p.get("tab"))) s.tab = p.get("tab");
  state = s;
}

// ---- what is shown -------------------------------------------------------------------------
function shown() {
  const tests = Object.entries(state.ranges).map(([k, r]) => [byKey.get(k), r]), x = axisX(), y = axisY(), b = state.brush;
  const off = choices.map(f => [f, new Set(f.values.map(String).filter(v => state.off.includes(choiceWord(f, v))))])
    .filter(([, values]) => values.size);
  return designs.filter(d => {
    if (isBarred(d) && !state.barred) return false;
    if (off.some(([f, values]) => values.has(f.text(d)))) return false;
    if (x.of(d) === null || y.of(d) === null || (state.front && !memberOf(d) && !(d.flag & 4))) return false;
    for (const [f, [lo, hi]] of tests) {
      const v = f.of(d);
      if (v === null || (lo !== null && v < lo) || (hi !== null && v > hi)) return false;
    }
    return !b || (x.of(d) >= b[0] && x.of(d) <= b[1] && y.of(d) >= b[2] && y.of(d) <= b[3]);
  });
}
// The front of the two axes among the designs shown, without those above their routers' clock, best x first; where an
// axis is no metric, the report's front.
const hasLine = () => axisX().kind === "metric" && axisY().kind === "metric" && state.x !== state.y;
function frontOf(list) {
  if (!hasLine()) return list.filter(d => d.flag & 4);
  const x = axisX(), y = axisY(), sx = x.up ? 1 : -1, sy = y.up ? 1 : -1;
  const sorted = list.filter(d => !isBarred(d)).sort((a, b) => sx * (x.of(b) - x.of(a)) || sy * (y.of(b) - y.of(a)));
  let best = -Infinity;
  return sorted.filter(d => {
    if (sy * y.of(d) <= best) return false;
    best = sy * y.of(d);
    return true;
  });
}
function filterWords() {
  const parts = [];
  if (state.off.length) parts.push("without " + state.off.join(", "));
  for (const [k, [lo, hi]] of Object.entries(state.ranges))
    parts.push((lo === null ? "" : lo + " <= ") + byKey.get(k).label + (hi === null ? "" : " <= " + hi));
  if (!state.barred && designs.some(isBarred)) parts.push("without designs above the clock that their routers reach");
  if (state.front) parts.push("only designs that may be on the front");
  if (state.brush) parts.push("only a part of the plane");
  return "Filter: " + (parts.length ? parts.join("; ") : "none");
}
