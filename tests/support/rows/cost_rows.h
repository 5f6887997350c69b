/* tests/support/rows/cost_rows.h: what the tests of costs share: costs of designs, of routers
 * at a node, and rows of reference files. */
#ifndef NOC_TESTS_COST_ROWS_H
#define NOC_TESTS_COST_ROWS_H

#include <stdio.h>

#include "power_area/cost.h"
#include "power_area/link.h"
#include "tests/support/helpers.h"

enum { COST_OVERRIDES = 3, COST_FIELDS = 27 };

/* The baseline of te13 with overrides, compiled. */
typedef struct cost_built {
    noc_source source;
    noc_design *design;
    noc_system *system;
    noc_diag diag;
} cost_built;

/* One line of a reference file, cut into fields. */
typedef struct cost_record {
    char line[600];
    char *fields[COST_FIELDS];
} cost_record;

/* Up to COST_OVERRIDES, fewer end with NULL. */
void cost_build(cost_built *b, const char *const overrides[COST_OVERRIDES]);
void cost_clear(cost_built *b);
noc_cost cost_of_baseline(const char *const overrides[COST_OVERRIDES]);

/* Of a shipped design, without traffic; `overrides` ends with NULL. */
noc_cost cost_of_shipped_with(const char *name, const char *const *overrides);
noc_cost cost_of_shipped(const char *name);

/* At a node that has a table. */
noc_process cost_process(double nm);
noc_router_cost cost_router_at(double nm, const noc_router_shape *shape);
double mm2(double um2);

/* A file of rows behind its header; false at its end. */
FILE *cost_open_reference(const char *path);
bool cost_next_record(FILE *file, cost_record *r);
double cost_field(const cost_record *r, int column);

bool is_near(double value, double wanted, double relative);

/* Reads a table of a technology, `text` found at `place`, as noc_technology_read does. */
noc_status cost_technology_parse(const char *text, noc_place place, noc_status status,
                                 noc_technology *technology, noc_diag *diag);

#endif
