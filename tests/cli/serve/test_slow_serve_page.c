/* The page of `nocsight serve` in headless Chromium, further: settings that go together, texts that
 * are opened, closed loops, widths and contrasts, names and focus, print, the front of a store. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/folder.h"
#include "tests/support/helpers.h"
#include "tests/support/users/live_page.h"
#include "tests/support/users/shell_output.h"

static void what_goes_together(void **state)
{
    (void)state;
    test_live_open("");
    test_live_settle();
    test_live_type(TEXT("nodes.compute"), "160");
    LIVE_HOLD({"nodes that are groups of one each follow",
               "return location.hash.includes('nodes.compute=160') && "
               "location.hash.includes('network.levels[0].groups=160')"});
    test_live_equals_command();
    test_live_open("#at=small.cfg;60%25");
    test_live_settle();
    test_live_type(TEXT("network.columns"), "4");
    LIVE_HOLD({"compute nodes that fill a grid follow",
               "return location.hash.includes('nodes.compute=10')"});
    test_live_equals_command();
    test_live_type(TEXT("nodes.compute"), "8");
    test_browser_waits(
        test_live_browser, "where nothing can follow, the field says it, and what would fit",
        "return /does not fit/.test(document.querySelector(\".field[data-key='nodes.compute'] "
        ".fault\").textContent) && "
        "[...document.querySelectorAll(\".field[data-key='nodes.compute'] .fault button\")].map(b "
        "=> b.textContent).includes('Set nodes.compute = 10')");
    test_browser_click_on(test_live_browser, ".field[data-key='nodes.compute'] .fault button");
    test_live_equals_command();
}

static void designs_that_do_not_fit(void **state)
{
    (void)state;
    test_live_open("");
    test_live_settle();
    test_live_choose(".field[data-key='network.topology'] select", "mesh");
    test_browser_waits(test_live_browser, "missing settings are said at fields of their own",
                       "return ['columns', 'rows'].every(k => { const f = "
                       "document.querySelector(`.field[data-key='network.${k}']`); "
                       "return f && f.offsetParent && /is "
                       "missing/.test(f.querySelector('.fault').textContent); })");
    test_browser_click_on(test_live_browser, "#state button");
    LIVE_HOLD(
        {"a button goes there",
         "return document.activeElement.closest('.field').dataset.key.startsWith('network.')"});
    test_browser_hold_key(test_live_browser, TEST_KEY_CTRL, true);
    test_browser_keys(test_live_browser, "z");
    test_browser_hold_key(test_live_browser, TEST_KEY_CTRL, false);
    test_browser_waits(test_live_browser, "undo goes back to what fits",
                       "return !document.body.classList.contains('last-good')");
    test_live_equals_command();
    test_live_open("");
    free(test_browser_run(test_live_browser,
                          "location.hash = '#at=gpu.cfg;60%25;network.flit_byte=3'; return 0"));
    test_browser_waits(test_live_browser,
                       "an unknown setting of an address is said, with the nearest one",
                       "return /did you mean "
                       "'network.flit_bytes'/.test(document.getElementById('state').textContent)");
    test_browser_click_on(test_live_browser, "#state button");
    test_live_settle();
    LIVE_HOLD({"and can be removed", "return !location.hash.includes('flit_byte') && "
                                     "!document.body.classList.contains('last-good')"});
}

static void opens_texts(void **state)
{
    (void)state;
    test_live_open("");
    test_live_settle();
    test_browser_click_on(test_live_browser, "#open");
    free(test_browser_run(
        test_live_browser,
        "document.getElementById('text').value = 'name = \"<img src=x onerror=alert(1)>\"; nodes = "
        "{ compute = 12; memory = 4; }; network = { topology = "
        "\"mesh\"; columns = 4; rows = 4; };'; return 0"));
    test_browser_click_on(test_live_browser, "#opening-form button[type=submit]");
    test_browser_waits(
        test_live_browser, "a pasted text is a design",
        "return location.hash.startsWith('#at=pasted.cfg') && document.title.startsWith('<img')");
    test_live_settle();
    LIVE_HOLD({"hostile names are words",
               "return !document.querySelector('img') && "
               "document.getElementById('figures').textContent.includes('<img')"});
    char *hash = test_live_text("return location.hash");
    test_live_open(hash);
    free(hash);
    LIVE_HOLD({"the address has the text",
               "return document.title.startsWith('<img') && "
               "document.getElementById('design').value === 'pasted.cfg'"});
    free(test_browser_run(
        test_live_browser,
        "const d = new DataTransfer(); d.items.add(new File(['nodes = { compute = 3; "
        "memory = 1; }; network = { topology = \"mesh\"; columns = 2; rows = 3; };'], "
        "'dropped.cfg')); document.body.dispatchEvent(new DragEvent('drop', { "
        "dataTransfer: d, bubbles: true, cancelable: true })); return 0"));
    test_browser_waits(
        test_live_browser, "what is wrong with a dropped file is said, with its line",
        "return /dropped\\.cfg:1: /.test(document.getElementById('state').textContent) && /6 "
        "nodes/.test(document.getElementById('state').textContent)");
    test_browser_click_on(test_live_browser, "#undo");
    test_browser_waits(test_live_browser, "undo closes it",
                       "return !document.body.classList.contains('last-good')");
    test_browser_is_clean(test_live_browser);
}

static void closed_loop(void **state)
{
    (void)state;
    test_live_open("");
    test_live_settle();
    test_browser_click_on(test_live_browser, "input[name=loop][value=closed]");
    test_browser_waits(test_live_browser, "cores have a throughput",
                       "return document.querySelector('[data-tile=ipc]').dataset.value > 100");
    test_live_equals_command();
    LIVE_HOLD({"the workload can be chosen",
               "return document.querySelectorAll('#load option').length > 20"});
    test_live_choose("#load select", "HH");
    test_live_equals_command();
    test_live_focus("#search");
    test_browser_keys(test_live_browser, "banks");
    test_live_type(TEXT("memory.banks"), "8");
    test_live_equals_command();
    test_browser_click_on(test_live_browser, "input[name=loop][value=open]");
    test_live_settle();
    LIVE_HOLD({"back to the load", "return document.querySelector('[data-tile=ipc]').hidden"});
    test_live_choose("#unit", "GB/s");
    test_live_equals_command();
    LIVE_HOLD(
        {"in another unit the load is the same",
         "const a = document.querySelectorAll('tr[data-metric=delivered_data_gb_per_s] .number'); "
         "return Math.abs(a[0].dataset.value / "
         "a[1].dataset.value - 1) < 0.01"});
    test_live_choose("#unit", "none");
    test_live_settle();
    LIVE_HOLD(
        {"without a load there is no latency under load",
         "return document.querySelector('tr[data-metric=round_trip_ns] .number').textContent === "
         "'–'"});
    test_live_equals_command();
    test_browser_is_clean(test_live_browser);
}

static void searches(void **state)
{
    (void)state;
    test_live_open("");
    test_live_settle();
    free(test_browser_run(test_live_browser, "document.activeElement.blur(); return 0"));
    test_browser_keys(test_live_browser, "/");
    LIVE_HOLD({"a key goes there", "return document.activeElement.id === 'search'"});
    test_browser_keys(test_live_browser, "precharge");
    LIVE_HOLD({"by what settings mean",
               "const s = [...document.querySelectorAll('.field')].filter(f => f.offsetParent && "
               "f.closest('#groups')).map(f => f.dataset.key); "
               "return s.includes('memory.trp') && s.length < 6 && /of \\d+ "
               "settings/.test(document.getElementById('found').textContent)"});
    test_browser_keys(test_live_browser, TEST_KEY_TAB TEST_KEY_TAB);
    LIVE_HOLD({"Tab goes on to what was found",
               "return document.activeElement.closest('.field').dataset.key.startsWith('memory.')"},
              {"what it means is said",
               "return /precharge/.test(document.getElementById('about').textContent)"});
    test_live_focus("#search");
    test_browser_keys(test_live_browser, TEST_KEY_ESCAPE);
    LIVE_HOLD({"Escape shows all",
               "return document.getElementById('search').value === '' && "
               "[...document.querySelectorAll('.field')].every(f => !f.hidden)"});
    test_live_focus(TEXT("network.flit_bytes"));
    test_browser_click_on(test_live_browser, "#about button");
    LIVE_HOLD({"a value for each network",
               "return !!document.querySelector(\"" TEXT("networks[1].flit_bytes") "\")"});
    test_live_type(TEXT("networks[1].flit_bytes"), "48");
    LIVE_HOLD({"which differ then", "return location.hash.includes('networks[1].flit_bytes=48')"});
    test_live_equals_command();
}

static void the_server_was_started_again(void **state)
{
    (void)state;
    test_live_open("");
    test_live_settle();
    char port[20];
    snprintf(port, sizeof port, "%u", test_live_server.port);
    test_serve_end(&test_live_server);
    test_live_type(TEXT("network.flit_bytes"), "40");
    test_browser_waits(test_live_browser, "the server is gone",
                       "return !document.getElementById('banner').hidden");
    test_live_server =
        test_serve((const char *const[]){"gpu.cfg", "small.cfg", "--port", port, NULL});
    test_browser_waits(
        test_live_browser, "its new address is asked for",
        "return /another address/.test(document.getElementById('banner').textContent)");
    char *hash = test_live_text("return location.hash");
    test_live_open(hash);
    LIVE_HOLD({"where the old one's end works",
               "return document.querySelector(\"" TEXT("network.flit_bytes") "\").value === '40'"});
    free(hash);
}

/* Contrasts of texts, as WCAG counts them. Controls that cannot be used are left out. */
#define CONTRASTS                                                                                  \
    "const n = c => { const m = c.match(/[\\d.]+/g).map(Number); return m.length < 4 ? [...m, 1] " \
    ": m; }; "                                                                                     \
    "const l = c => { const [r, g, b] = c.map(v => { v /= 255; return v <= 0.03928 ? v / 12.92 : " \
    "((v + 0.055) / 1.055) ** 2.4; }); "                                                           \
    "return 0.2126 * r + 0.7152 * g + 0.0722 * b; }; const under = e => { for (; e; e = "          \
    "e.parentElement) { const c = "                                                                \
    "n(getComputedStyle(e).backgroundColor); if (c[3] > 0) return c; } return [255, 255, 255, "    \
    "1]; }; const bad = []; "                                                                      \
    "for (const e of document.querySelectorAll('body *')) { if (e.closest('.sheet, .hidden, "      \
    "noscript, dialog:not([open]), option') || "                                                   \
    "e.disabled || ![...e.childNodes].some(t => t.nodeType === 3 && t.data.trim()) || "            \
    "!e.getClientRects().length) continue; "                                                       \
    "const s = getComputedStyle(e), c = n(e.namespaceURI.includes('svg') ? s.fill : s.color), b "  \
    "= under(e), p = l(c), q = l(b), "                                                             \
    "ratio = (Math.max(p, q) + 0.05) / (Math.min(p, q) + 0.05); if (ratio < 4.5) "                 \
    "bad.push(`${e.tagName}.${e.className.baseVal || "                                             \
    "e.className} \"${e.textContent.slice(0, 20)}\" ${ratio.toFixed(2)}`); } return bad.join('; "  \
    "')"

