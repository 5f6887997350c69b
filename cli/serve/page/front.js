// The front of a store: the page of reports, whose designs can be opened here.
import { addDesign, addressAt, lastAddress, packDesign } from "./live_state.js";
import { get } from "./server.js";

const SCRIPTS = ["base", "designs", "state", "scales", "plot", "table", "compare", "parallel", "pointing", "save", "controls"];
const by = id => document.getElementById(id), here = location.pathname.replace(/\/front\.html$/, "");

const loadScript = name => new Promise((resolve, reject) => {
  const script = Object.assign(document.createElement("script"), { src: `${name}.js`, onload: resolve, onerror: reject });
  document.head.append(script);
});
const textOf = async name => (await fetch(name)).text();

// A design's place in the page of designs, with all that was there.
function addOpening(id) {
  besideCommands.push((paragraph, design) => {
    const settings = Object.fromEntries(design.set.map(s => [s.slice(0, s.indexOf("=")), s.slice(s.indexOf("=") + 1)]));
    paragraph.append(" ");
    make(paragraph, "button", "open").onclick = () => location.assign(`${here}#${addressAt(id, settings)}`);
  });
}
async function start() {
  by("back").href = `${here}#${lastAddress()}`;
  const answer = await get("front");
  if (!answer) throw new Error("This server has no store: nocsight serve --store FILE.");
  const { base, ...data } = answer, id = addDesign({ name: base.name, text: base.text }, true);
  await packDesign(id);
  const json = Object.assign(document.createElement("script"), { type: "application/json", id: "data" });
  json.textContent = JSON.stringify({ ...data, base: base.name });
  document.body.append(json);
  by("controls").innerHTML = await textOf("controls.html");
  by("view").innerHTML = await textOf("stage.html") + await textOf("table.html");
  by("title").textContent = `${data.space}: front of the store`;
  document.title = `${data.space} - nocsight`;
  for (const name of SCRIPTS) {
    if (name === "controls") addOpening(id); // the last one draws
    await loadScript(name);
  }
}
start().catch(e => { by("fault").textContent = e.message; document.body.dataset.ready = "no"; });
