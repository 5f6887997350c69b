/* What bunches of requests cost a closed loop: waits by how busy a channel is. Shapes of bunches:
 * test_bunches.c. */
#include "analytic/loop/closed_cores.h"
#include "tests/support/runs/closed_loops.h"

/* How busy the repairman of so many machines is, who work `waits` times as long as he repairs one
 * (Erlang). */
static double busy_repairman(int machines, double waits)
{
    double term = 1.0, sum = 1.0;
    for (int j = machines; j > 0; j--) sum += term *= j / waits;
    return 1.0 - 1.0 / sum;
}

static double waits_of(int replies, double share)
{
    double low = 1e-9, high = 1e3;
    for (int i = 0; i < 100; i++) {
        const double middle = (low + high) / 2.0;
        *(busy_repairman(replies, middle) > share ? &low : &high) = middle;
    }
    return low;
}

typedef struct bunch_case {
    const char *name, *file;
    /* that wait beside each other: of 5 flits in buffers of 4 one, of 2 flits two in each VC */
    int replies;
} bunch_case;

static const bunch_case bunch_cases[] = {
    {"bunches: longer than a buffer", "configs/cdx19-fc-16ports.cfg", 1},
    {"bunches: two a buffer", "configs/icc-ports-10.cfg", 8},
};

/* Replies wait by how busy the channel is, twice as long with bunches twice as long. */
static void bunches_wait_by_use(void **state)
{
    enum { COEFFICIENTS = 3 };
    const bunch_case *c = *state;
    test_system t = test_compile_file(c->file, (const char *const[]){"workload=steady", NULL});
    const noc_open_curve curve = test_open_curve(t.system);
    double unit = 0.0;
    for (int k = 0; k < COEFFICIENTS; k++) {
        const double coefficient = 10.0 * (1 << k);
        noc_closed_point p;
        noc_closed_loop_solve(&curve, &t.design->workload,
                              &(noc_closed_terms){.bursts = coefficient}, 1.0, &p);
        const double rho = p.network_share.burst_share * p.network_share.slice_share *
                           p.network_share.open_rate * curve.bursts.busiest_load;
        const double bunch =
            waits_of(c->replies, p.network_share.burst_share) / (rho / (1.0 - rho));
        assert_true(p.network_share.burst_share < 1.0);
        if (k == 0) unit = bunch / coefficient;
        assert_near(bunch / coefficient, unit, 1e-3 * unit);
    }
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, bunch_cases, bunches_wait_by_use);
    return test_run("bunches in a closed loop", &list);
}
