/* The page of `nocsight serve` in headless Chromium, by mouse and keyboard
 * (tests/support/users/webdriver.h), its figures beside those of commands. Long because its tests
 * share a server and a browser, which take longer to start than most of them. Skipped where there is
 * no Chromium, or no server in the build. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/folder.h"
#include "tests/support/helpers.h"
#include "tests/support/users/serving.h"
#include "tests/support/users/shell_output.h"
#include "tests/support/users/webdriver.h"

static const char *folder;
static test_server server;
static test_browser *browser;

#define HOLD(...) TEST_HOLD(browser, __VA_ARGS__)

/* ---- the page and its server ----------------------------------------------------------------- */

static int start(void **state)
{
    (void)state;
    folder = test_make_folder();
    if (chdir(folder)) return -1;
    free(test_output_of("'%s' new gpu >gpu.cfg; '%s' new mesh --compute 7 --memory 2 >small.cfg",
                        NOC_BINARY, NOC_BINARY));
    server = test_serve((const char *const[]){"gpu.cfg", "small.cfg", NULL});
    browser = test_browser_open(folder);
    char origin[60];
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u/", server.port);
    if (browser) test_browser_serves(browser, origin);
    return 0;
}

static int end(void **state)
{
    (void)state;
    test_browser_close(browser);
    if (server.process > 0) test_serve_end(&server);
    test_remove_folder();
    return 0;
}

/* The page at an address of it; "": as it is at first. */
static void open_page(const char *hash)
{
    char address[2000];
    if (!browser) skip();
    snprintf(address, sizeof address, "%s%s", server.address, hash);
    test_browser_go(browser, address);
    test_browser_waits(
        browser, "an answer is shown",
        "return document.querySelector('#tiles [data-tile=bandwidth]').dataset.value > 0");
}

/* Waits until all that was asked is answered. */
static void settle(void)
{
    test_browser_waits(
        browser, "the page has its answers",
        "return document.getElementById('rest').getAttribute('aria-busy') === 'false'");
}

/* Runs a command as a shell would in the server's folder; returns its JSON. The caller frees it. */
static json_t *answer_of(const char *command)
{
    char *text = test_output_of("'%s' %s --format json -q 2>/dev/null", NOC_BINARY,
                                command + strlen("nocsight "));
    json_t *answer = json_loads(text, 0, NULL);
    if (!answer) fail_msg("%s: %s", command, text);
    free(text);
    return answer;
}

/* The text of what a script returns; the caller frees it. */
static char *text_of(const char *script)
{
    json_t *value = test_browser_run(browser, script);
    char *text = strdup(json_is_string(value) ? json_string_value(value) : "");
    json_decref(value);
    return text;
}

static double number_of(const char *script)
{
    json_t *value = test_browser_run(browser, script);
    const double number = json_is_number(value) ? json_number_value(value) : NAN;
    json_decref(value);
    return number;
}

/* The figures of the page are those of the command that it shows. */
static void equals_its_command(void)
{
    static const char *const metrics[] = {
        "saturation_data_gb_per_s",
        "delivered_data_gb_per_s",
        "round_trip_ns",
        "zero_load_latency_ns",
        "network_area_mm2",
        "built_area_mm2",
        "power_mw",
        "energy_per_bit_pj",
        "max_clock_mhz",
        "ipc",
    };
    settle();
    char *command = text_of("return document.getElementById('command').value");
    assert_int_equal(strncmp(command, "nocsight query ", 15), 0);
    json_t *answer = answer_of(command), *wanted = json_object_get(answer, "metrics");
    size_t compared = 0;
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
        char script[300];
        snprintf(script, sizeof script,
                 "const e = document.querySelector('#figures tr[data-metric=%s] .number'); return "
                 "e && e.dataset.value !== '' "
                 "? +e.dataset.value : null",
                 metrics[i]);
        const double shown = number_of(script);
        json_t *value = json_object_get(json_object_get(wanted, metrics[i]), "value");
        if (!json_is_number(value)) {
            if (!isnan(shown)) fail_msg("%s is shown, and %s has none", metrics[i], command);
            continue;
        }
        const double w = json_number_value(value);
        if (!(fabs(shown - w) <= 1e-9 * fabs(w)))
            fail_msg("%s: %.12g, not %.12g of %s", metrics[i], shown, w, command);
        compared++;
    }
    assert_true(compared >= 5);
    json_decref(answer);
    free(command);
}

/* ---- mouse and keys on settings -------------------------------------------------------------- */

/* A field's slider, by the key of its setting. */
#define SLIDER(key) ".field[data-key='" key "'] input[type=range]"
#define TEXT(key)   ".field[data-key='" key "'] input[type=text]"

