"use strict";
// What the scripts of all pages use; it runs before them.
const data = JSON.parse(document.getElementById("data").textContent);
// Tol's bright palette, which the colour-blind can tell apart.
const colours = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb"];

const figure = v => v === null ? "" : Math.abs(v) >= 1000 ? d3.format(",.0f")(v) : d3.format(".4~g")(v);

// Shows the element "tip" beside a place of the window, or hides it.
function showTip(shown, x, y) {
  const tip = document.getElementById("tip");
  tip.style.display = shown ? "block" : "none";
  if (!shown) return;
  tip.style.left = Math.min(x + 14, innerWidth - tip.offsetWidth - 8) + "px";
  tip.style.top = Math.max(4, Math.min(y + 14, innerHeight - tip.offsetHeight - 8)) + "px";
}
// Copies a text, and says so in the element "said".
function copy(text) {
  const say = how => { document.getElementById("said").textContent = how + text; };
  const failed = () => say("this browser does not let pages copy; the text is: ");
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(() => say("copied: "), failed); else failed();
}
