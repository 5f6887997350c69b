/* The HTML report in headless Chromium, by mouse and keyboard (tests/support/users/webdriver.h), in
 * one session. Skipped where there is no Chromium; what needs none is checked anyway. Long because
 * its tests share that session: a browser takes longer to start than all of them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reports/drawings/page_frame.h"
#include "tests/support/folder.h"
#include "tests/support/helpers.h"
#include "tests/support/users/shell_output.h"
#include "tests/support/users/webdriver.h"
#include "tests/support/users/xml.h"

static const char *folder;
static char url[200];
static test_browser *browser;

static int make_page(void **state)
{
    (void)state;
    char path[100];
    folder = test_make_folder();
    snprintf(path, sizeof path, "%s/s.space", folder);
    FILE *out = fopen(path, "w");
    fputs("name = \"</script><img src=x onerror=alert(1)>\";\nbase = \"te13-baseline\";\n"
          "axes = ( { key = \"nodes.placement\"; values = (\"top-bottom\", \"scattered\"); }, { "
          "key = "
          "\"network.virtual_channels\"; values = (2, 4, 6); }, { key = \"network.flit_bytes\"; "
          "from = "
          "8; to = 64; factor = 2; }, { key = \"network.buffer_flits\"; values = (4, 8); } );\n",
          out);
    fclose(out);
    free(test_output_of(
        "N='%s'; D='%s'; $N sweep $D/s.space --store $D/s.db -q && $N report --store $D/s.db "
        "-o $D/s.html -q --model-error 0.05 2>&1",
        NOC_BINARY, folder));
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

/* The page as it is at first. It is loaded once, then set back, which takes a tenth of the time. */
static void open_page(void)
{
    static bool loaded;
    need_page();
    if (!browser) skip();
    if (!loaded)
        test_browser_go(browser, url);
    else
        free(test_browser_run(browser,
                              "history.replaceState(null, '', '#'); tableBox.scrollTop = 0; "
                              "document.getElementById('filters').textContent = ''; point(null); "
                              "document.activeElement.blur(); start(); return 0;"));
    loaded = true;
}

/* An address of it. */
static void load_page(const char *hash)
{
    char address[600];
    snprintf(address, sizeof address, "%s%s", url, hash);
    test_browser_go(browser, address);
}

#define HOLD(...) TEST_HOLD(browser, __VA_ARGS__)

/* Where a design is in the window: `design` in JavaScript. */
static test_spot spot_of(const char *design)
{
    char script[400];
    snprintf(script, sizeof script,
             "plot.scrollIntoView({block: 'center'}); const b = plot.getBoundingClientRect(), d = "
             "%s; return [b.left + px(d) * b.width / W, b.top + py(d) * b.height / H];",
             design);
    return test_browser_spot(browser, script);
}

static void click_on_design(const char *design)
{
    const test_spot s = spot_of(design);
    test_browser_click(browser, s.x, s.y);
}

/* ---- the page itself ------------------------------------------------------------------------- */

static void data_is_sound(void **state)
{
    (void)state;
    need_page();
    char *text = test_read_back("s.html");
    assert_contains(text, "<script type=\"application/json\" id=\"data\">");
    assert_null(strstr(text, "</script><img"));
    assert_null(strstr(text, "http-equiv=\"refresh\""));
    assert_contains(text, "Content-Security-Policy");
    assert_contains(text, "<noscript><svg class=\"nocsight-chart\"");
    assert_contains(text, "<b>Lowest network area</b>");
    assert_contains(text, "<b>Knee</b>");
    assert_true(strlen(text) < 2000000);
    free(text);
}

