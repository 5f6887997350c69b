#include "reports/front/front_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reports/writers/memory_text.h"

const char noc_front_knee_words[] =
    "the design of the front with the largest sum of objectives, each scaled from 0 (worst of the "
    "front) to 1 (best)";

noc_front_summary noc_front_summarize(const noc_candidates *candidates)
{
    noc_front_summary summary = {.knee = noc_front_find_knee(candidates->points, candidates->marks,
                                                             candidates->racing_count,
                                                             candidates->objectives.count)};
    if (summary.knee == candidates->racing_count) summary.knee = candidates->count;
    for (size_t d = 0; d < NOC_OBJECTIVES_MAX; d++) summary.best_designs[d] = candidates->count;
    for (size_t i = 0; i < candidates->racing_count; i++) {
        const noc_front_mark *mark = &candidates->marks[i];
        summary.front_count += mark->is_on_value_front;
        summary.certain_count += mark->membership == NOC_FRONT_CERTAIN;
        summary.possible_count += noc_candidate_is_possible(candidates, i);
        for (size_t d = 0; mark->is_on_value_front && d < candidates->objectives.count; d++)
            if (summary.best_designs[d] == candidates->count ||
                candidates->points[i].value[d] >
                    candidates->points[summary.best_designs[d]].value[d])
                summary.best_designs[d] = i;
    }
    if (summary.front_count <= 2)
        summary.knee = candidates->count; /* a front of two designs has no knee */
    return summary;
}

char *noc_front_count_words(const noc_candidates *candidates, const noc_front_summary *summary)
{
    char *text = NULL, possible_words[80] = "", certain_words[80];
    if (summary->possible_count)
        snprintf(possible_words, sizeof possible_words, "; %s more are possibly on it",
                 noc_grouped_number_make(summary->possible_count).text);
    if (summary->certain_count == summary->front_count)
        snprintf(certain_words, sizeof certain_words, "certainly so");
    else if (summary->certain_count)
        snprintf(certain_words, sizeof certain_words, "%s of them certainly so",
                 noc_grouped_number_make(summary->certain_count).text);
    else
        snprintf(certain_words, sizeof certain_words,
                 "within the intervals none of them certainly so");
    if (asprintf(&text, "%s of %s designs %s on the front by value, %s%s.",
                 noc_grouped_number_make(summary->front_count).text,
                 noc_grouped_number_make(candidates->count).text,
                 summary->front_count == 1 ? "is" : "are", certain_words, possible_words) < 0)
        return NULL;
    return text;
}

noc_figure noc_front_clock_range(const noc_reach_counts *reach_counts)
{
    noc_figure figure;
    const double lowest_mhz = round(reach_counts->lowest_mhz),
                 highest_mhz = round(reach_counts->highest_mhz);
    if (lowest_mhz == highest_mhz)
        snprintf(figure.text, sizeof figure.text, "%.0f MHz", lowest_mhz);
    else
        snprintf(figure.text, sizeof figure.text, "%.0f to %.0f MHz", lowest_mhz, highest_mhz);
    return figure;
}

/* Writes a space unless the text is empty. */
static void begin_sentence(FILE *out)
{
    if (ftell(out) > 0) fputc(' ', out);
}

static void put_overclocked(FILE *out, const noc_candidates *candidates)
{
    const size_t overclocked_count = candidates->reach_counts.counts[NOC_REACH_BEYOND];
    const bool is_single = overclocked_count == 1;
    if (overclocked_count == 0) return;
    begin_sentence(out);
    fprintf(out, "%s of %s designs %s above the clock that %s routers reach (%s)",
            noc_grouped_number_make(overclocked_count).text,
            noc_grouped_number_make(candidates->count).text, is_single ? "runs" : "run",
            is_single ? "its" : "their", noc_front_clock_range(&candidates->reach_counts).text);
    if (candidates->rules.allows_overclock)
        fputs("; --allow-overclock lets them on the front.", out);
    else
        fprintf(out, " and %s off the front (--allow-overclock puts %s on).",
                is_single ? "is" : "are", is_single ? "it" : "them");
}

