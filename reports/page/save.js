// ---- saving: files made by the page itself --------------------------------------------------------
function download(name, type, parts) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob(parts, { type }));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10000);
}
const styled = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-dasharray", "opacity",
  "font", "text-anchor", "paint-order"];
// The picture that is shown, with its styles in it, below what it shows and which designs.
function picture() {
  const source = document.getElementById(state.tab), copy_of = source.cloneNode(true), HEAD = 50;
  const from = [source, ...source.querySelectorAll("*")], to = [copy_of, ...copy_of.querySelectorAll("*")];
  from.forEach((e, i) => {
    const style = getComputedStyle(e);
    for (const k of styled) if (style.getPropertyValue(k)) to[i].style.setProperty(k, style.getPropertyValue(k));
    to[i].removeAttribute("class");
  });
  copy_of.querySelectorAll("[pointer-events], circle[r='8']").forEach(e => e.remove()); // what the mouse needs
  const page = getComputedStyle(document.body);
  for (const [k, v] of [["xmlns", "http://www.w3.org/2000/svg"], ["width", W], ["height", H + HEAD], ["viewBox", `0 ${-HEAD} ${W} ${H + HEAD}`]])
    copy_of.setAttribute(k, v);
  for (const k of ["id", "tabindex", "style"]) copy_of.removeAttribute(k);
  const add = (tag, attributes, text) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    e.textContent = text || "";
    copy_of.insertBefore(e, copy_of.firstChild);
  };
  const line = (y, size, text) => add("text", { x: 12, y, fill: page.color, "font-family": "sans-serif", "font-size": size }, text);
  line(-10, 12, shortened(`${visible.length} of ${data.designs} designs. ${filterWords()}`, 120));
  line(-30, 15, shortened(document.querySelector("h1").textContent, 95));
  add("rect", { x: 0, y: -HEAD, width: W, height: H + HEAD, fill: page.backgroundColor === "rgba(0, 0, 0, 0)" ? "#fff" : page.backgroundColor });
  return new XMLSerializer().serializeToString(copy_of);
}
const saveName = data.space.replace(/[^A-Za-z0-9._-]+/g, "_");
function savePng() {
  const image = new Image(), canvas = document.createElement("canvas"), svgText = picture(), SCALE = 2;
  image.onload = () => {
    canvas.width = SCALE * image.width;
    canvas.height = SCALE * image.height;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob(blob => download(saveName + ".png", "image/png", [blob]), "image/png");
  };
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svgText);
}
const saves = {
  "save-svg": () => download(saveName + ".svg", "image/svg+xml", [picture()]),
  "save-png": savePng,
  csv: () => download(saveName + ".csv", "text/csv", [csv()]),
};