static void plot_says_at_first(void)
{
    HOLD(
        {"P1 axes have units and directions",
         "return /\\[mm2\\]  \\(← better\\)/.test(plot.textContent) && /better "
         "→/.test(plot.textContent)"},
        {"P2 the front is steps",
         "const p = document.querySelector('.front').getAttribute('d').slice(1).split('L').map(t "
         "=> "
         "t.split(',').map(Number)); return p.length > 2 && p.every((q, i) => !i || q[0] === p[i - "
         "1][0] || q[1] === p[i - 1][1])"},
        {"P2 the page's front is the program's",
         "return front.length > 1 && front.every(d => d.flag & 4) && designs.filter(d => d.flag & "
         "4).length >= front.length"},
        {"the knee is on it, and marked",
         "return front.includes(knee) && document.querySelector('text.knee').textContent === "
         "'knee'"},
        {"P4 shapes tell model from sample", "return shape[true] !== shape[false]"},
        {"colours have a legend above the points",
         "const l = document.querySelector('.legend').getBoundingClientRect(), g = "
         "document.querySelector('.dots').getBoundingClientRect(); return l.bottom <= g.top && "
         "paint.legend.length > 1 && paint.legend.every(([, t]) => "
         "document.querySelector('.legend').textContent.includes(t))"},
        {"no label is cut at an edge, whatever the axes",
         "const b = plot.getBoundingClientRect(), kept = [state.x, state.y], ok = "
         "ofMetrics.every(f "
         "=> { state.x = state.y = f.key; draw(); return [...plot.querySelectorAll('.axis text, "
         "text.title')].every(t => { const r = t.getBoundingClientRect(); return r.left >= b.left "
         "&& "
         "r.right <= b.right && r.bottom <= b.bottom; }); }); [state.x, state.y] = kept; draw(); "
         "return ok"},
        {"a design above its clock is hidden at first, and never on the front",
         "const d = front[0]; d.flag |= 8; draw(); const off = !visible.includes(d) && "
         "!front.includes(d); state.barred = 1; draw(); const seen = visible.includes(d) && "
         "!front.includes(d) && document.querySelector('.legend').textContent.includes('above the "
         "clock'); d.flag &= ~8; state.barred = 0; draw(); return off && seen && front[0] === d"},
        {"P12 a summary for readers", "return plot.getAttribute('role') === 'img' && /on the "
                                      "front/.test(plot.getAttribute('aria-label'))"});
}

static void page_says_at_first(void)
{
    HOLD(
        {"the answer names it",
         "return document.getElementById('answer').textContent.includes(knee.name + ' ' + "
         "knee.id)"},
        {"names are for people",
         "return designs.some(d => d.name === 'scattered, 4 VCs, buffers of 8, 16 B') && new "
         "Set(designs.map(d => d.name)).size === designs.length"},
        {"P3 the level of intervals is named",
         "return /intervals.*%/.test(document.getElementById('about').textContent.replace(/\\s+/g, "
         "' "
         "'))"},
        {"P7 settings come first in the table",
         "return columns[3].key.startsWith('nodes.') && columns.findIndex(c => c.key === "
         "'network_area_mm2') > columns.findIndex(c => c.key === 'network.flit_bytes')"},
        {"metrics nobody asked for are not there",
         "return !columns.some(c => c.key === 'allocator_area_mm2') && "
         "![...document.querySelectorAll('details')].some(e => e.open)"},
        {"P10 nothing is loaded",
         "return performance.getEntriesByType('resource').length === 0 && /default-src "
         "'none'/.test(document.querySelector('meta[http-equiv]').content)"},
        {"P12 all controls can be reached", "return [...document.querySelectorAll('button, select, "
                                            "input')].every(e => e.tabIndex >= 0)"},
        {"P12 without scripts there are plot and table",
         "const t = document.querySelector('noscript').textContent; return /noc-ringed/.test(t) && "
         "/<table>/.test(t)"},
        {"what matters: shares and interactions add up to 100 %, and bars are as long",
         "const of = r => parseFloat(r.cells[2].textContent), tables = "
         "[...document.querySelectorAll('#importance .tables:not(details *) table')]; return "
         "tables.length === 2 && tables.every(t => { const all = [...t.querySelectorAll('.setting, "
         ".rest')], sum = all.reduce((s, r) => s + of(r), 0); return all.length === 5 && "
         "Math.abs(sum - 100) < 0.3 && all.every(r => "
         "Math.abs(r.querySelector('.share').offsetWidth "
         "- of(r) / 100 * r.querySelector('div').offsetWidth) < 1.5); })"},
        {"what matters has headers for readers, and other metrics folded",
         "return [...document.querySelectorAll('#importance th')].every(h => h.scope) && "
         "[...document.querySelectorAll('#importance table')].every(t => t.caption.textContent) && "
         "document.querySelectorAll('#importance details table').length >= 1"},
        {"P13 about",
         "const t = document.getElementById('about').textContent; return ['engine', 'command', "
         "'processors', 'constraints', 'store format', 'pictures'].every(w => t.includes(w))"},
        {"hostile names are words",
         "return !document.querySelector('img') && document.title.includes('<')"});
}

