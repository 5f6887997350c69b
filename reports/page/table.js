// ---- table ---------------------------------------------------------------------------------
// All rows can be scrolled to; those in view, and some around them, are elements. Columns have one width for all.
const lead = [
  { key: "name", label: "design", text: 1, of: d => d.name },
  { key: "front", label: "on front", text: 1, of: d => isBarred(d) ? "clock" : ["", odds(d), "certain"][memberOf(d)], rank: d => memberOf(d) * 1000 + d.odds },
  { key: "by", label: "by", text: 1, of: d => d.measured ? "sample" : "model" },
];
const columnOf = f => ({ key: f.key, label: title(f), text: f.kind === "word", of: f.kind === "word" ? f.text : f.of });
// Settings first, then what the reader asks for; the other metrics behind a switch.
function columnsNow() {
  const looked = f => f.asked || [state.x, state.y, state.colour].includes(f.key);
  return lead.concat(ofSettings.map(columnOf), ofMetrics.filter(looked).map(columnOf),
    state.more ? ofMetrics.filter(f => !looked(f)).map(columnOf) : []);
}
const tableBox = document.querySelector(".table"), table = d3.select("#table"), AROUND = 10;
let columns = [], columnKeys = "", tableRows = [], rowHeight = 22, firstRow = -1;
table.insert("tbody", "tbody").append("tr");
table.select("tbody:nth-of-type(2)").attr("class", "rows");
table.append("tbody").append("tr");

function widthOf(c) {
  const longest = c.text ? d3.max(designs, (d, k) => k % 7 && k > 100 ? 0 : c.of(d).length) || 0 : 9;
  return 3 + Math.min(56, Math.max(1.1 * (c.label.length + 2), longest + (c.key === "name" ? 11 : 0)));
}
function setColumns() {
  const list = columnsNow(), keys = list.map(c => c.key).join();
  if (keys === columnKeys) return;
  columns = list;
  columnKeys = keys;
  table.select("tbody.rows").html("");
  table.select("colgroup").remove();
  const widths = columns.map(widthOf).concat(11);
  table.insert("colgroup", "thead").selectAll("col").data(widths).join("col").style("width", w => w + "ch");
  table.style("width", d3.sum(widths) + "ch");
}
function sorted() {
  const c = columns.find(column => column.key === state.sort), first = new Set(front);
  if (!c) return front.concat(visible.filter(d => !first.has(d)));
  const sign = state.down ? -1 : 1;
  return visible.slice().sort((a, b) => {
    const of = c.rank || c.of, x = of(a), y = of(b);
    if (x === null || y === null) return (x === null) - (y === null);
    return sign * d3.ascending(x, y) || a.i - b.i;
  });
}
function drawTable() {
  setColumns();
  table.select("thead tr").selectAll("th").data(columns.concat({ key: "copy", label: "" })).join("th")
    .attr("class", c => c.text ? "text" : null).attr("tabindex", c => c.key === "copy" ? null : 0)
    .attr("aria-sort", c => c.key === state.sort ? (state.down ? "descending" : "ascending") : null)
    .text(c => c.label + (c.key === state.sort ? (state.down ? " ▼" : " ▲") : ""))
    .on("click", sortBy).on("keydown", c => d3.event.key === "Enter" && sortBy(c));
  tableRows = sorted();
  firstRow = -1;
  drawRows();
  document.getElementById("rows").textContent = `${d3.format(",")(tableRows.length)} rows`;
}
function fillCell([d, c]) {
  if (this.firstChild) return; // of the same design
  if (!c) {
    make(this, "button", "copy command").onclick = e => { e.stopPropagation(); copy(command(d)); };
  } else if (c.key === "name") {
    this.title = d.name;
    make(this, "span", d.name + " ");
    make(this, "small", d.id);
  } else this.textContent = c.text ? c.of(d) : figure(c.of(d));
}
function drawRows() {
  const fit = Math.ceil((tableBox.clientHeight || 420) / rowHeight);
  const first = Math.max(0, Math.min(tableRows.length - fit, Math.floor(tableBox.scrollTop / rowHeight)) - AROUND);
  if (first === firstRow) return;
  firstRow = first;
  const list = tableRows.slice(first, first + fit + 2 * AROUND);
  const tr = table.select("tbody.rows").selectAll("tr").data(list, d => d.i).join("tr").order()
    .attr("class", d => state.pick.includes(d.i) ? "picked" : null)
    .on("mouseenter", d => { focused = d; drawMarks(); }).on("click", d => pick(d));
  tr.selectAll("td").data(d => columns.map(c => [d, c]).concat([[d, null]])).join("td")
    .attr("class", ([, c]) => c && c.text ? "text" : null).each(fillCell);
  const gap = (n, count) => table.select(`tbody:nth-of-type(${n}) tr`).style("height", count * rowHeight + "px");
  gap(1, first);
  gap(3, tableRows.length - first - list.length);
  const height = list.length ? table.select("tbody.rows tr").node().offsetHeight : 0;
  if (!height || height === rowHeight) return;
  rowHeight = height; // as this browser, with its letters, makes it
  firstRow = -1;
  drawRows();
}
tableBox.addEventListener("scroll", drawRows);
function sortBy(c) {
  if (c.key === "copy") return;
  state.down = state.sort === c.key ? 1 - state.down : 1;
  state.sort = c.key;
  tableBox.scrollTop = 0;
  draw();
}

