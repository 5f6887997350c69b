/* The page of `nocsight serve` in headless Chromium, by mouse and keyboard: what one drags and
 * types, its answers beside those of commands, pins, measurements, two tabs, the server gone. Long
 * because its tests share a server and a browser, which take longer to start than each of them.
 * Skipped where there is no Chromium. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/folder.h"
#include "tests/support/helpers.h"
#include "tests/support/users/live_page.h"
#include "tests/support/users/shell_output.h"

static void what_it_says_at_first(void **state)
{
    (void)state;
    test_live_open("");
    test_live_equals_command();
    LIVE_HOLD(
        {"each figure has a unit and its interval",
         "return [...document.querySelectorAll('#tiles .tile:not([hidden]):not(.limit)')].every(t "
         "=> t.querySelector('.unit').textContent && "
         "t.querySelector('.ends').textContent) && /^\\[[\\d.,]+ \\.\\. "
         "[\\d.,]+\\]$/.test(document.querySelector('[data-tile=bandwidth] "
         ".ends').textContent)"},
        {"intervals are drawn as intervals",
         "const l = document.querySelector('[data-tile=bandwidth] svg line'); return "
         "l.getAttribute('x2') - l.getAttribute('x1') > 4"},
        {"what limits it, in words",
         "return /network/.test(document.querySelector('.tile.limit').textContent)"},
        {"the curve has a band and saturation",
         "return document.querySelector('.curve .bands path').getAttribute('d').length > 200 && "
         "document.querySelectorAll('.curve .limits line').length >= 2"},
        {"the network with its busy links",
         "return document.querySelectorAll('#network svg title').length > 50"},
        {"costs by component", "return document.querySelectorAll('#costs tbody tr').length >= 5"},
        {"every setting of the design has a field, and the others can be reached",
         "return document.querySelectorAll('.field').length > 200"},
        {"levels have their ports", "return !!document.querySelector(\"" SLIDER(
                                        "networks[1].levels[1].flits_per_cycle") "\")"},
        {"what matters first is on top, the rest is folded",
         "return document.querySelector('#groups .field').dataset.key === 'nodes.compute' && "
         "[...document.querySelectorAll('#groups details')].every(d => !d.open)"},
        {"nothing is loaded from elsewhere",
         "return performance.getEntriesByType('resource').every(e => "
         "e.name.startsWith(location.origin) || e.name.startsWith('data:'))"});
    test_browser_is_clean(test_live_browser);
}

static void a_drag_answers(void **state)
{
    (void)state;
    test_live_open("");
    test_live_settle();
    const double before =
        test_live_number("return +document.querySelector('[data-tile=area]').dataset.value");
    const double rest = test_live_number(
        "return document.getElementById('rest').getBoundingClientRect().top + scrollY");
    const test_spot from = test_live_spot(SLIDER("network.flit_bytes"), -1),
                    to = test_live_spot(SLIDER("network.flit_bytes"), 0.8);
    test_browser_press(test_live_browser, from.x, from.y);
    for (int i = 1; i <= 10; i++)
        test_browser_pull(test_live_browser, from.x + (to.x - from.x) * i / 10, to.y);
    char script[200];
    snprintf(script, sizeof script,
             "return +document.querySelector('[data-tile=area]').dataset.value > %g", 1.2 * before);
    test_browser_waits(test_live_browser, "figures follow while the button is down", script);
    snprintf(script, sizeof script,
             "return Math.abs(document.getElementById('rest').getBoundingClientRect().top + "
             "scrollY - %g) < 1",
             rest);
    test_browser_holds(test_live_browser, "nothing moves", script);
    LIVE_HOLD({"the address waits", "return !location.hash.includes('flit_bytes')"});
    test_browser_release(test_live_browser, to.x, to.y);
    LIVE_HOLD(
        {"then it has the setting", "return /;network\\.flit_bytes=\\d+/.test(location.hash)"},
        {"a whole number", "return Number.isInteger(+document.querySelector(\"" TEXT(
                               "network.flit_bytes") "\").value)"},
        {"the field is marked as changed", "return "
                                           "document.querySelector(\".field[data-key='network."
                                           "flit_bytes']\").classList.contains('changed')"},
        {"the opened value has a mark on the slider",
         "const m = +document.querySelector(\"" SLIDER(
             "network.flit_bytes") "\").style.getPropertyValue('--opened'); return m > 0.3 && m < "
                                   "0.7"});
    test_live_equals_command();
    test_browser_waits(test_live_browser, "the change is said, and the pin that it is against",
                       "return /^[▲▽] [+−][\\d.,]+ "
                       "%/.test(document.querySelector('[data-tile=area] .change').textContent)");
    test_browser_click_on(test_live_browser, ".field[data-key='network.flit_bytes'] .reset");
    test_live_settle();
    LIVE_HOLD({"a button sets it back",
               "return document.querySelector(\"" TEXT(
                   "network.flit_bytes") "\").value === '32' && "
                                         "!location.hash.includes('flit_bytes')"},
              {"as does a drag back to it",
               "return document.querySelectorAll('.field.changed').length === 0"});
    test_browser_is_clean(test_live_browser);
}

static void keys_move_sliders(void **state)
{
    (void)state;
    static const struct {
        const char *keys, *value;
    } steps[] = {
        {TEST_KEY_RIGHT, "33"},
        {TEST_KEY_RIGHT TEST_KEY_RIGHT, "35"},
        {TEST_KEY_LEFT, "34"},
        {TEST_KEY_PGUP, "44"},
        {TEST_KEY_PGDN TEST_KEY_PGDN, "24"},
        {TEST_KEY_DOWN, "23"},
        {TEST_KEY_HOME, "4"},
        {TEST_KEY_END, "260"},
    };
    test_live_open("");
    test_live_settle();
    test_live_focus(SLIDER("network.flit_bytes"));
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        test_browser_keys(test_live_browser, steps[i].keys);
        char *value = test_live_text(
            "return document.querySelector(\"" TEXT("network.flit_bytes") "\").value");
        if (strcmp(value, steps[i].value) != 0)
            fail_msg("step %zu: %s, not %s", i, value, steps[i].value);
        free(value);
        LIVE_HOLD({"readers of screens hear of the value",
                   "return document.activeElement.getAttribute('aria-valuetext') === "
                   "document.querySelector(\"" TEXT("network.flit_bytes") "\").value + ' bytes'"});
    }
    test_live_equals_command();
    test_live_focus(TEXT("chip.clock_mhz"));
    test_browser_keys(test_live_browser, "\xee\x80\x93"); /* arrow up */
    LIVE_HOLD({"arrows step in the field, too",
               "return document.querySelector(\"" TEXT("chip.clock_mhz") "\").value === '1765'"});
    test_live_focus("#load input[type=range]");
    test_browser_keys(test_live_browser, TEST_KEY_RIGHT);
    LIVE_HOLD({"the load likewise", "return location.hash.includes(';61%25')"});
    test_live_equals_command();
    test_browser_is_clean(test_live_browser);
}

