"use strict";
// Published figures beside ours: the rows are in the page; their data, one state (also in the URL) and one redraw are
// what this adds.
const $ = id => document.getElementById(id);
const add = (to, tag, props) => to.appendChild(Object.assign(document.createElement(tag), props || {}));
const isNumber = v => typeof v === "number";
const distinct = list => [...new Set(list)];

const rows = data.map((r, i) => {
  const ours = r.compared === "sample" ? r.sample : r.model, lo = r.published_lo, hi = r.published_hi;
  return Object.assign(r, {
    i, tr: $(r.id), detail: null,
    ours: isNumber(ours) ? ours : null,
    printed: lo === null ? hi : hi === null ? lo : (lo + hi) / 2,
    words: [r.id, r.where, r.kind, r.subject, r.baseline, r.platform, r.metric, r.unit, r.note, r.verdict, r.why,
      r.expression, r.questions].join(" ").toLowerCase(),
  });
});
const uncounted = ["input", "context", "not-modelled", "contradicted", "lost", "trace", "unanswered"];
const filters = [
  { key: "paper", label: "Paper", values: distinct(rows.map(r => r.paper)) },
  { key: "kind", label: "Kind", values: distinct(rows.map(r => r.kind)).sort() },
  { key: "verdict", label: "Verdict", values: [...document.querySelectorAll("#summary thead th[data-verdict]")].map(h => h.dataset.verdict) },
];
const verdicts = filters[2].values, papers = filters[0].values;

// ---- state ---------------------------------------------------------------------------------
// Of each filter the values that are wanted, none of them for all.
const initial = () => ({ paper: [], kind: [], verdict: [], q: "", sort: "", down: 0 });
let state = initial();
function saveState() {
  const p = new URLSearchParams();
  for (const f of filters) if (state[f.key].length) p.set(f.key, state[f.key].join(","));
  if (state.q) p.set("q", state.q);
  if (state.sort) p.set("sort", state.sort + (state.down ? ",down" : ""));
  history.replaceState(null, "", "#" + p.toString());
}
// The address names a row ("#te13-fig8-..."), or the state.
function loadState() {
  const p = new URLSearchParams(location.hash.slice(1)), s = initial(), row = rows.find(r => "#" + r.id === location.hash);
  for (const f of filters) s[f.key] = (p.get(f.key) || "").split(",").filter(v => f.values.includes(v));
  s.q = p.get("q") || "";
  const sort = (p.get("sort") || "").split(",");
  if (columns.some(c => c.key === sort[0])) s.sort = sort[0];
  s.down = sort[1] === "down" ? 1 : 0;
  state = s;
  fillFilters();
  draw();
  if (row) show(row);
}
function shown() {
  const words = state.q.toLowerCase().split(/\s+/).filter(w => w);
  return rows.filter(r => filters.every(f => !state[f.key].length || state[f.key].includes(r[f.key])) &&
    words.every(w => r.words.includes(w)));
}

// ---- plots ---------------------------------------------------------------------------------
const W = 560, H = 500, M = { top: 12, right: 16, bottom: 46, left: 76 };
// A colour and a shape a paper; the palette's lighter colours are too faint for small hollow shapes on white.
const inks = [colours[0], colours[1], colours[2], colours[5], "#333333"];
const shapes = [d3.symbolCircle, d3.symbolSquare, d3.symbolTriangle, d3.symbolDiamond, d3.symbolCross];
const ink = r => inks[papers.indexOf(r.paper) % inks.length];
const shape = (r, size) => d3.symbol().size(size).type(shapes[papers.indexOf(r.paper) % shapes.length])();
const isFilled = r => !["direction", "up-to"].includes(r.judge) && !uncounted.includes(r.verdict);

