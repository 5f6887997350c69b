/* Figures that BookSim prints at the end of a run: of one class, and of several. */
#include <math.h>

#include "import/booksim/run.h"
#include "tests/support/helpers.h"

#define CLASS(number, latency, injected, accepted, flits)                                   \
    "====== Traffic class " number " ======\nPacket latency average = " latency             \
    " (1 samples)\n\tminimum = 7 (1 samples)\nNetwork latency average = 5 (1 samples)\n"    \
    "Injected packet rate average = " injected                                              \
    " (1 samples)\n\tmaximum = 1 (1 samples)\nAccepted packet rate average = " accepted     \
    " (1 samples)\nInjected flit rate average = 9 (1 samples)\nAccepted flit rate average " \
    "= " flits " (1 samples)\n"
#define OVERALL \
    "Traffic class 0\nPacket latency average = 99\n====== Overall Traffic Statistics ======\n"

static void one_class(void **state)
{
    (void)state;
    noc_booksim_figures f;
    assert_true(
        noc_booksim_parse_figures(OVERALL CLASS("0", "20.5597", "0.006", "0.005", "0.015"), &f));
    assert_true(fabs(f.latency - 20.5597) < 1e-12);
    assert_true(fabs(f.accepted_packets - 0.005) < 1e-12);
    assert_true(fabs(f.accepted_flits - 0.015) < 1e-12);
}

/* A mean over packets: three of the first class for one of the second. */
static void two_classes(void **state)
{
    (void)state;
    noc_booksim_figures f;
    assert_true(noc_booksim_parse_figures(
        OVERALL CLASS("0", "10", "0.3", "0.2", "0.4") CLASS("1", "30", "0.1", "0.1", "0.3"), &f));
    assert_true(fabs(f.latency - 15.0) < 1e-12);
    assert_true(fabs(f.accepted_packets - 0.3) < 1e-12);
    assert_true(fabs(f.accepted_flits - 0.7) < 1e-12);
}

static void no_figures(void **state)
{
    (void)state;
    noc_booksim_figures f;
    assert_false(noc_booksim_parse_figures("", &f));
    assert_false(noc_booksim_parse_figures(CLASS("0", "10", "0.3", "0.2", "0.4"), &f));
    assert_false(noc_booksim_parse_figures(OVERALL, &f));
    assert_false(noc_booksim_parse_figures(OVERALL CLASS("0", "nan", "0.3", "0.2", "0.4"), &f));
    assert_false(noc_booksim_parse_figures(OVERALL CLASS("0", "10", "0", "0.2", "0.4"), &f));
    assert_false(noc_booksim_parse_figures(OVERALL "====== Traffic class 0 ======\n", &f));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_class),
        cmocka_unit_test(two_classes),
        cmocka_unit_test(no_figures),
    };
    return cmocka_run_group_tests_name("booksim_run", tests, NULL, NULL);
}
