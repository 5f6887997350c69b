/* The page of published figures: all rows are in it, it needs nothing else, and in headless
 * Chromium it behaves, by mouse and keyboard (tests/support/users/webdriver.h). What needs no
 * browser is checked anyway. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/drawings/page_frame.h"
#include "studies/published.h"
#include "tests/support/folder.h"
#include "tests/support/helpers.h"
#include "tests/support/users/shell_output.h"
#include "tests/support/users/webdriver.h"

static const char *folder;
static char url[200];
static test_browser *browser;

static int make_page(void **state)
{
    (void)state;
    folder = test_make_folder();
    free(test_output_of("'%s' reproduce --model -q -o '%s/s.html' 2>&1", NOC_BINARY, folder));
    snprintf(url, sizeof url, "file://%s/s.html", folder);
    browser = test_browser_open(folder);
    return 0;
}

static int drop_page(void **state)
{
    (void)state;
    test_browser_close(browser);
    test_remove_folder();
    return 0;
}

static void need_page(void)
{
    if (!noc_page_has_library()) skip();
}

static char *page_text(void)
{
    return test_read_back("s.html");
}

static void all_rows_are_in_it(void **state)
{
    (void)state;
    need_page();
    noc_diag diag = {0};
    const noc_published *row;
    char *text = page_text();
    const char *table = text, *data = strstr(text, "id=\"data\">");
    assert_non_null(data);
    for (size_t i = 0; (row = noc_published_at(i, &diag)); i++) {
        char in_table[200], in_data[200];
        snprintf(in_table, sizeof in_table, "<tr id=\"%s\"><td>%s</td>", row->id, row->id);
        snprintf(in_data, sizeof in_data, "\"id\":\"%s\"", row->id);
        if (!(table = strstr(table, in_table)) || !(data = strstr(data, in_data)))
            fail_msg("%s is not in the page, or out of its order", row->id);
    }
    assert_int_equal(diag.count, 0);
    free(text);
}

static void it_needs_nothing_else(void **state)
{
    static const char *const outside[] = {" src=",   "<link",    "@import",
                                          "url(\"h", "fetch(\"", "http-equiv=\"refresh\""};
    (void)state;
    need_page();
    char *text = page_text();
    char *data = strstr(text, "id=\"data\">") + strlen("id=\"data\">");
    assert_true(strlen(text) < 2000000);
    assert_contains(text, "default-src 'none'");
    const size_t length = strcspn(data, "<"); /* a "<" in the data would end it here */
    assert_memory_equal(data + length, "</script>", 9);
    assert_int_equal(data[length - 1], ']');
    for (size_t i = 0; i < TEST_COUNT(outside); i++) assert_null(strstr(text, outside[i]));
    free(text);
}

static void a_part_of_it(void **state)
{
    char want[100];
    size_t asked = 0;
    const noc_published *row;
    (void)state;
    need_page();
    for (size_t i = 0; (row = noc_published_at(i, NULL)); i++)
        asked += noc_published_matches(row, "te13-figure8");
    snprintf(want, sizeof want, "p.html: %zu figures\n%zu\n", asked, asked);
    char *said = test_output_of("cd '%s' && '%s' reproduce --model -o p.html te13-figure8 2>&1 && "
                                "grep -c '<tr id=' p.html && grep '<h1>' p.html",
                                folder, NOC_BINARY);
    assert_contains(said, want);
    assert_contains(said, "<h1>Published figures beside ours: te13-figure8</h1>");
    free(said);
}

/* ---- in a browser ---------------------------------------------------------------------------- */

#define HOLD(...) TEST_HOLD(browser, __VA_ARGS__)

/* The page at an address, with what several claims need. */
static void open_page(const char *hash)
{
    char address[400];
    need_page();
    if (!browser) skip();
    snprintf(address, sizeof address, "%s%s", url, hash);
    test_browser_go(browser, address);
    free(test_browser_run(
        browser,
        "window.seen = () => rows.filter(r => r.tr.getBoundingClientRect().height > 0);"
        "window.pressed = () => [...document.querySelectorAll('#filters [aria-pressed=true]')].map("
        "b => b.textContent.trim()).join();"
        "window.mark = (all, of) => [...document.querySelectorAll(all)].find(of).id = 'wanted';"
        "return 0;"));
}

/* Clicks on the element of a selector that a script's function finds. */
static void click_on_one(const char *selector, const char *is)
{
    char script[500];
    snprintf(script, sizeof script,
             "const old = document.getElementById('wanted'); if (old) old.removeAttribute('id'); "
             "mark(\"%s\", %s); return 0;",
             selector, is);
    free(test_browser_run(browser, script));
    test_browser_click_on(browser, "#wanted");
}

