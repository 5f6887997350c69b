#include "reports/compare/compare_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/words/bottleneck.h"
#include "reports/writers/memory_text.h"

/* ---- settings ------------------------------------------------------------------------------- */

enum { TOLD = 5, WIDEST = 40 };

typedef struct telling {
    FILE *out;
    const noc_settings *settings; /* of the two */
    bool topologies;              /* only these are told now, else the others */
    size_t told, left_out;
} telling;

static bool ends_in(const char *text, const char *tail)
{
    const size_t length = strlen(text), ends = strlen(tail);
    return length >= ends && strcmp(text + length - ends, tail) == 0;
}

static bool is_long(const char *text)
{
    return strlen(text) > WIDEST || *text == '(';
}

/* A name is how a design is called, not what it is. What only one of them has, and lists, are for
 * the table. */
static void tell(void *context, const char *path)
{
    telling *t = context;
    const char *is = noc_settings_value(&t->settings[1], path);
    const char *was = noc_settings_value(&t->settings[0], path);
    if (strcmp(path, "name") == 0 || ends_in(path, ".topology") != t->topologies) return;
    if (!is || !was || is_long(is) || is_long(was) || t->told == TOLD) {
        t->left_out++;
        return;
    }
    fprintf(t->out, "%s%s is %s in place of %s", t->told++ > 0 ? "; " : "", path, is, was);
}

char *noc_words_differing(const noc_settings settings[2])
{
    char *text = NULL;
    size_t size = 0;
    telling t = {.out = open_memstream(&text, &size), .settings = settings, .topologies = true};
    if (!t.out) return NULL;
    noc_settings_differing(settings, 2, tell, &t);
    t.topologies = false;
    noc_settings_differing(settings, 2, tell, &t);
    if (t.told + t.left_out == 0) fputs("no setting", t.out);
    if (t.left_out > 0)
        fprintf(t.out, "%s%zu %ssettings", t.told > 0 ? "; and " : "", t.left_out,
                t.told > 0 ? "more " : "");
    fputc('.', t.out);
    return noc_memory_text(t.out, &text);
}

/* ---- figures -------------------------------------------------------------------------------- */

typedef enum outcome { BETTER, WORSE, EVEN, UNKNOWN, IDLE } outcome;

/* Whether routers reach the clock that they are to run at: what they could beyond buys nothing. */
static bool is_reached(const noc_estimate *e)
{
    return e->metrics[NOC_METRIC_max_clock_mhz].value >= e->design->chip.clock_mhz;
}

static outcome outcome_of(const noc_estimate *base, const noc_estimate *e, const noc_shown *shown)
{
    const noc_contrast c = noc_compared(base, e, shown->id);
    if (c.why || !isfinite(c.change)) return UNKNOWN;
    if (shown->id == NOC_METRIC_max_clock_mhz && is_reached(base) && is_reached(e)) return IDLE;
    if (c.within || c.change == 0.0) return EVEN;
    return (c.change > 0.0) == shown->more_better ? BETTER : WORSE;
}

/* "bandwidth at saturation +101 % (+90 to +112 %), from 59.25 to 119.33 GB/s", those of an outcome.
 * Returns how many. */
static size_t list_figures(FILE *out, const noc_estimate *base, const noc_estimate *e,
                           const noc_shown shown[NOC_SHOWN], outcome wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < NOC_SHOWN; i++) {
        const noc_contrast c = noc_compared(base, e, shown[i].id);
        if (outcome_of(base, e, &shown[i]) != wanted) continue;
        fprintf(out, "%s%s %s, from %s to %s %s", count++ ? "; " : "", shown[i].name,
                noc_shown_change(&c).text,
                noc_shown_figure(&shown[i], base->metrics[shown[i].id].value).text,
                noc_shown_figure(&shown[i], e->metrics[shown[i].id].value).text, shown[i].unit);
    }
    return count;
}