static void wrong_values_are_said_beside_their_fields(void **state)
{
    (void)state;
    test_live_open("");
    test_live_settle();
    char *before = test_live_text("return document.getElementById('tiles').textContent");
    test_live_type(TEXT("network.flit_bytes"), "5000");
    test_browser_waits(
        test_live_browser, "it is said",
        "return !document.querySelector(\".field[data-key='network.flit_bytes'] .fault\").hidden");
    LIVE_HOLD(
        {"in words",
         "return /expected an integer in "
         "1\\.\\.1024/.test(document.querySelector(\".field[data-key='network.flit_bytes'] "
         ".fault\").textContent)"},
        {"readers of screens hear of it",
         "const e = document.querySelector(\"" TEXT(
             "network.flit_bytes") "\"); return e.getAttribute('aria-invalid') === 'true' && "
                                   "document.getElementById(e.getAttribute('aria-describedby')."
                                   "split(' ')[0]).textContent.includes('1024')"},
        {"the figures are marked as those of the last position that fits",
         "return document.body.classList.contains('last-good') && /last position that "
         "fits/.test(document.getElementById('state').textContent)"});
    char *after = test_live_text("return document.getElementById('tiles').textContent");
    assert_string_equal(before, after);
    free(before);
    free(after);
    test_live_type(TEXT("network.flit_bytes"), "wide");
    test_browser_waits(
        test_live_browser, "a word is none",
        "return /\"wide\"/.test(document.querySelector(\".field[data-key='network.flit_bytes'] "
        ".fault\").textContent)");
    test_live_type(TEXT("network.flit_bytes"), "64");
    test_browser_waits(
        test_live_browser, "a right value is answered",
        "return !document.body.classList.contains('last-good') && "
        "document.querySelector(\".field[data-key='network.flit_bytes'] .fault\").hidden && "
        "!document.querySelector(\"" TEXT("network.flit_bytes") "\").hasAttribute('aria-invalid')");
    test_live_equals_command();
    test_live_type("#load input[type=text]", "-3");
    test_browser_waits(test_live_browser, "a wrong load is said beside the load",
                       "return !document.querySelector('#load .fault').hidden");
    test_live_type("#load input[type=text]", "70");
    test_live_equals_command();
}

