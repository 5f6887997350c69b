/* reports/facts/sweep.h: reports before a sweep and after it. */
#ifndef NOC_REPORTS_FACTS_SWEEP_H
#define NOC_REPORTS_FACTS_SWEEP_H

#include <jansson.h>

#include "explore/front/measure.h"
#include "explore/space/space.h"
#include "explore/survey.h"
#include "explore/sweep.h"
#include "reports/writers/sheet.h"

/* Reports a dry run: how many designs there are, how many are invalid and why, and how long the
 * sweep takes. */
noc_status noc_report_survey(const noc_sheet *sheet, const noc_space *space,
                             const noc_survey *survey, noc_diag *diag);

/* Reports a check: "FILE: ok (space NAME: 24 designs ...)", how many designs are invalid or
 * excluded, and the first reasons why. */
void noc_report_space(const noc_sheet *sheet, const char *file, const noc_space *space,
                      const noc_survey *survey);

/* The counts of a survey, and its reasons, as an object. */
json_t *noc_json_survey(const noc_survey *survey);

typedef struct noc_sweep_view {
    const noc_space *space;
    const noc_sweep_totals *totals;
    const noc_reason_list *reasons; /* reasons in all designs swept so far */
    double seconds;
    uint64_t shard, shards;
    const char *store; /* file of the store */
    double within;     /* half-width of the front's objectives that was asked for; 0: none */
    const noc_measure_totals *measured; /* samples that were taken for the front */
    uint64_t memory_alone;              /* designs whose memory nodes were measured by themselves */
    const char *caveats;                /* lines: why designs of the store are no fair comparison */
} noc_sweep_view;

noc_status noc_report_sweep(const noc_sheet *sheet, const noc_sweep_view *view, noc_diag *diag);

#endif
