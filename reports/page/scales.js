// ---- scales, axes, colours -----------------------------------------------------------------
const night = matchMedia("(prefers-color-scheme: dark)");
let dark = night.matches; // not on paper
const textWidth = t => 6.7 * String(t).length; // of a letter of 13 pixels, about

function scaleFor(list, f, log, range) {
  if (f.kind === "word") return d3.scaleLinear().domain([-0.6, f.values.length - 0.4]).range(range);
  let [lo, hi] = d3.extent(list, f.of);
  if (lo === undefined) [lo, hi] = [0, 1];
  if (log && lo > 0) return d3.scaleLog().domain([lo / 1.1, hi * 1.1]).range(range);
  const pad = (hi - lo || Math.abs(hi) || 1) * 0.05, low = lo >= 0 && f.kind === "metric" ? Math.max(0, lo - pad) : lo - pad;
  const scale = d3.scaleLinear().domain([low, hi + pad]).range(range);
  return f.kind === "metric" ? scale.nice() : scale;
}
// Words have a tick each, few numbers likewise; whole numbers no ticks between them.
function ticksOf(f, scale, log, count) {
  if (f.kind === "word") return d3.range(f.values.length);
  if (f.kind === "number" && f.values.length <= 10) return apart(f.values.filter(v => within(v, scale.domain())), scale);
  const ticks = scale.ticks(count);
  if (log) return apart(ticks, scale);
  return f.integer ? ticks.filter(Number.isInteger) : ticks;
}
const within = (v, [lo, hi]) => v >= lo && v <= hi;
function apart(ticks, scale) {
  const kept = [];
  for (const t of ticks.slice().reverse()) if (!kept.length || Math.abs(scale(t) - scale(kept[kept.length - 1])) > 24) kept.push(t);
  return kept.reverse();
}
const tickText = f => v => f.kind === "word" ? shortened(f.values[v], 22) : figure(v);
const shortened = (t, most) => String(t).length > most ? String(t).slice(0, most - 1) + "…" : String(t);

// ---- colours -------------------------------------------------------------------------------
// Words have colours that the colour-blind can tell apart, numbers those of a scale from dark to light, so that grey
// prints keep their order.
const shade = t => d3.interpolateViridis(dark ? 0.3 + 0.68 * t : 0.06 + 0.8 * t);
const OTHER = "#999999", PALETTE = 6;
function colouring(f) {
  if (!f) return { of: () => colours[0], legend: [] };
  return f.kind === "word" ? colouringOfWords(f) : f.kind === "number" && f.values.length <= 8 ? colouringOfFew(f) : colouringOfScale(f);
}
function colouringOfWords(f) {
  const counts = d3.range(f.values.length).map(v => designs.filter(d => f.of(d) === v).length);
  const first = d3.range(f.values.length).sort((a, b) => counts[b] - counts[a]).slice(0, PALETTE + (f.values.length === PALETTE + 1));
  const kept = first.sort((a, b) => a - b), ink = new Map(kept.map((v, k) => [v, k < PALETTE ? colours[k] : OTHER]));
  const legend = kept.map(v => [ink.get(v), shortened(f.values[v], 30)]);
  if (f.values.length > kept.length) legend.push([OTHER, `${f.values.length - kept.length} others`]);
  return { of: d => ink.get(f.of(d)) || OTHER, legend };
}
function colouringOfFew(f) {
  const ink = new Map(f.values.map((v, k) => [v, shade(f.values.length > 1 ? k / (f.values.length - 1) : 0.5)]));
  return { of: d => ink.get(f.of(d)) || OTHER, legend: f.values.map(v => [ink.get(v), figure(v)]) };
}
const STEPS = 12; // of the colours of a scale: dots of a colour share a path
function colouringOfScale(f) {
  const [lo, hi] = d3.extent(designs, f.of), log = lo > 0 && hi > 30 * lo;
  const share = v => hi > lo ? log ? Math.log(v / lo) / Math.log(hi / lo) : (v - lo) / (hi - lo) : 0.5;
  const ink = d3.range(STEPS).map(k => shade(k / (STEPS - 1)));
  const step = v => v === null ? OTHER : ink[Math.min(STEPS - 1, Math.floor(share(v) * STEPS))];
  return { of: d => step(f.of(d)), legend: [], ramp: { ink, lo: figure(lo), hi: figure(hi) + (log ? " (logarithmic)" : "") } };
}