static void undo_and_redo(void **state)
{
    (void)state;
    test_live_open("");
    test_live_settle();
    test_live_type(TEXT("network.flit_bytes"), "48");
    test_live_settle();
    test_live_type(TEXT("chip.clock_mhz"), "1500");
    test_live_settle();
    free(test_browser_run(test_live_browser, "document.activeElement.blur(); return 0"));
    test_browser_hold_key(test_live_browser, TEST_KEY_CTRL, true);
    test_browser_keys(test_live_browser, "z");
    LIVE_HOLD(
        {"Ctrl+Z takes the last change back",
         "return location.hash.includes('flit_bytes=48') && !location.hash.includes('clock')"});
    test_browser_keys(test_live_browser, "z");
    LIVE_HOLD({"and the one before", "return !location.hash.includes('flit_bytes') && "
                                     "document.getElementById('undo').disabled"});
    test_browser_hold_key(test_live_browser, TEST_KEY_SHIFT, true);
    test_browser_keys(test_live_browser, "Z");
    test_browser_hold_key(test_live_browser, TEST_KEY_SHIFT, false);
    test_browser_hold_key(test_live_browser, TEST_KEY_CTRL, false);
    LIVE_HOLD({"Ctrl+Shift+Z makes it again", "return location.hash.includes('flit_bytes=48')"});
    test_browser_click_on(test_live_browser, "#redo");
    LIVE_HOLD({"a button likewise", "return location.hash.includes('clock_mhz=1500') && "
                                    "document.getElementById('redo').disabled"});
    test_live_equals_command();
}

static void the_address_restores(void **state)
{
    (void)state;
    test_live_open("");
    test_live_settle();
    test_live_type(TEXT("network.buffer_flits"), "24");
    test_browser_click_on(test_live_browser, "#pin");
    test_live_type(TEXT("networks[1].levels[1].flits_per_cycle"), "4.5");
    test_browser_click_on(test_live_browser,
                          "th.design:last-of-type [aria-pressed]"); /* compare with B */
    test_live_settle();
    static const char seen[] = "return JSON.stringify([...document.querySelectorAll('.number, "
                               ".change, td.setting')].map(e => e.dataset.value || e.textContent))";
    char *before = test_live_text(seen), *hash = test_live_text("return location.hash");
    assert_true(strlen(hash) < 300);
    test_live_open(hash);
    test_browser_waits(test_live_browser, "the pins have their answers",
                       "return [...document.querySelectorAll('tr[data-metric=power_mw] "
                       ".number')].filter(e => e.dataset.value).length === 3");
    test_live_settle();
    char *after = test_live_text(seen);
    assert_string_equal(before, after);
    free(before);
    free(after);
    free(hash);
    test_live_open("#at=nothing;60%25");
    LIVE_HOLD({"an address that means nothing is passed over",
               "return location.hash.startsWith('#at=gpu.cfg')"});
    test_browser_is_clean(test_live_browser);
}

