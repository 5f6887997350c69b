/* reports/report.h: answers on a page, in the format asked for. */
#ifndef NOC_REPORTS_REPORT_H
#define NOC_REPORTS_REPORT_H

#include <stdio.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/offered_load.h"
#include "reports/comparison.h"
#include "reports/table.h"

typedef enum noc_format {
    NOC_FORMAT_TABLE,
    NOC_FORMAT_JSON,
    NOC_FORMAT_CSV,
    NOC_FORMAT_SVG, /* pictures of designs only */
} noc_format;

/* The name of a format ("table", "json", "csv", "svg"), NULL past the end. */
const char *noc_format_name(size_t i);

/* What is needed to get an answer again, beside the design. */
typedef struct noc_run {
    const char *version, *commit;
    int argc;
    char *const *argv;
    const char *calibration; /* of the model; NULL: none */
} noc_run;

/* Where and how a report is written. */
struct noc_breakdown;

typedef struct noc_sheet {
    FILE *out;
    noc_format format;
    int width;     /* columns of a printed table */
    bool plots;    /* character plots with the tables */
    bool csv_safe; /* no cell of CSV that a spreadsheet would run */
    noc_run run;
    noc_offered_load load; /* as it was asked for */
    const struct noc_breakdown
        *breakdowns; /* one an estimate of noc_report_estimates; NULL: none */
} noc_sheet;

/* One estimate, or several: then as a what-if table, each against the first. `several` makes JSON
 * an array even of one. With their components, and channels, if all estimates have them; as CSV
 * these stand in place of the metrics. */
noc_status noc_report_estimates(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                                bool several, noc_diag *diag);

/* Model and sample side by side, every design against the first. */
noc_status noc_report_validation(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                                 noc_diag *diag);

/* One design's latency against offered load: points in order of load. */
noc_status noc_report_curve(const noc_sheet *sheet, const noc_comparison *points, size_t count,
                            noc_diag *diag);

/* A table of words (what `list` shows). */
noc_status noc_report_listing(const noc_sheet *sheet, const noc_table *table, noc_diag *diag);

/* The rows of several tables, one below the other, a line a column (what `describe` shows). As CSV
 * they are of the form kind,name,field,value, since their columns differ. */
noc_status noc_report_entries(const noc_sheet *sheet, const noc_table *tables, size_t count,
                              noc_diag *diag);

#endif