// ---- commands and CSV -------------------------------------------------------------------------
// One word of a shell, whatever is in it; characters that a terminal would obey as bash and zsh name them.
const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const named = c => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0");
function word(s) {
  if (/^[A-Za-z0-9_./][A-Za-z0-9_.=,+/-]*$/.test(s)) return s;
  if (s.search(unseen) < 0) return "'" + s.replace(/'/g, "'\\''") + "'";
  return "$'" + s.replace(/[\\']/g, "\\$&").replace(unseen, named) + "'";
}
const quoted = s => "--set " + word(s);
const file = s => s.startsWith("-") ? "./" + s : s; // which would be an option
const command = d => ["nocsight query", word(file(data.base))].concat(d.set.map(quoted)).join(" ");
function csv() {
  const cell = v => v === null ? "" : /[",\r\n]/.test(v) ? `"${String(v).replace(/"/g, '""')}"` : String(v);
  const head = ["name", "hash", "method", "on_front", "probability"];
  const lines = visible.map(d => [d.name, d.hash, d.measured ? "sample" : "model", memberships[memberOf(d)], d.odds / 100]
    .concat(settings.map((s, i) => settingText(d, i)),
      metrics.flatMap((m, i) => { const r = interval(d, i) || [null, null]; return [d.values[i], r[0], r[1]]; }), overclocked(d)).map(cell).join(","));
  const names = head.concat(settings.map(s => s.name.replace(/\]/g, "").replace(/[.[]/g, "_")), metrics.flatMap(m => [m.name, m.name + "_lo", m.name + "_hi"]), "overclocked");
  return names.join(",") + "\n" + lines.join("\n") + "\n";
}

// What print has in place of the table, whose columns are too many for paper.
function drawFront() {
  const box = document.getElementById("front");
  box.textContent = "";
  make(box, "h2", hasLine() ? "The front of the two metrics" : "The front of the report");
  const list = make(box, "table");
  const row = (tag, cells) => {
    const tr = make(list, "tr");
    cells.forEach((c, i) => make(tr, tag, c, i > 3 ? "" : "text"));
  };
  row("th", ["design", "id", "by", "front", title(axisY()), title(axisX())]);
  for (const d of front)
    row("td", [d.name + (d === knee ? " (knee)" : ""), d.id, d.measured ? "sample" : "model", ["off", odds(d), "certain"][memberOf(d)],
      axisY().text(d), axisX().text(d)]);
  const texts = settings.map((s, i) => new Set(front.map(d => settingText(d, i))));
  const same = settings.map((s, i) => i).filter(i => texts[i].size === 1 && !texts[i].has(""));
  if (same.length) make(box, "p", "All of these: " + same.map(i => `${settings[i].name}=${[...texts[i]][0]}`).join(", "));
}