static void what_it_says_at_first(void **state)
{
    (void)state;
    open_page();
    plot_says_at_first();
    page_says_at_first();
    test_browser_is_clean(browser);
}

/* ---- mouse ----------------------------------------------------------------------------------- */

/* By a plain drag from beside a point, and from one with Shift held, which locks an axis of the
 * brushes that d3 makes by itself. */
static void a_drag_selects(void **state)
{
    (void)state;
    for (int shift = 0; shift < 2; shift++) {
        open_page();
        const double beside = shift ? 0 : 9;
        const test_spot a = spot_of("front[0]"), b = spot_of("front[Math.floor(front.length / 2)]");
        if (shift) test_browser_hold_key(browser, TEST_KEY_SHIFT, true);
        test_browser_drag(browser, fmax(a.x, b.x) + beside, fmin(a.y, b.y) - beside,
                          fmin(a.x, b.x) - 9, fmax(a.y, b.y) + 9);
        if (shift) test_browser_hold_key(browser, TEST_KEY_SHIFT, false);
        HOLD({"P5 both axes are limited", "return state.brush.length === 4 && state.brush[0] < "
                                          "state.brush[1] && state.brush[2] < "
                                          "state.brush[3]"},
             {"P5 what is shown lies inside",
              "const b = state.brush, x = axisX().of, y = axisY().of; return visible.length > 1 && "
              "visible.length < designs.length && visible.every(d => x(d) >= b[0] && x(d) <= b[1] "
              "&& "
              "y(d) >= b[2] && y(d) <= b[3]) && visible.length === designs.filter(d => x(d) >= "
              "b[0] && "
              "x(d) <= b[1] && y(d) >= b[2] && y(d) <= b[3]).length"},
             {"nothing was picked by it", "return state.pick.length === 0"},
             {"the address has it", "return location.hash.includes('brush=')"});
        test_browser_click_on(browser, "#whole");
        HOLD({"a button goes back", "return !state.brush && visible.length === designs.length"});
    }
}

static void clicks_pick(void **state)
{
    (void)state;
    open_page();
    click_on_design("front[0]");
    HOLD({"P6 the first", "return state.pick.length === 1 && state.pick[0] === front[0].i"},
         {"its picture is drawn", "return document.querySelectorAll('#compare img').length === 1"});
    test_browser_waits(browser, "it can be drawn",
                       "const i = document.querySelector('#compare img'); return i.complete && "
                       "i.naturalWidth > 100 && i.naturalHeight > 100");
    click_on_design("front[front.length - 1]");
    HOLD({"P6 two designs side by side",
          "const t = document.getElementById('compare').textContent; return state.pick.length === "
          "2 && "
          "t.includes(front[0].name) && t.includes(front[front.length - 1].id) && "
          "t.includes('change')"},
         {"P6 command lines, for any machine",
          "const c = [...document.querySelectorAll('#compare code')].map(e => e.textContent); "
          "return "
          "c.length === 2 && c.every(t => t.startsWith('nocsight query te13-baseline --set "
          "nodes.placement='))"},
         {"P6 a button copies the line",
          "return [...document.querySelectorAll('#compare button')].every(b => b.textContent === "
          "'copy')"},
         {"both are marked", "return document.querySelectorAll('circle.selected').length === 2"},
         {"P11 two that were picked are printed",
          "return document.getElementById('compare').className === ''"});
    click_on_design("front[0]");
    HOLD({"a click lets go", "return state.pick.length === 1"});
    /* the corner that is best in both, where nothing can be */
    const test_spot s = test_browser_spot(browser, "return [inner().left + 8, inner().top + 8];");
    test_browser_click(browser, s.x, s.y);
    HOLD({"a click beside the points says so",
          "return state.pick.length === 1 && "
          "document.getElementById('tip').textContent.startsWith('No design is here')"});
    test_browser_is_clean(browser);
}