static void set_width(int width)
{
    test_browser_command(test_live_browser, "Emulation.setDeviceMetricsOverride",
                         json_pack("{s:i, s:i, s:i, s:b}", "width", width, "height", 900,
                                   "deviceScaleFactor", 1, "mobile", 0));
}

static void widths_light_and_dark(void **state)
{
    (void)state;
    static const char *const schemes[] = {"light", "dark"};
    static const int widths[] = {400, 800, 1280, 2000};
    for (size_t s = 0; s < 2; s++) {
        if (!test_live_browser) skip();
        test_browser_command(test_live_browser, "Emulation.setEmulatedMedia",
                             json_pack("{s:[{s:s, s:s}]}", "features", "name",
                                       "prefers-color-scheme", "value", schemes[s]));
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            set_width(widths[w]);
            test_live_open(
                "#at=gpu.cfg;60%25;network.flit_bytes=64;chip.clock_mhz=1400&A=gpu.cfg;60%25&"
                "B=small.cfg;60%25&against=A");
            test_live_settle();
            LIVE_HOLD({"nothing is wider than the window",
                       "return document.documentElement.scrollWidth <= innerWidth"});
            free(test_browser_run(
                test_live_browser,
                "document.querySelectorAll('details').forEach(d => { d.open = true; }); return 0"));
            LIVE_HOLD({"nor with all settings",
                       "return document.documentElement.scrollWidth <= innerWidth"});
            char *bad = test_live_text(CONTRASTS);
            if (*bad)
                fail_msg("%s, %d pixels: too little contrast: %s", schemes[s], widths[w], bad);
            free(bad);
            LIVE_HOLD(
                {"the scheme is that of the reader",
                 "const c = "
                 "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number); "
                 "return (c[0] < 128) === matchMedia('(prefers-color-scheme: dark)').matches"});
        }
        test_live_type(TEXT("network.flit_bytes"), "0");
        test_browser_waits(test_live_browser, "a fault",
                           "return document.body.classList.contains('last-good')");
        char *bad = test_live_text(CONTRASTS);
        if (*bad) fail_msg("%s, last good answer: too little contrast: %s", schemes[s], bad);
        free(bad);
    }
    test_browser_command(test_live_browser, "Emulation.clearDeviceMetricsOverride", json_object());
    test_browser_command(test_live_browser, "Emulation.setEmulatedMedia",
                         json_pack("{s:[]}", "features"));
    test_browser_is_clean(test_live_browser);
}

