/* reports/compare/booksim_table.h: report of BookSim's figures beside those of sampler and
 * model. */
#ifndef NOC_REPORTS_COMPARE_BOOKSIM_TABLE_H
#define NOC_REPORTS_COMPARE_BOOKSIM_TABLE_H

#include "reports/words/label.h"
#include "reports/writers/sheet.h"

/* Value and ends of its interval, in the unit of the member that has it; NAN: missing. */
typedef struct noc_booksim_figure {
    double value, lo, hi;
} noc_booksim_figure;

/* Figures of one load, by three methods. */
typedef struct noc_booksim_point {
    double load; /* flits per cycle of an injecting node; NAN: saturation */
    noc_booksim_figure booksim, sample, model;
} noc_booksim_point;

enum { NOC_BOOKSIM_POINTS = 4 };

/* Figures of one design. */
typedef struct noc_booksim_comparison {
    char name[NOC_LABEL_CHARS];
    const noc_design *design; /* design exported to BookSim; borrowed */
    size_t lost_settings;     /* number of settings that BookSim lacks or changes */
    noc_booksim_point points[NOC_BOOKSIM_POINTS]; /* mean packet latencies, cycles */
    size_t count;
    noc_booksim_point saturation; /* flits per cycle of an injecting node */
} noc_booksim_comparison;

/* Computes the mean absolute error of the model's latencies at all loads of all designs, as a share
 * of BookSim's; NAN without latencies. */
double noc_booksim_mean_error(const noc_booksim_comparison *designs, size_t count);

/* Reports the latencies at each load and the saturations. `program`: path of BookSim. */
noc_status noc_report_booksim(const noc_sheet *sheet, const char *program,
                              const noc_booksim_comparison *designs, size_t count, noc_diag *diag);

#endif
