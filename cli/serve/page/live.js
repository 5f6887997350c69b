// The page: settings and load are a position, each change asks the server, the answer is shown beside those of pins.
import { CostView } from "./cost_view.js";
import { CurveView } from "./curve_view.js";
import { FigureTable } from "./figure_table.js";
import { Tiles, figureOf } from "./figures.js";
import { following, proposals, settingOf } from "./fitting.js";
import * as live from "./live_state.js";
import { Load } from "./load.js";
import { Measuring } from "./measuring.js";
import { NetworkView } from "./network_view.js";
import { initOpening } from "./opening.js";
import { askMissing, differing, isHere, keep, keptAnswer, wordsOf } from "./pins.js";
import { askNewest, get, watcher } from "./server.js";
import { Settings, valueIn } from "./settings.js";

const { state } = live, by = id => document.getElementById(id);
const QUICK = 120, PICTURE_PAUSE = 150; // ms: while the reader drags, the network is drawn if answers are quick, and not each time
const views = {}, measurements = new Map();
let shown = null, shownAt = null, faults = [], isDragging = false, took = 0, pictured = 0, keys = [], metrics = [];

// ---- values of the position ----------------------------------------------------------------------
const openedByDesign = new Map();
function openedValues() {
  const { design } = state.position;
  if (!openedByDesign.has(design)) {
    const { values } = keptAnswer(live.opened(design)) || {};
    if (!values) return null;
    openedByDesign.set(design, values);
  }
  return openedByDesign.get(design);
}
const openedOf = key => openedValues() ? valueIn(openedValues(), key) : null;
// What was set and is not answered yet, else what the answer says.
function valueOf(key) {
  const { settings } = state.position, one = key.match(/^networks\[\d+\]\.(.+)$/);
  if (key in settings) return settings[key];
  if (one && `network.${one[1]}` in settings) return settings[`network.${one[1]}`];
  const values = shownAt && shownAt.design === state.position.design ? shown.values : openedValues();
  const changed = shownAt && (key in shownAt.settings || (one && `network.${one[1]}` in shownAt.settings));
  return changed ? openedOf(key) : values ? valueIn(values, key) : null;
}
const isSet = key => Object.entries(state.position.settings)
  .some(([k, value]) => (k === key || k.replace(/^networks\[\d+\]/, "network") === key) &&
    live.designOf(state.position).settings[k] !== value);
function set(changes, { isDragging: drags }) {
  const more = Object.entries(changes).map(([key, value]) => following(key, value === null ? openedOf(key) : value, valueOf));
  state.position = live.withSettings(state.position, Object.assign({}, ...more, changes), openedOf);
  if (drags) live.touch(); else live.commit(`set ${Object.keys(changes)}`);
}
function setPosition(changes, { isDragging: drags } = {}) {
  state.position = { ...state.position, ...changes };
  if (drags) live.touch(); else live.commit(`set ${Object.keys(changes)}`);
}

// ---- asking --------------------------------------------------------------------------------------
live.onChange(({ isDragging: drags }) => {
  isDragging = drags;
  const event = performance.now(), picture = !drags || (took < QUICK && event - pictured > PICTURE_PAUSE);
  askNewest({ ...live.questionOf(state.position), curve: drags ? 8 : 16, picture, costs: true,
    about: { position: state.position, isDragging: drags, event } });
  setBusy(true);
  showPosition();
});
watcher.onAnswer = (answer, { position, isDragging: drags, event }, ms) => {
  took = ms;
  answer.values.network_count = answer.network_count;
  faults = [];
  shown = answer;
  shownAt = position;
  if (!drags) keep(position, answer);
  show();
  if (performance.getEntriesByName("drawn").length > 500) performance.clearMeasures("drawn");
  requestAnimationFrame(() => setTimeout(() => performance.measure("drawn", { start: event, end: performance.now(), detail: { drags } })));
};
watcher.onFaults = (list, { position }) => {
  if (!isHere(position) && !isDragging) return;
  faults = list;
  showFaults();
};
watcher.onGone = isRefused => {
  by("banner").hidden = false;
  const words = isRefused
    ? "nocsight serve was started again, and has another address: open the one that it printed, and put after it what follows " +
      "the # of this page's address."
    : "nocsight serve does not answer: is it still running? What is set stays, and is asked again in a moment.";
  if (by("banner").textContent !== words) by("banner").textContent = words;
};
watcher.onBack = () => { by("banner").hidden = true; by("banner").textContent = ""; };