// Axes with as much on either side of no change, as far as published figures go, and ours up to 100 %; what lies
// beyond them is drawn at their end.
const changes = {
  fits: r => r.unit === "%",
  scale: list => {
    const most = (of, limit) => Math.min(limit, d3.max(list, r => Math.abs(of(r))) || 0);
    return d3.scaleLinear().clamp(true).domain([-1, 1].map(s => s * 1.1 * Math.max(10, most(r => r.printed, Infinity), most(r => r.ours, 100))));
  },
  ticks: scale => scale.ticks(9),
  band: (v, width) => [v - width, v + width],
  unit: "%",
};
const amounts = {
  fits: r => r.unit !== "%" && r.printed > 0 && r.ours > 0,
  scale: list => {
    const all = list.flatMap(r => [r.printed, r.ours]);
    return d3.scaleLog().domain(all.length ? [d3.min(all) / 1.4, d3.max(all) * 1.4] : [1, 100]);
  },
  ticks: scale => {
    const powers = d3.range(-6, 10).map(k => Math.pow(10, k)), [lo, hi] = scale.domain();
    const list = hi / lo > 300 ? powers : powers.flatMap(p => [p, 2 * p, 5 * p]);
    return list.filter(v => v >= lo && v <= hi);
  },
  band: (v, width) => [v * (1 - width / 100), v * (1 + width / 100)],
  unit: "in each figure's unit, logarithmic",
};

function makePlot(id, kind) {
  const svg = d3.select("#" + id).attr("viewBox", `0 0 ${W} ${H}`), element = svg.node(), layer = {};
  for (const name of ["bands", "axes", "points", "marks"]) layer[name] = svg.append("g").attr("class", name);
  const clip = svg.append("clipPath").attr("id", id + "-inside").append("rect");
  clip.attr("x", M.left).attr("y", M.top).attr("width", W - M.left - M.right).attr("height", H - M.top - M.bottom);
  layer.bands.attr("clip-path", `url(#${id}-inside)`);
  let list = [], x, y, tree, focused = null;

  function drawAxes() {
    const ticks = kind.ticks(x), text = v => d3.format("~g")(v);
    layer.axes.html("");
    layer.axes.append("g").attr("class", "axis").attr("transform", `translate(0,${H - M.bottom})`)
      .call(d3.axisBottom(x).tickValues(ticks).tickFormat(text));
    layer.axes.append("g").attr("class", "axis").attr("transform", `translate(${M.left},0)`)
      .call(d3.axisLeft(y).tickValues(ticks).tickFormat(text));
    layer.axes.append("text").attr("x", W - M.right).attr("y", H - 8).attr("text-anchor", "end").text(`published, ${kind.unit}`);
    layer.axes.append("text").attr("transform", `translate(14,${M.top}) rotate(-90)`).attr("text-anchor", "end").text("ours");
  }
  function drawBands() {
    const [lo, hi] = x.domain(), ends = [x.range()[0], x.range()[1]];
    const along = d3.range(ends[0], ends[1] + 1, 4).map(p => x.invert(p));
    const inside = v => y(Math.max(lo, Math.min(hi, v))); // logarithms end at 0
    const area = width => d3.area().x(v => x(v)).y0(v => inside(kind.band(v, width)[0])).y1(v => inside(kind.band(v, width)[1]))(along);
    layer.bands.selectAll("path.band").data([10, 5]).join("path").attr("class", "band").attr("d", area);
    layer.bands.selectAll("line.diagonal").data([0]).join("line").attr("class", "diagonal")
      .attr("x1", x(lo)).attr("y1", y(lo)).attr("x2", x(hi)).attr("y2", y(hi));
    const zero = lo < 0 ? [[x(0), y(lo), x(0), y(hi)], [x(lo), y(0), x(hi), y(0)]] : [];
    layer.bands.selectAll("path.zero").data(zero).join("path").attr("class", "zero").attr("stroke", "var(--line)")
      .attr("d", z => `M${z[0]},${z[1]}L${z[2]},${z[3]}`);
  }
  const at = r => `translate(${x(r.printed)},${y(r.ours)})`;
  function drawPoints() {
    const ranges = list.filter(r => r.published_lo !== null && r.published_hi !== null && r.published_lo < r.published_hi);
    layer.points.selectAll("line").data(ranges, r => r.id).join("line").attr("class", "range").attr("stroke", ink)
      .attr("x1", r => x(r.published_lo)).attr("x2", r => x(r.published_hi)).attr("y1", r => y(r.ours)).attr("y2", r => y(r.ours));
    layer.points.selectAll("path").data(list, r => r.id).join("path").attr("transform", at).attr("d", r => shape(r, 48))
      .attr("fill", r => isFilled(r) ? ink(r) : "none").attr("fill-opacity", 0.55).attr("stroke", ink).attr("stroke-width", 1.2);
  }
  function point(r, px, py) {
    focused = r || null;
    if (r) fillTip(r);
    showTip(r, px, py);
    layer.marks.selectAll("circle").data(r ? [r] : []).join("circle").attr("class", "focus").attr("r", 8).attr("transform", at);
  }
  const nearest = () => { const [px, py] = d3.mouse(element); return tree.find(px, py, 20); };
  svg.on("mousemove", () => point(nearest(), d3.event.clientX, d3.event.clientY))
    .on("mouseleave", () => point(null)).on("blur", () => point(null))
    .on("click", () => { const r = nearest(); if (r) show(r); });
  element.addEventListener("keydown", e => {
    if (!["ArrowLeft", "ArrowRight", "Enter", "Escape"].includes(e.key)) return;
    e.preventDefault();
    if (e.key === "Escape") return point(null);
    if (e.key === "Enter") return focused && show(focused);
    const sorted = list.slice().sort((a, b) => a.printed - b.printed || a.i - b.i), here = focused ? sorted.indexOf(focused) : -1;
    const step = e.key === "ArrowRight" ? 1 : -1, box = element.getBoundingClientRect();
    const r = sorted[Math.max(0, Math.min(sorted.length - 1, here + (here < 0 ? 1 : step)))];
    if (r) point(r, box.left + x(r.printed) * box.width / W, box.top + y(r.ours) * box.height / H);
  });
  return {
    list: () => list,
    most: () => y.domain()[1],
    place: r => [x(r.printed), y(r.ours)],
    draw: visible => {
      list = visible.filter(r => r.printed !== null && r.ours !== null && kind.fits(r));
      element.parentNode.hidden = !list.length;
      x = kind.scale(list).range([M.left, W - M.right]);
      y = kind.scale(list).range([H - M.bottom, M.top]);
      tree = d3.quadtree().x(r => x(r.printed)).y(r => y(r.ours)).addAll(list);
      point(null);
      drawAxes();
      drawBands();
      drawPoints();
      svg.attr("aria-label", `ours against published, ${kind.unit}: ${list.length} figures; arrow keys walk along them`);
    },
  };
}
const plots = { changes: makePlot("changes", changes), amounts: makePlot("amounts", amounts) };