static void at_first(void **state)
{
    (void)state;
    open_page("");
    HOLD(
        {"all figures are shown", "return seen().length === rows.length && rows.every(r => r.tr)"},
        {"every row has a verdict, and a reason if it has no figure",
         "return rows.every(r => verdicts.includes(r.verdict) && (r.ours !== null || r.model !== "
         "null || "
         "r.why || r.verdict === 'input'))"},
        {"papers add up to all",
         "return d3.sum([...document.querySelectorAll(\"#summary tbody "
         "tr[data-kind='']:not([data-paper='']) td:nth-child(2)\")], td => +td.textContent) === "
         "rows.length"},
        {"all controls can be reached",
         "return [...document.querySelectorAll('button, select, input, svg[tabindex]')].every(e => "
         "e.tabIndex >= 0)"},
        {"nothing is loaded", "return performance.getEntriesByType('resource').length === 0"},
        {"the page is not wider than the window",
         "return document.documentElement.scrollWidth <= innerWidth"},
        {"without scripts there are tables",
         "return document.querySelector('noscript').textContent.length > 20"});
    test_browser_is_clean(browser);
}

static void filters_hold(void **state)
{
    (void)state;
    static const char cell[] = "#summary button[aria-label^='te13, area, exact']";
    open_page("");
    HOLD({"kinds of a paper are folded",
          "return document.querySelector(\"#summary button[aria-label^='te13, area, "
          "exact']\").getBoundingClientRect().height === 0"});
    click_on_one("#summary button", "b => /te13/.test(b.textContent)");
    test_browser_click_on(browser, cell);
    HOLD({"a cell of the summary filters, to as many as it says",
          "const c = document.querySelector(\"#summary button[aria-label^='te13, area, exact']\"); "
          "return "
          "seen().length === +c.textContent && seen().length > 0 && c.getAttribute('aria-pressed') "
          "=== "
          "'true' && seen().every(r => r.paper === 'te13' && r.kind === 'area' && r.verdict === "
          "'exact')"},
         {"which the filters and the address show",
          "return pressed() === 'te13,area,exact' && "
          "/paper=te13&kind=area&verdict=exact/.test(location.hash)"});
    test_browser_click_on(browser, "#reset");
    click_on_one("#filters button", "b => b.textContent.trim() === 'icc'");
    click_on_one("#filters button", "b => b.textContent.trim() === 'cdx19'");
    HOLD({"values of one filter add up",
          "return seen().length === rows.filter(r => r.paper === 'icc' || "
          "r.paper === 'cdx19').length"});
    click_on_one("#filters button", "b => b.textContent.trim() === 'speedup'");
    HOLD({"those of several all hold",
          "return seen().length > 0 && seen().every(r => r.kind === 'speedup')"});
    test_browser_click_on(browser, "#reset");
    test_browser_click_on(browser, "#search");
    test_browser_keys(browser, "te13 vi CROSSBAR");
    HOLD({"words are searched", "return seen().length > 5 && seen().every(r => "
                                "r.words.includes('crossbar') && r.paper === 'te13')"});
}

static void plots_are_right(void **state)
{
    (void)state;
    open_page("");
    HOLD({"per cents and amounts are drawn",
          "const both = rows.filter(r => r.unit === '%' && r.printed !== null && r.ours !== null); "
          "return "
          "plots.changes.list().length === both.length && both.length > 50 && "
          "plots.amounts.list().length > 50 && plots.amounts.list().every(r => r.unit !== '%') && "
          "document.querySelectorAll('#changes .points path').length === both.length"},
         {"equal figures lie on the diagonal",
          "const at = r => plots.changes.place(r), near = plots.changes.list().find(r => r.ours > "
          "0 && "
          "r.ours < 90 && Math.abs(r.ours - r.printed) < 0.5 && r.published_lo === "
          "r.published_hi), zero = "
          "at({ printed: 0, ours: 0 }); return Math.abs((at(near)[0] - zero[0]) / (W - M.left - "
          "M.right) - "
          "(zero[1] - at(near)[1]) / (H - M.top - M.bottom)) < 0.01 && Math.abs(zero[0] - (M.left "
          "+ W - "
          "M.right) / 2) < 0.5"},
         {"bands and diagonal",
          "return document.querySelectorAll('#changes .band').length === 2 && "
          "document.querySelectorAll('#amounts .band').length === 2 && "
          "!!document.querySelector('#amounts "
          ".diagonal')"},
         {"no mark lies outside", "return plots.changes.list().every(r => "
                                  "plots.changes.place(r).every(v => v > 0 && v < W))"},
         {"shapes and colours differ by paper",
          "return new Set(papers.map(p => shape({ paper: p }, 48))).size === papers.length && new "
          "Set(papers.map(p => ink({ paper: p }))).size === papers.length"});
}

