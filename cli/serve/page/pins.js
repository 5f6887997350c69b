// Positions beside the one that is dragged: what is said of them, their answers, in what they differ.
import { designOf, questionOf, samePosition, state, writePosition } from "./live_state.js";
import { Gone, Refused, ask } from "./server.js";
import { valueIn } from "./settings.js";
import { labelWithout, readGroups, sameValue } from "./values.js";

const MOST_ROWS = 30, KEPT = 40;
const kept = new Map(); // answers with curves, by position

export function keep(position, answer) {
  const key = writePosition(position);
  kept.delete(key);
  kept.set(key, { ...answer, svg: null, design: null });
  if (kept.size > KEPT) kept.delete(kept.keys().next().value);
}
export const keptAnswer = position => kept.get(writePosition(position));

// Asks for what is not known, one after the other; `heard` after each.
let isAsking = false;
export async function askMissing(positions, heard) {
  if (isAsking) return false;
  isAsking = true;
  try {
    for (const position of positions) {
      if (keptAnswer(position)) continue;
      const { answer, faults } = await ask({ ...questionOf(position), curve: 16, picture: false, costs: true }, "p");
      if (answer || faults) keep(position, answer || { faults });
      heard();
    }
  } catch (e) {
    if (!(e instanceof Gone || e instanceof Refused)) throw e; // the main question tells, and asks again
  } finally {
    isAsking = false;
  }
  return true;
}

// ---- words ---------------------------------------------------------------------------------------
export function wordsOf(position) {
  const changes = Object.entries(position.settings).map(([key, value]) => `${key.replace(/^networks?(\[\d+\])?\./, "")} ${value}`);
  const load = position.isOpenLoop ? position.load || "no load" : "closed loop";
  return [designOf(position).name, ...changes, load].join(", ");
}
const loadWords = position => position.isOpenLoop ? position.load || "none" : "closed loop";

// Keys of all values of an answer, those of groups one by one.
function keysOf(values) {
  return Object.keys(values).flatMap(key => {
    if (key === "network_count" || (key.startsWith("network.") && `networks[0].${key.slice(8)}` in values)) return [];
    const list = readGroups(values[key]);
    return list ? list.flatMap((group, i) => Object.keys(group).map(member => `${key}[${i}].${member}`)) : [key];
  });
}
// Whether each design has one value for all its networks, which is then said once.
function isAlike(key, columns) {
  const [, , rest] = key.match(/^(networks\[\d+\]\.)(.+)$/) || [];
  return rest !== undefined && columns.every(({ values }) =>
    d3.range(values.network_count).every(i => valueIn(values, `networks[${i}].${rest}`) === valueIn(values, `networks[0].${rest}`)));
}
// Settings in which columns differ: [key, texts].
export function differing(columns) {
  const isList = key => columns.some(c => c.values && readGroups(valueIn(c.values, key)));
  const rows = [], withValues = columns.filter(c => c.values), keys = new Set(withValues.flatMap(c => keysOf(c.values)));
  const names = columns.map(c => c.position ? designOf(c.position).name : "");
  const differ = texts => texts.some(t => t !== "" && t !== texts[0]);
  if (differ(names)) rows.push(["design", names]);
  const loads = columns.map(c => c.position ? loadWords(c.position) : "");
  if (differ(loads)) rows.push(["load", loads]);
  const said = new Set();
  for (const key of keys) {
    if (isList(key)) continue; // its groups are said one by one
    const texts = columns.map(c => c.values ? valueIn(c.values, key) : null), known = texts.filter((t, i) => columns[i].values);
    if (known.every(t => t === known[0] || (t !== null && known[0] !== null && sameValue(t, known[0])))) continue;
    const name = isAlike(key, withValues) ? key.replace(/^networks\[\d+\]/, "network") : key;
    if (said.has(name)) continue;
    said.add(name);
    rows.push([name, texts.map((t, i) => columns[i].values ? t === null ? "–" : t : "")]);
  }
  const rest = rows.length - MOST_ROWS;
  return rest > 0 ? rows.slice(0, MOST_ROWS).concat([[`${rest} more`, columns.map(() => "")]]) : rows;
}
export const isHere = position => samePosition(position, state.position);
