// What the reader has chosen: a position (design, settings, load), pins, what pins are compared with. It is the address of
// the page, so a reload and another tab give the same; undo and redo go through former addresses.
import { sameValue } from "./values.js";

export const LETTERS = "ABCDE";
export const state = { position: null, pins: [], reference: null };
const designs = new Map(); // by id: { id, name, text, settings, isOpened, packed }; the name is what commands find it by

export const knownDesigns = () => [...designs.values()];
export const designOf = position => designs.get(position.design);
// Two of one name, with other texts or settings, are two designs; the same one is known once. Returns its id.
export function addDesign({ name, text, settings = {} }, isOpened = false) {
  const isSame = d => d.text === text && JSON.stringify(d.settings) === JSON.stringify(settings);
  let id = name;
  for (let i = 2; designs.has(id) && !isSame(designs.get(id)); i++) id = `${name} (${i})`;
  if (!designs.has(id)) designs.set(id, { id, name, text, settings, isOpened });
  return id;
}

// ---- positions -----------------------------------------------------------------------------------
export const USUAL_LOAD = "60%";
export const opened = id => ({ design: id, settings: { ...designs.get(id).settings }, load: USUAL_LOAD, isOpenLoop: true });
// A workload of its own: the design's text names one, outside of comments.
export const hasWorkload = ({ text }) =>
  /(^|[;\s])workload\s*[=:]/.test(text.replace(/"[^"]*"/g, '""').replace(/(#|\/\/).*$/gm, "").replace(/\/\*[^]*?\*\//g, ""));
export const USUAL_WORKLOAD = "cdx19-high";

// What the server is asked at a position. A workload's name is asked in closed loop only.
export function questionOf(position) {
  const design = designOf(position), settings = { ...position.settings };
  if (position.isOpenLoop) delete settings.workload;
  else if (!settings.workload && !hasWorkload(design)) settings.workload = USUAL_WORKLOAD;
  return { text: design.text, name: design.name, settings, load: position.isOpenLoop ? position.load || null : null };
}
export const samePosition = (a, b) => writePosition(a) === writePosition(b);

// Settings in the order in which the server is to make them: those of all networks, then those of one.
export function withSettings(position, changes, openedOf) {
  const settings = { ...position.settings }, own = designOf(position).settings;
  for (const [key, value] of Object.entries(changes)) {
    if (key.startsWith("network.")) // of all networks: those of one are gone
      for (const other of Object.keys(settings))
        if (other.startsWith("networks[") && other.replace(/^networks\[\d+\]/, "network") === key) delete settings[other];
    delete settings[key];
    if (value === null || sameValue(openedOf(key), value)) Object.assign(settings, key in own && { [key]: own[key] });
    else settings[key] = value;
  }
  return { ...position, settings };
}

// ---- address -------------------------------------------------------------------------------------
const escaped = text => encodeURIComponent(text).replace(/%3D/g, "=").replace(/%20/g, "+").replace(/%2C/g, ",").replace(/%5B/g, "[")
  .replace(/%5D/g, "]").replace(/%2F/g, "/");
const readText = text => decodeURIComponent(text.replace(/\+/g, "%20"));

export const writePosition = p =>
  [p.design, p.isOpenLoop ? p.load || "none" : "loop", ...Object.entries(p.settings).map(([k, v]) => `${k}=${v}`)].map(escaped).join(";");
function readPosition(text) {
  const [design, load, ...settings] = text.split(";").map(readText);
  if (!designs.has(design)) return null;
  const pairs = settings.map(s => [s.slice(0, s.indexOf("=")), s.slice(s.indexOf("=") + 1)]).filter(([key]) => key);
  return { design, settings: Object.fromEntries(pairs), isOpenLoop: load !== "loop",
    load: load === "loop" || load === undefined ? USUAL_LOAD : load === "none" ? "" : load };
}
function write() {
  const parts = ["at=" + writePosition(state.position)];
  for (const pin of state.pins) parts.push(`${pin.letter}=${writePosition(pin.position)}`);
  if (state.reference) parts.push("against=" + state.reference);
  for (const d of knownDesigns()) if (d.isOpened) parts.push(`text=${escaped(d.name)};${d.packed}`);
  return parts.join("&");
}
function read(text) {
  const parts = text.split("&").map(part => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]);
  const at = readPosition((parts.find(([name]) => name === "at") || ["", ""])[1]);
  if (!at) return false;
  state.position = at;
  state.pins = parts.filter(([name]) => name.length === 1 && LETTERS.includes(name))
    .map(([letter, value]) => ({ letter, position: readPosition(value) })).filter(pin => pin.position);
  const against = (parts.find(([name]) => name === "against") || ["", ""])[1];
  state.reference = state.pins.some(pin => pin.letter === against) ? against : null;
  return true;
}

