#include "tests/support/rows/cost_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network/compile/compile.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"

void cost_build(cost_built *b, const char *const overrides[COST_OVERRIDES])
{
    *b = (cost_built){0};
    size_t count = 0;
    while (count < COST_OVERRIDES && overrides[count]) count++;
    assert_int_equal(
        noc_source_read(NOC_SOURCE_DIR "/configs/te13-baseline.cfg", &b->source, &b->diag), NOC_OK);
    assert_int_equal(noc_design_read(&b->source, overrides, count, &b->design, &b->diag), NOC_OK);
    assert_int_equal(noc_system_compile(b->design, &b->system, &b->diag), NOC_OK);
}

void cost_clear(cost_built *b)
{
    noc_system_free(b->system);
    noc_design_free(b->design);
    noc_source_clear(&b->source);
    noc_diag_clear(&b->diag);
}

noc_cost cost_of_baseline(const char *const overrides[COST_OVERRIDES])
{
    cost_built b;
    noc_cost cost;
    cost_build(&b, overrides);
    assert_int_equal(noc_cost_of(b.system, NULL, &cost, NULL, &b.diag), NOC_OK);
    cost_clear(&b);
    return cost;
}

noc_process cost_process(double nm)
{
    noc_process process;
    assert_int_equal(noc_process_at(nm, false, &process, NULL), NOC_OK);
    return process;
}

noc_router_cost cost_router_at(double nm, const noc_router_shape *shape)
{
    const noc_process process = cost_process(nm);
    return noc_cost_of_router(&process, shape);
}

double mm2(double um2)
{
    return 1e-6 * um2;
}

bool cost_next_record(FILE *file, cost_record *r)
{
    if (!fgets(r->line, sizeof r->line, file)) return false;
    char *rest = r->line;
    for (size_t i = 0; i < COST_FIELDS; i++) r->fields[i] = strsep(&rest, ",\n");
    return true;
}

FILE *cost_open_reference(const char *path)
{
    cost_record head;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(cost_next_record(file, &head));
    return file;
}

bool is_near(double value, double wanted, double relative)
{
    return fabs(value - wanted) <= relative * fabs(wanted);
}

double cost_field(const cost_record *r, int column)
{
    return strtod(r->fields[column], NULL);
}

noc_cost cost_of_shipped_with(const char *name, const char *const *overrides)
{
    char path[300];
    cost_built b = {0};
    noc_cost cost;
    snprintf(path, sizeof path, "%s/configs/%s.cfg", NOC_SOURCE_DIR, name);
    assert_int_equal(noc_source_read(path, &b.source, &b.diag), NOC_OK);
    size_t count = 0;
    while (overrides && overrides[count]) count++;
    assert_int_equal(noc_design_read(&b.source, overrides, count, &b.design, &b.diag), NOC_OK);
    assert_int_equal(noc_system_compile(b.design, &b.system, &b.diag), NOC_OK);
    assert_int_equal(noc_cost_of(b.system, NULL, &cost, NULL, &b.diag), NOC_OK);
    cost_clear(&b);
    return cost;
}

noc_cost cost_of_shipped(const char *name)
{
    return cost_of_shipped_with(name, NULL);
}

noc_status cost_technology_parse(const char *text, noc_place place, noc_status status,
                                 noc_technology *technology, noc_diag *diag)
{
    config_t config;
    const noc_status parsed = noc_config_parse(text, place, status, &config, diag);
    if (parsed != NOC_OK) return parsed;
    const noc_status read =
        noc_technology_read(config_root_setting(&config), place.file, status, technology, diag);
    config_destroy(&config);
    return read;
}