// Answers of the opened design and of pins come after that of the position, which is all that is awaited then.
watcher.onRest = async () => {
  if (isDragging) return setBusy(false);
  const positions = [live.opened(state.position.design), ...state.pins.map(p => p.position)];
  if (await askMissing(positions, () => { if (shown) show(); else showPosition(); })) setBusy(false);
};
const setBusy = isBusy => by("rest").setAttribute("aria-busy", isBusy);

// ---- what is shown -------------------------------------------------------------------------------
function columns() {
  const list = [{ id: "now", title: "Now", answer: shown, values: shown.values, position: shownAt,
    note: live.knownDesigns().length > 1 ? shown.name : "" }];
  if (measurements.size) {
    const found = measurements.get(live.writePosition(shownAt));
    list.push({ id: "measured", title: "Measured", answer: found ? found.answer : null, 
      note: found ? found.words : "not at this position", isStale: !found });
  }
  for (const { letter, position } of state.pins) {
    const answer = keptAnswer(position);
    const isOpened = live.samePosition(position, live.opened(position.design));
    list.push({ id: letter, letter, title: letter, position, answer: answer && answer.figures ? answer : null, 
      values: answer && answer.values,
      note: isOpened ? `${live.designOf(position).name} as opened` : wordsOf(position) });
  }
  return list;
}
function show() {
  const list = columns(), against = list.find(c => c.letter && c.letter === state.reference && c.answer) || null;
  views.tiles.update(shown, against && { letter: against.letter, answer: against.answer }, isDragging);
  views.figures.update(list, state.reference, isDragging);
  const measured = measurements.get(live.writePosition(shownAt));
  views.curve.update(list.filter(c => c.id !== "measured" && c.answer)
    .map(c => ({ id: c.id, answer: c.answer, curve: c.answer.curve, measured: c.id === "now" && measured ? measured.answer
      : null })), isDragging);
  if (shown.costs) views.costs.update(shown.costs, against && { letter: against.letter, costs: against.answer.costs }, isDragging);
  if (shown.svg) {
    views.network.update(shown.svg);
    pictured = performance.now();
  }
  showPosition();
  showFaults();
  by("printed").textContent = `nocsight: ${wordsOf(shownAt)}`;
  by("command").value = shown.command || "";
  showList(by("warnings"), shown.warnings);
  document.title = `${shown.name} - nocsight`;
  tellLater();
}
function showList(box, texts) {
  if (box.dataset.shown === texts.join("\n")) return;
  box.dataset.shown = texts.join("\n");
  box.textContent = "";
  for (const text of texts) make(box, "li", text);
}
// What does not wait for an answer: fields, buttons.
function showPosition() {
  const values = shown && shownAt.design === state.position.design ? shown.values : openedValues();
  if (values) views.settings.update(values, { valueOf, openedOf, isSet, isDragging });
  views.load.update(state.position, shown);
  by("design").value = state.position.design;
  by("undo").disabled = !live.canUndo();
  by("redo").disabled = !live.canRedo();
  by("pin").disabled = !live.freeLetter();
  by("save").disabled = by("copy").disabled = !shown;
}
const STATES = { saturated: "At this load the network is saturated: queues grow without end, and latencies do not exist.",
  unbounded: "At this load a queue grows without end: latencies do not exist.", "not-converged": "The model did not converge at this load.",
  imprecise: "The measurement ended before its precision was reached." };
function showFaults() {
  const list = faults.map(f => ({ ...f, key: /^--load/.test(f.file || "") || /^--load/.test(f.message) ? "load" : settingOf(f) }));
  const rest = blame(list);
  const first = rest[0] || list[0], more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  const text = faults.length ? `${faultText(first)}${more}${shown ? " The figures are of the last position that fits." : ""}`
    : shown ? STATES[shown.state] || `By the model, in ${Math.round(took)} ms.` : "";
  const box = by("state");
  if (box.dataset.text === text) return;
  box.dataset.text = box.textContent = text;
  box.className = faults.length ? "wrong" : STATES[shown && shown.state] ? "careful" : "";
  document.body.classList.toggle("last-good", faults.length > 0);
  if (!faults.length) return;
  if (views.settings.find(first.key)) make(box, "button", "Show").onclick = () => views.settings.show(first.key);
  else if (first.key in state.position.settings) make(box, "button", `Remove ${first.key}`).onclick = () => set({ [first.key]: null }, {});
}
const faultText = ({ message, line, file }) => `${line && file ? `${file}:${line}: ` : ""}${message.replace(/^--set \S+: /, "")}`;
function blame(list) {
  const own = list.filter(f => f.key === "load"), rest = list.filter(f => f.key !== "load");
  if (views.load.field) views.load.field.blame(own.map(faultText).join(" "), [], () => {});
  return views.settings.blame(rest.map(f => ({ ...f, text: faultText(f), proposals: proposals(f.message) })));
}
// Readers of screens hear of a position that stays.
let telling = 0;
function tellLater() {
  clearTimeout(telling);
  telling = setTimeout(() => {
    by("live").textContent = [...document.querySelectorAll(".tile:not([hidden])")]
      .map(tile => [...tile.querySelectorAll("h3, .big, .limit > p:first-of-type")]
      .map(e => e.textContent).join(" ")).join("; ");
  }, 1200);
}