/* Where the thumb of a slider is, or would be at a share of it. */
static test_spot spot_on(const char *selector, double share)
{
    char script[600];
    snprintf(script, sizeof script,
             "const e = document.querySelector(\"%s\"); e.scrollIntoView({block: 'center'}); const "
             "r = e.getBoundingClientRect(), s = %g; "
             "return [r.left + 6 + (r.width - 12) * (s < 0 ? (e.value - e.min) / (e.max - e.min) : "
             "s), r.top + r.height / 2]",
             selector, share);
    return test_browser_spot(browser, script);
}

static void focus(const char *selector)
{
    char script[300];
    snprintf(script, sizeof script, "document.querySelector(\"%s\").focus(); return 0", selector);
    free(test_browser_run(browser, script));
}

/* Types a value in place of what is there, and Enter. */
static void type_into(const char *selector, const char *text)
{
    char script[300];
    test_browser_click_on(browser, selector);
    snprintf(script, sizeof script, "document.querySelector(\"%s\").select(); return 0", selector);
    free(test_browser_run(browser, script));
    test_browser_keys(browser, text);
    test_browser_keys(browser, TEST_KEY_ENTER);
}

static void choose(const char *selector, const char *value)
{
    char script[400];
    snprintf(script, sizeof script,
             "const e = document.querySelector(\"%s\"); e.value = '%s'; e.dispatchEvent(new "
             "Event('change')); return e.value === '%s'",
             selector, value, value);
    test_browser_holds(browser, value, script);
}

