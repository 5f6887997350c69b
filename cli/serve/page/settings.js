// The settings of a design, by what they are of; what matters first is on top, the others are folded, all can be found.
import { Field, describe } from "./fields.js";
import { keyLabel, readGroups, wordsOf } from "./values.js";

const FIRST = ["nodes.compute", "nodes.memory", "chip.clock_mhz", "chip.technology_nm", "network.topology", "network.columns",
  "network.rows", "network.layers", "network.concentration", "network.flit_bytes", "network.virtual_channels",
  "network.buffer_flits", "network.router_stages", "network.slices", "network.memory_ports", "network.local_crossbars",
  "network.converged_ports", "network.levels", "network.memory_levels", "network.halves", "network.bridge_flits_per_cycle",
  "network.pair_flits_per_cycle", "traffic.read_fraction"];
const FIRST_MEMBERS = ["flits_per_cycle"]; // of the groups of a list
const TITLES = { chip: "Chip", nodes: "Nodes", network: "Network", traffic: "Traffic", memory: "Memory", codec: "Codec",
  cluster: "Clusters of cores", cta: "CTAs", workload: "Workload (closed loop)" };
const OTHER = "Of other kinds of designs";
const groups = new Map(); // parsed lists by their text
const groupsOf = text => {
  if (text === undefined || text === null) return null;
  if (!groups.has(text)) groups.set(text, readGroups(text));
  return groups.get(text);
};

// ---- values --------------------------------------------------------------------------------------
// The value of a setting among those of an answer, as text; null: the design has no such setting.
export function valueIn(values, key) {
  const member = key.match(/^(.+[a-z_])\[(\d+)\]\.(\w+)$/), one = key.match(/^networks\[\d+\]\.(.+)$/);
  if (member && member[1] !== "networks") {
    const list = groupsOf(valueIn(values, member[1])), group = list && list[+member[2]];
    return group && group[member[3]] !== undefined ? group[member[3]] : null;
  }
  const first = key.startsWith("network.") ? values[`networks[0].${key.slice(8)}`] : undefined;
  if (first !== undefined) return key.endsWith("levels") ? first : null; // where networks differ: of lists the first network's
  return key in values ? values[key] : one && `network.${one[1]}` in values ? values[`network.${one[1]}`] : null;
}
const networkName = (values, i) => valueIn(values, `networks[${i}].carries`) || `network ${i}`;

// ---- rows ----------------------------------------------------------------------------------------
// A row for a setting of all networks, or one for each where they differ or the reader wants so: { key, label, info, group, isFirst }.
function rowsOfKey(values, path, label, info, apart, about) {
  const count = values.network_count || 1, own = i => `networks[${i}].${path.slice(8)}`;
  if (count < 2 || !path.startsWith("network.")) return [{ key: path, label, info, ...about }];
  const texts = d3.range(count).map(i => valueIn(values, own(i)));
  if (!apart.has(path) && texts.every(t => t === texts[0])) return [{ key: path, label, info, joint: path, ...about }];
  return texts.map((t, i) => ({ key: own(i), label: `${label}, ${networkName(values, i)}`, info, joint: path, ...about }))
    .filter((r, i) => texts[i] !== null);
}
function rowsOfMembers(values, info, list, apart, about) {
  const few = info.members || [];
  return list.flatMap((group, i) => few.filter(m => m.key !== "name" && m.key in group).flatMap(m =>
    rowsOfKey(values, `${info.key}[${i}].${m.key}`,
      `${group.name || "group " + i} ${m.key === "flits_per_cycle" ? "port" : wordsOf(m.key)}`, m, apart,
      { ...about, isFirst: about.isFirst && FIRST_MEMBERS.includes(m.key) })));
}
function rowsOf(values, keys, apart) {
  return keys.flatMap(info => {
    const about = { group: info.key.split(".")[0], isFirst: FIRST.includes(info.key) };
    const text = values[`networks[0].${info.key.replace(/^network\./, "")}`] || values[info.key];
    if (text === undefined) return [{ key: info.key, label: keyLabel(info.key), info, ...about, group: OTHER, isFirst: false }];
    const list = groupsOf(text);
    if (list && (info.members || []).length) return rowsOfMembers(values, info, list, apart, about);
    return rowsOfKey(values, info.key, keyLabel(info.key), list ? { ...info, lowest: null, highest: null } : info, apart, about);
  });
}
const order = row => { // members of a list are where it is
  const own = FIRST.indexOf(row.info.key);
  return own < 0 ? FIRST.findIndex(k => (row.joint || row.key).startsWith(k)) : own;
};