static void names_and_focus(void **state)
{
    (void)state;
    test_live_open("");
    test_live_settle();
    test_browser_click_on(test_live_browser, "#open");
    LIVE_HOLD(
        {"every control has a name",
         "return [...document.querySelectorAll('input, select, textarea, button, "
         "progress')].filter(e => !(e.getAttribute('aria-label') || "
         "e.textContent.trim() || [...(e.labels || [])].some(l => l.textContent.trim()))).map(e => "
         "e.outerHTML).join() === ''"},
        {"every field says what it means",
         "return [...document.querySelectorAll('.field input, .field select')].every(e => "
         "(e.getAttribute('aria-describedby') || '').split(' ').every(i => "
         "document.getElementById(i)))"},
        {"what is described is there",
         "return new Set([...document.querySelectorAll('[id]')].map(e => e.id)).size === "
         "document.querySelectorAll('[id]').length"},
        {"headings are in order",
         "return [...document.querySelectorAll('h1, h2, h3')].map(e => +e.tagName[1]).every((l, i, "
         "a) => i === 0 ? l === 1 : l <= a[i - 1] + 1)"},
        {"the page has a language", "return document.documentElement.lang === 'en'"},
        {"news are told politely",
         "return document.getElementById('live').getAttribute('aria-live') === 'polite'"},
        {"tables have heads",
         "return [...document.querySelectorAll('table')].every(t => t.querySelector('th[scope]'))"},
        {"drawings have names or are left out",
         "return [...document.querySelectorAll('body svg')].filter(s => "
         "!s.parentElement.closest('svg')).every(s => s.getAttribute('aria-hidden') === 'true' || "
         "s.getAttribute('aria-label'))"});
    test_browser_keys(test_live_browser, TEST_KEY_ESCAPE);
    LIVE_HOLD({"Escape closes a dialog", "return !document.querySelector('dialog[open]')"});
    free(test_browser_run(test_live_browser,
                          "window.visited = new Set(); document.addEventListener('focusin', e => { "
                          "visited.add(e.target); const s = getComputedStyle(e.target); "
                          "if (s.outlineStyle === 'none' || parseFloat(s.outlineWidth) < 1) "
                          "window.unseen = e.target.outerHTML; }); "
                          "document.activeElement.blur(); scrollTo(0, 0); return 0"));
    test_live_focus("#design");
    for (int i = 0; i < 40; i++)
        test_browser_keys(test_live_browser, TEST_KEY_TAB TEST_KEY_TAB TEST_KEY_TAB);
    char *missed = test_live_text(
        "return [...document.querySelectorAll('header button, header select, #settings input, "
        "#settings select, summary, #rest button, #rest input, #rest select, #rest textarea')]"
        ".filter(e => !e.disabled && e.checkVisibility() && getComputedStyle(e).visibility "
        "!== 'hidden' && !(e.type === 'radio' && !e.checked) && !visited.has(e))"
        ".map(e => e.outerHTML.slice(0, 100)).join()");
    if (*missed) fail_msg("Tab does not go to %s", missed);
    free(missed);
    LIVE_HOLD({"its place is seen", "return window.unseen === undefined"});
}

