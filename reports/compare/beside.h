/* reports/compare/beside.h: BookSim's figures of a network beside ours. */
#ifndef NOC_REPORTS_COMPARE_BESIDE_H
#define NOC_REPORTS_COMPARE_BESIDE_H

#include "reports/words/label.h"
#include "reports/writers/sheet.h"

/* A figure with the ends of its interval; NAN: missing. */
typedef struct noc_beside_figure {
    double value, lo, hi;
} noc_beside_figure;

typedef struct noc_beside_point {
    double load; /* flits per cycle of an injecting node; of a saturation NAN */
    noc_beside_figure booksim, sample, model;
} noc_beside_point;

enum { NOC_BESIDE_POINTS = 4 };

/* A design, as BookSim has it. */
typedef struct noc_beside {
    char name[NOC_LABEL_CHARS];
    const noc_design *design;                   /* borrowed; design that was exported to BookSim */
    size_t lost;                                /* settings that BookSim lacks or has otherwise */
    noc_beside_point points[NOC_BESIDE_POINTS]; /* mean latencies of packets, cycles */
    size_t count;
    noc_beside_point saturation; /* flits per cycle of an injecting node */
} noc_beside;

/* The model's mean error of the latencies, as a share of BookSim's; NAN without any. */
double noc_beside_error(const noc_beside *designs, size_t count);

/* Reports the figures of each load, and the saturations. `program`: BookSim's path. */
noc_status noc_report_beside(const noc_sheet *sheet, const char *program, const noc_beside *designs,
                             size_t count, noc_diag *diag);

#endif
