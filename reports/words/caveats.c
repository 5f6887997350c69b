#include "reports/words/caveats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/sheet.h"
#include "reports/writers/style.h"

void noc_text_warning_lines(const noc_sheet *sheet, const char *lines)
{
    while (*lines) {
        const size_t length = strcspn(lines, "\n");
        noc_text_paragraph(sheet, NOC_CAUTION "Warning:" NOC_PLAIN " %.*s.", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

/* Largest number of shown warnings: further ones change an answer less. */
enum { SHOWN_MAX = 3 };

/* Answers of one report, and their labels. */
typedef struct caveat_report {
    const noc_sheet *sheet;
    const noc_estimate **estimates;
    char (*labels)[NOC_LABEL_CHARS + 10];
    size_t count;
} caveat_report;

static bool caveat_report_init(const noc_sheet *sheet, size_t capacity, caveat_report *report)
{
    *report = (caveat_report){sheet, calloc(capacity, sizeof *report->estimates),
                              calloc(capacity, sizeof *report->labels), 0};
    return report->estimates && report->labels;
}

static void caveat_report_add(caveat_report *report, const noc_labels *labels,
                              const noc_estimate *e, const char *method)
{
    char label[NOC_LABEL_CHARS];
    noc_label_write(labels, e->design, label);
    snprintf(report->labels[report->count], sizeof report->labels[report->count], "%s%s", label,
             method);
    report->estimates[report->count++] = e;
}

static void caveat_report_clear(caveat_report *report)
{
    free(report->estimates);
    free(report->labels);
}

/* True if a text is among the first `count` warnings of an answer. */
static bool has_warning(const noc_estimate *e, int count, const char *text)
{
    for (int i = 0; i < e->warning_count && i < count; i++)
        if (strcmp(e->warnings[i], text) == 0) return true;
    return false;
}

static void write_warning(const caveat_report *report, const char *text)
{
    char *names = NULL;
    size_t size = 0, matches = 0;
    FILE *list = open_memstream(&names, &size);
    if (!list) return;
    for (size_t i = 0; i < report->count; i++)
        if (has_warning(report->estimates[i], NOC_WARNINGS_MAX, text))
            fprintf(list, "%s%s", matches++ ? "; " : "", report->labels[i]);
    if (fclose(list) == 0)
        noc_text_paragraph(report->sheet, "%s%s" NOC_CAUTION "Warning:" NOC_PLAIN " %s.",
                           matches < report->count ? names : "",
                           matches < report->count ? ": " : "", text);
    free(names);
}

/* Writes the shares of nodes that are served unequally beyond saturation; "" if all are about
 * equal. */
static void write_shares(const noc_estimate *e, char *text, size_t size)
{
    const double smallest_share = e->metrics[NOC_METRIC_slowest_node_share].value;
    const double largest_share = e->metrics[NOC_METRIC_busiest_node_share].value;
    *text = '\0';
    if (smallest_share < 0.8) /* windows and draws make smaller differences between equal nodes */
        snprintf(text, size,
                 "; of the mean the least served node gets %.2g (%s), the most served %.2g (%s)",
                 smallest_share, noc_estimate_node_name(e, NOC_METRIC_slowest_node_share),
                 largest_share, noc_estimate_node_name(e, NOC_METRIC_busiest_node_share));
}

static void write_status(const caveat_report *report, size_t position)
{
    const noc_estimate *e = report->estimates[position];
    const double saturation = e->metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    const double accepted = e->metrics[NOC_METRIC_accepted_flits_per_cycle].value;
    const char *name = report->count > 1 ? report->labels[position] : "",
               *colon = report->count > 1 ? ": " : "";
    char shares[180];
    write_shares(e, shares, sizeof shares);
    if (e->answer == NOC_ANSWER_SATURATED && isfinite(saturation) && isfinite(e->load))
        noc_text_paragraph(report->sheet,
                           "%s%s" NOC_ALERT "Saturated:" NOC_PLAIN
                           " an injecting node offers %.4g flits/cycle, the network accepts %.4g;"
                           " saturation is at %.4g%s.",
                           name, colon, e->load, accepted, saturation, shares);
    else if (e->answer != NOC_ANSWER_OK && e->warning_count == 0)
        noc_text_paragraph(report->sheet, "%s%s" NOC_CAUTION "Status:" NOC_PLAIN " %s.", name,
                           colon, noc_answer_name(e->answer));
}

static bool has_equal_timing(const noc_estimate *a, const noc_estimate *b)
{
    return a->timed_link_mm == b->timed_link_mm && a->timed_link_cycles == b->timed_link_cycles &&
           a->design->chip.clock_mhz == b->design->chip.clock_mhz;
}

static bool has_equal_memory_source(const noc_estimate *a, const noc_estimate *b)
{
    return a->memory_alone == b->memory_alone;
}

static bool has_equal_basis(const noc_estimate *a, const noc_estimate *b)
{
    return strcmp(a->cost_basis, b->cost_basis) == 0;
}

/* Subject of a sentence about an answer: the answer's label, or nothing if the sentence holds for
 * all answers and is written once. */
typedef struct sentence_subject {
    const char *name, *colon;
    bool is_repeated; /* the sentence was written for an earlier answer */
} sentence_subject;

static sentence_subject find_subject(const caveat_report *report, size_t position,
                                     bool (*is_equal)(const noc_estimate *a, const noc_estimate *b))
{
    bool is_common = true;
    for (size_t i = 0; i < report->count; i++)
        is_common = is_common && is_equal(report->estimates[i], report->estimates[position]);
    return (sentence_subject){is_common ? "" : report->labels[position], is_common ? "" : ": ",
                              is_common && position > 0};
}

/* Writes the cycles of links that are timed by their wires. */
static void write_timing(const caveat_report *report, size_t position)
{
    const noc_estimate *e = report->estimates[position];
    const sentence_subject s = find_subject(report, position, has_equal_timing);
    if (e->timed_link_cycles == 0 || s.is_repeated) return;
    noc_text_paragraph(report->sheet,
                       "%s%sLinks of %g mm take %d cycle%s, as long as their wires at %g MHz.",
                       s.name, s.colon, e->timed_link_mm, e->timed_link_cycles,
                       e->timed_link_cycles == 1 ? "" : "s", e->design->chip.clock_mhz);
}

/* Writes that figures of a closed loop come from a run of the memory nodes, not from the model. */
static void write_memory_source(const caveat_report *report, size_t position)
{
    const sentence_subject s = find_subject(report, position, has_equal_memory_source);
    if (!report->estimates[position]->memory_alone || s.is_repeated) return;
    noc_text_paragraph(
        report->sheet,
        "%s%sDRAMs serve in order: their pace is that of a short run of the memory nodes "
        "alone.",
        s.name, s.colon);
}

/* Writes the basis of costs that were not measured. */
static void write_cost_basis(const caveat_report *report, size_t position)
{
    const noc_estimate *e = report->estimates[position];
    const sentence_subject s = find_subject(report, position, has_equal_basis);
    if (!*e->cost_basis || s.is_repeated) return;
    noc_text_paragraph(report->sheet, "%s%s%crea and power are %s.", s.name, s.colon,
                       *s.name ? 'a' : 'A', e->cost_basis);
}

/* True if a warning was written before: an answer has it at an earlier position, or an earlier
 * answer at the same position. */
static bool is_warning_repeated(const caveat_report *report, size_t position, int warning_index,
                                const char *text)
{
    for (size_t i = 0; i < report->count; i++)
        if (has_warning(report->estimates[i], warning_index + (i < position), text)) return true;
    return false;
}

/* Writes each warning once; warnings that change most of an answer come first. */
static void write_warnings(const caveat_report *report)
{
    int shown_count = 0, hidden_count = 0;
    for (int w = 0; w < NOC_WARNINGS_MAX; w++)
        for (size_t i = 0; i < report->count; i++) {
            const noc_estimate *e = report->estimates[i];
            if (w >= e->warning_count || is_warning_repeated(report, i, w, e->warnings[w]))
                continue;
            if (report->sheet->shows_all || shown_count < SHOWN_MAX) {
                write_warning(report, e->warnings[w]);
                shown_count++;
            } else {
                hidden_count++;
            }
        }
    if (hidden_count)
        noc_text_paragraph(report->sheet, NOC_DIM "And %d more warning%s (%s)." NOC_PLAIN,
                           hidden_count, hidden_count == 1 ? "" : "s",
                           report->sheet->has_all_option ? "--all" : "--format json has all");
}

static void write_caveats(const caveat_report *report)
{
    for (size_t i = 0; i < report->count; i++) write_timing(report, i);
    for (size_t i = 0; i < report->count; i++) write_memory_source(report, i);
    for (size_t i = 0; i < report->count; i++) write_cost_basis(report, i);
    for (size_t i = 0; i < report->count; i++) write_status(report, i);
    write_warnings(report);
}

void noc_text_caveats(const noc_sheet *sheet, const noc_labels *labels,
                      const noc_estimate *estimates, size_t count)
{
    caveat_report report;
    if (caveat_report_init(sheet, count, &report)) {
        for (size_t i = 0; i < count; i++) caveat_report_add(&report, labels, &estimates[i], "");
        write_caveats(&report);
    }
    caveat_report_clear(&report);
}

void noc_text_comparison_caveats(const noc_sheet *sheet, const noc_labels *labels,
                                 const noc_comparison *rows, size_t count)
{
    caveat_report report;
    if (caveat_report_init(sheet, 2 * count, &report)) {
        for (size_t i = 0; i < count; i++) {
            caveat_report_add(&report, labels, &rows[i].model, ", model");
            caveat_report_add(&report, labels, &rows[i].sample, ", sample");
        }
        write_caveats(&report);
    }
    caveat_report_clear(&report);
}
