/* reports/front/front_rows.h: designs of a store as CSV or JSON rows, for the commands `pareto` and
 * `report`. */
#ifndef NOC_REPORTS_FRONT_FRONT_ROWS_H
#define NOC_REPORTS_FRONT_FRONT_ROWS_H

#include "explore/space/setting_columns.h"
#include "reports/front/front_order.h"
#include "reports/writers/sheet.h"

/* Rows to write. */
typedef struct noc_front_rows {
    const noc_front_view *view;
    const size_t *list; /* positions of the candidates, in order of the rows */
    size_t count;
    bool has_method_rows;       /* one row for the model, one for the sample; false: one for both */
    const char *column_setting; /* setting that always has a column; NULL: none */
} noc_front_rows;

/* Writes a header, then a row for each design: name, hash, method, status, on_front, probability,
 * by_value, a column for each setting that any design of the space overrides, metrics with _lo and
 * _hi, extent, overclocked (above the clock that the design's routers reach; empty: not known),
 * unpriced (parts without a price in any source), warnings, bottleneck, overrides. A metric is the
 * sample's where a sample exists, else the model's. Objectives of the model are corrected by
 * samples. Every interval is around the true value. */
noc_status noc_front_rows_write_csv(const noc_sheet *sheet, const noc_front_rows *rows,
                                    noc_diag *diag);

/* Writes an object "nocsight.front/2": facts of the front, and `designs`, an array with one object
 * for each row: design (name, file, hash, overrides, settings), method, status, on_front,
 * probability, by_value, extent, overclocked, unpriced, metrics, bottleneck, warnings. A metric has
 * value, lo and hi; an objective also has front_lo and front_hi, the interval for comparisons,
 * without the errors that all designs share. `design_warnings` has the warnings of all compared
 * designs: text, designs (their number), example (true: the text has the numbers of one design). */
noc_status noc_front_rows_write_json(const noc_sheet *sheet, const noc_front_rows *rows,
                                     noc_diag *diag);

#endif
