/* reports/front_order.h: a front, its designs in order, and the words that reports of fronts
 * share. */
#ifndef NOC_REPORTS_FRONT_ORDER_H
#define NOC_REPORTS_FRONT_ORDER_H

#include "explore/candidates.h"
#include "explore/measure.h"

/* A front and where it came from. */
typedef struct noc_front_view {
    const noc_candidates *candidates;
    const noc_space_record *space;
    double model_error;
    const noc_measure_totals *measured; /* NULL: nothing was asked to be measured */
    const char *caveats;                /* noc_store_caveats */
} noc_front_view;

/* Positions of the members, best in the first objective first. The caller frees them. */
typedef struct noc_front_order {
    const noc_candidates *all;
    size_t *list;
    size_t count;
} noc_front_order;

/* The members of the front, with those that are possibly on it if `possible`. */
noc_status noc_front_members(const noc_candidates *all, bool possible, noc_front_order *order,
                             noc_diag *diag);

/* "d-f610fbc2". */
const char *noc_short_id(const noc_entry *entry, char text[NOC_SHORT_ID_CHARS + 3]);

/* "max throughput per area, min network area". */
void noc_objectives_text(const noc_objectives *objectives, char *text, size_t size);

/* A metric above a column: a word a line, its unit at the end. */
void noc_front_header(noc_metric_id id, char *text, size_t size);

#endif
