/* A few of the drawn designs with what stands at the cores' side (all: test_slow_drawn_ends): the
 * model beside samples. */
#include <math.h>

#include "tests/support/designs/drawn_ends.h"
#include "tests/support/helpers.h"

typedef struct drawn {
    const char *name;
    unsigned number;
    double ipc, absorbed;
} drawn;

static const drawn few[] = {
    {"first", 0, 0.15, 0.06},
    {"second", 1, 0.15, 0.06},
};

static void model_is_near(void **state)
{
    const drawn *d = *state;
    const test_ends_outcome o = test_compare_ends(d->number, 0.05);
    assert_near(o.ipc, 0.0, d->ipc);
    if (!isnan(o.absorbed)) assert_near(o.absorbed, 0.0, d->absorbed);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, few, model_is_near);
    return test_run("drawn ends", &list);
}
