"use strict";
// Runs at the end of a report page in headless Chromium and writes a line a check into the page; the test reads
// them from the dumped document. `second` is set on the page that was opened with the first one's address.
(() => {
  const lines = [], $ = id => document.getElementById(id);
  const check = (name, ok) => lines.push((ok ? "ok " : "FAILED ") + name);
  const fire = (target, type, options) => target.dispatchEvent(new (options && "key" in options ? KeyboardEvent : MouseEvent)(type,
    Object.assign({ bubbles: true, cancelable: true, view: window }, options)));
  const count = () => $("count").textContent;
  const place = d => {
    const box = $("plot").getBoundingClientRect();
    return { clientX: box.left + xScale(d.values[state.x]) * box.width / W, clientY: box.top + yScale(d.values[state.y]) * box.height / H };
  };
  try {
    if (window.firstHash.includes("second")) {
      check("P9 the address restores log scale", state.ylog === 1 && $("ylog").getAttribute("aria-pressed") === "true");
      check("P9 the address restores ranges", state.ranges["network.flit_bytes"][0] === 16 &&
        visible.length > 0 && visible.every(d => +settingText(d, settings.findIndex(s => s.name === "network.flit_bytes")) >= 16));
      check("P9 the address restores the choice of two", state.pick.length === 2);
      check("P9 unknown keys are passed over", !("second" in state));
    } else {
      check("P1 axes have units and directions", /\[mm2\]  \(← better\)/.test($("plot").textContent) && /better →/.test($("plot").textContent));
      $("x").value = String(byName.get("hops_mean"));
      $("x").onchange();
      check("P1 the menu changes the axis", /hops mean/.test($("plot").textContent));
      $("reset").onclick();
      $("ylog").onclick();
      check("P1 logarithmic", state.ylog === 1 && location.hash.includes("ylog=1"));
      $("reset").onclick();
      const line = document.querySelector(".front").getAttribute("d");
      const steps = line.slice(1).split("L").map(p => p.split(",").map(Number));
      check("P2 the front is steps", steps.length > 2 && steps.every((p, i) => !i || p[0] === steps[i - 1][0] || p[1] === steps[i - 1][1]));
      const front = frontOf(visible), byValue = designs.filter(d => d.flag & 4);
      check("P2 the page's front is the program's", front.length > 1 && front.every(d => d.flag & 4) && byValue.length >= front.length);
      const subpaths = which => [...document.querySelectorAll(which)].reduce((n, p) => n + p.getAttribute("d").split("M").length - 1, 0);
      const few = subpaths(".whisker");
      $("whiskers").onclick();
      check("P3 whiskers for the front, then for all", few >= front.length && subpaths(".whisker") > few);
      $("whiskers").onclick();
      check("P3 the level is named", /intervals.*%/.test($("about").textContent.replace(/\s+/g, " ")));
      fire($("plot"), "mousemove", place(front[0]));
      check("P4 pointing tells the design", $("tip").style.display === "block" && $("tip").textContent.includes(front[0].id) &&
        $("tip").textContent.includes("network."));
      check("P4 with intervals and how it is known", /\[.* \.\. .*\]/.test($("tip").textContent) && /model|sample/.test($("tip").textContent));
      fire($("plot"), "keydown", { key: "ArrowRight" });
      check("P4 the keyboard walks on", focused !== front[0] || visible.length === 1);
      fire($("plot"), "keydown", { key: "Escape" });
      check("P4 shapes tell model from sample", shape[true] !== shape[false]);
      const box = document.querySelector("input[name=topology]");
      box.click();
      check("P5 a topology can be left out", count().startsWith("0 of"));
      document.querySelector("input[name=topology]").click();
      const rest = visible.filter(d => !d.set.includes("nodes.placement=scattered")).length;
      document.querySelector("input[name='nodes.placement'][value=scattered]").click();
      check("P5 a value of any setting can be left out", visible.length === rest && rest > 0 && location.hash.includes("scattered"));
      document.querySelector("input[name='nodes.placement'][value=scattered]").click();
      const least = document.querySelector("input[name='network.flit_bytes.least']");
      const before = visible.length;
      least.value = "16";
      least.onchange();
      check("P5 ranges", visible.length > 0 && visible.length < before && count().includes(" of "));
      $("reset").onclick();
      $("front-only").onclick();
      check("P5 front only", visible.every(d => memberOf(d) > 0));
      $("reset").onclick();
      state.brush = [xScale.domain()[0], designs[0].values[state.x], yScale.domain()[0], yScale.domain()[1]];
      draw();
      check("P5 part of the plane", visible.every(d => d.values[state.x] <= designs[0].values[state.x]));
      $("reset").onclick();
      fire($("plot"), "click", place(front[0]));
      fire($("plot"), "click", place(front[front.length - 1]));
      const text = $("compare").textContent;
      check("P6 two designs side by side", state.pick.length === 2 && text.includes(front[0].id) && text.includes("change"));
      check("P6 a button copies the line", [...$("compare").querySelectorAll("button")].some(b => /copy/.test(b.textContent)));
      check("P6 command lines", text.includes("nocsight query ") && text.includes("--set network."));
      const y = d => interval(d, objectives[0]), picked = state.pick;
      const near = visible.find(d => d !== front[0] && y(d)[0] <= y(front[0])[1] && y(front[0])[0] <= y(d)[1]);
      state.pick = [front[0].i, near.i];
      draw();
      check("P6 what intervals cannot tell apart", $("compare").textContent.includes("(indistinguishable)"));
      check("P6 beside the change and its interval", /[+-][0-9.]+% \[[+-][0-9.]+% \.\. [+-][0-9.]+%\] \(indist/.test(
        $("compare").textContent.replace(/\u2212/g, "-")));
      state.pick = picked;
      draw();
      const rows = () => [...document.querySelectorAll("#table tbody.rows tr")].map(r => r.cells[columns.findIndex(c => c.key === "network_area_mm2")].textContent);
      const head = [...document.querySelectorAll("#table th")][columns.findIndex(c => c.key === "network_area_mm2")];
      fire(head, "click");
      fire(head, "click");
      const values = rows().map(v => +v.replace(",", ""));
      check("P7 sorting", values.length > 2 && values.every((v, i) => !i || v >= values[i - 1]));
      state.pick = tableRows.slice(0, 2).map(d => d.i); // rows that are in view
      draw();
      check("P7 the chosen are marked in the table", document.querySelectorAll("tr.picked").length === 2);
      state.pick = picked;
      draw();
      const lines_of = csv().trim().split("\n");
      check("P7 CSV of what is shown", lines_of.length === visible.length + 1 && lines_of[0].includes("network_area_mm2_lo"));
      $("tab-parallel").onclick();
      check("P8 parallel coordinates", subpaths("#parallel .lines path") > visible.length / 2);
      const axes = chosen().map(f => f.key);
      check("P8 with the objectives and the settings that differ", objectives.every(m => axes.includes(metrics[m].name)) &&
        ["network.flit_bytes", "network.virtual_channels"].every(k => axes.includes(k)) && axes.every(k => $("parallel").textContent
          .includes(filterable.find(f => f.key === k).label)));
      $("tab-plot").onclick();
      const box_of = document.querySelector(".table");
      box_of.scrollTop = 1e9;
      drawRows();
      check("P7 all rows can be scrolled to", tableRows.length === visible.length &&
        [...document.querySelectorAll("#table tbody.rows tr")].pop().textContent.includes(tableRows[tableRows.length - 1].id));
      box_of.scrollTop = 0;
      $("ylog").onclick();
      state.ranges["network.flit_bytes"] = [16, null];
      draw();
      check("P10 nothing is loaded", performance.getEntriesByType("resource").length === 0 &&
        /default-src 'none'/.test(document.querySelector("meta[http-equiv]").content));
      check("P12 a summary for readers", $("plot").getAttribute("role") === "img" && /on the front/.test($("plot").getAttribute("aria-label")));
      check("P12 all controls can be reached", [...document.querySelectorAll("button, select, input")].every(e => e.tabIndex >= 0));
      check("P12 a page without scripts has plot and table", /<circle/.test(document.querySelector("noscript").textContent) &&
        /<table>/.test(document.querySelector("noscript").textContent));
      check("P11 the filter in words", /Filter/.test($("words").textContent));
      $("reset").onclick();
      const printed = document.head.appendChild(document.createElement("style"));
      printed.textContent = [...[...document.styleSheets[0].cssRules].find(r => r.media && r.media.mediaText === "print").cssRules]
        .map(r => r.cssText).join("\n");
      const seen = id => getComputedStyle($(id)).display !== "none";
      check("P11 nothing asks the paper to choose", !state.pick.length && !seen("compare") && !seen("tip") && !seen("filters"));
      check("P11 the front is printed, with its settings", seen("front") && seen("plot") &&
        document.querySelectorAll("#front tr").length === frontOf(visible).length + 1 &&
        /flit bytes/.test($("front").textContent) && $("legend").textContent.includes(topologies[0]));
      state.pick = picked;
      draw();
      check("P11 two that were chosen are printed", seen("compare"));
      printed.remove();
      check("P11 the screen has no second table", !seen("front") && seen("compare"));
      state.ylog = 1;
      state.ranges["network.flit_bytes"] = [16, null];
      draw();
      check("P13 about", ["engine", "command", "processors", "constraints", "store format"].every(t => $("about").textContent.includes(t)));
      check("hostile names are words", !document.querySelector("img") && document.title.includes("<"));
      lines.push("hash " + location.hash);
    }
  } catch (e) { lines.push("FAILED " + e.stack); }
  const print = [...document.styleSheets[0].cssRules].find(r => r.media && r.media.mediaText === "print");
  check("P11 print rules hide the controls", print && /\.bar/.test(print.cssText));
  check("no errors", !window.pageErrors || window.pageErrors.length === 0);
  const out = document.createElement("pre");
  out.id = "checks";
  out.textContent = "CHECKS\n" + lines.join("\n") + "\nEND\n";
  document.body.replaceChildren(out);
})();