/* What intervals overlap in is not told apart, and its change is said anyway. */
static void close_ones_are_told(void **state)
{
    (void)state;
    open_page();
    free(test_browser_run(
        browser,
        "const y = d => interval(d, objectives[0]), near = visible.find(d => d !== front[0] && "
        "y(d)[0] <= y(front[0])[1] && y(front[0])[0] <= y(d)[1]); state.pick = [front[0].i, "
        "near.i]; draw(); return 0;"));
    HOLD({"P6 beside the change and its interval",
          "return /[+-][0-9.]+% \\[[+-][0-9.]+% \\.\\. [+-][0-9.]+%\\] \\(indist/.test("
          "document.getElementById('compare').textContent.replace(/\\u2212/g, '-'))"});
}

static void pointing_tells(void **state)
{
    (void)state;
    open_page();
    const test_spot s = spot_of("front[0]");
    test_browser_move(browser, s.x, s.y);
    HOLD({"P4 the design, with intervals, and how it is known",
          "const t = document.getElementById('tip'); return t.style.display === 'block' && "
          "t.textContent.includes(front[0].name) && t.textContent.includes(front[0].id) && /\\[.* "
          "\\.\\. "
          ".*\\]/.test(t.textContent) && /model|measured/.test(t.textContent)"},
         {"the tip covers no axis",
          "const t = document.getElementById('tip').getBoundingClientRect(), b = inner(); return "
          "t.left "
          ">= b.left && t.right <= b.right && t.top >= b.top && t.bottom <= b.bottom"});
    test_browser_move(browser, 2, 2);
    HOLD({"it goes with the mouse",
          "return document.getElementById('tip').style.display === 'none'"});
}

/* ---- keyboard -------------------------------------------------------------------------------- */

static void keys_walk(void **state)
{
    (void)state;
    open_page();
    free(test_browser_run(browser, "plot.focus(); return 0;"));
    test_browser_keys(browser, TEST_KEY_RIGHT);
    HOLD({"P4 the first by x",
          "return focused === visible.slice().sort((a, b) => px(a) - px(b))[0]"});
    test_browser_keys(browser, TEST_KEY_RIGHT TEST_KEY_RIGHT TEST_KEY_LEFT);
    HOLD(
        {"and on", "return focused === visible.slice().sort((a, b) => px(a) - px(b))[1]"},
        {"with its tip", "return document.getElementById('tip').textContent.includes(focused.id)"});
    test_browser_keys(browser, TEST_KEY_ENTER);
    HOLD({"Enter picks", "return state.pick.length === 1"});
    test_browser_keys(browser, TEST_KEY_ESCAPE);
    HOLD({"Escape leaves", "return focused === null"});
    test_browser_keys(browser, TEST_KEY_TAB);
    HOLD({"Tab goes on to the filters",
          "return document.getElementById('filters').contains(document.activeElement)"});
}

/* ---- table, menus, filters ------------------------------------------------------------------- */

static void the_table(void **state)
{
    (void)state;
    open_page();
    test_browser_click_on(browser, "#table th[aria-sort], #table th:nth-child(8)");
    test_browser_click_on(browser, "#table th[aria-sort]");
    HOLD({"P7 a click on a head sorts, a second the other way",
          "const c = columns.find(f => f.key === state.sort), v = tableRows.map(c.of).filter(t => "
          "t !== "
          "null); return !c.text && state.down === 0 && v.length > 2 && v.every((t, i) => !i || t "
          ">= v[i "
          "- 1])"});
    test_browser_click_on(browser, "#table tbody.rows tr:nth-child(2) td");
    HOLD({"P7 a click on a row picks it",
          "return state.pick.length === 1 && state.pick[0] === tableRows[1].i && "
          "document.querySelectorAll('tr.picked').length === 1"});
    test_browser_click_on(browser, "#more");
    HOLD({"more columns", "return columns.some(c => c.key === 'allocator_area_mm2') && "
                          "location.hash.includes('more=1')"});
    free(test_browser_run(browser, "tableBox.scrollTop = 1e9; drawRows(); return 0;"));
    HOLD({"P7 all rows can be scrolled to",
          "return tableRows.length === visible.length && [...document.querySelectorAll('#table "
          "tbody.rows tr')].pop().textContent.includes(tableRows[tableRows.length - 1].id)"});
}

