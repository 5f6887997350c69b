/* bindings/c/query.h: questions of public calls. */
#ifndef NOC_BINDINGS_C_QUERY_H
#define NOC_BINDINGS_C_QUERY_H

#include "bindings/c/context.h"
#include "network/graph/system.h"

/* Checks the ranges of a query's members. */
noc_status noc_query_check(const noc_query *query, noc_diag *diag);

/* Converts the load of a query to flits per cycle of an injecting node; NAN: none. */
noc_status noc_query_find_load(const noc_query *query, const noc_context *context,
                               const noc_system *system, double *flits, noc_diag *diag);

#endif
