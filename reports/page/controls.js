// ---- controls ------------------------------------------------------------------------------
function fillMenu(id, none, take) {
  const menu = document.getElementById(id);
  menu.textContent = "";
  if (none) menu.add(new Option(none, ""));
  for (const [label, list] of [["Settings", ofSettings], ["Metrics", ofMetrics.filter(f => f.asked)], ["Other metrics", ofMetrics.filter(f => !f.asked)]]) {
    if (!list.length) continue;
    const group = menu.appendChild(Object.assign(document.createElement("optgroup"), { label }));
    for (const f of list) group.appendChild(new Option(title(f), f.key, false, f.key === state[id]));
  }
  menu.value = state[id];
  menu.onchange = () => { state[id] = menu.value; take(); fillControls(); fillFilters(); draw(); };
}
function toggle(id, key) {
  const b = document.getElementById(id);
  b.setAttribute("aria-pressed", state[key] ? "true" : "false");
  b.onclick = () => { state[key] = state[key] ? 0 : 1; fillControls(); draw(); };
}
function fillControls() {
  const all = () => { state.brush = null; }, on = (id, what) => { document.getElementById(id).onclick = what; };
  fillMenu("x", "", all);
  fillMenu("y", "", all);
  fillMenu("colour", "one colour", () => {});
  toggle("xlog", "xlog");
  toggle("ylog", "ylog");
  toggle("front-only", "front");
  toggle("whiskers", "all");
  toggle("more", "more");
  document.getElementById("xlog").disabled = axisX().kind === "word";
  document.getElementById("ylog").disabled = axisY().kind === "word";
  for (const tab of ["plot", "parallel"]) {
    const b = document.getElementById("tab-" + tab);
    b.setAttribute("aria-selected", state.tab === tab ? "true" : "false");
    b.onclick = () => { state.tab = tab; fillControls(); draw(); };
    document.getElementById(tab).style.display = state.tab === tab ? "block" : "none";
  }
  document.getElementById("whole").style.display = state.brush ? "" : "none";
  on("whole", () => { all(); fillControls(); draw(); });
  on("reset", () => { state = initial(); fillControls(); fillFilters(); draw(); });
  for (const [id, save] of Object.entries(saves)) on(id, save);
}

// ---- filters: boxes for few values, ranges for many; those of metrics are folded ----------------
function addBoxes(box, f) {
  const set = make(box, "fieldset"), coloured = f.key === state.colour, ink = coloured && colouring(f);
  make(set, "legend", title(f));
  f.values.forEach(v => {
    const label = make(set, "label"), word = choiceWord(f, v), one = coloured && designs.find(d => f.text(d) === String(v));
    const c = Object.assign(make(label, "input"), { type: "checkbox", checked: !state.off.includes(word), name: f.key, value: v });
    const text = make(label, "span", " " + v);
    if (one) text.style.borderBottom = "3px solid " + ink.of(one);
    c.onchange = () => { state.off = c.checked ? state.off.filter(o => o !== word) : state.off.concat(word); draw(); };
  });
}
function addRange(box, f) {
  const [lo, hi] = d3.extent(designs, f.of);
  if (lo === undefined || lo === hi) return;
  const field = make(box, "fieldset"), r = state.ranges[f.key] || [null, null];
  make(field, "legend", title(f));
  const input = (k, name, bound) => {
    const pair = make(field, "div", "", "pair");
    const e = Object.assign(make(pair, "input"), { type: "number", step: "any", name: f.key + "." + name, placeholder: figure(bound),
      value: r[k] === null ? "" : r[k], title: name });
    e.setAttribute("aria-label", f.label + " " + name);
    const slide = Object.assign(make(pair, "input"), { type: "range", min: lo, max: hi, step: (hi - lo) / 200 });
    slide.value = r[k] === null ? bound : r[k];
    slide.setAttribute("aria-label", f.label + " " + name + " (slider)");
    const take = v => {
      const range = state.ranges[f.key] || [null, null];
      range[k] = v;
      if (range[0] === null && range[1] === null) delete state.ranges[f.key]; else state.ranges[f.key] = range;
      draw();
    };
    e.onchange = () => { take(e.value === "" ? null : +e.value); slide.value = e.value === "" ? bound : e.value; };
    slide.onchange = () => { e.value = +(+slide.value).toPrecision(4); take(+e.value); };
  };
  input(0, "least", lo);
  input(1, "most", hi);
}
function addSetting(box, f) {
  if (isChoice(f)) addBoxes(box, f);
  else if (f.kind === "number") addRange(box, f);
}
// Designs above the clock that their routers reach are hidden at first.
function addBarred(box) {
  const barred = designs.filter(isBarred).length;
  if (!barred) return;
  const set = make(box, "fieldset"), label = (make(set, "legend", "clock"), make(set, "label"));
  const c = Object.assign(make(label, "input"), { type: "checkbox", checked: state.barred === 1, name: "barred" });
  make(label, "span", ` above what routers reach (${barred})`);
  c.onchange = () => { state.barred = c.checked ? 1 : 0; draw(); };
}
function addFolded(box, name, list, addOne) {
  if (!list.length) return;
  const fold = make(box, "details");
  make(fold, "summary", name);
  fold.open = list.some(f => state.ranges[f.key] || state.off.some(w => w.startsWith(f.key + "=")));
  list.forEach(f => addOne(fold, f));
}
function fillFilters() {
  const box = document.getElementById("filters"), open = [...box.querySelectorAll("details")].map(e => e.open);
  box.textContent = "";
  make(box, "b", "Show only");
  addBarred(box);
  ofSettings.filter(f => f.named).forEach(f => addSetting(box, f));
  addFolded(box, "Settings that follow", ofSettings.filter(f => !f.named), addSetting);
  addFolded(box, "Limits of metrics", ofMetrics.filter(f => f.asked), addRange);
  addFolded(box, "Limits of other metrics", ofMetrics.filter(f => !f.asked), addRange);
  box.querySelectorAll("details").forEach((e, i) => { if (open[i]) e.open = true; });
}

function start() {
  loadState();
  fillControls();
  fillFilters();
  draw();
}
start();
window.addEventListener("hashchange", start);
const shadeFor = darkness => () => { dark = darkness(); fillFilters(); draw(); };
window.addEventListener("beforeprint", shadeFor(() => false));
window.addEventListener("afterprint", shadeFor(() => night.matches));
night.addEventListener("change", shadeFor(() => night.matches));
document.body.dataset.ready = "yes";