/* Chooses in a menu by keys: from its first entry down to the wanted one. */
static void choose(const char *menu, const char *value)
{
    char script[300];
    snprintf(
        script, sizeof script,
        "const m = document.querySelector('%s'); m.focus(); return [...m.options].findIndex(o => "
        "o.value === '%s')",
        menu, value);
    json_t *index = test_browser_run(browser, script);
    assert_true(json_integer_value(index) >= 0);
    test_browser_keys(browser, TEST_KEY_HOME);
    for (json_int_t i = 0; i < json_integer_value(index); i++)
        test_browser_keys(browser, TEST_KEY_DOWN);
    json_decref(index);
}

static void menus(void **state)
{
    (void)state;
    open_page();
    choose("#x", "nodes.placement");
    HOLD({"P1 an axis of words has a band for each",
          "return state.x === 'nodes.placement' && axisX().kind === 'word' && "
          "[...document.querySelectorAll('.axis')][0].textContent === axisX().values.join('')"},
         {"without a line between designs",
          "return !hasLine() && !document.querySelector('.front')"});
    choose("#x", "network.virtual_channels");
    HOLD({"P1 whole numbers have whole ticks",
          "return [...document.querySelectorAll('.axis')][0].textContent === '246'"});
    choose("#colour", "network.buffer_flits");
    HOLD({"any setting is a colour",
          "return state.colour === 'network.buffer_flits' && paint.legend.length === 2 && new "
          "Set(designs.map(paint.of)).size === 2 && "
          "document.querySelector('.legend').textContent.includes('buffer flits')"});
    choose("#y", "hops_mean");
    HOLD({"P1 any metric is an axis",
          "return state.y === 'hops_mean' && /hops/.test(plot.textContent)"});
    test_browser_click_on(browser, "#ylog");
    HOLD({"P1 logarithmic",
          "return state.ylog === 1 && location.hash.includes('ylog=1') && !!yScale.base"});
    test_browser_click_on(browser, "#reset");
    HOLD({"reset", "return state.ylog === 0 && state.colour === data.colour"});
    test_browser_is_clean(browser);
}

static void filters(void **state)
{
    (void)state;
    open_page();
    test_browser_click_on(browser, "input[name='nodes.placement'][value=scattered]");
    HOLD({"P5 a value of a setting can be left out",
          "return visible.length === designs.length / 2 && location.hash.includes('scattered') && "
          "document.getElementById('count').textContent.startsWith('24 of 48')"});
    test_browser_click_on(browser, "input[name='nodes.placement'][value=scattered]");
    test_browser_click_on(browser, "#filters summary");
    test_browser_click_on(browser, "input[name='network_area_mm2.most']");
    test_browser_keys(browser, "40" TEST_KEY_ENTER);
    HOLD(
        {"P5 a metric has limits", "const a = byKey.get('network_area_mm2').of; return "
                                   "visible.length > 0 && visible.length < "
                                   "designs.length && visible.every(d => a(d) <= 40)"},
        {"P11 the filter in words",
         "return /Filter: network area <= 40/.test(document.getElementById('words').textContent)"});
    test_browser_click_on(browser, "#reset");
    test_browser_click_on(browser, "#front-only");
    HOLD({"P5 front only",
          "return visible.length < designs.length && visible.every(d => d.flag & 7)"});
    test_browser_click_on(browser, "#reset");
    HOLD({"P3 intervals of the front are faint",
          "const w = document.querySelectorAll('.whisker'); return w.length > 0 && "
          "getComputedStyle(w[0]).strokeOpacity < 0.3"});
    test_browser_click_on(browser, "#tab-parallel");
    HOLD(
        {"P8 parallel coordinates, with words",
         "const keys = chosen().map(f => f.key), t = "
         "document.getElementById('parallel').textContent; "
         "return ['nodes.placement', 'network.flit_bytes', metrics[objectives[0]].name].every(k => "
         "keys.includes(k)) && t.includes('scattered') && chosen().every(f => "
         "t.includes(f.label))"});
}

/* ---- saving, address, print ------------------------------------------------------------------ */

static bool is_saved(const char *suffix, const char *wanted)
{
    for (int tries = 0; tries < 600; tries++) { /* half a minute, as for all else */
        char *found =
            test_output_of("cd '%s' && grep -l -a '%s' *.%s 2>/dev/null", folder, wanted, suffix);
        const bool yes = strstr(found, suffix) != NULL;
        free(found);
        if (yes) return true;
        usleep(50000);
    }
    return false;
}