static void what_it_says_at_first(void **state)
{
    (void)state;
    open_page("");
    equals_its_command();
    HOLD({"each figure has a unit and its interval",
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
    test_browser_is_clean(browser);
}

static void a_drag_answers(void **state)
{
    (void)state;
    open_page("");
    settle();
    const double before =
        number_of("return +document.querySelector('[data-tile=area]').dataset.value");
    const double rest =
        number_of("return document.getElementById('rest').getBoundingClientRect().top + scrollY");
    const test_spot from = spot_on(SLIDER("network.flit_bytes"), -1),
                    to = spot_on(SLIDER("network.flit_bytes"), 0.8);
    test_browser_move(browser, from.x, from.y);
    settle();
    test_browser_press(browser, from.x, from.y);
    for (int i = 1; i <= 10; i++)
        test_browser_move(browser, from.x + (to.x - from.x) * i / 10, to.y);
    char script[200];
    snprintf(script, sizeof script,
             "return +document.querySelector('[data-tile=area]').dataset.value > %g", 1.2 * before);
    test_browser_waits(browser, "figures follow while the button is down", script);
    snprintf(script, sizeof script,
             "return Math.abs(document.getElementById('rest').getBoundingClientRect().top + "
             "scrollY - %g) < 1",
             rest);
    test_browser_holds(browser, "nothing moves", script);
    HOLD({"the address waits", "return !location.hash.includes('flit_bytes')"});
    test_browser_release(browser);
    HOLD({"then it has the setting", "return /;network\\.flit_bytes=\\d+/.test(location.hash)"},
         {"a whole number", "return Number.isInteger(+document.querySelector(\"" TEXT(
                                "network.flit_bytes") "\").value)"},
         {"the field is marked as changed", "return "
                                            "document.querySelector(\".field[data-key='network."
                                            "flit_bytes']\").classList.contains('changed')"},
         {"the opened value has a mark on the slider",
          "const m = +document.querySelector(\"" SLIDER(
              "network.flit_bytes") "\").style.getPropertyValue('--opened'); return m > 0.3 && m < "
                                    "0.7"});
    equals_its_command();
    test_browser_waits(browser, "the change is said, and the pin that it is against",
                       "return /^[▲▽] [+−][\\d.,]+ "
                       "%/.test(document.querySelector('[data-tile=area] .change').textContent)");
    test_browser_click_on(browser, ".field[data-key='network.flit_bytes'] .reset");
    settle();
    HOLD({"a button sets it back",
          "return document.querySelector(\"" TEXT(
              "network.flit_bytes") "\").value === '32' && "
                                    "!location.hash.includes('flit_bytes')"},
         {"as does a drag back to it",
          "return document.querySelectorAll('.field.changed').length === 0"});
    test_browser_is_clean(browser);
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
    open_page("");
    settle();
    focus(SLIDER("network.flit_bytes"));
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        test_browser_keys(browser, steps[i].keys);
        char *value =
            text_of("return document.querySelector(\"" TEXT("network.flit_bytes") "\").value");
        if (strcmp(value, steps[i].value) != 0)
            fail_msg("step %zu: %s, not %s", i, value, steps[i].value);
        free(value);
        HOLD({"readers of screens hear of the value",
              "return document.activeElement.getAttribute('aria-valuetext') === "
              "document.querySelector(\"" TEXT("network.flit_bytes") "\").value + ' bytes'"});
    }
    equals_its_command();
    focus(TEXT("chip.clock_mhz"));
    test_browser_keys(browser, "\xee\x80\x93"); /* arrow up */
    HOLD({"arrows step in the field, too",
          "return document.querySelector(\"" TEXT("chip.clock_mhz") "\").value === '1765'"});
    focus("#load input[type=range]");
    test_browser_keys(browser, TEST_KEY_RIGHT);
    HOLD({"the load likewise", "return location.hash.includes(';61%25')"});
    equals_its_command();
    test_browser_is_clean(browser);
}

static void what_goes_together(void **state)
{
    (void)state;
    open_page("");
    settle();
    type_into(TEXT("nodes.compute"), "160");
    HOLD({"nodes that are groups of one each follow",
          "return location.hash.includes('nodes.compute=160') && "
          "location.hash.includes('network.levels[0].groups=160')"});
    equals_its_command();
    open_page("#at=small.cfg;60%25");
    settle();
    type_into(TEXT("network.columns"), "4");
    HOLD({"compute nodes that fill a grid follow",
          "return location.hash.includes('nodes.compute=10')"});
    equals_its_command();
    type_into(TEXT("nodes.compute"), "8");
    test_browser_waits(
        browser, "where nothing can follow, the field says it, and what would fit",
        "return /does not fit/.test(document.querySelector(\".field[data-key='nodes.compute'] "
        ".fault\").textContent) && "
        "[...document.querySelectorAll(\".field[data-key='nodes.compute'] .fault button\")].map(b "
        "=> b.textContent).includes('Set nodes.compute = 10')");
    test_browser_click_on(browser, ".field[data-key='nodes.compute'] .fault button");
    equals_its_command();
}

/* ---- wrong values ---------------------------------------------------------------------------- */

static void wrong_values_are_said_beside_their_fields(void **state)
{
    (void)state;
    open_page("");
    settle();
    char *before = text_of("return document.getElementById('tiles').textContent");
    type_into(TEXT("network.flit_bytes"), "5000");
    test_browser_waits(
        browser, "it is said",
        "return !document.querySelector(\".field[data-key='network.flit_bytes'] .fault\").hidden");
    HOLD({"in words",
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
    char *after = text_of("return document.getElementById('tiles').textContent");
    assert_string_equal(before, after);
    free(before);
    free(after);
    type_into(TEXT("network.flit_bytes"), "wide");
    test_browser_waits(
        browser, "a word is none",
        "return /\"wide\"/.test(document.querySelector(\".field[data-key='network.flit_bytes'] "
        ".fault\").textContent)");
    type_into(TEXT("network.flit_bytes"), "64");
    test_browser_waits(
        browser, "a right value is answered",
        "return !document.body.classList.contains('last-good') && "
        "document.querySelector(\".field[data-key='network.flit_bytes'] .fault\").hidden && "
        "!document.querySelector(\"" TEXT("network.flit_bytes") "\").hasAttribute('aria-invalid')");
    equals_its_command();
    type_into("#load input[type=text]", "-3");
    test_browser_waits(browser, "a wrong load is said beside the load",
                       "return !document.querySelector('#load .fault').hidden");
    type_into("#load input[type=text]", "70");
    equals_its_command();
}

static void designs_that_do_not_fit(void **state)
{
    (void)state;
    open_page("");
    settle();
    choose(".field[data-key='network.topology'] select", "mesh");
    test_browser_waits(browser, "missing settings are said at fields of their own",
                       "return ['columns', 'rows'].every(k => { const f = "
                       "document.querySelector(`.field[data-key='network.${k}']`); "
                       "return f && f.offsetParent && /is "
                       "missing/.test(f.querySelector('.fault').textContent); })");
    test_browser_click_on(browser, "#state button");
    HOLD({"a button goes there",
          "return document.activeElement.closest('.field').dataset.key.startsWith('network.')"});
    test_browser_hold_key(browser, TEST_KEY_CTRL, true);
    test_browser_keys(browser, "z");
    test_browser_hold_key(browser, TEST_KEY_CTRL, false);
    test_browser_waits(browser, "undo goes back to what fits",
                       "return !document.body.classList.contains('last-good')");
    equals_its_command();
    open_page("");
    free(test_browser_run(browser,
                          "location.hash = '#at=gpu.cfg;60%25;network.flit_byte=3'; return 0"));
    test_browser_waits(browser, "an unknown setting of an address is said, with the nearest one",
                       "return /did you mean "
                       "'network.flit_bytes'/.test(document.getElementById('state').textContent)");
    test_browser_click_on(browser, "#state button");
    settle();
    HOLD({"and can be removed", "return !location.hash.includes('flit_byte') && "
                                "!document.body.classList.contains('last-good')"});
}

/* ---- undo, address --------------------------------------------------------------------------- */

static void undo_and_redo(void **state)
{
    (void)state;
    open_page("");
    settle();
    type_into(TEXT("network.flit_bytes"), "48");
    settle();
    type_into(TEXT("chip.clock_mhz"), "1500");
    settle();
    free(test_browser_run(browser, "document.activeElement.blur(); return 0"));
    test_browser_hold_key(browser, TEST_KEY_CTRL, true);
    test_browser_keys(browser, "z");
    HOLD({"Ctrl+Z takes the last change back",
          "return location.hash.includes('flit_bytes=48') && !location.hash.includes('clock')"});
    test_browser_keys(browser, "z");
    HOLD({"and the one before", "return !location.hash.includes('flit_bytes') && "
                                "document.getElementById('undo').disabled"});
    test_browser_hold_key(browser, TEST_KEY_SHIFT, true);
    test_browser_keys(browser, "Z");
    test_browser_hold_key(browser, TEST_KEY_SHIFT, false);
    test_browser_hold_key(browser, TEST_KEY_CTRL, false);
    HOLD({"Ctrl+Shift+Z makes it again", "return location.hash.includes('flit_bytes=48')"});
    test_browser_click_on(browser, "#redo");
    HOLD({"a button likewise", "return location.hash.includes('clock_mhz=1500') && "
                               "document.getElementById('redo').disabled"});
    equals_its_command();
}

static void the_address_restores(void **state)
{
    (void)state;
    open_page("");
    settle();
    type_into(TEXT("network.buffer_flits"), "24");
    test_browser_click_on(browser, "#pin");
    type_into(TEXT("networks[1].levels[1].flits_per_cycle"), "4.5");
    test_browser_click_on(browser, "th.design:last-of-type [aria-pressed]"); /* compare with B */
    settle();
    static const char seen[] = "return JSON.stringify([...document.querySelectorAll('.number, "
                               ".change, td.setting')].map(e => e.dataset.value || e.textContent))";
    char *before = text_of(seen), *hash = text_of("return location.hash");
    assert_true(strlen(hash) < 300);
    open_page(hash);
    test_browser_waits(browser, "the pins have their answers",
                       "return [...document.querySelectorAll('tr[data-metric=power_mw] "
                       ".number')].filter(e => e.dataset.value).length === 3");
    settle();
    char *after = text_of(seen);
    assert_string_equal(before, after);
    free(before);
    free(after);
    free(hash);
    open_page("#at=nothing;60%25");
    HOLD({"an address that means nothing is passed over",
          "return location.hash.startsWith('#at=gpu.cfg')"});
    test_browser_is_clean(browser);
}

/* ---- pins ------------------------------------------------------------------------------------ */

static void pins(void **state)
{
    (void)state;
    open_page("");
    settle();
    type_into(TEXT("network.flit_bytes"), "40");
    settle();
    test_browser_click_on(browser, "#pin");
    settle();
    HOLD({"the opened design and this position stand beside each other",
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
    test_browser_click_on(browser, "th.design:nth-of-type(3) button[aria-label='Go to A']");
    equals_its_command();
    HOLD({"back at the opened design",
          "return !location.hash.split('&')[0].includes('flit_bytes')"});
    test_browser_click_on(browser, "button[aria-label='Unpin A']");
    settle();
    HOLD({"a pin goes, the next is compared with",
          "return [...document.querySelectorAll('th.design b')].map(e => "
          "e.textContent.trim()).join() === 'Now,B' && location.hash.includes('against=B')"});
    choose("#design", "small.cfg");
    settle();
    HOLD({"another design beside it", "return [...document.querySelectorAll('#figures .differ "
                                      "th')].some(e => e.textContent === 'network.topology')"});
    equals_its_command();
    test_browser_is_clean(browser);
}

/* ---- measuring ------------------------------------------------------------------------------- */

static void measures(void **state)
{
    (void)state;
    open_page("");
    settle();
    choose("#approach", "sample");
    type_into("#precision", "nothing");
    HOLD({"a wrong precision is said",
          "return /The precision is a "
          "number/.test(document.getElementById('measure-fault').textContent) && "
          "document.getElementById('precision').getAttribute('aria-invalid') === 'true'"});
    type_into("#precision", "0.01");
    test_browser_waits(
        browser, "progress is told",
        "return /\\d+ % of the precision/.test(document.getElementById('measured').textContent)");
    HOLD({"the page is not held up", "return document.getElementById('run').disabled && "
                                     "!document.getElementById('cancel').disabled"});
    test_browser_click_on(browser, "#cancel");
    test_browser_waits(browser, "it can be cancelled",
                       "return document.getElementById('measured').textContent === 'cancelled' && "
                       "!document.getElementById('run').disabled");
    open_page("#at=small.cfg;60%25");
    choose("#approach", "sample");
    type_into("#precision", "5"); /* Enter measures */
    test_browser_waits(browser, "its answer stands beside the model's",
                       "const c = [...document.querySelectorAll('tr[data-metric=round_trip_ns] "
                       ".number')]; return c.length === 2 && +c[1].dataset.value > 0");
    HOLD({"by a sample, and told so",
          "return /by a sample/.test([...document.querySelectorAll('th.design')][1].textContent)"},
         {"near the model's",
          "const [m, s] = [...document.querySelectorAll('tr[data-metric=round_trip_ns] "
          ".number')].map(e => +e.dataset.value); return Math.abs(m / s - 1) < 0.2 && m !== s"},
         {"with an interval", "return document.querySelectorAll('tr[data-metric=round_trip_ns] "
                              ".ends')[1].textContent.startsWith('[')"});
    free(test_browser_run(
        browser, "document.querySelector(\"" SLIDER("network.flit_bytes") "\").focus(); return 0"));
    test_browser_keys(browser, TEST_KEY_RIGHT);
    settle();
    HOLD({"elsewhere its column says so",
          "return /not at this "
          "position/.test([...document.querySelectorAll('th.design')][1].textContent)"});
    test_browser_is_clean(browser);
}

/* ---- copying, saving, opening ---------------------------------------------------------------- */

static void copies_and_saves(void **state)
{
    (void)state;
    open_page("");
    settle();
    type_into(TEXT("network.flit_bytes"), "40");
    settle();
    test_browser_command(
        browser, "Browser.grantPermissions",
        json_pack("{s:[s,s]}", "permissions", "clipboardReadWrite", "clipboardSanitizedWrite"));
    test_browser_click_on(browser, "#copy");
    test_browser_waits(browser, "it says what was copied",
                       "return document.getElementById('said').textContent === 'copied: ' + "
                       "document.getElementById('command').value");
    test_browser_waits(browser, "the clipboard has it",
                       "navigator.clipboard.readText().then(t => { window.copied = t; }); return "
                       "window.copied === document.getElementById('command').value");
    test_browser_click_on(browser, "#save");
    bool saved = false;
    for (int tries = 0; tries < 300 && !saved; tries++) {
        saved = access("my-gpu.cfg", R_OK) == 0;
        usleep(20000);
    }
    assert_true(saved);
    json_t *answer = answer_of("nocsight query my-gpu.cfg --load 60%");
    const double area = json_number_value(json_object_get(
        json_object_get(json_object_get(answer, "metrics"), "network_area_mm2"), "value"));
    const double shown =
        number_of("return +document.querySelector('[data-tile=area]').dataset.value");
    assert_true(fabs(shown - area) <= 1e-9 * area);
    json_decref(answer);
    unlink("my-gpu.cfg");
    test_browser_is_clean(browser);
}

static void opens_texts(void **state)
{
    (void)state;
    open_page("");
    settle();
    test_browser_click_on(browser, "#open");
    free(test_browser_run(
        browser,
        "document.getElementById('text').value = 'name = \"<img src=x onerror=alert(1)>\"; nodes = "
        "{ compute = 12; memory = 4; }; network = { topology = "
        "\"mesh\"; columns = 4; rows = 4; };'; return 0"));
    test_browser_click_on(browser, "#opening-form button[type=submit]");
    test_browser_waits(
        browser, "a pasted text is a design",
        "return location.hash.startsWith('#at=pasted.cfg') && document.title.startsWith('<img')");
    settle();
    HOLD({"hostile names are words",
          "return !document.querySelector('img') && "
          "document.getElementById('figures').textContent.includes('<img')"});
    char *hash = text_of("return location.hash");
    open_page(hash);
    free(hash);
    HOLD({"the address has the text", "return document.title.startsWith('<img') && "
                                      "document.getElementById('design').value === 'pasted.cfg'"});
    free(test_browser_run(
        browser, "const d = new DataTransfer(); d.items.add(new File(['nodes = { compute = 3; "
                 "memory = 1; }; network = { topology = \"mesh\"; columns = 2; rows = 3; };'], "
                 "'dropped.cfg')); document.body.dispatchEvent(new DragEvent('drop', { "
                 "dataTransfer: d, bubbles: true, cancelable: true })); return 0"));
    test_browser_waits(
        browser, "what is wrong with a dropped file is said, with its line",
        "return /dropped\\.cfg:1: /.test(document.getElementById('state').textContent) && /6 "
        "nodes/.test(document.getElementById('state').textContent)");
    test_browser_click_on(browser, "#undo");
    test_browser_waits(browser, "undo closes it",
                       "return !document.body.classList.contains('last-good')");
    test_browser_is_clean(browser);
}

/* ---- closed loop, search --------------------------------------------------------------------- */

static void closed_loop(void **state)
{
    (void)state;
    open_page("");
    settle();
    test_browser_click_on(browser, "input[name=loop][value=closed]");
    test_browser_waits(browser, "cores have a throughput",
                       "return document.querySelector('[data-tile=ipc]').dataset.value > 100");
    equals_its_command();
    HOLD({"the workload can be chosen",
          "return document.querySelectorAll('#load option').length > 20"});
    choose("#load select", "HH");
    equals_its_command();
    focus("#search");
    test_browser_keys(browser, "banks");
    type_into(TEXT("memory.banks"), "8");
    equals_its_command();
    test_browser_click_on(browser, "input[name=loop][value=open]");
    settle();
    HOLD({"back to the load", "return document.querySelector('[data-tile=ipc]').hidden"});
    choose("#unit", "GB/s");
    equals_its_command();
    HOLD({"in another unit the load is the same",
          "const a = document.querySelectorAll('tr[data-metric=delivered_data_gb_per_s] .number'); "
          "return Math.abs(a[0].dataset.value / "
          "a[1].dataset.value - 1) < 0.01"});
    choose("#unit", "none");
    settle();
    HOLD({"without a load there is no latency under load",
          "return document.querySelector('tr[data-metric=round_trip_ns] .number').textContent === "
          "'–'"});
    equals_its_command();
    test_browser_is_clean(browser);
}

static void searches(void **state)
{
    (void)state;
    open_page("");
    settle();
    free(test_browser_run(browser, "document.activeElement.blur(); return 0"));
    test_browser_keys(browser, "/");
    HOLD({"a key goes there", "return document.activeElement.id === 'search'"});
    test_browser_keys(browser, "precharge");
    HOLD({"by what settings mean",
          "const s = [...document.querySelectorAll('.field')].filter(f => f.offsetParent && "
          "f.closest('#groups')).map(f => f.dataset.key); "
          "return s.includes('memory.trp') && s.length < 6 && /of \\d+ "
          "settings/.test(document.getElementById('found').textContent)"});
    test_browser_keys(browser, TEST_KEY_TAB TEST_KEY_TAB);
    HOLD({"Tab goes on to what was found",
          "return document.activeElement.closest('.field').dataset.key.startsWith('memory.')"},
         {"what it means is said",
          "return /precharge/.test(document.getElementById('about').textContent)"});
    focus("#search");
    test_browser_keys(browser, TEST_KEY_ESCAPE);
    HOLD({"Escape shows all", "return document.getElementById('search').value === '' && "
                              "[...document.querySelectorAll('.field')].every(f => !f.hidden)"});
    focus(TEXT("network.flit_bytes"));
    test_browser_click_on(browser, "#about button");
    HOLD({"a value for each network",
          "return !!document.querySelector(\"" TEXT("networks[1].flit_bytes") "\")"});
    type_into(TEXT("networks[1].flit_bytes"), "48");
    HOLD({"which differ then", "return location.hash.includes('networks[1].flit_bytes=48')"});
    equals_its_command();
}

/* ---- tabs, and the server gone --------------------------------------------------------------- */

static void two_tabs_at_once(void **state)
{
    (void)state;
    open_page("");
    settle();
    type_into(TEXT("network.flit_bytes"), "40");
    test_browser_tab(browser, 1);
    open_page("#at=small.cfg;60%25");
    const test_spot from = spot_on(SLIDER("network.virtual_channels"), -1),
                    to = spot_on(SLIDER("network.virtual_channels"), 0.3);
    test_browser_press(browser, from.x, from.y);
    test_browser_move(browser, to.x, to.y);
    test_browser_tab(browser, 0);
    focus(SLIDER("network.flit_bytes"));
    test_browser_keys(browser, TEST_KEY_PGUP);
    equals_its_command();
    HOLD({"the first has its design",
          "return location.hash.startsWith('#at=gpu.cfg;60%25;network.flit_bytes=50')"});
    test_browser_tab(browser, 1);
    test_browser_release(browser);
    equals_its_command();
    HOLD({"the second its own", "return location.hash.startsWith('#at=small.cfg')"});
    test_browser_is_clean(browser);
    test_browser_tab(browser, 0);
}

static void set_offline(bool is_offline)
{
    test_browser_command(browser, "Network.enable", json_object());
    test_browser_command(browser, "Network.emulateNetworkConditions",
                         json_pack("{s:b, s:i, s:i, s:i}", "offline", is_offline, "latency", 0,
                                   "downloadThroughput", -1, "uploadThroughput", -1));
}

static void the_server_is_gone(void **state)
{
    (void)state;
    open_page("");
    settle();
    char *before = text_of("return document.querySelector('[data-tile=area]').dataset.value");
    set_offline(true);
    type_into(TEXT("network.flit_bytes"), "40");
    test_browser_waits(browser, "a banner says so",
                       "return !document.getElementById('banner').hidden && /does not "
                       "answer/.test(document.getElementById('banner').textContent)");
    type_into(TEXT("network.flit_bytes"), "44");
    HOLD({"the page can be used", "return location.hash.includes('flit_bytes=44')"});
    char *after = text_of("return document.querySelector('[data-tile=area]').dataset.value");
    assert_string_equal(before, after);
    set_offline(false);
    test_browser_waits(browser, "then the last position is answered",
                       "return document.getElementById('banner').hidden");
    equals_its_command();
    free(before);
    free(after);
}

static void the_server_was_started_again(void **state)
{
    (void)state;
    open_page("");
    settle();
    char port[20];
    snprintf(port, sizeof port, "%u", server.port);
    test_serve_end(&server);
    type_into(TEXT("network.flit_bytes"), "40");
    test_browser_waits(browser, "the server is gone",
                       "return !document.getElementById('banner').hidden");
    server = test_serve((const char *const[]){"gpu.cfg", "small.cfg", "--port", port, NULL});
    test_browser_waits(
        browser, "its new address is asked for",
        "return /another address/.test(document.getElementById('banner').textContent)");
    char *hash = text_of("return location.hash");
    open_page(hash);
    HOLD({"where the old one's end works",
          "return document.querySelector(\"" TEXT("network.flit_bytes") "\").value === '40'"});
    free(hash);
}

/* ---- how it looks ---------------------------------------------------------------------------- */

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
    test_browser_command(browser, "Emulation.setDeviceMetricsOverride",
                         json_pack("{s:i, s:i, s:i, s:b}", "width", width, "height", 900,
                                   "deviceScaleFactor", 1, "mobile", 0));
}

static void widths_light_and_dark(void **state)
{
    (void)state;
    static const char *const schemes[] = {"light", "dark"};
    static const int widths[] = {400, 800, 1280, 2000};
    for (size_t s = 0; s < 2; s++) {
        if (!browser) skip();
        test_browser_command(browser, "Emulation.setEmulatedMedia",
                             json_pack("{s:[{s:s, s:s}]}", "features", "name",
                                       "prefers-color-scheme", "value", schemes[s]));
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            set_width(widths[w]);
            open_page("#at=gpu.cfg;60%25;network.flit_bytes=64;chip.clock_mhz=1400&A=gpu.cfg;60%25&"
                      "B=small.cfg;60%25&against=A");
            settle();
            HOLD({"nothing is wider than the window",
                  "return document.documentElement.scrollWidth <= innerWidth"});
            free(test_browser_run(
                browser,
                "document.querySelectorAll('details').forEach(d => { d.open = true; }); return 0"));
            HOLD({"nor with all settings",
                  "return document.documentElement.scrollWidth <= innerWidth"});
            char *bad = text_of(CONTRASTS);
            if (*bad)
                fail_msg("%s, %d pixels: too little contrast: %s", schemes[s], widths[w], bad);
            free(bad);
            HOLD({"the scheme is that of the reader",
                  "const c = "
                  "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number); "
                  "return (c[0] < 128) === matchMedia('(prefers-color-scheme: dark)').matches"});
        }
        type_into(TEXT("network.flit_bytes"), "0");
        test_browser_waits(browser, "a fault",
                           "return document.body.classList.contains('last-good')");
        char *bad = text_of(CONTRASTS);
        if (*bad) fail_msg("%s, last good answer: too little contrast: %s", schemes[s], bad);
        free(bad);
    }
    test_browser_command(browser, "Emulation.clearDeviceMetricsOverride", json_object());
    test_browser_command(browser, "Emulation.setEmulatedMedia", json_pack("{s:[]}", "features"));
    test_browser_is_clean(browser);
}

static void names_and_focus(void **state)
{
    (void)state;
    open_page("");
    settle();
    test_browser_click_on(browser, "#open");
    HOLD(
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
    test_browser_keys(browser, TEST_KEY_ESCAPE);
    HOLD({"Escape closes a dialog", "return !document.querySelector('dialog[open]')"});
    free(test_browser_run(browser,
                          "window.visited = new Set(); document.addEventListener('focusin', e => { "
                          "visited.add(e.target); const s = getComputedStyle(e.target); "
                          "if (s.outlineStyle === 'none' || parseFloat(s.outlineWidth) < 1) "
                          "window.unseen = e.target.outerHTML; }); "
                          "document.activeElement.blur(); scrollTo(0, 0); return 0"));
    focus("#design");
    for (int i = 0; i < 40; i++) test_browser_keys(browser, TEST_KEY_TAB TEST_KEY_TAB TEST_KEY_TAB);
    char *missed = text_of(
        "return [...document.querySelectorAll('header button, header select, #settings input, "
        "#settings select, summary, #rest button, #rest input, #rest select, #rest textarea')]"
        ".filter(e => !e.disabled && e.checkVisibility() && getComputedStyle(e).visibility "
        "!== 'hidden' && !(e.type === 'radio' && !e.checked) && !visited.has(e))"
        ".map(e => e.outerHTML.slice(0, 100)).join()");
    if (*missed) fail_msg("Tab does not go to %s", missed);
    free(missed);
    HOLD({"its place is seen", "return window.unseen === undefined"});
}

static void prints(void **state)
{
    (void)state;
    open_page("");
    settle();
    assert_true(test_browser_prints(browser) > 30000);
    test_browser_command(browser, "Emulation.setEmulatedMedia",
                         json_pack("{s:s}", "media", "print"));
    HOLD({"settings and buttons are not printed",
          "return ['#settings', 'header', '#measure', '#rest .buttons'].every(q => "
          "!document.querySelector(q).getClientRects().length)"},
         {"figures, curve, network, costs and command are",
          "return ['#tiles', '#figures', '#curve svg', '#network svg', '#costs', "
          "'#command'].every(q => document.querySelector(q).getClientRects().length)"});
    test_browser_command(browser, "Emulation.setEmulatedMedia", json_pack("{s:s}", "media", ""));
}

/* ---- the front of a store -------------------------------------------------------------------- */

static void the_front_opens_designs(void **state)
{
    (void)state;
    if (!browser) skip();
    free(test_output_of("printf '%%s' 'name = \"widths\"; base = \"small.cfg\"; axes = ( { key = "
                        "\"network.virtual_channels\"; values = (2, 4); }, "
                        "{ key = \"network.flit_bytes\"; from = 8; to = 64; factor = 2; } );' "
                        ">s.space; '%s' sweep s.space --store s.db -q 2>&1",
                        NOC_BINARY));
    test_browser_is_clean(browser);
    const test_server other = server;
    char origin[60], old_origin[60];
    server = test_serve((const char *const[]){"--store", "s.db", NULL});
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u/", server.port);
    snprintf(old_origin, sizeof old_origin, "http://127.0.0.1:%u/", other.port);
    test_browser_serves(browser, origin);
    open_page("");
    test_browser_click_on(browser, "#to-front");
    test_browser_waits(browser, "the front is drawn",
                       "return document.body.dataset.ready === 'yes' && "
                       "document.querySelectorAll('.front').length === 1");
    HOLD({"all designs are there", "return designs.length === 8 && visible.length === 8"});
    test_browser_click_on(browser, "input[name='network.virtual_channels'][value='2']");
    HOLD({"and can be filtered", "return visible.length === 4"});
    free(test_browser_run(browser, "pick(front[0]); window.wanted = front[0].set; return 0"));
    char *set = text_of("return window.wanted.find(s => s.startsWith('network.flit_bytes'))");
    test_browser_click_on(browser, "#compare .card button:last-of-type");
    test_browser_waits(
        browser, "a design opens",
        "return document.body.dataset.ready === 'yes' && !!document.getElementById('tiles') && "
        "location.hash.includes('network.flit_bytes=')");
    char claim[200];
    snprintf(claim, sizeof claim, "return location.hash.includes('%s')", set);
    test_browser_holds(browser, "the one that was picked", claim);
    equals_its_command();
    test_browser_is_clean(browser);
    free(set);
    test_serve_end(&server);
    server = other;
    test_browser_serves(browser, old_origin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_it_says_at_first),
        cmocka_unit_test(a_drag_answers),
        cmocka_unit_test(keys_move_sliders),
        cmocka_unit_test(what_goes_together),
        cmocka_unit_test(wrong_values_are_said_beside_their_fields),
        cmocka_unit_test(designs_that_do_not_fit),
        cmocka_unit_test(undo_and_redo),
        cmocka_unit_test(the_address_restores),
        cmocka_unit_test(pins),
        cmocka_unit_test(measures),
        cmocka_unit_test(copies_and_saves),
        cmocka_unit_test(opens_texts),
        cmocka_unit_test(closed_loop),
        cmocka_unit_test(searches),
        cmocka_unit_test(two_tabs_at_once),
        cmocka_unit_test(the_server_is_gone),
        cmocka_unit_test(the_server_was_started_again),
        cmocka_unit_test(widths_light_and_dark),
        cmocka_unit_test(names_and_focus),
        cmocka_unit_test(prints),
        cmocka_unit_test(the_front_opens_designs),
    };
    return cmocka_run_group_tests_name("the page of serve", tests, start, end);
}
