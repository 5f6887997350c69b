/* Sixty drawn designs and workloads with what stands at both ends of the network: the model beside
 * samples. Nothing of it was made with them in sight. */
#include <math.h>

#include "tests/support/designs/drawn_ends.h"
#include "tests/support/helpers.h"

enum { DRAWN = 60 };

typedef struct error_sum {
    double count, sum, worst;
} error_sum;

static void add(error_sum *e, double error)
{
    if (isnan(error)) return;
    e->count++;
    e->sum += fabs(error);
    e->worst = fmax(e->worst, fabs(error));
}

static void model_against_samples(void **state)
{
    (void)state;
    error_sum ipc = {0}, absorbed = {0}, rows = {0};
    for (unsigned n = 0; n < DRAWN; n++) {
        const test_ends_outcome o = test_compare_ends(n, 0.02);
        print_message("  %2u: IPC %+5.1f %%, absorbed %+.3f, row hits %+.2f\n", n, 100.0 * o.ipc,
                      o.absorbed, o.row_hits);
        add(&ipc, o.ipc);
        add(&absorbed, o.absorbed);
        add(&rows, o.row_hits);
    }
    print_message("IPC %.1f %%, at worst %.1f; absorbed %.4f, %.3f; row hits %.3f, %.2f\n",
                  100.0 * ipc.sum / ipc.count, 100.0 * ipc.worst, absorbed.sum / absorbed.count,
                  absorbed.worst, rows.sum / rows.count, rows.worst);
    assert_true(ipc.sum <= 0.06 * ipc.count && ipc.worst <= 0.20);
    assert_true(absorbed.sum <= 0.02 * absorbed.count && absorbed.worst <= 0.08);
    assert_true(rows.sum <= 0.05 * rows.count && rows.worst <= 0.14);
}

int main(void)
{
    static test_list list;
    test_add(&list, "model against samples", model_against_samples);
    return test_run("drawn ends", &list);
}