static void pins(void **state)
{
    (void)state;
    test_live_open("");
    test_live_settle();
    test_live_type(TEXT("network.flit_bytes"), "40");
    test_live_settle();
    test_browser_click_on(test_live_browser, "#pin");
    test_live_settle();
    LIVE_HOLD(
        {"the opened design and this position stand beside each other",
         "return [...document.querySelectorAll('th.design b')].map(e => "
         "e.textContent.trim()).join() === 'Now,A,B'"},
        {"what differs is said",
         "const r = [...document.querySelectorAll('#figures .differ tr')].find(t => "
         "t.textContent.startsWith('network.flit_bytes')); "
         "return [...r.querySelectorAll('td')].map(e => e.textContent).join() === '40,32,40'"},
        {"the change is that of the figures",
         "const r = document.querySelector('tr[data-metric=network_area_mm2]'), [now, a] = "
         "[...r.querySelectorAll('.number')].map(e => +e.dataset.value); "
         "return r.querySelector('.change').textContent === '▽ +' + (100 * (now / a - "
         "1)).toFixed(1) + ' %'"},
        {"intervals that overlap are told",
         "return /≈/.test(document.querySelector('tr[data-metric=built_area_mm2] "
         ".change').textContent)"},
        {"both have curves of their own dash",
         "const d = [...document.querySelectorAll('.curve .lines path')].map(p => "
         "p.getAttribute('stroke-dasharray')); return d.length === 3 && new Set(d).size === 3"},
        {"and marks of their own shape", "return new Set([...document.querySelectorAll('th.design "
                                         "svg path')].map(p => p.getAttribute('d'))).size === 3"});
    test_browser_click_on(test_live_browser,
                          "th.design:nth-of-type(3) button[aria-label='Go to A']");
    test_live_equals_command();
    LIVE_HOLD({"back at the opened design",
               "return !location.hash.split('&')[0].includes('flit_bytes')"});
    test_browser_click_on(test_live_browser, "button[aria-label='Unpin A']");
    test_live_settle();
    LIVE_HOLD({"a pin goes, the next is compared with",
               "return [...document.querySelectorAll('th.design b')].map(e => "
               "e.textContent.trim()).join() === 'Now,B' && location.hash.includes('against=B')"});
    test_live_choose("#design", "small.cfg");
    test_live_settle();
    LIVE_HOLD({"another design beside it",
               "return [...document.querySelectorAll('#figures .differ "
               "th')].some(e => e.textContent === 'network.topology')"});
    test_live_equals_command();
    test_browser_is_clean(test_live_browser);
}

static void measures(void **state)
{
    (void)state;
    test_live_open("");
    test_live_settle();
    test_live_choose("#approach", "sample");
    test_live_type("#precision", "nothing");
    LIVE_HOLD({"a wrong precision is said",
               "return /The precision is a "
               "number/.test(document.getElementById('measure-fault').textContent) && "
               "document.getElementById('precision').getAttribute('aria-invalid') === 'true'"});
    test_live_type("#precision", "0.01");
    test_browser_waits(
        test_live_browser, "progress is told",
        "return /\\d+ % of the precision/.test(document.getElementById('measured').textContent)");
    LIVE_HOLD({"the page is not held up", "return document.getElementById('run').disabled && "
                                          "!document.getElementById('cancel').disabled"});
    test_browser_click_on(test_live_browser, "#cancel");
    test_browser_waits(test_live_browser, "it can be cancelled",
                       "return document.getElementById('measured').textContent === 'cancelled' && "
                       "!document.getElementById('run').disabled");
    test_live_open("#at=small.cfg;60%25");
    test_live_choose("#approach", "sample");
    test_live_type("#precision", "5"); /* Enter measures */
    test_browser_waits(test_live_browser, "its answer stands beside the model's",
                       "const c = [...document.querySelectorAll('tr[data-metric=round_trip_ns] "
                       ".number')]; return c.length === 2 && +c[1].dataset.value > 0");
    LIVE_HOLD(
        {"by a sample, and told so",
         "return /by a sample/.test([...document.querySelectorAll('th.design')][1].textContent)"},
        {"near the model's",
         "const [m, s] = [...document.querySelectorAll('tr[data-metric=round_trip_ns] "
         ".number')].map(e => +e.dataset.value); return Math.abs(m / s - 1) < 0.2 && m !== s"},
        {"with an interval", "return document.querySelectorAll('tr[data-metric=round_trip_ns] "
                             ".ends')[1].textContent.startsWith('[')"});
    free(test_browser_run(test_live_browser, "document.querySelector(\"" SLIDER(
                                                 "network.flit_bytes") "\").focus(); return 0"));
    test_browser_keys(test_live_browser, TEST_KEY_RIGHT);
    test_live_settle();
    LIVE_HOLD({"elsewhere its column says so",
               "return /not at this "
               "position/.test([...document.querySelectorAll('th.design')][1].textContent)"});
    test_browser_is_clean(test_live_browser);
}

