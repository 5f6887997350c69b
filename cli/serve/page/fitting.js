// Settings that fit together only: which others go with one, and what the words of a fault propose.
import { isNumber } from "./values.js";

const whole = text => isNumber(text) && Number.isInteger(+text) ? +text : null;

// Nodes that are groups of one each at the edge of a hierarchy, and compute nodes that fill a grid, follow. `valueOf`: values
// before the change. Returns further settings, by key.
export function following(key, text, valueOf) {
  const value = whole(text), more = {};
  if (value === null) return more;
  const edges = { "nodes.compute": "network.levels[0].groups", "nodes.memory": "network.memory_levels[0].groups" };
  if (edges[key] && valueOf(edges[key]) !== null && valueOf(edges[key]) === valueOf(key)) more[edges[key]] = text;
  const grid = fill => whole(valueOf("network.columns")) * whole(valueOf("network.rows")) * fill;
  const concentration = whole(valueOf("network.concentration")) || 1, memory = whole(valueOf("nodes.memory"));
  if (["network.columns", "network.rows", "nodes.memory"].includes(key) && valueOf("nodes.memory_on") === "own-tiles" &&
      grid(concentration) > 0 && whole(valueOf("nodes.compute")) + memory === grid(concentration)) {
    const old = whole(valueOf(key)), tiles = key === "nodes.memory" ? grid(concentration) : grid(concentration) / old * value;
    const compute = tiles - (key === "nodes.memory" ? value : memory);
    if (compute > 0) more["nodes.compute"] = String(compute);
  }
  return more;
}

// "... (need 42 nodes: nodes.compute = 34, or network.columns = 6 and network.rows = 6)": each of the alternatives.
export function proposals(message) {
  const inside = (message.match(/\((?:need|try)[^:()]*:\s*([^()]*)\)/) || ["", ""])[1];
  return inside.split(/,\s*or\s+/).map(words => {
    const pairs = [...words.matchAll(/([a-z_]+(?:\[\d+\])?(?:\.[a-z_]+(?:\[\d+\])?)+) = ([^\s,]+)/g)];
    return { words, settings: Object.fromEntries(pairs.map(([, key, value]) => [key, value])) };
  }).filter(({ settings }) => Object.keys(settings).length);
}
// The setting that a fault is of: the one that its words begin with, else the one that was set.
export function settingOf({ key, message }) {
  const named = (message || "").match(/^(?:--set \S+: )?([a-z_]+(?:\[\d+\])?(?:\.[a-z_]+(?:\[\d+\])?)+)/);
  return named ? named[1] : key || null;
}