// ---- controls ------------------------------------------------------------------------------------
function addButtons(th, { letter, title, position }) {
  if (!letter) return;
  const box = make(th, "span", "", "buttons"), add = (text, words, act) => {
    const button = make(box, "button", text);
    button.setAttribute("aria-label", `${words} ${title}`);
    button.title = `${words} ${title}`;
    button.onclick = act;
    return button;
  };
  const isBase = letter === state.reference;
  add("compare", "Compare with", () => { state.reference = letter; live.commit(""); })
    .setAttribute("aria-pressed", isBase);
  add("go to", "Go to", () => { state.position = position; live.commit(""); });
  add("×", "Unpin", () => { live.unpin(letter); live.commit(""); });
}
function download(name, text) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10000);
}
function fillDesigns() {
  by("design").textContent = "";
  for (const d of live.knownDesigns()) by("design").add(new Option(d.id, d.id));
}
async function openText(name, text) {
  const id = live.addDesign({ name, text }, true);
  await live.packDesign(id);
  fillDesigns();
  state.position = live.opened(id);
  live.commit("");
}
function toggle(id, change) {
  by(id).onclick = () => {
    const isOn = by(id).getAttribute("aria-pressed") !== "true";
    by(id).setAttribute("aria-pressed", isOn);
    change(isOn);
    if (shown) show();
  };
}
function initButtons() {
  by("design").onchange = () => { state.position = live.opened(by("design").value); live.commit(""); };
  by("undo").onclick = live.undo;
  by("redo").onclick = live.redo;
  by("pin").onclick = () => { if (live.pin(state.position)) live.commit(""); };
  by("copy").onclick = () => copy(by("command").value);
  by("save").onclick = () => download(`${shown.name.replace(/[^\w.-]+/g, "_").replace(/\.cfg$/, "")}.cfg`, shown.design);
  toggle("all", isOn => { views.figures.isWhole = isOn; });
  toggle("apart", isOn => { views.costs.isApart = isOn; });
  document.addEventListener("keydown", e => {
    const isTyping = e.target.matches("textarea, dialog *, input[type=search], [data-typed]"); // a field undoes its own text
    if ((e.ctrlKey || e.metaKey) && !isTyping && ["z", "Z", "y"].includes(e.key)) {
      e.preventDefault();
      if (e.key === "z" && !e.shiftKey) live.undo(); else live.redo();
    } else if (e.key === "/" && !e.target.matches("input[type=text], input[type=search], textarea")) {
      e.preventDefault();
      by("search").focus();
    }
  });
  window.addEventListener("hashchange", live.follow);
}
function initViews({ workloads }) {
  views.settings = new Settings(by("groups"), { keys, search: by("search"), found: by("found"), about: by("about"), set });
  views.load = new Load(workloads || [], { set: setPosition, setWorkload: (value, how) => set({ workload: value }, how), focus() {} });
  views.tiles = new Tiles(by("tiles"));
  views.figures = new FigureTable(by("figures"), metrics, { buttons: addButtons, differing });
  views.curve = new CurveView(by("curve"));
  views.costs = new CostView(by("costs"));
  views.network = new NetworkView(by("network"), { choice: by("part"), dialog: by("large"), stage: by("stage"),
    enlarge: by("enlarge"), close: by("large-close") });
  views.measuring = new Measuring({ question: () => ({ position: state.position, question: live.questionOf(state.position) }),
    done: (position, answer, words) => { measurements.set(live.writePosition(position), { answer, words }); if (shown) show(); } });
}
async function start() {
  const data = await get("start");
  ({ keys, metrics } = data);
  const [first] = data.designs.map(design => live.addDesign(design));
  initViews(data);
  initButtons();
  initOpening(openText, words => { by("said").textContent = words; });
  by("to-front").hidden = !data.store;
  if (!await live.readAddress()) {
    state.position = live.opened(first);
    live.pin(state.position);
  }
  fillDesigns();
  live.begin();
  live.commit("");
}
start().then(() => { document.body.dataset.ready = "yes"; });