static void list_names(FILE *out, const char *before, const noc_estimate *base,
                       const noc_estimate *e, const noc_shown shown[NOC_SHOWN], outcome wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < NOC_SHOWN; i++)
        if (outcome_of(base, e, &shown[i]) == wanted)
            fprintf(out, "%s%s", count++ ? ", " : before, shown[i].name);
    if (count > 0) fputc('.', out);
}

/* The figures of one outcome, then the names of those of another. */
static char *outcome_words(const noc_estimate *base, const noc_estimate *e,
                           const noc_shown shown[NOC_SHOWN], outcome told, const char *before,
                           outcome named)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    if (list_figures(out, base, e, shown, told) == 0)
        fputs("nothing that the intervals let one tell", out);
    fputc('.', out);
    list_names(out, before, base, e, shown, named);
    return noc_memory_text(out, &text);
}

char *noc_words_bought(const noc_estimate *base, const noc_estimate *e,
                       const noc_shown shown[NOC_SHOWN])
{
    return outcome_words(base, e, shown, BETTER, " Indistinguishable: ", EVEN);
}

char *noc_words_paid(const noc_estimate *base, const noc_estimate *e,
                     const noc_shown shown[NOC_SHOWN])
{
    return outcome_words(base, e, shown, WORSE, " Not known: ", UNKNOWN);
}

/* ---- title ---------------------------------------------------------------------------------- */

void noc_compare_title(const noc_labels *labels, const noc_estimate *estimates, size_t count,
                       char title[NOC_COMPARE_TITLE])
{
    char names[2][NOC_LABEL_CHARS];
    int used = 0;
    for (size_t i = 0; i < 2; i++) noc_label(labels, estimates[i].design, names[i]);
    if (!labels->several_names)
        used = snprintf(title, NOC_LABEL_CHARS, "%.120s: ", estimates[0].design->name);
    if (count > 2)
        snprintf(title + used, NOC_COMPARE_TITLE - (size_t)used, "%s and %zu others", names[0],
                 count - 1);
    else
        snprintf(title + used, NOC_COMPARE_TITLE - (size_t)used, "%s against %s", names[1],
                 names[0]);
}

/* ---- sentences ------------------------------------------------------------------------------ */

const char *const noc_sentence_heads[NOC_SENTENCES] = {
    "What differs:", "What it buys:", "What it costs, and why:"};

/* " NAME: limited by the network (...).", nothing where that is not known. */
static void put_limit(FILE *out, const noc_labels *labels, const noc_estimate *e)
{
    char label[NOC_LABEL_CHARS], cause[NOC_CAUSE_CHARS];
    const char *how = noc_cause_words(e, cause);
    noc_label(labels, e->design, label);
    if (*cause) fprintf(out, " %s: %s %s.", label, how, cause);
}

/* What is paid, then what limits both. */
static char *costs_of(const noc_labels *labels, const noc_estimate *base, const noc_estimate *e,
                      const noc_shown shown[NOC_SHOWN])
{
    char *text = NULL, *paid = noc_words_paid(base, e, shown);
    size_t size = 0;
    FILE *out = paid ? open_memstream(&text, &size) : NULL;
    if (out) {
        fputs(paid, out);
        put_limit(out, labels, base);
        put_limit(out, labels, e);
    }
    free(paid);
    return noc_memory_text(out, &text);
}

bool noc_sentences_of(const noc_labels *labels, const noc_estimate *estimates, size_t i,
                      const noc_settings *settings, const noc_shown shown[NOC_SHOWN],
                      char *texts[NOC_SENTENCES])
{
    const noc_settings pair[2] = {settings[0], settings[i]};
    texts[0] = noc_words_differing(pair);
    texts[1] = noc_words_bought(&estimates[0], &estimates[i], shown);
    texts[2] = costs_of(labels, &estimates[0], &estimates[i], shown);
    return texts[0] && texts[1] && texts[2];
}

void noc_sentences_clear(char *texts[NOC_SENTENCES])
{
    for (int k = 0; k < NOC_SENTENCES; k++) free(texts[k]);
}
