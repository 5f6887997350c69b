/* Costs and clocks beside networks that were built (tests/reference/built_networks.csv): what
 * docs/accuracy.md says of them is what the program says, their clocks lie in our interval. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/rows/cost_rows.h"

enum {
    ID,
    CHIP,
    QUANTITY,
    UNIT,
    BUILT_LEAST,
    BUILT_MOST,
    TECHNOLOGY,
    INPUTS,
    FLIT_BITS,
    VCS,
    DEPTH_LEAST,
    DEPTH_MOST,
    STAGES,
    LENGTH,
    CLOCK
};

static const char *const path = NOC_SOURCE_DIR "/tests/reference/built_networks.csv";

static noc_router_shape shape_of(const cost_record *r, int depth)
{
    const double ports = cost_field(r, INPUTS), vcs = cost_field(r, VCS);
    return (noc_router_shape){.inputs = ports,
                              .outputs = ports,
                              .crosspoints = ports * ports,
                              .virtual_channels = vcs,
                              .class_channels = vcs,
                              .buffer_flits = cost_field(r, depth),
                              .flit_bits = cost_field(r, FLIT_BITS)};
}

static noc_process process_of(const cost_record *r)
{
    noc_process process;
    assert_int_equal(noc_process_at(cost_field(r, TECHNOLOGY), false, &process, NULL), NOC_OK);
    return process;
}

/* Ours, with buffers as deep as the field says. */
static double estimate_of(const cost_record *r, int depth)
{
    const noc_process p = process_of(r);
    const noc_router_shape shape = shape_of(r, depth);
    const double bits = shape.flit_bits, mm = cost_field(r, LENGTH);
    const noc_router_cost router = noc_cost_of_router(&p, &shape);
    const noc_link_cost link = noc_cost_of_link(&p, bits, mm, cost_field(r, CLOCK));
    const double moving = router.write_pj + router.read_pj + router.crossbar_pj + link.flit_pj;
    if (strcmp(r->fields[QUANTITY], "router area") == 0) return mm2(noc_router_area_um2(&router));
    if (strcmp(r->fields[QUANTITY], "energy of a bit and mm") == 0) return 1e3 * moving / bits / mm;
    if (strcmp(r->fields[QUANTITY], "energy of a flit and hop") == 0)
        return moving + router.allocation_pj + router.clock_pj;
    return noc_clock_of(&p, &shape, (int)cost_field(r, STAGES)).max_mhz;
}

static bool is_clock(const cost_record *r)
{
    return strcmp(r->fields[QUANTITY], "clock") == 0;
}

/* "2.5", or "3.1 to 8.7" where buffers are not known. */
static void range_text(double low, double high, const char *format, char text[40])
{
    char one[16], other[16];
    snprintf(one, sizeof one, format, low);
    snprintf(other, sizeof other, format, high);
    snprintf(text, 40, strcmp(one, other) == 0 ? "%s" : "%s to %s", one, other);
}

/* The line of docs/accuracy.md that names a chip and a quantity. */
static char *line_of(const char *page, const char *chip, const char *quantity)
{
    char start[120];
    snprintf(start, sizeof start, "| %s: %s |", chip, quantity);
    const char *at = strstr(page, start);
    if (!at) print_message("docs/accuracy.md has no row '%s'\n", start);
    assert_non_null(at);
    return strndup(at, strcspn(at, "\n"));
}

/* Measured, ours, and the ratio of both. */
static void check_stated(void **state)
{
    (void)state;
    char *page = test_read_text("docs/accuracy.md");
    FILE *file = cost_open_reference(path);
    size_t rows = 0;
    for (cost_record r; cost_next_record(file, &r);) {
        char ours[40], ratio[40], cell[100];
        if (is_clock(&r)) continue;
        const double low = estimate_of(&r, DEPTH_LEAST), high = estimate_of(&r, DEPTH_MOST);
        const double built = cost_field(&r, BUILT_LEAST);
        char *line = line_of(page, r.fields[CHIP], r.fields[QUANTITY]);
        range_text(low, high, low < 1.0 ? "%.2f" : "%.1f", ours);
        range_text(built / high, built / low, "%.1f", ratio);
        snprintf(cell, sizeof cell, "| %s %s | %s %s", r.fields[BUILT_LEAST], r.fields[UNIT], ours,
                 r.fields[UNIT]);
        assert_contains(line, cell);
        snprintf(cell, sizeof cell, "| %s |", ratio);
        assert_contains(line, cell);
        free(line);
        rows++;
    }
    fclose(file);
    free(page);
    assert_true(rows >= 4);
}

/* Also those that are bound by something else, or that custom circuits make faster. */
static void check_clocks(void **state)
{
    (void)state;
    FILE *file = cost_open_reference(path);
    size_t rows = 0;
    double least = INFINITY, most = 0.0;
    for (cost_record r; cost_next_record(file, &r);) {
        double lo, hi;
        if (!is_clock(&r)) continue;
        const double built[] = {cost_field(&r, BUILT_LEAST), cost_field(&r, BUILT_MOST)};
        const double max = estimate_of(&r, DEPTH_MOST);
        noc_clock_interval(max, &lo, &hi);
        print_message("%s: %s to %s MHz, ours %.0f (%.0f to %.0f)\n", r.fields[CHIP],
                      r.fields[BUILT_LEAST], r.fields[BUILT_MOST], max, lo, hi);
        assert_true(lo <= built[0] && built[1] <= hi);
        least = fmin(least, built[0] / max);
        most = fmax(most, built[1] / max);
        rows++;
    }
    fclose(file);
    assert_true(rows >= 6);
    /* The interval is not wider than what was seen by more than a fifth. */
    assert_true(least < 1.2 / 8.0 && most > 2.5 / 1.2);
}

/* Beyond what was ever built the interval ends at the limit itself. */
static void check_interval(void **state)
{
    (void)state;
    static const double limits[] = {100.0, 2000.0, 5000.0, 13525.0};
    for (size_t i = 0; i < TEST_COUNT(limits); i++) {
        double lo, hi;
        noc_clock_interval(limits[i], &lo, &hi);
        assert_true(lo < limits[i] && hi >= limits[i]);
        assert_true(hi == limits[i] || hi <= NOC_CLOCK_BUILT_MHZ);
    }
}

int main(void)
{
    static test_list list;
    test_add(&list, "accuracy.md states the ratios to built networks", check_stated);
    test_add(&list, "clocks of built networks are in the interval", check_clocks);
    test_add(&list, "the interval of a clock holds it", check_interval);
    return test_run("silicon", &list);
}
