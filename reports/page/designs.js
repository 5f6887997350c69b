// The designs of the page, and what can be an axis, a colour, a filter or a column of them.
const { metrics, settings, rows, objectives, stated } = data;
const place = new Map(data.overrides.map((o, k) => [k, data.places[k]]));
const nameOf = set => set.filter(k => data.phrases[k]).sort((a, b) => place.get(a) - place.get(b))
  .map(k => data.phrases[k]).join(", ") || "the base design";
const designs = rows.map((r, i) => ({
  i, hash: r[0], id: "d-" + r[0].slice(0, 8), name: nameOf(r[4]), topology: data.names[r[1]], flag: r[2],
  measured: r[3] === 1, set: r[4].map(k => data.overrides[k]), settings: r[5], values: r[6], own: r[7],
  odds: r[8], // per cent: how probably it is on the front
  picture: data.drawings.of[r[4].filter(k => data.drawn[k]).map(k => data.overrides[k] + "\n").join("")],
}));
const knee = data.knee === null ? null : designs[data.knee];
// flag: 0 off, 1 possible, 2 certain; +4 on the front by value (for the objectives of the report); +8 off the front
// for its clock; +16 above the clock that its routers reach, +32 where that clock is not known
const memberOf = d => d.flag & 3, isBarred = d => (d.flag & 8) > 0;
const overclocked = d => d.flag & 16 ? "true" : d.flag & 32 ? "" : "false"; // as CSV files have it
const memberships = ["off", "possible", "certain"]; // as CSV files have them
const words = ["not on the front", "possibly on the front", "certainly on the front"];
const odds = d => d.odds > 99 ? ">99%" : d.odds < 1 ? "<1%" : d.odds + "%";
const standing = d => words[memberOf(d)] + (memberOf(d) === 1 ? ` (${odds(d)})` : "") +
  (d.flag & 16 ? ", above the clock that its routers reach" : "");

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

// ---- dimensions ----------------------------------------------------------------------------
// Names have these settings, in their order; other settings follow from them.
const namedBy = new Map(data.overrides.map((o, k) => [o.slice(0, o.indexOf("=")), k]).filter(([, k]) => data.phrases[k])
  .map(([key, k]) => [key, data.places[k]]));
const order = s => namedBy.has(s.name) ? namedBy.get(s.name) : Infinity;
// A dimension is a setting or a metric: `of` gives a design's number (of words the position in `values`), or null.
function settingDimension(s, i) {
  const numeric = s.numeric, values = s.values.slice().sort(numeric ? (a, b) => a - b : d3.ascending);
  const at = numeric ? s.values : s.values.map(v => values.indexOf(v));
  return {
    key: s.name, label: s.label, unit: numeric ? s.unit : "", kind: numeric ? "number" : "word", values,
    integer: numeric && values.every(Number.isInteger), named: namedBy.has(s.name), order: order(s),
    of: d => d.settings[i] === null ? null : at[d.settings[i]],
    text: d => settingText(d, i), interval: () => null,
  };
}
const metricDimension = (m, i) => ({
  key: m.name, label: m.label, unit: m.unit, kind: "metric", metric: i, up: m.up, asked: m.asked,
  of: d => d.values[i], text: d => figureWith(d, i), interval: d => interval(d, i),
});
const ofSettings = settings.map(settingDimension).sort((a, b) => a.order < b.order ? -1 : a.order > b.order);
const ofMetrics = metrics.map(metricDimension);
const dimensions = ofMetrics.concat(ofSettings), byKey = new Map(dimensions.map(f => [f.key, f]));
// A unit that the label has already ("flit bytes", "latency, idle (ns)") is not said again.
const title = f => f.label + (f.unit && !f.label.endsWith(f.unit) && !f.label.endsWith(`(${f.unit})`) ? " [" + f.unit + "]" : "");
// A setting whose values are few has a box each; only what the address can hold.
const isChoice = f => f.kind !== "metric" && f.values.length > 1 && f.values.length <= (f.kind === "word" ? 12 : 8) &&
  !f.values.some(v => String(v).includes(","));
const choices = ofSettings.filter(isChoice);
const choiceWord = (f, text) => f.key + "=" + text;