static void saves(void **state)
{
    (void)state;
    open_page();
    test_browser_click_on(browser, "#save-svg");
    assert_true(is_saved("svg", "<svg.*network area.*</svg>"));
    char *saved = test_output_of("cat '%s'/*.svg", folder);
    assert_true(test_is_well_formed(saved));
    assert_null(strstr(saved, "var(")); /* styles are in it, not names of styles */
    free(saved);
    test_browser_click_on(browser, "#csv");
    assert_true(is_saved("csv", "name,hash,method,on_front,probability,nodes_placement"));
    assert_true(is_saved("csv", ",[0-9a-f]*,model,possible,0"));
    test_browser_click_on(browser, "#save-png");
    assert_true(is_saved("png", "PNG"));
    test_browser_is_clean(browser);
}

static void the_address_restores(void **state)
{
    (void)state;
    open_page();
    load_page(
        "#x=network.virtual_channels&colour=power_mw&ylog=1&without=nodes.placement%3Dscattered"
        "&r.network_area_mm2=10:&sort=network_area_mm2,up&more=1&second=1");
    HOLD({"P9 axes and switches",
          "return state.x === 'network.virtual_channels' && state.ylog === 1 && "
          "state.more === 1 && state.sort === 'network_area_mm2'"},
         {"P9 filters",
          "return visible.length > 0 && visible.every(d => d.name.startsWith('top-bottom') "
          "&& byKey.get('network_area_mm2').of(d) >= 10)"},
         {"P9 what it does not know it passes over",
          "return !('second' in state) && !location.hash.includes('second')"});
    open_page();
    click_on_design("front[0]");
    json_t *hash = test_browser_run(browser, "return location.hash");
    load_page(json_string_value(hash));
    json_decref(hash);
    HOLD({"P9 what was picked", "return state.pick.length === 1 && state.pick[0] === front[0].i"});
}

static void prints(void **state)
{
    (void)state;
    open_page();
    assert_true(test_browser_prints(browser) > 10000);
    free(test_browser_run(
        browser,
        "const s = document.head.appendChild(document.createElement('style')); s.textContent = "
        "[...[...document.styleSheets[0].cssRules].find(r => r.media && r.media.mediaText === "
        "'print').cssRules].map(r => r.cssText).join('\\n'); return 0;"));
    HOLD({"P11 nothing asks the paper to choose",
          "return ['compare', 'tip', 'filters'].every(id => "
          "getComputedStyle(document.getElementById(id)).display === 'none')"},
         {"P11 the front is printed by names, the knee marked",
          "const t = document.querySelectorAll('#front tr'); return t.length === front.length + 1 "
          "&& "
          "document.getElementById('front').textContent.includes(knee.name + ' (knee)')"},
         {"P11 so are the answer, and what colours mean",
          "return ['#answer', '.legend'].every(q => "
          "getComputedStyle(document.querySelector(q)).display "
          "!== 'none')"});
}

static void narrow_screens(void **state)
{
    (void)state;
    open_page();
    test_browser_resize(browser, 500, 800); /* a window cannot be narrower */
    load_page("");
    HOLD({"the page is not wider than the window",
          "return document.documentElement.scrollWidth <= innerWidth"},
         {"letters are as large as elsewhere",
          "return plot.getBoundingClientRect().width / W > 0.8"});
    test_browser_resize(browser, 1200, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_is_sound),
        cmocka_unit_test(what_it_says_at_first),
        cmocka_unit_test(a_drag_selects),
        cmocka_unit_test(clicks_pick),
        cmocka_unit_test(close_ones_are_told),
        cmocka_unit_test(pointing_tells),
        cmocka_unit_test(keys_walk),
        cmocka_unit_test(the_table),
        cmocka_unit_test(menus),
        cmocka_unit_test(filters),
        cmocka_unit_test(saves),
        cmocka_unit_test(the_address_restores),
        cmocka_unit_test(prints),
        cmocka_unit_test(narrow_screens),
    };
    return cmocka_run_group_tests_name("page", tests, make_page, drop_page);
}
