/* Time from a drag to its drawing on the page of `nocsight serve`, for 100 positions of a slider:
 * from the event of the mouse until the browser has painted all that the answer changes. It is
 * stated, never asserted. With NOC_SERVE_PICTURE=FILE.png a picture of the page is written too
 * (docs/pictures/serve.png). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/support/helpers.h"
#include "tests/support/users/live_page.h"

enum { DRAGS = 100, POSITIONS_MAX = 1000 };

static double count_drawn(void)
{
    return test_live_number("return performance.getEntriesByName('drawn').length");
}

/* Drags a slider to and fro until so many positions were drawn: some are of one value. */
static void drag(const char *slider)
{
    const test_spot low = test_live_spot(slider, 0.4), high = test_live_spot(slider, 0.8);
    const test_spot from = test_live_spot(slider, -1);
    double x = from.x;
    test_browser_press(test_live_browser, from.x, from.y);
    free(test_browser_run(test_live_browser, "performance.clearMeasures(); return 0"));
    for (int i = 0; i < POSITIONS_MAX && count_drawn() < DRAGS; i++) {
        const double share = 0.5 - 0.5 * cos(0.5 + i * 0.7);
        x = low.x + share * (high.x - low.x);
        test_browser_pull(test_live_browser, x, low.y);
        test_live_settle();
    }
    test_browser_release(test_live_browser, x, low.y);
    test_live_settle();
}

static void states_the_time_from_drag_to_drawing(void **state)
{
    (void)state;
    test_live_open("");
    test_live_settle();
    drag(SLIDER("network.levels[2].flits_per_cycle"));
    char *times = test_live_text(
        "const t = performance.getEntriesByName('drawn').map(e => e.duration).slice(0, 100)"
        ".sort((a, b) => a - b); return t.length < 100 ? '' : "
        "`${t[49].toFixed(0)} ms, nine of ten within ${t[89].toFixed(0)} ms, the slowest "
        "${t[99].toFixed(0)} ms`");
    assert_true(*times);
    printf("from drag to drawing, 100 positions on new gpu: half within %s\n", times);
    free(times);
    test_live_equals_command();
}

static void set_window(int width, int height)
{
    test_browser_command(test_live_browser, "Emulation.setDeviceMetricsOverride",
                         json_pack("{s:i, s:i, s:i, s:b}", "width", width, "height", height,
                                   "deviceScaleFactor", 1, "mobile", 0));
}

static void draws_the_picture(void **state)
{
    (void)state;
    const char *path = getenv("NOC_SERVE_PICTURE");
    if (!path || !test_live_browser) skip();
    set_window(1200, 820);
    test_live_open("");
    test_live_settle();
    test_live_type(TEXT("network.levels[2].flits_per_cycle"), "24");
    test_live_type(TEXT("network.virtual_channels"), "3");
    test_live_focus(SLIDER("network.virtual_channels"));
    test_live_settle();
    test_browser_picture(test_live_browser, path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_the_time_from_drag_to_drawing),
        cmocka_unit_test(draws_the_picture),
    };
    return cmocka_run_group_tests_name("drags on the page of serve", tests, test_live_start,
                                       test_live_end);
}