const text = v => v === null ? "" : isNumber(v) ? figure(v) : v === true ? "yes" : v === false ? "no" : v;
const withUnit = (v, r) => text(v) + (isNumber(v) && r.unit !== "-" ? " " + r.unit : "");
function fillTip(r) {
  const tip = $("tip");
  tip.textContent = "";
  add(tip, "b", { textContent: r.id });
  add(tip, "div", { textContent: r.subject + (r.baseline ? " against " + r.baseline : "") });
  add(tip, "div", { textContent: r.metric });
  add(tip, "div", { textContent: `published ${withUnit(r.published, r)}${r.note && r.note !== "exact" ? " (" + r.note + ")" : ""}` });
  if (r.model !== null) add(tip, "div", { textContent: "model " + withUnit(r.model, r) });
  if (r.sample !== null) add(tip, "div", { textContent: "sample " + withUnit(r.sample, r) });
  add(tip, "div", { textContent: r.verdict });
}

// ---- table ---------------------------------------------------------------------------------
const columns = [
  { key: "figure", of: r => r.i }, { key: "where", of: r => r.where }, { key: "subject", of: r => r.subject },
  { key: "metric", of: r => r.metric }, { key: "published", of: r => r.printed },
  { key: "model", of: r => isNumber(r.model) ? r.model : null }, { key: "sample", of: r => isNumber(r.sample) ? r.sample : null },
  { key: "difference", of: r => r.difference }, { key: "verdict", of: r => verdicts.indexOf(r.verdict) },
  { key: "why", of: r => r.why || null },
];
const body = document.querySelector("#figures tbody");
document.querySelectorAll("#figures thead th").forEach((th, i) => {
  const name = th.textContent, key = columns[i].key;
  th.textContent = "";
  columns[i].head = add(th, "button", { textContent: name });
  columns[i].name = name;
  columns[i].head.onclick = () => {
    state.down = state.sort === key ? 1 - state.down : 0;
    state.sort = key;
    draw();
  };
});
for (const r of rows) {
  const cell = r.tr.cells[0];
  cell.textContent = "";
  r.button = add(cell, "button", { textContent: r.id });
  r.button.setAttribute("aria-expanded", "false");
  r.button.onclick = () => r.detail ? close(r) : open(r);
}
function close(r) {
  r.detail.remove();
  r.detail = null;
  r.tr.classList.remove("open");
  r.button.setAttribute("aria-expanded", "false");
}
function open(r) {
  const tr = document.createElement("tr"), list = add(add(tr, "td", { colSpan: columns.length }), "dl", { className: "about" });
  const say = (name, value) => { if (value) { add(list, "dt", { textContent: name }); add(list, "dd", { textContent: value }); } };
  const code = (name, value) => {
    if (!value) return;
    add(list, "dt", { textContent: name });
    const dd = add(list, "dd");
    add(dd, "code", { textContent: value });
    add(dd, "span", { textContent: " " });
    add(dd, "button", { textContent: "copy" }).onclick = () => {
      copy(value);
      setTimeout(() => { $("said").textContent = ""; }, 4000);
    };
  };
  tr.className = "detail";
  say("platform", r.platform);
  say("printed as", withUnit(r.published, r) + (r.note ? ", " + r.note : ""));
  say("ours", r.ours === null ? "" : `${withUnit(r.ours, r)} by the ${r.compared}`);
  say("stale sample", r.sample_is_stale ? "of another design, workload or version: not counted" : "");
  say("compared by", r.judge && !uncounted.includes(r.judge) ? r.judge : "");
  say("why", r.why);
  r.questions.split(";").forEach((q, i) => say(i ? "" : "questions", q.trim()));
  say("expression", r.expression);
  code("command", r.command);
  code("this row", "nocsight reproduce " + r.id);
  r.tr.after(tr);
  r.detail = tr;
  r.tr.classList.add("open");
  r.button.setAttribute("aria-expanded", "true");
}
// Opens a row of the table, and goes there.
function show(r) {
  if (r.tr.hidden) { state = initial(); fillFilters(); draw(); }
  if (!r.detail) open(r);
  r.tr.scrollIntoView({ block: "center" });
  r.button.focus({ preventScroll: true });
}
// Rows without a value come last, either way.
function sorted() {
  const c = columns.find(k => k.key === state.sort), sign = state.down ? -1 : 1;
  if (!c) return rows;
  return rows.slice().sort((a, b) => {
    const x = c.of(a), y = c.of(b);
    if (x === null || y === null) return (x === null) - (y === null) || a.i - b.i;
    return sign * d3.ascending(x, y) || a.i - b.i;
  });
}
let order = "";
function drawTable(visible) {
  const wanted = new Set(visible), now = state.sort + state.down;
  if (now !== order) for (const r of sorted()) { body.append(r.tr); if (r.detail) body.append(r.detail); }
  order = now;
  for (const r of rows) {
    r.tr.hidden = !wanted.has(r);
    if (r.detail) r.detail.hidden = r.tr.hidden;
  }
  for (const c of columns) {
    const on = c.key === state.sort, th = c.head.parentNode;
    c.head.textContent = c.name + (on ? (state.down ? " ▼" : " ▲") : "");
    if (on) th.setAttribute("aria-sort", state.down ? "descending" : "ascending"); else th.removeAttribute("aria-sort");
  }
}

