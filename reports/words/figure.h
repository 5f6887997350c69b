/* reports/words/figure.h: numbers, changes and metrics as texts, with one form for all tables. */
#ifndef NOC_REPORTS_WORDS_FIGURE_H
#define NOC_REPORTS_WORDS_FIGURE_H

#include "hybrid/answers/estimate.h"

enum { NOC_FIGURE_CHARS = 64 };

/* Figure as text, for use inside one expression. */
typedef struct noc_figure {
    char text[NOC_FIGURE_CHARS];
} noc_figure;

/* Makes the text of a value with `digits` digits after the point, and up to four more until two
 * significant digits are shown; "-" for a missing value. */
noc_figure noc_figure_make(double value, int digits);

/* Number with its digits in groups: "12,345". */
typedef struct noc_grouped_number {
    char text[32];
} noc_grouped_number;
noc_grouped_number noc_grouped_number_make(uint64_t number);

/* Change of a value, value / base - 1; NAN if one of them is missing or base is 0. */
double noc_change_share(double value, double base);

/* Share in per cent, with its sign: "+4.2%", "0.0%", "+157%"; "-" for a missing one. */
noc_figure noc_percent_figure(double fraction);

/* Duration in its unit: "850 ms", "9.5 s", "98 s", "3.2 min", "25 min", "2.5 h". */
noc_figure noc_duration_figure(double seconds);

/* Value of a metric in the digits of its kind. */
noc_figure noc_metric_figure(const noc_estimate *estimate, noc_metric_id id);

/* True if a metric's interval is a bound by judgement, without a confidence. */
bool noc_metric_is_judged(const noc_metric *metric);

/* Interval of a metric: "31.40 .. 32.60", in brackets if judged, "" without an interval. */
noc_figure noc_metric_interval(const noc_estimate *estimate, noc_metric_id id);

/* Half-width of a metric's interval: "+-0.60"; "" without an interval. */
noc_figure noc_metric_half_width(const noc_estimate *estimate, noc_metric_id id);

/* Value in three digits, for the summary of an answer: "59.3". */
noc_figure noc_short_figure(double value);
/* Interval in as few digits: "+-3.8", "(48..91)" if skewed, "[30..120]" if judged, "" without an
 * interval. */
noc_figure noc_short_half_width(const noc_metric *metric);

bool noc_metric_has_value(const noc_metric *metric);
bool noc_metric_has_interval(const noc_metric *metric);

/* Name without the unit: "round trip" for round_trip_cycles. */
noc_figure noc_metric_short_name(noc_metric_id id);

/* Label of a metric: its name without the unit, or clearer words. No two metrics have one label. */
noc_figure noc_metric_label(noc_metric_id id);

/* Label for a place with its unit: without a final " (ns)". */
noc_figure noc_label_without_unit(noc_metric_id id);

/* Label of a metric in a known design: "round trip, idle" or "one way, idle". */
noc_figure noc_metric_design_label(const noc_design *design, noc_metric_id id);

/* Main latency of a design: round trip if it has replies, else packet latency. */
noc_metric_id noc_latency_metric(const noc_design *design);

/* Area for comparisons: of the chip, or of the network if the chip's is not known. */
noc_metric_id noc_area_metric(const noc_design *design);

#endif
