/* reports/words/figure.h: figures, changes and metrics in words, the same in every printed
 * table. */
#ifndef NOC_REPORTS_WORDS_FIGURE_H
#define NOC_REPORTS_WORDS_FIGURE_H

#include "hybrid/answers/estimate.h"

enum { NOC_FIGURE_CHARS = 64 };

/* A figure as text, for use inside one expression. */
typedef struct noc_figure {
    char text[NOC_FIGURE_CHARS];
} noc_figure;

/* Text of a value with `digits` behind the point, more for figures that would lose their leading
 * digits, "-" for a missing figure. */
noc_figure noc_figure_of(double value, int digits);

/* A number with its digits in groups: "12,345". */
typedef struct noc_grouped {
    char text[32];
} noc_grouped;
noc_grouped noc_grouped_of(uint64_t number);

/* Change of a value, value / base - 1; NAN where that says nothing. */
double noc_change_of(double value, double base);

/* Share in per cent, with its sign: "+4.2%", "0.0%", "+157%", "-" for a missing one. */
noc_figure noc_percent(double fraction);

/* Duration in its unit: "850 ms", "9.5 s", "98 s", "3.2 min", "25 min", "2.5 h". */
noc_figure noc_duration(double seconds);

/* A metric's value in the digits of its kind. */
noc_figure noc_metric_figure(const noc_estimate *estimate, noc_metric_id id);

/* True if a metric's interval is a bound by judgement, of no level. */
bool noc_metric_is_judged(const noc_metric *metric);

/* Interval of a metric: "31.40 .. 32.60", in brackets where it is judged, "" where there is no
 * interval. */
noc_figure noc_metric_interval(const noc_estimate *estimate, noc_metric_id id);

/* Half-width of a metric's interval: "+-0.60"; "" where there is none. */
noc_figure noc_metric_spread(const noc_estimate *estimate, noc_metric_id id);

/* Three digits for the head of an answer, "59.3"; its interval in as few digits: "+-3.8",
 * "(48..91)" where it leans to one side, "[30..120]" where it is judged, "" where there is none. */
noc_figure noc_short_figure(double value);
noc_figure noc_short_spread(const noc_metric *metric);

bool noc_metric_given(const noc_metric *metric);
bool noc_metric_has_interval(const noc_metric *metric);

/* The name without its unit: "round trip" for round_trip_cycles. */
noc_figure noc_metric_short_name(noc_metric_id id);

/* The name that people read: without the unit, or words where that says too little. No two metrics
 * have the same. */
noc_figure noc_metric_label(noc_metric_id id);

/* The label for a place beside its unit: the " (ns)" at its end is left out. */
noc_figure noc_label_without_unit(noc_metric_id id);

/* The label of a metric in a known design: "round trip, idle" or "one way, idle". */
noc_figure noc_metric_label_of(const noc_design *design, noc_metric_id id);

/* The latency that people ask for: the round trip where there are replies, else the packet
 * latency. */
noc_metric_id noc_latency_metric(const noc_design *design);

/* The area in comparisons: of the chip, or of the network when that is all there is. */
noc_metric_id noc_area_metric(const noc_design *design);

#endif