// ---- summary -------------------------------------------------------------------------------
const cells = [];
function makeSummary() {
  let parent = null;
  for (const tr of document.querySelectorAll("#summary tbody tr")) {
    const { paper, kind } = tr.dataset;
    if (!kind) parent = makePaper(tr, paper);
    else { tr.hidden = true; parent.kinds.push(tr); }
    for (const td of tr.querySelectorAll("td")) {
      const count = td.textContent, verdict = td.dataset.verdict;
      if (!count) continue;
      const only = v => v ? [v] : [];
      td.textContent = "";
      const button = add(td, "button", { textContent: count });
      button.setAttribute("aria-label", [paper || "all papers", kind, verdict].filter(t => t).join(", ") + ": " + count);
      button.onclick = () => {
        Object.assign(state, { paper: only(paper), kind: only(kind), verdict: only(verdict) });
        fillFilters();
        draw();
      };
      cells.push({ button, key: [paper, kind, verdict].join() });
    }
  }
}
function makePaper(tr, paper) {
  const head = tr.cells[0], group = { kinds: [] };
  if (!paper) return group;
  head.textContent = "";
  const button = add(head, "button", { textContent: "▸ " + paper });
  button.setAttribute("aria-expanded", "false");
  button.onclick = () => {
    const closed = button.getAttribute("aria-expanded") === "true";
    for (const k of group.kinds) k.hidden = closed;
    button.setAttribute("aria-expanded", closed ? "false" : "true");
    button.textContent = (closed ? "▸ " : "▾ ") + paper;
  };
  return group;
}
function drawSummary() {
  const key = filters.map(f => state[f.key].join("+")).join();
  for (const c of cells) c.button.setAttribute("aria-pressed", c.key === key && key !== ",," ? "true" : "false");
}

