#include "tests/support/users/fronts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/helpers.h"

void test_front_add(test_front *f, const char *overrides, double throughput, double area)
{
    if (f->entries.count == f->room) {
        f->room = f->room ? 2 * f->room : 16;
        f->entries.list = realloc(f->entries.list, f->room * sizeof *f->entries.list);
        assert_non_null(f->entries.list);
    }
    noc_entry *e = &f->entries.list[f->entries.count++];
    *e = (noc_entry){
        .overrides = strdup(overrides), .source = strdup("s"), .method = NOC_METHOD_MODEL};
    snprintf(e->hash, sizeof e->hash, "%064zu", f->entries.count);
    for (int id = 0; id < NOC_METRICS; id++)
        e->metrics[id] = (noc_metric){1.0, NAN, NAN, NAN, NULL};
    e->metrics[NOC_METRIC_saturation_data_gb_per_s].value = throughput;
    e->metrics[NOC_METRIC_network_area_mm2].value = area;
}

void test_front_find(test_front *f)
{
    const noc_objectives objectives = {
        .list = {{NOC_METRIC_saturation_data_gb_per_s, true}, {NOC_METRIC_network_area_mm2, false}},
        .count = 2};
    assert_int_equal(
        noc_candidates_find(&f->entries, &objectives, 0.1, (noc_race_rules){0}, &f->all, &f->diag),
        NOC_OK);
}

void test_front_clear(test_front *f)
{
    noc_candidates_clear(&f->all);
    for (size_t i = 0; i < f->entries.count; i++) {
        free(f->entries.list[i].overrides);
        free(f->entries.list[i].source);
    }
    free(f->entries.list);
}
