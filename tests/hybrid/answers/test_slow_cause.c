/* What samples say limits throughput, against longer ones with 5 % less of each kind of resource
 * (tests/reference/causes.csv), some of which are measured again. */
#include <math.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "tests/support/helpers.h"
#include "tests/support/rows/cause_rows.h"

enum { AGAIN_EVERY = 8 };

static cause_rows rows;

static noc_estimate sample_of(const cause_row *row, const noc_system *s)
{
    const noc_sampling sampling = {.precision = 0.02, .seed = 1, .skips_knee = true};
    noc_estimate e;
    const noc_status status = row->closed_loop
                                  ? noc_estimate_sample_closed(s, &sampling, &e, NULL)
                                  : noc_estimate_sample_saturation(s, &sampling, &e, NULL);
    assert_int_equal(status, NOC_OK);
    return e;
}

static void samples_name_the_cause(void **state)
{
    (void)state;
    static const double floor = 0.95;
    size_t right = 0;
    for (size_t i = 0; i < rows.count; i++) {
        const cause_row *row = &rows.list[i];
        test_system t = test_compile_file(row->design, row->settings);
        const noc_estimate e = sample_of(row, t.system);
        const bool is_right =
            noc_resource_is_in(cause_row_ties(row), noc_resource_of_name(e.bottleneck.kind));
        right += is_right;
        if (!is_right)
            print_message("%s: the sample says %s, derated ones %s\n", row->name, e.bottleneck.kind,
                          noc_resource_name(cause_row_cause(row)));
        test_system_free(&t);
    }
    print_message("%zu of %zu causes are those of derated samples, or ties\n", right, rows.count);
    assert_true((double)right >= floor * (double)rows.count);
}

/* By other processors' threads, and other versions: losses are within both intervals, and the cause
 * is a tie at least. */
static void losses_are_as_measured(void **state)
{
    (void)state;
    for (size_t i = 0; i < rows.count; i += AGAIN_EVERY) {
        const cause_row *row = &rows.list[i];
        cause_row again = *row;
        test_system t = test_compile_file(row->design, row->settings);
        assert_int_equal(cause_row_measure(&again, t.system, NULL), NOC_OK);
        for (int k = 1; k < NOC_RESOURCES; k++) {
            const noc_loss *a = &row->losses[k], *b = &again.losses[k];
            if (isnan(a->share) || isnan(b->share)) continue;
            assert_near(b->share, a->share, a->half_width + b->half_width + 0.002);
        }
        assert_true(cause_row_ties(&again) & cause_row_ties(row));
        test_system_free(&t);
    }
}

int main(void)
{
    static test_list list;
    if (!cause_rows_read(NOC_SOURCE_DIR "/tests/reference/causes.csv", &rows)) return 1;
    test_add(&list, "samples name the cause", samples_name_the_cause);
    test_add(&list, "losses are as measured", losses_are_as_measured);
    const int failed = test_run("slow cause", &list);
    cause_rows_clear(&rows);
    return failed;
}