static void prints(void **state)
{
    (void)state;
    test_live_open("");
    test_live_settle();
    assert_true(test_browser_prints(test_live_browser) > 30000);
    test_browser_command(test_live_browser, "Emulation.setEmulatedMedia",
                         json_pack("{s:s}", "media", "print"));
    LIVE_HOLD({"settings and buttons are not printed",
               "return ['#settings', 'header', '#measure', '#rest .buttons'].every(q => "
               "!document.querySelector(q).getClientRects().length)"},
              {"figures, curve, network, costs and command are",
               "return ['#printed', '#tiles', '#figures', '#curve svg', '#network svg', '#costs', "
               "'#command'].every(q => document.querySelector(q).getClientRects().length)"});
    test_browser_command(test_live_browser, "Emulation.setEmulatedMedia",
                         json_pack("{s:s}", "media", ""));
}

static void the_front_opens_designs(void **state)
{
    (void)state;
    if (!test_live_browser) skip();
    free(test_output_of("printf '%%s' 'name = \"widths\"; base = \"small.cfg\"; axes = ( { key = "
                        "\"network.virtual_channels\"; values = (2, 4); }, "
                        "{ key = \"network.flit_bytes\"; from = 8; to = 64; factor = 2; } );' "
                        ">s.space; '%s' sweep s.space --store s.db -q 2>&1",
                        NOC_BINARY));
    test_browser_is_clean(test_live_browser);
    const test_server other = test_live_server;
    char origin[60], old_origin[60];
    test_live_server = test_serve((const char *const[]){"--store", "s.db", NULL});
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u/", test_live_server.port);
    snprintf(old_origin, sizeof old_origin, "http://127.0.0.1:%u/", other.port);
    test_browser_serves(test_live_browser, origin);
    test_live_open("");
    test_browser_click_on(test_live_browser, "#to-front");
    test_browser_waits(test_live_browser, "the front is drawn",
                       "return document.body.dataset.ready === 'yes' && "
                       "document.querySelectorAll('.front').length === 1");
    LIVE_HOLD({"all designs are there", "return designs.length === 8 && visible.length === 8"});
    test_browser_click_on(test_live_browser, "input[name='network.virtual_channels'][value='2']");
    LIVE_HOLD({"and can be filtered", "return visible.length === 4"});
    free(test_browser_run(test_live_browser,
                          "pick(front[0]); window.wanted = front[0].set; return 0"));
    char *set =
        test_live_text("return window.wanted.find(s => s.startsWith('network.flit_bytes'))");
    test_browser_click_on(test_live_browser, "#compare .card button:last-of-type");
    test_browser_waits(
        test_live_browser, "a design opens",
        "return document.body.dataset.ready === 'yes' && !!document.getElementById('tiles') && "
        "location.hash.includes('network.flit_bytes=')");
    char claim[200];
    snprintf(claim, sizeof claim, "return location.hash.includes('%s')", set);
    test_browser_holds(test_live_browser, "the one that was picked", claim);
    test_live_equals_command();
    test_browser_is_clean(test_live_browser);
    free(set);
    test_serve_end(&test_live_server);
    test_live_server = other;
    test_browser_serves(test_live_browser, old_origin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_goes_together),
        cmocka_unit_test(designs_that_do_not_fit),
        cmocka_unit_test(opens_texts),
        cmocka_unit_test(closed_loop),
        cmocka_unit_test(searches),
        cmocka_unit_test(the_server_was_started_again),
        cmocka_unit_test(widths_light_and_dark),
        cmocka_unit_test(names_and_focus),
        cmocka_unit_test(prints),
        cmocka_unit_test(the_front_opens_designs),
    };
    return cmocka_run_group_tests_name("the page of serve, further", tests, test_live_start,
                                       test_live_end);
}