// Texts that were dropped or pasted are in the address, packed.
const pipe = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
export async function packDesign(id) {
  const bytes = await pipe(new TextEncoder().encode(designs.get(id).text), new CompressionStream("deflate-raw"));
  const packed = btoa(Array.from(bytes, b => String.fromCharCode(b)).join(""));
  designs.get(id).packed = packed.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
async function unpackDesign(part) {
  const [name, packed] = part.split(";");
  const bytes = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0));
  const text = new TextDecoder().decode(await pipe(bytes, new DecompressionStream("deflate-raw")));
  designs.get(addDesign({ name: readText(name), text }, true)).packed = packed;
}
export async function readAddress() {
  for (const part of location.hash.slice(1).split("&")) {
    if (part.startsWith("text=")) await unpackDesign(part.slice(5)).catch(() => {}); // an address that was cut
  }
  return read(location.hash.slice(1));
}
// A path is needed, as the page has a base. The front of a store goes back to the address that was shown last.
function showAddress() {
  const address = write();
  history.replaceState(null, "", `${location.pathname}#${address}`);
  sessionStorage.setItem("address", address);
}
export const lastAddress = () => sessionStorage.getItem("address") || "";
// The last address, at another position of a design, whose text goes along.
export function addressAt(id, settings) {
  const { name, packed } = designs.get(id), text = `text=${escaped(name)};${packed}`;
  const rest = lastAddress().split("&").filter(part => part && !part.startsWith("at=") && part !== text);
  return ["at=" + writePosition({ design: id, settings, load: USUAL_LOAD, isOpenLoop: true }), ...rest, text].join("&");
}

// ---- changes, undo -------------------------------------------------------------------------------
const SAME_STEP = 1000; // ms within which changes of one thing are one step to undo
const past = [], future = [], listeners = [];
let current = "", last = { what: "", time: 0 };

export const onChange = listener => listeners.push(listener);
const tell = (...about) => listeners.forEach(listener => listener(...about));
export function begin() {
  current = write();
  showAddress();
}
// Tells of a change while it is dragged; `commit` makes it one that can be undone.
export const touch = () => tell({ isDragging: true });
export function commit(what) {
  const now = write();
  if (now !== current) {
    const goesOn = what && what === last.what && Date.now() - last.time < SAME_STEP;
    if (!goesOn) past.push(current);
    future.length = 0;
    current = now;
    last = { what, time: Date.now() };
    showAddress();
  }
  tell({ isDragging: false });
}
function go(from, to) {
  if (!from.length) return;
  to.push(current);
  current = from.pop();
  last.what = "";
  read(current);
  showAddress();
  tell({ isDragging: false });
}
export const undo = () => go(past, future);
export const redo = () => go(future, past);
export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;
// Another address, by hand or by a link.
export async function follow() {
  if (location.hash.slice(1) === current || !await readAddress()) return;
  past.push(current);
  current = write();
  tell({ isDragging: false });
}

// ---- pins ----------------------------------------------------------------------------------------
export const freeLetter = () => [...LETTERS].find(letter => !state.pins.some(pin => pin.letter === letter));
export function pin(position) {
  const letter = freeLetter();
  if (!letter) return null;
  state.pins = state.pins.concat({ letter, position }).sort((a, b) => a.letter < b.letter ? -1 : 1);
  state.reference = state.reference || letter;
  return letter;
}
export function unpin(letter) {
  state.pins = state.pins.filter(p => p.letter !== letter);
  if (state.reference === letter) state.reference = state.pins.length ? state.pins[0].letter : null;
}
