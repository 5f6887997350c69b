// Numbers, units and values of settings as texts.

// Figures above these are shown in the larger unit, for all designs of a row alike.
const larger = { "GB/s": ["TB/s", 1000], mW: ["W", 1000], pJ: ["nJ", 10000] };

// The unit in which values of a figure are shown, and its divisor.
export function unitFor(unit, values) {
  const most = Math.max(...values.filter(v => v !== null).map(Math.abs), 0);
  const [name, divisor] = larger[unit] || [unit, 1];
  return most >= divisor ? { name, divisor } : { name: unit, divisor: 1 };
}

// Four significant digits, none of them dropped: numbers keep their width while they change.
export function numberText(v) {
  if (v === null || v === undefined) return "–";
  const size = Math.abs(v);
  if (size >= 999.5) return d3.format(",.0f")(v);
  if (size > 0 && size < 1e-3) return d3.format(".3~e")(v);
  return v === 0 ? "0" : (+v).toFixed(Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(size) + 1e-9))));
}
export const hasInterval = f => f.lo !== null && f.hi !== null && f.value !== null;
export const intervalText = (f, divisor = 1) =>
  hasInterval(f) ? `[${numberText(f.lo / divisor)} .. ${numberText(f.hi / divisor)}]` : "";

// The change of a figure against another, the change's sign always written.
export function changeText(now, then) {
  if (now.value === null || then.value === null || then.value === 0) return "";
  const share = now.value / then.value - 1;
  if (Math.abs(share) < 5e-4) return "0 %";
  const size = Math.abs(100 * share);
  return `${share > 0 ? "+" : "−"}${d3.format(size >= 99.95 ? ",.0f" : ".1f")(size)} %`;
}
const ends = f => hasInterval(f) ? [f.lo, f.hi] : [f.value, f.value];
export function overlap(a, b) {
  if (a.value === null || b.value === null || !(hasInterval(a) || hasInterval(b))) return false;
  const [p, q] = [ends(a), ends(b)];
  return p[0] <= q[1] && q[0] <= p[1];
}

// ---- values of settings --------------------------------------------------------------------------
export const isNumber = text => /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(String(text).trim());
// A number as a design file has it: the shortest text that is the same number.
export const plainNumber = v => String(+(+v).toPrecision(12));
export const sameValue = (a, b) => a === b || (isNumber(a) && isNumber(b) && +a === +b);

// A list of groups, "({ name = "tpc"; groups = (66); cycles = 2; }, { ... })": the groups' members as texts; null: the
// text is something else.
export function readGroups(text) {
  if (!/^\s*\(\s*\{/.test(text || "")) return null;
  const groups = [];
  for (const body of text.match(/\{[^{}]*\}/g) || []) {
    const group = {};
    for (const [, key, value] of body.matchAll(/([a-z_]\w*)\s*[=:]\s*("[^"]*"|\([^()]*\)|\[[^[\]]*\]|[^;]*);/gi))
      group[key] = value.replace(/^"(.*)"$/, "$1").replace(/^[([]\s*([^,()[\]]*?)\s*[)\]]$/, "$1");
    groups.push(group);
  }
  return groups;
}

// ---- words ---------------------------------------------------------------------------------------
export const wordsOf = name => name.replace(/_/g, " ");
export const keyLabel = key => wordsOf(key.split(".").slice(1).join(" ") || key);
const unitSaid = (label, unit) => label.endsWith(" " + unit) || label === unit;
export const labelWithout = (label, unit) => unit && unitSaid(label, unit) ? label.slice(0, -unit.length - 1) || label : label;
// Letters of powers.
export const unitText = unit => unit.replace(/mm2/g, "mm²");
