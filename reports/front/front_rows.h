/* reports/front/front_rows.h: designs of a store as rows for scripts, for `pareto` and `report`
 * alike. */
#ifndef NOC_REPORTS_FRONT_FRONT_ROWS_H
#define NOC_REPORTS_FRONT_FRONT_ROWS_H

#include "explore/space/setting_columns.h"
#include "reports/front/front_order.h"
#include "reports/writers/sheet.h"

/* Rows to write. */
typedef struct noc_front_rows {
    const noc_front_view *view;
    const size_t *list; /* positions of candidates, in order */
    size_t count;
    bool methods;   /* a row each for model and sample; else one row for each design */
    const char *by; /* a setting that has a column in any case; NULL: none */
} noc_front_rows;

/* Writes columns, then a row for each design: name, hash, method, status, on_front, probability,
 * by_value, a column for each setting that some design of the space overrides, metrics with _lo and
 * _hi, overclocked (above the clock that its routers reach; empty: not known), unpriced (parts
 * whose cost no source tells), warnings, bottleneck, overrides. A figure is the sample's where
 * there is one; objectives of the model are corrected by samples, and all intervals are against the
 * truth. */
noc_status noc_front_rows_csv(const noc_sheet *sheet, const noc_front_rows *rows, noc_diag *diag);

/* Writes the rows as an object "nocsight.front/2": facts of the front, and `designs`, an array of
 * one object for each row: design (name, file, hash, overrides, settings), method, status,
 * on_front, probability, by_value, overclocked, metrics (each value, lo, hi; of objectives front_lo
 * and front_hi: the interval by which designs are compared, without errors that all designs share),
 * bottleneck, warnings. `design_warnings` has the warnings of all designs that race: text, designs
 * (how many), example (whether its numbers are those of one design). */
noc_status noc_front_rows_json(const noc_sheet *sheet, const noc_front_rows *rows, noc_diag *diag);

#endif
