/* reports/text.h: answers as tables for people, 80 columns wide where their words allow it. */
#ifndef NOC_REPORTS_TEXT_H
#define NOC_REPORTS_TEXT_H

#include "reports/label.h"
#include "reports/report.h"

/* One answer: every figure that is there, why others are not, and what limits the design. */
noc_status noc_text_estimate(const noc_sheet *sheet, const noc_estimate *estimate, noc_diag *diag);

/* A row an estimate, with the change against the first. */
noc_status noc_text_whatif(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                           noc_diag *diag);

/* Model, sample and error of every design, then what both say of the change against the first. */
noc_status noc_text_validation(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                               noc_diag *diag);

/* A row a load, and a plot when the sheet wants plots. */
noc_status noc_text_curve(const noc_sheet *sheet, const noc_comparison *points, size_t count,
                          noc_diag *diag);

/* ---- what they share ------------------------------------------------------------------------ */

/* A paragraph, folded at the width of the page; names of designs are safe in it. */
void noc_text_say(const noc_sheet *sheet, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same; its lines but the first begin at the column `indent`. */
void noc_text_hang(const noc_sheet *sheet, size_t indent, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "Limited by link (0,0) > (1,0), 93 % busy at saturation."; nothing when it is not known. */
void noc_text_bottleneck(const noc_sheet *sheet, const noc_estimate *estimate);

/* The warnings of one answer: a line each. `whose` names it where there are several; NULL where there is one. */
void noc_text_warnings(const noc_sheet *sheet, const noc_estimate *estimate, const char *whose);

/* What is to be told of answers: saturated, not converged, and warnings, each text once, after the labels of those that
 * it is of (none where it is of all). */
void noc_text_caveats(const noc_sheet *sheet, const noc_labels *labels,
                      const noc_estimate *estimates, size_t count);

/* Texts of a line each, as warnings. */
void noc_text_warning_lines(const noc_sheet *sheet, const char *lines);

/* Caveats of model and sample. */
void noc_text_comparison_caveats(const noc_sheet *sheet, const noc_labels *labels,
                                 const noc_comparison *rows, size_t count);

/* " at load 60% (0.0299 flits/cycle per injecting node)"; without the flits where estimates differ in them, "" without a
 * load. Returns `words`. */
enum { NOC_LOAD_WORDS = 120 };
const char *noc_text_load(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                          char words[NOC_LOAD_WORDS]);

/* Beside a change that is within its interval, and the line that says so. */
#define NOC_WITHIN_MARK "~"
void noc_text_within(const noc_sheet *sheet);

/* Area and its label in comparisons: of the chip, or of the network when that is all there is. */
noc_metric_id noc_text_area_metric(const noc_design *design);

#endif
