// Questions to the server: one at a time for what the reader drags, the newest in place of those that wait.
const tab = Array.from(crypto.getRandomValues(new Uint8Array(8)), b => b.toString(16).padStart(2, "0")).join("");
let sequence = 0;

export class Gone extends Error {} // the server does not answer
export class Refused extends Error {} // it answers to another address only

async function send(path, body, signal) {
  let response;
  try {
    response = await fetch(path, body === undefined ? { signal } : { method: "POST", body: JSON.stringify(body), signal,
      headers: { "Content-Type": "application/json" } });
  } catch (e) {
    throw e.name === "AbortError" ? e : new Gone(e.message);
  }
  if (response.status === 403) throw new Refused("another token");
  return response;
}
export async function get(path) {
  const response = await send(path);
  return response.ok ? response.json() : null;
}
// { answer }, { faults } or {} where a newer question of this tab came first. `who`: questions of one kind replace each other.
export async function ask(question, who = "") {
  const response = await send("answer", { tab: tab + who, sequence: ++sequence, ...question });
  if (response.status === 409) return {};
  const body = await read(response);
  return response.ok ? { answer: body } : { faults: body.faults || [{ key: null, message: `the server answers ${response.status}` }] };
}
async function read(response) {
  try {
    return await response.json();
  } catch (e) {
    throw new Gone("the answer was cut off");
  }
}

// ---- the newest question -------------------------------------------------------------------------
const PAUSES = [500, 1000, 2000, 4000]; // ms between tries while the server is gone
let waiting = null, isBusy = false, tries = 0;
export const watcher = { onAnswer() {}, onFaults() {}, onGone() {}, onBack() {}, onRest() {} };

// `question.about` comes back with the answer, and is not sent.
export function askNewest(question) {
  waiting = question;
  if (!isBusy) askWaiting();
}
async function askWaiting() {
  isBusy = true;
  try {
    while (waiting) await askOnce();
  } finally {
    isBusy = false;
    watcher.onRest();
  }
}
async function askOnce() {
  const { about, ...question } = waiting, started = performance.now();
  waiting = null;
  try {
    const { answer, faults } = await ask(question);
    if (tries) watcher.onBack();
    tries = 0;
    if (answer) watcher.onAnswer(answer, about, performance.now() - started);
    else if (faults) watcher.onFaults(faults, about);
  } catch (e) {
    if (!(e instanceof Gone || e instanceof Refused)) throw e;
    waiting = waiting || { about, ...question };
    watcher.onGone(e instanceof Refused);
    await new Promise(resolve => setTimeout(resolve, PAUSES[Math.min(tries++, PAUSES.length - 1)]));
  }
}

// ---- measuring -----------------------------------------------------------------------------------
// Calls `heard` with each line of the server, { done } and at the end { answer }, { faults } or { cancelled }.
export async function measure(question, heard, signal) {
  const response = await send("measure", { tab: tab + "m", sequence: ++sequence, ...question }, signal);
  if (response.status === 429) return heard({ faults: [{ key: null, message: "Two measurements run already: wait, or cancel one." }] });
  if (!response.ok) return heard(await read(response));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "", last = null;
  for (;;) {
    const { value, done } = await reader.read().catch(e => { throw e.name === "AbortError" ? e : new Gone(e.message); });
    if (done) break;
    const lines = (text + value).split("\n");
    text = lines.pop();
    for (const line of lines.filter(l => l)) heard(last = JSON.parse(line));
  }
  if (!last || "done" in last) throw new Gone("the measurement was cut off");
}
