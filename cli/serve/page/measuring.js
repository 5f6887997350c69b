// A measurement at the position: how it is asked, its progress, its end.
import { Gone, Refused, measure } from "./server.js";
import { isNumber } from "./values.js";

const by = id => document.getElementById(id);

// `question()` is what is asked now, `done(position, answer, words)` hears of the answer, and of how it was found.
export class Measuring {
  constructor({ question, done }) {
    Object.assign(this, { question, done, abort: null });
    by("measure").onsubmit = e => { e.preventDefault(); this.run(); };
    by("cancel").onclick = () => this.abort && this.abort.abort();
  }
  // A number of a field that is above 0; null: it is none, which is said.
  read(id, name, most) {
    const text = by(id).value.trim(), isRight = isNumber(text) && +text > 0 && +text <= most;
    by(id)[isRight ? "removeAttribute" : "setAttribute"]("aria-invalid", "true");
    if (!isRight) this.blame(`${name} is a number above 0 and at most ${most}, not "${text}".`);
    return isRight ? +text : null;
  }
  blame(text) {
    by("measure-fault").hidden = !text;
    by("measure-fault").textContent = text;
  }
  say(text, share) {
    by("measured").textContent = text;
    by("progress").value = share;
  }
  show(isRunning) {
    by("run").disabled = isRunning;
    by("cancel").disabled = !isRunning;
  }
  async run() {
    this.blame("");
    const precision = this.read("precision", "The precision", 50), seconds = precision && this.read("seconds", "The time", 3600);
    if (!precision || !seconds || this.abort) return;
    const { position, question } = this.question(), approach = by("approach").value;
    Object.assign(this, { approach, precision, seconds, started: performance.now() });
    this.abort = new AbortController();
    this.show(true);
    this.say("measuring", 0);
    try {
      await measure({ ...question, picture: false, costs: true, curve: 0, approach, precision: precision / 100, seconds },
        line => this.hear(line, position), this.abort.signal);
    } catch (e) {
      this.end(e);
    }
    this.abort = null;
    this.show(false);
  }
  hear({ done, answer, faults, cancelled }, position) {
    if (done !== undefined) {
      const passed = (performance.now() - this.started) / 1000; // it ends by its precision or by its time
      this.say(`${Math.floor(100 * done)} % of the precision, ${Math.floor(passed)} of ${this.seconds} s`,
        Math.min(1, Math.max(done, passed / this.seconds)));
    }
    if (cancelled) this.say("cancelled", 0);
    if (faults) { this.say("no answer", 0); this.blame(this.wordsOf(faults)); }
    if (!answer) return;
    this.say("measured", 1);
    this.done(position, answer, this.approach === "within" ? `as sure as ${this.precision} %, by a ${answer.approach}`
      : `by a ${this.approach}`);
  }
  wordsOf(faults) {
    const isShort = faults.some(f => f.key === "seconds");
    if (isShort) by("seconds").setAttribute("aria-invalid", "true");
    return isShort ? `${this.seconds} s are too short for a ${this.approach} of this design: allow more.`
      : faults.map(f => f.message).join(" ");
  }
  end(e) {
    if (e.name === "AbortError") return this.say("cancelled", 0);
    if (!(e instanceof Gone || e instanceof Refused)) throw e;
    this.say("no answer", 0);
    this.blame("The server did not answer to the end.");
  }
}
