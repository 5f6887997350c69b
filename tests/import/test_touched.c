/* Lines that blocks touch, counted by a table that is too small for all of them: as many as there
 * are, within the noise of those that are looked at. */
#include "import/accelsim/touched.h"
#include "tests/support/helpers.h"

enum { BLOCKS = 20, APART = 10000, OWN = 12000, ROOM = 1 << 14 };

/* Each block asks twice for 12,000 lines, of which the next one has 2000, too. The table keeps one
 * line of 16, 12,600 of 202,000, and 2400 of those that two blocks share: 0.9 and 2 %, of which
 * three are permitted. */
static void lines_stand_for_others(void **state)
{
    (void)state;
    noc_touched_table *touched = noc_touched_new(ROOM);
    assert_non_null(touched);
    for (uint64_t b = 0; b < BLOCKS; b++) {
        noc_touched_begin(touched, b);
        for (int round = 0; round < 2; round++)
            for (uint64_t line = 0; line < OWN; line++)
                assert_true(noc_touched_count_line(touched, APART * b + line, (uint32_t)line));
        noc_touched_end(touched);
    }
    const noc_touched_counts *c = noc_touched_counts_of(touched);
    const double lines = (double)BLOCKS * APART + OWN - APART, own = (double)BLOCKS * OWN;
    assert_int_equal(c->sampling_ratio, 16);
    assert_near(c->lines, lines, 0.027 * lines);
    assert_near(c->requests, 2.0 * own, 0.027 * 2.0 * own);
    assert_near(c->footprint, own, 0.027 * own);
    assert_near(c->reuses, own, 0.027 * own);
    assert_near(c->shared_lines[1], (BLOCKS - 1) * (OWN - APART),
                0.06 * (BLOCKS - 1) * (OWN - APART));
    noc_touched_free(touched);
}

int main(void)
{
    static test_list list;
    test_add(&list, "lines stand for others", lines_stand_for_others);
    return test_run("touched", &list);
}
