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
        noc_text_say(sheet, NOC_CAUTION "Warning:" NOC_PLAIN " %.*s.", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

/* Largest number of shown warnings: further ones change an answer less. */
enum { SHOWN = 3 };

/* Answers of one report, and their labels. */
typedef struct told {
    const noc_sheet *sheet;
    const noc_estimate **list;
    char (*names)[NOC_LABEL_CHARS + 10];
    size_t count;
} told;

static bool told_new(const noc_sheet *sheet, size_t most, told *t)
{
    *t = (told){sheet, calloc(most, sizeof *t->list), calloc(most, sizeof *t->names), 0};
    return t->list && t->names;
}

static void told_add(told *t, const noc_labels *labels, const noc_estimate *e, const char *method)
{
    char label[NOC_LABEL_CHARS];
    noc_label(labels, e->design, label);
    snprintf(t->names[t->count], sizeof t->names[t->count], "%s%s", label, method);
    t->list[t->count++] = e;
}

static void told_clear(told *t)
{
    free(t->list);
    free(t->names);
}

/* True if a text is among the first `count` warnings of an answer. */
static bool has_warning(const noc_estimate *e, int most, const char *text)
{
    for (int i = 0; i < e->warning_count && i < most; i++)
        if (strcmp(e->warnings[i], text) == 0) return true;
    return false;
}

static void tell_warning(const told *t, const char *text)
{
    char *names = NULL;
    size_t size = 0, having = 0;
    FILE *list = open_memstream(&names, &size);
    if (!list) return;
    for (size_t i = 0; i < t->count; i++)
        if (has_warning(t->list[i], NOC_WARNINGS_MAX, text))
            fprintf(list, "%s%s", having++ ? "; " : "", t->names[i]);
    if (fclose(list) == 0)
        noc_text_say(t->sheet, "%s%s" NOC_CAUTION "Warning:" NOC_PLAIN " %s.",
                     having < t->count ? names : "", having < t->count ? ": " : "", text);
    free(names);
}

/* Writes the shares of nodes that are served unequally beyond saturation; "" if all are about
 * equal. */
static void write_shares(const noc_estimate *e, char *text, size_t size)
{
    const double least = e->metrics[NOC_METRIC_slowest_node_share].value;
    const double most = e->metrics[NOC_METRIC_busiest_node_share].value;
    *text = '\0';
    if (least < 0.8) /* windows and draws make smaller differences between equal nodes */
        snprintf(text, size,
                 "; of the mean the least served node gets %.2g (%s), the most served %.2g (%s)",
                 least, noc_estimate_where(e, NOC_METRIC_slowest_node_share), most,
                 noc_estimate_where(e, NOC_METRIC_busiest_node_share));
}

static void tell_status(const told *t, size_t position)
{
    const noc_estimate *e = t->list[position];
    const double saturation = e->metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    const double accepted = e->metrics[NOC_METRIC_accepted_flits_per_cycle].value;
    const char *name = t->count > 1 ? t->names[position] : "", *colon = t->count > 1 ? ": " : "";
    char shares[180];
    write_shares(e, shares, sizeof shares);
    if (e->answer == NOC_ANSWER_SATURATED && isfinite(saturation) && isfinite(e->load))
        noc_text_say(t->sheet,
                     "%s%s" NOC_ALERT "Saturated:" NOC_PLAIN
                     " an injecting node offers %.4g flits/cycle, the network accepts %.4g;"
                     " saturation is at %.4g%s.",
                     name, colon, e->load, accepted, saturation, shares);
    else if (e->answer != NOC_ANSWER_OK && e->warning_count == 0)
        noc_text_say(t->sheet, "%s%s" NOC_CAUTION "Status:" NOC_PLAIN " %s.", name, colon,
                     noc_answer_name(e->answer));
}

static bool same_timing(const noc_estimate *a, const noc_estimate *b)
{
    return a->timed_mm == b->timed_mm && a->timed_cycles == b->timed_cycles &&
           a->design->chip.clock_mhz == b->design->chip.clock_mhz;
}

static bool same_parts(const noc_estimate *a, const noc_estimate *b)
{
    return a->memory_alone == b->memory_alone;
}

static bool same_basis(const noc_estimate *a, const noc_estimate *b)
{
    return strcmp(a->cost_basis, b->cost_basis) == 0;
}

/* Subject of a sentence about an answer: its label; none if the sentence holds for all answers and
 * is written once. */
typedef struct subject {
    const char *name, *colon;
    bool is_said; /* the sentence was written for an earlier answer */
} subject;

static subject subject_of(const told *t, size_t position,
                          bool (*same)(const noc_estimate *a, const noc_estimate *b))
{
    bool all = true;
    for (size_t i = 0; i < t->count; i++) all = all && same(t->list[i], t->list[position]);
    return (subject){all ? "" : t->names[position], all ? "" : ": ", all && position > 0};
}

/* Writes the cycles of links that are timed by their wires. */
static void tell_timing(const told *t, size_t position)
{
    const noc_estimate *e = t->list[position];
    const subject s = subject_of(t, position, same_timing);
    if (e->timed_cycles == 0 || s.is_said) return;
    noc_text_say(t->sheet, "%s%sLinks of %g mm take %d cycle%s, as long as their wires at %g MHz.",
                 s.name, s.colon, e->timed_mm, e->timed_cycles, e->timed_cycles == 1 ? "" : "s",
                 e->design->chip.clock_mhz);
}

/* Writes that figures of a closed loop come from a run of the memory nodes, not from the model. */
static void tell_parts(const told *t, size_t position)
{
    const subject s = subject_of(t, position, same_parts);
    if (!t->list[position]->memory_alone || s.is_said) return;
    noc_text_say(t->sheet,
                 "%s%sDRAMs serve in order: their pace is that of a short run of the memory nodes "
                 "alone.",
                 s.name, s.colon);
}

/* Warns of costs that were not measured. */
static void tell_basis(const told *t, size_t position)
{
    const noc_estimate *e = t->list[position];
    const subject s = subject_of(t, position, same_basis);
    if (!*e->cost_basis || s.is_said) return;
    noc_text_say(t->sheet, "%s%s%crea and power are %s.", s.name, s.colon, *s.name ? 'a' : 'A',
                 e->cost_basis);
}

/* True if a warning was written before: an answer has it at an earlier position, or an earlier
 * answer at the same position. */
static bool is_earlier(const told *t, size_t position, int w, const char *text)
{
    for (size_t i = 0; i < t->count; i++)
        if (has_warning(t->list[i], w + (i < position), text)) return true;
    return false;
}

/* Writes each warning once; warnings that change most of an answer come first. */
static void tell_warnings(const told *t)
{
    int shown = 0, rest = 0;
    for (int w = 0; w < NOC_WARNINGS_MAX; w++)
        for (size_t i = 0; i < t->count; i++) {
            const noc_estimate *e = t->list[i];
            if (w >= e->warning_count || is_earlier(t, i, w, e->warnings[w])) continue;
            if (t->sheet->all || shown < SHOWN) {
                tell_warning(t, e->warnings[w]);
                shown++;
            } else {
                rest++;
            }
        }
    if (rest)
        noc_text_say(t->sheet, NOC_DIM "And %d more warning%s (%s)." NOC_PLAIN, rest,
                     rest == 1 ? "" : "s", t->sheet->has_all ? "--all" : "--format json has all");
}

static void tell(const told *t)
{
    for (size_t i = 0; i < t->count; i++) tell_timing(t, i);
    for (size_t i = 0; i < t->count; i++) tell_parts(t, i);
    for (size_t i = 0; i < t->count; i++) tell_basis(t, i);
    for (size_t i = 0; i < t->count; i++) tell_status(t, i);
    tell_warnings(t);
}

void noc_text_caveats(const noc_sheet *sheet, const noc_labels *labels,
                      const noc_estimate *estimates, size_t count)
{
    told t;
    if (told_new(sheet, count, &t)) {
        for (size_t i = 0; i < count; i++) told_add(&t, labels, &estimates[i], "");
        tell(&t);
    }
    told_clear(&t);
}

void noc_text_comparison_caveats(const noc_sheet *sheet, const noc_labels *labels,
                                 const noc_comparison *rows, size_t count)
{
    told t;
    if (told_new(sheet, 2 * count, &t)) {
        for (size_t i = 0; i < count; i++) {
            told_add(&t, labels, &rows[i].model, ", model");
            told_add(&t, labels, &rows[i].sample, ", sample");
        }
        tell(&t);
    }
    told_clear(&t);
}
