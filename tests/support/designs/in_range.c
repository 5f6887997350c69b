#include "tests/support/designs/in_range.h"

#include "hybrid/answers/unread/unread.h"
#include "hybrid/correction/calibration/shipped.h"
#include "tests/support/helpers.h"

void test_expect_in_range(const char *name, const noc_system *system)
{
    char setting[120];
    if (!noc_graph_has_only_buffers(&system->graph)) return; /* another calibration has it */
    if (noc_ranges_exclude(&noc_calibration_shipped()->ranges, system, noc_is_unread_network_key,
                           setting, sizeof setting))
        fail_msg("%s lies outside the calibrated range: %s", name, setting);
}
