/* reports/compare/compare_shown.h: what a comparison for people is about: five figures, each with
 * the change against the first design. */
#ifndef NOC_REPORTS_COMPARE_COMPARE_SHOWN_H
#define NOC_REPORTS_COMPARE_COMPARE_SHOWN_H

#include "reports/words/change.h"
#include "reports/words/figure.h"

enum { NOC_SHOWN = 5 };

/* Bandwidth, latency, area, power, clock. */
typedef struct noc_shown {
    noc_metric_id id;
    const char *name, *unit;
    double scale;     /* from the metric's unit to that one */
    bool more_better; /* else less is */
} noc_shown;

/* Latencies at the load if all designs have one there, else those of a packet alone. */
void noc_shown_of(const noc_estimate *estimates, size_t count, noc_shown shown[NOC_SHOWN]);

/* In the unit of what is shown: "59.25". */
noc_figure noc_shown_figure(const noc_shown *shown, double value);

/* "+12.5 % (+10 to +15 %)", "+2.1 %, indistinguishable", "" where there is none. */
noc_figure noc_shown_change(const noc_contrast *contrast);

#endif
