// ---- what was picked: side by side, each with its picture and its command ----------------------
const besideCommands = []; // what else a page has beside a design's command: functions of the paragraph and the design
function addCommand(box, d) {
  const p = make(box, "p");
  make(p, "code", command(d));
  make(p, "span", " ");
  make(p, "button", "copy").onclick = () => copy(command(d));
  for (const add of besideCommands) add(p, d);
}
// A picture is a page of its own, as its styles are for it alone; where its title was is empty.
const CAPTION = 58; // pixels
const cropped = svg => svg.replace(/height="(\d+)" viewBox="0 0 (\d+) (\d+)"/,
  (all, h, w, high) => `height="${h - CAPTION}" viewBox="0 ${CAPTION} ${w} ${high - CAPTION}"`);
function addPicture(box, d) {
  if (d.picture === undefined)
    return make(box, "p", "This page has no picture of its network (see About this report).", "faint");
  const svg = data.drawings.list[d.picture], end = svg.indexOf("\n");
  const img = make(box, "img");
  img.alt = "the network of " + d.name;
  img.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(cropped(svg.slice(0, end)) + data.drawings.head + svg.slice(end));
}
function addCards(box, picks) {
  const cards = make(box, "div", "", "cards");
  for (const d of picks) {
    const card = make(cards, "div", "", "card"), head = make(card, "h3", d.name + " ");
    make(head, "small", d.id);
    addPicture(card, d);
    addCommand(card, d);
  }
}
function changeOf(a, b, i) {
  const p = interval(a, i) || [a.values[i], a.values[i]], q = interval(b, i) || [b.values[i], b.values[i]];
  const overlap = p[0] <= q[1] && q[0] <= p[1], exact = p[0] === p[1] && q[0] === q[1];
  const per = d3.format("+.1%"), change = a.values[i] ? per(b.values[i] / a.values[i] - 1) : "";
  const range = change && !exact && p[0] > 0 ? ` [${per(q[0] / p[1] - 1)} .. ${per(q[1] / p[0] - 1)}]` : "";
  return change + range + (overlap ? " (indistinguishable)" : "");
}
function addComparison(box, [a, b]) {
  const row = (list, ...cells) => {
    const tr = make(list, "tr");
    cells.forEach((c, i) => make(tr, i ? "td" : "th", c, i ? "" : "text"));
  };
  const differ = f => a.values[f.metric] !== null && b.values[f.metric] !== null && a.values[f.metric] !== b.values[f.metric];
  const list = make(box, "table"), fold = make(box, "details"), head = t => row(t, "", a.name, b.name, "change");
  head(list);
  ofSettings.forEach(f => { if (f.text(a) !== f.text(b)) row(list, title(f), f.text(a), f.text(b), ""); });
  make(fold, "summary", "Other metrics");
  const rest = make(fold, "table");
  head(rest);
  for (const f of ofMetrics.filter(differ))
    row(f.asked ? list : rest, title(f), f.text(a), f.text(b), changeOf(a, b, f.metric));
}
function drawCompare() {
  const box = document.getElementById("compare"), picks = state.pick.map(i => designs[i]);
  const open = box.querySelector("details[open]");
  box.textContent = "";
  box.className = picks.length ? "" : "idle"; // not printed
  make(box, "h2", picks.length < 2 ? "Picked" : "Side by side");
  if (!picks.length) return make(box, "p", "Pick two designs in the plot or the table to compare them.");
  if (picks.length === 1) make(box, "p", `${picks[0].name} is picked; pick another to compare them.`);
  addCards(box, picks);
  if (picks.length === 2) addComparison(box, picks);
  if (open && box.querySelector("details")) box.querySelector("details").open = true;
}
