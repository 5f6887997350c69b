#include "reports/compare/compare_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/affix.h"
#include "network/kinds/traffic_keys.h"
#include "reader/design_walk.h"
#include "reports/words/bottleneck.h"
#include "reports/writers/memory_text.h"

/* ---- five figures --------------------------------------------------------------------------- */

/* True if all designs have the metric. */
static bool is_common(const noc_estimate *estimates, size_t count, noc_metric_id id)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(estimates[i].metrics[id].value)) return false;
    return true;
}

static noc_shown latency_of(const noc_estimate *estimates, size_t count)
{
    const bool round_trip = noc_design_has_replies(estimates[0].design);
    const noc_metric_id loaded =
        round_trip ? NOC_METRIC_round_trip_ns : NOC_METRIC_packet_latency_ns;
    if (is_common(estimates, count, loaded) && isfinite(estimates[0].load))
        return (noc_shown){loaded, round_trip ? "round trip at the load" : "latency at the load",
                           "ns", 1.0, false};
    return (noc_shown){NOC_METRIC_zero_load_latency_ns,
                       round_trip ? "round trip, idle network" : "latency, idle network", "ns", 1.0,
                       false};
}

void noc_shown_of(const noc_estimate *estimates, size_t count, noc_shown shown[NOC_SHOWN])
{
    const noc_shown all[NOC_SHOWN] = {
        {NOC_METRIC_saturation_data_gb_per_s, "bandwidth at saturation", "GB/s", 1.0, true},
        latency_of(estimates, count),
        {NOC_METRIC_network_area_mm2, "network area", "mm2", 1.0, false},
        {NOC_METRIC_power_mw, "network power", "W", 1e-3, false},
        {NOC_METRIC_max_clock_mhz, "clock that routers reach", "MHz", 1.0, true},
    };
    for (size_t i = 0; i < NOC_SHOWN; i++) shown[i] = all[i];
}

noc_figure noc_shown_figure(const noc_shown *shown, double value)
{
    const double v = shown->scale * value, size = fabs(v);
    return noc_figure_of(v, size >= 1000.0 ? 0 : size >= 100.0 ? 1 : size >= 1.0 ? 2 : 3);
}

noc_figure noc_shown_change(const noc_contrast *c)
{
    noc_figure figure = {""};
    if (c->why) return figure;
    const double size = fmax(fabs(c->change), fmax(fabs(c->lo), fabs(c->hi)));
    const int digits = size < 0.0995 ? 1 : 0;
    if (c->within)
        snprintf(figure.text, sizeof figure.text, "%+.*f %%, indistinguishable", digits,
                 100.0 * c->change);
    else if (c->hi > c->lo)
        snprintf(figure.text, sizeof figure.text, "%+.*f %% (%+.*f to %+.*f %%)", digits,
                 100.0 * c->change, digits, 100.0 * c->lo, digits, 100.0 * c->hi);
    else
        snprintf(figure.text, sizeof figure.text, "%+.*f %%", digits, 100.0 * c->change);
    return figure;
}

/* ---- settings that differ ------------------------------------------------------------------- */

static bool read_settings(const noc_design *design, noc_settings *s)
{
    *s = (noc_settings){.text = noc_design_canonical(design)};
    size_t lines = 1;
    for (const char *c = s->text; c && *c; c++) lines += *c == '\n';
    s->paths = calloc(lines, sizeof *s->paths);
    s->values = calloc(lines, sizeof *s->values);
    if (!s->text || !s->paths || !s->values) return false;
    char *rest = s->text;
    for (char *line; (line = strsep(&rest, "\n"));) {
        char *equals = strstr(line, " = ");
        if (!equals) continue;
        *equals = '\0';
        s->paths[s->count] = line;
        s->values[s->count++] = equals + 3;
    }
    return true;
}

void noc_settings_clear(noc_settings *all, size_t count)
{
    for (size_t i = 0; all && i < count; i++) {
        free(all[i].text);
        free(all[i].paths);
        free(all[i].values);
    }
    free(all);
}

const char *noc_settings_value(const noc_settings *s, const char *path)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->paths[i], path) == 0) return s->values[i];
    return NULL;
}

noc_settings *noc_settings_of(const noc_estimate *estimates, size_t count)
{
    noc_settings *all = calloc(count, sizeof *all);
    for (size_t i = 0; all && i < count; i++) {
        if (read_settings(estimates[i].design, &all[i])) continue;
        noc_settings_clear(all, count);
        return NULL;
    }
    return all;
}

static bool differs(const noc_settings *all, size_t count, const char *path)
{
    const char *first = noc_settings_value(&all[0], path);
    for (size_t i = 1; i < count; i++) {
        const char *other = noc_settings_value(&all[i], path);
        if (!first != !other || (first && strcmp(first, other) != 0)) return true;
    }
    return false;
}

/* True if a design before `design` has the setting. */
static bool seen_before(const noc_settings *all, size_t design, const char *path)
{
    for (size_t i = 0; i < design; i++)
        if (noc_settings_value(&all[i], path)) return true;
    return false;
}

void noc_settings_differing(const noc_settings *all, size_t count,
                            void (*call)(void *context, const char *path), void *context)
{
    for (size_t d = 0; d < count; d++)
        for (size_t i = 0; i < all[d].count; i++)
            if (!seen_before(all, d, all[d].paths[i]) && differs(all, count, all[d].paths[i]))
                call(context, all[d].paths[i]);
}

/* ---- settings ------------------------------------------------------------------------------- */

/* Limits of the settings in a sentence: their number, and characters of a value. */
enum { TOLD = 5, WIDEST = 40 };

/* State of the sentence on settings. */
typedef struct telling {
    FILE *out;
    const noc_settings *settings; /* settings of both designs */
    bool topologies;              /* true: topologies only; false: other settings only */
    size_t told, left_out;
} telling;

static bool is_long(const char *text)
{
    return strlen(text) > WIDEST || *text == '(';
}

/* Writes a setting and its two values. The design's name is skipped. Long lists, and settings of
 * only one design, are counted as omitted. */
static void tell(void *context, const char *path)
{
    telling *t = context;
    const char *is = noc_settings_value(&t->settings[1], path);
    const char *was = noc_settings_value(&t->settings[0], path);
    if (strcmp(path, "name") == 0 || ends_with(path, ".topology") != t->topologies) return;
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

/* Change of a figure. IDLE: routers of both designs reach the chip's clock, so their highest clock
 * does not matter. */
typedef enum outcome { BETTER, WORSE, EVEN, UNKNOWN, IDLE } outcome;

/* True if routers reach the clock of the chip. */
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

/* Lists the figures with an outcome: "bandwidth at saturation +101 % (+90 to +112 %), from 59.25 to
 * 119.33 GB/s". Returns their number. */
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

/* Returns the figures of one outcome, then the names of the figures of another. */
static char *outcome_words(const noc_estimate *base, const noc_estimate *e,
                           const noc_shown shown[NOC_SHOWN], outcome told, const char *before,
                           outcome named)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    if (list_figures(out, base, e, shown, told) == 0)
        fputs("nothing that the intervals can tell apart", out);
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

/* Writes the limit of a design: " NAME: limited by the network (...)."; nothing if the limit is not
 * known. */
static void put_limit(FILE *out, const noc_labels *labels, const noc_estimate *e)
{
    char label[NOC_LABEL_CHARS], cause[NOC_CAUSE_CHARS];
    const char *how = noc_cause_words(e, cause);
    noc_label(labels, e->design, label);
    if (*cause) fprintf(out, " %s: %s %s.", label, how, cause);
}

/* Returns the costs, then the limits of both designs. */
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
