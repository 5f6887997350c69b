"use strict";
// What the scripts of all pages use; it runs before them.
const data = JSON.parse((document.getElementById("data") || { textContent: "null" }).textContent); // null: the page gets its own
// Tol's bright palette, which the colour-blind can tell apart.
const colours = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb"];

const figure = v => v === null ? "" : Math.abs(v) >= 1000 ? d3.format(",.0f")(v) : d3.format(".4~g")(v);

// Shows the element "tip" beside a place of the window, or hides it; inside of `area` if it fits there, on the other
// side of the place where that has more room.
function showTip(shown, x, y, area) {
  const tip = document.getElementById("tip"), gap = 14;
  tip.style.display = shown ? "block" : "none";
  if (!shown) return;
  const screen = { left: 4, top: 4, right: innerWidth - 8, bottom: innerHeight - 4 }, w = tip.offsetWidth, h = tip.offsetHeight;
  const box = area && w < area.right - area.left && h < area.bottom - area.top ? area : screen;
  const beside = (at, size, low, high) => at + gap + size <= high ? at + gap : Math.max(low, Math.min(at - gap - size, high - size));
  tip.style.left = beside(x, w, box.left, box.right) + "px";
  tip.style.top = Math.max(screen.top, beside(y, h, box.top, Math.min(box.bottom, screen.bottom))) + "px";
}
// Adds an element, of a class if `name` is given.
const make = (to, tag, text, name) =>
  to.appendChild(Object.assign(document.createElement(tag), { textContent: text || "", className: name || "" }));
// Copies a text, and says so in the element "said".
function copy(text) {
  const say = how => { document.getElementById("said").textContent = how + text; };
  const failed = () => say("this browser does not let pages copy; the text is: ");
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(() => say("copied: "), failed); else failed();
}