static void pointing_and_walking(void **state)
{
    (void)state;
    open_page("");
    const test_spot s = test_browser_spot(
        browser,
        "$('changes').scrollIntoView({block: 'center'}); const r = plots.changes.list()[0], b = "
        "$('changes').getBoundingClientRect(), p = plots.changes.place(r); return [b.left + p[0] * "
        "b.width / W, b.top + p[1] * b.height / H];");
    test_browser_move(browser, s.x, s.y);
    HOLD({"pointing tells a figure",
          "return $('tip').style.display === 'block' && /published .* "
          "%/.test($('tip').textContent) && /model /.test($('tip').textContent)"});
    free(test_browser_run(browser, "$('amounts').focus(); return 0;"));
    test_browser_keys(browser, TEST_KEY_RIGHT);
    free(test_browser_run(browser, "window.first = $('tip').textContent; return 0;"));
    test_browser_keys(browser, TEST_KEY_RIGHT);
    HOLD({"the keyboard walks along them", "window.id = $('tip').querySelector('b').textContent; "
                                           "return first && $('tip').textContent && "
                                           "$('tip').textContent !== first"});
    test_browser_keys(browser, TEST_KEY_ENTER);
    HOLD({"Enter opens the row", "window.row = rows.find(r => r.id === id); return !!row.detail && "
                                 "document.activeElement === "
                                 "row.button"});
    test_browser_keys(browser, TEST_KEY_ENTER);
    HOLD({"and closes it",
          "return !row.detail && row.button.getAttribute('aria-expanded') === 'false'"});
}

static void rows_open_and_sort(void **state)
{
    (void)state;
    open_page("");
    click_on_one(
        "#figures tbody button",
        "b => { const r = rows.find(o => o.button === b); return r && r.questions.includes(';') && "
        "r.command.includes('--set'); }");
    HOLD({"a row has questions, expression, command, and buttons to copy",
          "window.asked = rows.find(r => r.button.id === 'wanted'); const t = "
          "asked.detail.textContent; "
          "return t.includes(asked.expression) && t.includes(asked.command) && "
          "asked.questions.split(';').every(q => t.includes(q.trim())) && "
          "asked.detail.querySelectorAll('button').length === 2"});
    test_browser_click_on(browser, "tr:has(#wanted) + tr button");
    test_browser_waits(browser, "which say what they did",
                       "return $('said').textContent.length > 5");
    free(test_browser_run(browser,
                          "columns.find(c => c.key === 'difference').head.dataset.test = 'sort'; "
                          "window.rowOrder = () => [...document.querySelectorAll('#figures tbody "
                          "tr[id]')].map(tr => rows.find(r => r.id === tr.id)); return 0;"));
    test_browser_click_on(browser, "[data-test=sort]");
    HOLD(
        {"heads sort, figures without one are last",
         "const up = rowOrder().map(r => r.difference), known = up.filter(v => v !== null); return "
         "known.every((v, i) => !i || v >= known[i - 1]) && known.length > 100 && "
         "up.slice(known.length).every(v => v === null)"},
        {"an open row stays with its details", "return asked.tr.nextSibling === asked.detail"});
    test_browser_click_on(browser, "[data-test=sort]");
    HOLD({"either way", "return rowOrder()[0].difference === d3.max(rows, r => r.difference) && "
                        "rowOrder().pop().difference === null"});
}

static void addresses_restore(void **state)
{
    (void)state;
    open_page("#paper=icc&verdict=exact&sort=published,down");
    HOLD({"filters",
          "return seen().length > 0 && seen().every(r => r.paper === 'icc' && r.verdict === "
          "'exact') && pressed() === 'icc,exact'"},
         {"the order", "return columns.find(c => c.key === "
                       "'published').head.parentNode.getAttribute('aria-sort') === 'descending'"});
    open_page("#te13-fig8-ideal-speedup-hh");
    HOLD({"a row is opened",
          "const r = rows.find(o => o.id === 'te13-fig8-ideal-speedup-hh'); return "
          "!!r.detail && document.activeElement === r.button && seen().length === "
          "rows.length"});
    open_page("#paper=icc&kind=speedup");
    assert_true(test_browser_prints(browser) > 10000);
    test_browser_is_clean(browser);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_rows_are_in_it),   cmocka_unit_test(it_needs_nothing_else),
        cmocka_unit_test(a_part_of_it),         cmocka_unit_test(at_first),
        cmocka_unit_test(filters_hold),         cmocka_unit_test(plots_are_right),
        cmocka_unit_test(pointing_and_walking), cmocka_unit_test(rows_open_and_sort),
        cmocka_unit_test(addresses_restore),
    };
    return cmocka_run_group_tests_name("judged page", tests, make_page, drop_page);
}
