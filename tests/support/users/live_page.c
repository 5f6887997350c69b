#include "tests/support/users/live_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/folder.h"
#include "tests/support/helpers.h"
#include "tests/support/users/shell_output.h"

test_server test_live_server;
test_browser *test_live_browser;

int test_live_start(void **state)
{
    (void)state;
    const char *folder = test_make_folder();
    if (chdir(folder)) return -1;
    free(test_output_of("'%s' new gpu >gpu.cfg; '%s' new mesh --compute 7 --memory 2 >small.cfg",
                        NOC_BINARY, NOC_BINARY));
    test_live_server = test_serve((const char *const[]){"gpu.cfg", "small.cfg", NULL});
    test_live_browser = test_browser_open(folder);
    char origin[60];
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u/", test_live_server.port);
    if (test_live_browser) test_browser_serves(test_live_browser, origin);
    return 0;
}

int test_live_end(void **state)
{
    (void)state;
    test_browser_close(test_live_browser);
    if (test_live_server.process > 0) test_serve_end(&test_live_server);
    test_remove_folder();
    return 0;
}

void test_live_open(const char *hash)
{
    char address[2000];
    if (!test_live_browser) skip();
    snprintf(address, sizeof address, "%s%s", test_live_server.address, hash);
    test_browser_go(test_live_browser, address);
    test_browser_waits(
        test_live_browser, "an answer is shown",
        "return document.querySelector('#tiles [data-tile=bandwidth]').dataset.value > 0");
}

void test_live_settle(void)
{
    test_browser_waits(
        test_live_browser, "the page has its answers",
        "return document.getElementById('rest').getAttribute('aria-busy') === 'false'");
}

json_t *test_live_command(const char *command)
{
    char *text = test_output_of("'%s' %s --format json -q 2>/dev/null", NOC_BINARY,
                                command + strlen("nocsight "));
    json_t *answer = json_loads(text, 0, NULL);
    if (!answer) fail_msg("%s: %s", command, text);
    free(text);
    return answer;
}

char *test_live_text(const char *script)
{
    json_t *value = test_browser_run(test_live_browser, script);
    char *text = strdup(json_is_string(value) ? json_string_value(value) : "");
    json_decref(value);
    return text;
}

double test_live_number(const char *script)
{
    json_t *value = test_browser_run(test_live_browser, script);
    const double number = json_is_number(value) ? json_number_value(value) : NAN;
    json_decref(value);
    return number;
}

void test_live_equals_command(void)
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
    test_live_settle();
    char *command = test_live_text("return document.getElementById('command').value");
    assert_int_equal(strncmp(command, "nocsight query ", 15), 0);
    json_t *answer = test_live_command(command), *wanted = json_object_get(answer, "metrics");
    size_t compared = 0;
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
        char script[300];
        snprintf(script, sizeof script,
                 "const e = document.querySelector('#figures tr[data-metric=%s] .number'); return "
                 "e && e.dataset.value !== '' "
                 "? +e.dataset.value : null",
                 metrics[i]);
        const double shown = test_live_number(script);
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

test_spot test_live_spot(const char *selector, double share)
{
    char script[600];
    snprintf(script, sizeof script,
             "const e = document.querySelector(\"%s\"); e.scrollIntoView({block: 'center'}); const "
             "r = e.getBoundingClientRect(), s = %g; "
             "return [r.left + 6 + (r.width - 12) * (s < 0 ? (e.value - e.min) / (e.max - e.min) : "
             "s), r.top + r.height / 2]",
             selector, share);
    return test_browser_spot(test_live_browser, script);
}

void test_live_focus(const char *selector)
{
    char script[300];
    snprintf(script, sizeof script, "document.querySelector(\"%s\").focus(); return 0", selector);
    free(test_browser_run(test_live_browser, script));
}

void test_live_type(const char *selector, const char *text)
{
    char script[300];
    test_browser_click_on(test_live_browser, selector);
    snprintf(script, sizeof script, "document.querySelector(\"%s\").select(); return 0", selector);
    free(test_browser_run(test_live_browser, script));
    test_browser_keys(test_live_browser, text);
    test_browser_keys(test_live_browser, TEST_KEY_ENTER);
}

void test_live_choose(const char *selector, const char *value)
{
    char script[400];
    snprintf(script, sizeof script,
             "const e = document.querySelector(\"%s\"); e.value = '%s'; e.dispatchEvent(new "
             "Event('change')); return e.value === '%s'",
             selector, value, value);
    test_browser_holds(test_live_browser, value, script);
}