static void copies_and_saves(void **state)
{
    (void)state;
    test_live_open("");
    test_live_settle();
    test_live_type(TEXT("network.flit_bytes"), "40");
    test_live_settle();
    test_browser_command(
        test_live_browser, "Browser.grantPermissions",
        json_pack("{s:[s,s]}", "permissions", "clipboardReadWrite", "clipboardSanitizedWrite"));
    test_browser_click_on(test_live_browser, "#copy");
    test_browser_waits(test_live_browser, "it says what was copied",
                       "return document.getElementById('said').textContent === 'copied: ' + "
                       "document.getElementById('command').value");
    test_browser_waits(test_live_browser, "the clipboard has it",
                       "navigator.clipboard.readText().then(t => { window.copied = t; }); return "
                       "window.copied === document.getElementById('command').value");
    test_browser_click_on(test_live_browser, "#save");
    bool saved = false;
    for (int tries = 0; tries < 300 && !saved; tries++) {
        saved = access("my-gpu.cfg", R_OK) == 0;
        usleep(20000);
    }
    assert_true(saved);
    json_t *answer = test_live_command("nocsight query my-gpu.cfg --load 60%");
    const double area = json_number_value(json_object_get(
        json_object_get(json_object_get(answer, "metrics"), "network_area_mm2"), "value"));
    const double shown =
        test_live_number("return +document.querySelector('[data-tile=area]').dataset.value");
    assert_true(fabs(shown - area) <= 1e-9 * area);
    json_decref(answer);
    unlink("my-gpu.cfg");
    test_browser_is_clean(test_live_browser);
}

static void two_tabs_at_once(void **state)
{
    (void)state;
    test_live_open("");
    test_live_settle();
    test_live_type(TEXT("network.flit_bytes"), "40");
    test_browser_tab(test_live_browser, 1);
    test_live_open("#at=small.cfg;60%25");
    const test_spot from = test_live_spot(SLIDER("network.virtual_channels"), -1),
                    to = test_live_spot(SLIDER("network.virtual_channels"), 0.3);
    test_browser_press(test_live_browser, from.x, from.y);
    test_browser_pull(test_live_browser, to.x, to.y);
    test_browser_tab(test_live_browser, 0);
    test_live_focus(SLIDER("network.flit_bytes"));
    test_browser_keys(test_live_browser, TEST_KEY_PGUP);
    test_live_equals_command();
    LIVE_HOLD({"the first has its design",
               "return location.hash.startsWith('#at=gpu.cfg;60%25;network.flit_bytes=50')"});
    test_browser_tab(test_live_browser, 1);
    test_browser_release(test_live_browser, to.x, to.y);
    test_live_equals_command();
    LIVE_HOLD({"the second its own", "return location.hash.startsWith('#at=small.cfg')"});
    test_browser_is_clean(test_live_browser);
    test_browser_tab(test_live_browser, 0);
}

static void set_offline(bool is_offline)
{
    test_browser_command(test_live_browser, "Network.enable", json_object());
    test_browser_command(test_live_browser, "Network.emulateNetworkConditions",
                         json_pack("{s:b, s:i, s:i, s:i}", "offline", is_offline, "latency", 0,
                                   "downloadThroughput", -1, "uploadThroughput", -1));
}

static void the_server_is_gone(void **state)
{
    (void)state;
    test_live_open("");
    test_live_settle();
    char *before =
        test_live_text("return document.querySelector('[data-tile=area]').dataset.value");
    set_offline(true);
    test_live_type(TEXT("network.flit_bytes"), "40");
    test_browser_waits(test_live_browser, "a banner says so",
                       "return !document.getElementById('banner').hidden && /does not "
                       "answer/.test(document.getElementById('banner').textContent)");
    test_live_type(TEXT("network.flit_bytes"), "44");
    LIVE_HOLD({"the page can be used", "return location.hash.includes('flit_bytes=44')"});
    char *after = test_live_text("return document.querySelector('[data-tile=area]').dataset.value");
    assert_string_equal(before, after);
    set_offline(false);
    test_browser_waits(test_live_browser, "then the last position is answered",
                       "return document.getElementById('banner').hidden");
    test_live_equals_command();
    free(before);
    free(after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_it_says_at_first),
        cmocka_unit_test(a_drag_answers),
        cmocka_unit_test(keys_move_sliders),
        cmocka_unit_test(wrong_values_are_said_beside_their_fields),
        cmocka_unit_test(undo_and_redo),
        cmocka_unit_test(the_address_restores),
        cmocka_unit_test(pins),
        cmocka_unit_test(measures),
        cmocka_unit_test(copies_and_saves),
        cmocka_unit_test(two_tabs_at_once),
        cmocka_unit_test(the_server_is_gone),
    };
    return cmocka_run_group_tests_name("the page of serve", tests, test_live_start, test_live_end);
}
