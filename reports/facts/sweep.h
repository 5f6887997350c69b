/* reports/facts/sweep.h: reports of a space before a sweep, and of the sweep's results. */
#ifndef NOC_REPORTS_FACTS_SWEEP_H
#define NOC_REPORTS_FACTS_SWEEP_H

#include <jansson.h>

#include "explore/front/measure.h"
#include "explore/space/space.h"
#include "explore/survey.h"
#include "explore/sweep.h"
#include "reports/writers/sheet.h"

/* Reports a dry run of a sweep: numbers of valid, excluded and invalid designs, reasons, and
 * expected time. */
noc_status noc_report_survey(const noc_sheet *sheet, const noc_space *space,
                             const noc_survey *survey, noc_diag *diag);

/* Prints the verdict of `check` on a space: "FILE: ok (space NAME: 24 designs ...)", and the first
 * reasons of invalid or excluded designs. */
void noc_report_space(const noc_sheet *sheet, const char *file, const noc_space *space,
                      const noc_survey *survey);

/* Returns the counts of a survey and its reasons as an object, which the caller releases. */
json_t *noc_json_survey(const noc_survey *survey);

/* Results of a sweep. */
typedef struct noc_sweep_view {
    const noc_space *space;
    const noc_sweep_totals *totals;
    const noc_reason_list *reasons;    /* reasons of all designs swept so far */
    double seconds;                    /* duration of the sweep */
    uint64_t shard_index, shard_count; /* shard of this sweep, from 1; number of shards */
    const char *store;                 /* path of the store's file */
    double front_precision; /* requested relative half-width of the front's objectives; 0: none */
    const noc_measure_totals *measure_totals; /* samples taken for the front */
    uint64_t measured_memory_count;           /* designs with separately measured memory nodes */
    const char *caveats; /* reasons, a line each, against a comparison of the store's designs */
} noc_sweep_view;

/* Reports the totals of a sweep. */
noc_status noc_report_sweep(const noc_sheet *sheet, const noc_sweep_view *view, noc_diag *diag);

#endif