/* Writes the number of designs with unpriced parts, if other designs have none. */
static void put_unpriced(FILE *out, const noc_candidates *candidates)
{
    const bool is_single = candidates->unpriced_count == 1;
    if (candidates->unpriced_count == 0) return;
    begin_sentence(out);
    fprintf(out, "%s of %s designs %s what no source prices: %s",
            noc_grouped_number_make(candidates->unpriced_count).text,
            noc_grouped_number_make(candidates->count).text, is_single ? "has" : "have",
            candidates->unpriced_example);
    if (candidates->rules.allows_unpriced)
        fputs("; --allow-unpriced lets them on the front.", out);
    else
        fprintf(out, ", and %s off the front (--allow-unpriced puts %s on).",
                is_single ? "is" : "are", is_single ? "it" : "them");
}

static void put_unknown_clocks(FILE *out, const noc_candidates *candidates)
{
    const size_t unknown_count = candidates->reach_counts.counts[NOC_REACH_UNKNOWN];
    if (unknown_count == 0) return;
    begin_sentence(out);
    fprintf(out, "Of %s the clock that the routers reach is not known; %s on the front.",
            unknown_count == candidates->count ? "all designs"
                                               : noc_grouped_number_make(unknown_count).text,
            unknown_count == 1 ? "it may be" : "they may be");
}

char *noc_front_excluded_words(const noc_candidates *candidates)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    put_overclocked(out, candidates);
    put_unpriced(out, candidates);
    put_unknown_clocks(out, candidates);
    return noc_memory_text_close(out, &text);
}

/* Returns a value with four digits; intervals are too wide for more. */
static noc_figure short_figure(double value)
{
    const double magnitude = fabs(value);
    const int integer_digits = magnitude >= 1.0 && magnitude < 1e9 ? (int)log10(magnitude) + 1 : 0;
    return noc_figure_make(value, integer_digits < 4 ? 4 - integer_digits : 0);
}

noc_figure noc_front_figure(const noc_candidates *candidates, size_t candidate, size_t objective)
{
    const noc_metric_id id = candidates->objectives.list[objective].metric;
    const noc_metric metric =
        noc_candidate_metric(candidates, &candidates->list[candidate], id, NULL);
    const double half_percent = 50.0 * (metric.hi - metric.lo) / fabs(metric.value);
    const noc_figure value = short_figure(metric.value);
    noc_figure figure = value;
    if (isfinite(half_percent) && half_percent > 0.0)
        snprintf(figure.text, sizeof figure.text, "%.30s (±%.*f%%)", value.text, half_percent < 2.0,
                 half_percent);
    return figure;
}

static void put_figure(FILE *out, const noc_candidates *candidates, size_t i, size_t objective,
                       bool has_name)
{
    const noc_metric_id id = candidates->objectives.list[objective].metric;
    const char *unit = noc_metric_info_of(id)->unit;
    const noc_figure figure = noc_front_figure(candidates, i, objective);
    const int value_bytes = (int)strcspn(figure.text, " ");
    if (has_name) fprintf(out, ", %s ", noc_label_without_unit(id).text);
    fprintf(out, "%.*s%s%s%s", value_bytes, figure.text, *unit ? " " : "", unit,
            figure.text + value_bytes);
}

char *noc_front_figures(const noc_candidates *candidates, size_t candidate, size_t first)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    put_figure(out, candidates, candidate, first, false);
    for (size_t d = 0; d < candidates->objectives.count; d++)
        if (d != first) put_figure(out, candidates, candidate, d, true);
    return noc_memory_text_close(out, &text);
}

const char *noc_front_load_words(const char *task, char *text, size_t size)
{
    if (strncmp(task, "load ", 5) == 0)
        snprintf(text, size, "Latencies and delivered data: at the load %s%s.", task + 5,
                 task[5 + strspn(task + 5, "0123456789.e+-")] ? "" : " flits/cycle and node");
    else
        snprintf(text, size,
                 "Latencies and delivered data: at the closed-loop operating point of designs that "
                 "name a workload; others have none (the space file names no load).");
    return text;
}