// ---- filters -------------------------------------------------------------------------------
function fillFilters() {
  const box = $("filters");
  box.textContent = "";
  for (const f of filters) {
    const set = add(box, "fieldset");
    add(set, "legend", { textContent: f.label });
    for (const v of f.values) {
      const b = add(set, "button");
      if (f.key === "paper") d3.select(b).append("svg").attr("viewBox", "-7 -7 14 14").append("path")
        .attr("d", shape({ paper: v }, 70)).attr("fill", ink({ paper: v }));
      b.append((f.key === "paper" ? " " : "") + v);
      b.setAttribute("aria-pressed", state[f.key].includes(v) ? "true" : "false");
      b.onclick = () => {
        const on = state[f.key].includes(v);
        state[f.key] = on ? state[f.key].filter(o => o !== v) : state[f.key].concat(v);
        b.setAttribute("aria-pressed", on ? "false" : "true");
        draw();
      };
    }
  }
  const bar = add(box, "div", { className: "bar" }), label = add(bar, "label", { textContent: "Search " });
  const search = add(label, "input", { type: "search", id: "search", value: state.q, placeholder: "words of a row" });
  search.oninput = () => { state.q = search.value; draw(); };
  add(bar, "button", { id: "reset", className: "screen", textContent: "reset" }).onclick = () => {
    state = initial();
    fillFilters();
    draw();
    $("reset").focus();
  };
}

function draw() {
  const visible = shown();
  for (const p of Object.values(plots)) p.draw(visible);
  drawTable(visible);
  drawSummary();
  const drawn = plots.changes.list().length + plots.amounts.list().length;
  const beyond = plots.changes.list().filter(r => Math.abs(r.ours) > plots.changes.most()).length;
  const wanted = filters.filter(f => state[f.key].length).map(f => f.key + " " + state[f.key].join(" or "))
    .concat(state.q ? "with " + state.q : []);
  $("count").textContent = `${visible.length} of ${rows.length} figures shown` +
    (wanted.length ? ` (${wanted.join("; ")})` : "") + `; drawn, as both are numbers: ${drawn}` +
    (beyond ? `, of these beyond the axis, at its end: ${beyond}` : "");
  saveState();
}

document.body.classList.add("ready");
makeSummary();
loadState();
window.addEventListener("hashchange", loadState);
document.body.dataset.ready = "yes";
