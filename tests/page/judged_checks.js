"use strict";
// Runs at the end of the page of published figures in headless Chromium and writes a line a check into the page; the
// test reads them from the dumped document (tests/browser.h).
(() => {
  const lines = [], check = (name, ok) => lines.push((ok ? "ok " : "FAILED ") + name);
  const seen = () => rows.filter(r => r.tr.getBoundingClientRect().height > 0);
  const fire = (target, type, options) => target.dispatchEvent(new (options && "key" in options ? KeyboardEvent : MouseEvent)(type,
    Object.assign({ bubbles: true, cancelable: true, view: window }, options)));
  const pressed = () => [...document.querySelectorAll("#filters [aria-pressed=true]")].map(b => b.textContent.trim()).join();
  const filter = name => [...document.querySelectorAll("#filters button")].find(b => b.textContent.trim() === name);
  const order = () => [...document.querySelectorAll("#figures tbody tr[id]")].map(tr => rows.find(r => r.id === tr.id));
  const place = (plot, id, r) => {
    const box = $(id).getBoundingClientRect(), [x, y] = plot.place(r);
    return { clientX: box.left + x * box.width / W, clientY: box.top + y * box.height / H };
  };
  function checkFirst() {
    check("all figures are shown at first", seen().length === rows.length && rows.every(r => r.tr));
    check("every row has a verdict, and a reason if it has no figure", rows.every(r => verdicts.includes(r.verdict) &&
      (r.ours !== null || r.model !== null || r.why || r.verdict === "input")));

    const cell = [...document.querySelectorAll("#summary button[aria-label^='te13, area, exact']")][0];
    check("kinds of a paper are folded", cell.getBoundingClientRect().height === 0);
    [...document.querySelectorAll("#summary button")].find(b => /te13/.test(b.textContent)).click();
    check("and unfolded by a click", cell.getBoundingClientRect().height > 0);
    cell.click();
    check("a cell of the summary filters, to as many as it says", seen().length === +cell.textContent && seen().length > 0 &&
      seen().every(r => r.paper === "te13" && r.kind === "area" && r.verdict === "exact"));
    check("which the filters show", pressed() === "te13,area,exact" && cell.getAttribute("aria-pressed") === "true");
    check("and the address", /paper=te13&kind=area&verdict=exact/.test(location.hash));
    $("reset").click();
    const sum = [...document.querySelectorAll("#summary tbody tr[data-kind='']:not([data-paper='']) td:nth-child(2)")];
    check("papers add up to all", d3.sum(sum, td => +td.textContent) === rows.length && seen().length === rows.length);

    filter("icc").click();
    filter("cdx19").click();
    check("values of one filter add up", seen().length === rows.filter(r => r.paper === "icc" || r.paper === "cdx19").length);
    filter("speedup").click();
    check("those of several all hold", seen().length > 0 && seen().every(r => r.kind === "speedup"));
    $("reset").click();
    $("search").value = "te13 vi CROSSBAR";
    $("search").oninput();
    check("words are searched", seen().length > 5 && seen().every(r => r.words.includes("crossbar") && r.paper === "te13"));
    $("reset").click();

    const { changes: per, amounts: of } = plots, at = r => per.place(r);
    const both = rows.filter(r => r.unit === "%" && r.printed !== null && r.ours !== null);
    check("per cents are drawn", per.list().length === both.length && both.length > 50);
    check("amounts are drawn", of.list().length > 50 && of.list().every(r => r.unit !== "%"));
    check("as many marks as figures", document.querySelectorAll("#changes .points path").length === both.length);
    const near = both.find(r => r.ours > 0 && r.ours < 90 && Math.abs(r.ours - r.printed) < 0.5 && r.published_lo === r.published_hi);
    const zero = at({ printed: 0, ours: 0 });
    check("equal figures lie on the diagonal", Math.abs((at(near)[0] - zero[0]) / (W - M.left - M.right) -
      (zero[1] - at(near)[1]) / (H - M.top - M.bottom)) < 0.01);
    check("the axis is as long on either side", Math.abs(zero[0] - (M.left + W - M.right) / 2) < 0.5);
    check("bands and diagonal", document.querySelectorAll("#changes .band").length === 2 &&
      document.querySelectorAll("#amounts .band").length === 2 && document.querySelector("#amounts .diagonal"));
    check("no mark lies outside", per.list().every(r => at(r).every(v => v > 0 && v < W)));
    check("shapes and colours differ by paper", new Set(papers.map(p => shape({ paper: p }, 48))).size === papers.length &&
      new Set(papers.map(p => ink({ paper: p }))).size === papers.length);

    fire($("changes"), "mousemove", place(per, "changes", near));
    check("pointing tells a figure", $("tip").style.display === "block" && /published .* %/.test($("tip").textContent) &&
      /model /.test($("tip").textContent));
    fire($("changes"), "mouseleave");
    fire($("amounts"), "keydown", { key: "ArrowRight" });
    const first = $("tip").textContent;
    fire($("amounts"), "keydown", { key: "ArrowRight" });
    check("the keyboard walks along them", first && $("tip").textContent && $("tip").textContent !== first);
    const id = $("tip").querySelector("b").textContent;
    fire($("amounts"), "keydown", { key: "Enter" });
    const row = rows.find(r => r.id === id);
    check("Enter opens the row", row.detail && document.activeElement === row.button);
    row.button.click();
    check("and its button closes it", !row.detail && row.button.getAttribute("aria-expanded") === "false");

    const asked = rows.find(r => r.questions.includes(";") && r.command.includes("--set"));
    asked.button.click();
    const text = asked.detail.textContent;
    check("a row has questions, expression, command", text.includes(asked.expression) && text.includes(asked.command) &&
      asked.questions.split(";").every(q => text.includes(q.trim())));
    check("and buttons to copy", [...asked.detail.querySelectorAll("button")].every(b => b.textContent === "copy") &&
      asked.detail.querySelectorAll("button").length === 2);
    asked.detail.querySelector("button").click();
    check("which say what they did", $("said").getBoundingClientRect().height > 0 || navigator.clipboard);
    columns.find(c => c.key === "difference").head.click();
    const up = order().map(r => r.difference), known = up.filter(v => v !== null);
    check("heads sort", known.every((v, i) => !i || v >= known[i - 1]) && known.length > 100);
    check("figures without one are last", up.slice(known.length).every(v => v === null));
    check("an open row stays with its details", asked.tr.nextSibling === asked.detail);
    columns.find(c => c.key === "difference").head.click();
    check("either way", order()[0].difference === Math.max(...known) && order().pop().difference === null &&
      columns.find(c => c.key === "difference").head.parentNode.getAttribute("aria-sort") === "descending");

    check("all controls can be reached", [...document.querySelectorAll("button, select, input, svg[tabindex]")].every(e => e.tabIndex >= 0));
    check("nothing is loaded", performance.getEntriesByType("resource").length === 0);
    check("the page is not wider than the window", document.documentElement.scrollWidth <= innerWidth);
    check("without scripts there are tables", document.querySelector("noscript").textContent.length > 20);
  }
  try {
    if (firstHash === "") checkFirst();
    else if (firstHash.startsWith("#paper")) {
      check("the address restores filters", seen().length > 0 && seen().every(r => r.paper === "icc" && r.verdict === "exact") &&
        pressed() === "icc,exact");
      check("the address restores the order", columns.find(c => c.key === "published").head.parentNode.getAttribute("aria-sort") === "descending");
    } else {
      const r = rows.find(row => "#" + row.id === firstHash);
      check("the address of a row opens it", r.detail && document.activeElement === r.button && seen().length === rows.length);
    }
  } catch (e) { lines.push("FAILED " + e.stack); }
  check("no errors", window.pageErrors.length === 0);
  const out = document.createElement("pre");
  out.textContent = "CHECKS\n" + lines.join("\n") + "\nEND\n";
  document.body.replaceChildren(out);
})();