// ---- the panel -----------------------------------------------------------------------------------
// `set(changes, { isDragging })` hears of what the reader sets: values by key, null: as opened.
export class Settings {
  constructor(box, { keys, search, found, about, set }) {
    Object.assign(this, { box, keys, search, found, about, set, fields: new Map(), apart: new Set(), signature: "", open: new Set() });
    search.oninput = () => this.filter();
    search.onkeydown = e => { if (e.key === "Escape") { search.value = ""; this.filter(); } };
  }
  // `valueOf`, `openedOf`: text of a setting at the position, and of the opened design; null: none. `isSet`: by the reader.
  update(values, { valueOf, openedOf, isSet, isDragging }) {
    this.values = values;
    if (!isDragging || !this.signature) { // a number that is dragged makes no other rows
      const rows = rowsOf(values, this.keys, this.apart), signature = rows.map(r => r.key + r.group).join();
      if (signature !== this.signature) this.build(rows, signature);
    }
    let changes = {};
    for (const field of this.fields.values()) {
      const opened = openedOf(field.key), value = valueOf(field.key);
      field.update(value === null ? "" : value, opened, isSet(field.key));
      if (field.row.classList.contains("changed")) changes[field.group] = (changes[field.group] || 0) + 1;
    }
    for (const [name, fold] of this.folds || []) fold.tally.textContent = changes[name] ? `${changes[name]} changed` : "";
    this.refocus();
  }
  build(rows, signature) {
    const focused = document.activeElement && document.activeElement.closest && document.activeElement.closest(".field");
    this.focusKey = focused ? focused.dataset.key : null;
    this.signature = signature;
    this.box.textContent = "";
    this.fields.clear();
    this.folds = new Map();
    const first = rows.filter(r => r.isFirst).sort((a, b) => order(a) - order(b)), names = [...Object.keys(TITLES), OTHER];
    const top = make(this.box, "section", "", "group");
    for (const row of first) this.addField(top, row, "first");
    for (const name of names) this.addGroup(name, rows.filter(r => r.group === name && !r.isFirst));
    this.filter();
  }
  addGroup(name, rows) {
    if (!rows.length) return;
    const fold = make(this.box, "details", "", "group"), summary = make(fold, "summary", TITLES[name] || name);
    make(summary, "small", ` ${rows.length}`);
    const tally = make(summary, "small", "", "tally");
    fold.open = this.open.has(name);
    fold.ontoggle = () => { if (!this.search.value) this.open[fold.open ? "add" : "delete"](name); };
    if (name === OTHER) make(fold, "p", "This design has no such settings. A value set here is one more setting of it.", "note");
    this.folds.set(name, { fold, tally });
    for (const row of rows) this.addField(fold, row, name);
  }
  addField(box, row, group) {
    const field = new Field(box, { ...row, label: group === OTHER ? `${row.key.split(".")[0]}: ${row.label}` : row.label,
      take: (value, how) => this.set({ [row.key]: value }, how), focus: (f, isHover) => this.tell(f, row, isHover) });
    field.group = group;
    field.sought = `${row.key} ${row.label} ${row.info.meaning}`.toLowerCase();
    this.fields.set(row.key, field);
  }
  refocus() {
    if (!this.focusKey) return;
    const field = this.fields.get(this.focusKey);
    this.focusKey = null;
    if (field) (field.slider || field.input).focus({ preventScroll: true });
  }

  // ---- what is sought, said, wrong ---------------------------------------------------------------
  filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(w => w);
    let count = 0;
    for (const field of this.fields.values()) {
      const isFound = words.every(w => field.sought.includes(w));
      field.row.hidden = !isFound;
      count += isFound;
    }
    for (const [name, { fold }] of this.folds) {
      const some = [...this.fields.values()].some(f => f.group === name && !f.row.hidden);
      fold.hidden = !some;
      fold.open = words.length ? some : this.open.has(name);
    }
    this.found.textContent = words.length ? `${count} of ${this.fields.size} settings` : "";
  }
  // What a setting means, below all of them: of the focused one, or of the one under the mouse.
  tell(field, row, isHover) {
    if (isHover && this.box.contains(document.activeElement)) return;
    const box = this.about, info = row.info;
    box.textContent = "";
    make(make(box, "p"), "code", field.key);
    make(box, "p", describe(info) + (info.source ? ` (${info.source})` : ""));
    if (!row.joint || (this.values.network_count || 1) < 2) return;
    const isApart = row.key !== row.joint;
    const button = make(make(box, "p"), "button", isApart ? "One value for all networks" : "A value for each network");
    button.onclick = () => isApart ? this.join(row, field) : this.split(row);
  }
  split(row) {
    this.apart.add(row.joint);
    this.focusKey = `networks[0].${row.joint.slice(8)}`;
    this.set({}, {});
  }
  join(row, field) {
    this.apart.delete(row.joint);
    this.focusKey = row.joint;
    this.set({ [row.joint]: field.value }, {});
  }
  // Says beside each field what is wrong; returns the faults of no field. `faults`: [{ key, text, proposals }].
  blame(faults) {
    const byField = new Map(), rest = [];
    for (const fault of faults) {
      const field = this.find(fault.key);
      if (!field) rest.push(fault); else byField.set(field, (byField.get(field) || []).concat(fault));
    }
    for (const field of this.fields.values()) {
      const own = byField.get(field) || [];
      field.blame([...new Set(own.map(f => f.text))].join(" "), own.length ? own[0].proposals : [], changes => this.set(changes, {}));
      if (own.length && this.folds.has(field.group)) this.reveal(field);
    }
    return rest;
  }
  find(key) {
    if (!key) return null;
    const joint = key.replace(/^networks\[\d+\]/, "network");
    return this.fields.get(key) || this.fields.get(joint) || this.fields.get(joint.replace(/^network\./, "networks[0]."));
  }
  reveal(field) {
    const fold = this.folds.get(field.group);
    if (fold) { fold.fold.hidden = false; fold.fold.open = true; this.open.add(field.group); }
    field.row.hidden = false;
  }
  show(key) {
    const field = this.find(key);
    if (!field) return;
    this.reveal(field);
    (field.slider || field.input).focus();
  }
}
