#include "reports/compare/compare_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/affix.h"
#include "base/auto.h"
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

static noc_headline latency_headline(const noc_estimate *estimates, size_t count)
{
    const bool round_trip = noc_design_has_replies(estimates[0].design);
    const noc_metric_id loaded_metric =
        round_trip ? NOC_METRIC_round_trip_ns : NOC_METRIC_packet_latency_ns;
    if (is_common(estimates, count, loaded_metric) && isfinite(estimates[0].load))
        return (noc_headline){loaded_metric,
                              round_trip ? "round trip at the load" : "latency at the load", "ns",
                              1.0, false};
    return (noc_headline){NOC_METRIC_zero_load_latency_ns,
                          round_trip ? "round trip, idle network" : "latency, idle network", "ns",
                          1.0, false};
}

void noc_headlines_find(const noc_estimate *estimates, size_t count,
                        noc_headline headlines[NOC_HEADLINES])
{
    const noc_headline all_headlines[NOC_HEADLINES] = {
        {NOC_METRIC_saturation_data_gb_per_s, "bandwidth at saturation", "GB/s", 1.0, true},
        latency_headline(estimates, count),
        {NOC_METRIC_network_area_mm2, "network area", "mm2", 1.0, false},
        {NOC_METRIC_power_mw, "network power", "W", 1e-3, false},
        {NOC_METRIC_max_clock_mhz, "clock that routers reach", "MHz", 1.0, true},
    };
    for (size_t i = 0; i < NOC_HEADLINES; i++) headlines[i] = all_headlines[i];
}

noc_figure noc_headline_value(const noc_headline *headline, double value)
{
    const double scaled_value = headline->scale * value, magnitude = fabs(scaled_value);
    return noc_figure_make(scaled_value, magnitude >= 1000.0  ? 0
                                         : magnitude >= 100.0 ? 1
                                         : magnitude >= 1.0   ? 2
                                                              : 3);
}

noc_figure noc_headline_change(const noc_contrast *contrast)
{
    noc_figure figure = {""};
    if (contrast->reason) return figure;
    const double magnitude =
        fmax(fabs(contrast->change), fmax(fabs(contrast->lo), fabs(contrast->hi)));
    const int digits = magnitude < 0.0995 ? 1 : 0;
    if (contrast->is_indistinct)
        snprintf(figure.text, sizeof figure.text, "%+.*f %%, indistinguishable", digits,
                 100.0 * contrast->change);
    else if (contrast->hi > contrast->lo)
        snprintf(figure.text, sizeof figure.text, "%+.*f %% (%+.*f to %+.*f %%)", digits,
                 100.0 * contrast->change, digits, 100.0 * contrast->lo, digits,
                 100.0 * contrast->hi);
    else
        snprintf(figure.text, sizeof figure.text, "%+.*f %%", digits, 100.0 * contrast->change);
    return figure;
}

/* ---- settings that differ ------------------------------------------------------------------- */

/* Adds the setting of a line, split at the equals sign. The values of equal paths in a row, such as
 * the links of a table, are one value, with "; " between them: it has room where the lines were.
 * `end`: end of the last value. */
static void add_setting(noc_settings *settings, char *line, char *equals, char **end)
{
    static const char separator[] = "; ";
    const size_t value_length = strlen(equals + 3);
    *equals = '\0';
    if (settings->count > 0 && strcmp(settings->paths[settings->count - 1], line) == 0) {
        memmove(*end + strlen(separator), equals + 3, value_length + 1);
        memcpy(*end, separator, strlen(separator));
        *end += strlen(separator) + value_length;
        return;
    }
    settings->paths[settings->count] = line;
    settings->values[settings->count++] = equals + 3;
    *end = equals + 3 + value_length;
}

static bool read_settings(const noc_design *design, noc_settings *settings)
{
    *settings = (noc_settings){.text = noc_design_canonical(design)};
    size_t lines = 1;
    for (const char *c = settings->text; c && *c; c++) lines += *c == '\n';
    settings->paths = calloc(lines, sizeof *settings->paths);
    settings->values = calloc(lines, sizeof *settings->values);
    if (!settings->text || !settings->paths || !settings->values) return false;
    char *cursor = settings->text, *end = NULL;
    for (char *line; (line = strsep(&cursor, "\n"));) {
        char *equals = strstr(line, " = ");
        if (equals) add_setting(settings, line, equals, &end);
    }
    return true;
}

void noc_settings_clear(noc_settings *list, size_t count)
{
    for (size_t i = 0; list && i < count; i++) {
        free(list[i].text);
        free(list[i].paths);
        free(list[i].values);
    }
    free(list);
}

const char *noc_settings_value(const noc_settings *settings, const char *path)
{
    for (size_t i = 0; i < settings->count; i++)
        if (strcmp(settings->paths[i], path) == 0) return settings->values[i];
    return NULL;
}

noc_settings *noc_settings_collect_designs(const noc_design *const *designs, size_t count)
{
    noc_settings *list = calloc(count, sizeof *list);
    for (size_t i = 0; list && i < count; i++) {
        if (read_settings(designs[i], &list[i])) continue;
        noc_settings_clear(list, count);
        return NULL;
    }
    return list;
}

noc_settings *noc_settings_collect(const noc_estimate *estimates, size_t count)
{
    NOC_AUTO_FREE const noc_design **designs = calloc(count, sizeof *designs);
    for (size_t i = 0; designs && i < count; i++) designs[i] = estimates[i].design;
    return designs ? noc_settings_collect_designs(designs, count) : NULL;
}

static bool has_difference(const noc_settings *list, size_t count, const char *path)
{
    const char *first_value = noc_settings_value(&list[0], path);
    for (size_t i = 1; i < count; i++) {
        const char *other_value = noc_settings_value(&list[i], path);
        if (!first_value != !other_value || (first_value && strcmp(first_value, other_value) != 0))
            return true;
    }
    return false;
}

/* True if a design before `design` has the setting. */
static bool is_in_earlier_design(const noc_settings *list, size_t design, const char *path)
{
    for (size_t i = 0; i < design; i++)
        if (noc_settings_value(&list[i], path)) return true;
    return false;
}

void noc_settings_visit_changed(const noc_settings *list, size_t count,
                                void (*visit)(void *context, const char *path), void *context)
{
    for (size_t d = 0; d < count; d++)
        for (size_t i = 0; i < list[d].count; i++)
            if (!is_in_earlier_design(list, d, list[d].paths[i]) &&
                has_difference(list, count, list[d].paths[i]))
                visit(context, list[d].paths[i]);
}

/* ---- sentence on settings ------------------------------------------------------------------- */

/* Limits of the settings in a sentence: their number, and characters of a value. */
enum { LISTED_MAX = 5, VALUE_CHARACTERS_MAX = 40 };

/* State of the sentence on settings. */
typedef struct settings_writer {
    FILE *out;
    const noc_settings *settings; /* settings of both designs */
    bool is_topology_pass;        /* true: topologies only; false: other settings only */
    size_t written_count, omitted_count;
} settings_writer;

static bool is_long(const char *text)
{
    return strlen(text) > VALUE_CHARACTERS_MAX || *text == '(';
}

/* Writes a setting and its two values. The design's name is skipped. Long lists, and settings of
 * only one design, are counted as omitted. */
static void write_setting(void *context, const char *path)
{
    settings_writer *t = context;
    const char *new_value = noc_settings_value(&t->settings[1], path);
    const char *old_value = noc_settings_value(&t->settings[0], path);
    if (strcmp(path, "name") == 0 || ends_with(path, ".topology") != t->is_topology_pass) return;
    if (!new_value || !old_value || is_long(new_value) || is_long(old_value) ||
        t->written_count == LISTED_MAX) {
        t->omitted_count++;
        return;
    }
    fprintf(t->out, "%s%s is %s in place of %s", t->written_count++ > 0 ? "; " : "", path,
            new_value, old_value);
}

char *noc_difference_words(const noc_settings settings[2])
{
    char *text = NULL;
    size_t size = 0;
    settings_writer t = {
        .out = open_memstream(&text, &size), .settings = settings, .is_topology_pass = true};
    if (!t.out) return NULL;
    noc_settings_visit_changed(settings, 2, write_setting, &t);
    t.is_topology_pass = false;
    noc_settings_visit_changed(settings, 2, write_setting, &t);
    if (t.written_count + t.omitted_count == 0) fputs("no setting", t.out);
    if (t.omitted_count > 0)
        fprintf(t.out, "%s%zu %ssettings", t.written_count > 0 ? "; and " : "", t.omitted_count,
                t.written_count > 0 ? "more " : "");
    fputc('.', t.out);
    return noc_memory_text_close(t.out, &text);
}

/* ---- sentences on figures ------------------------------------------------------------------- */

/* Result of comparing a figure. IRRELEVANT: the highest clock of routers, if the routers of both
 * designs reach the chip's clock. */
typedef enum outcome { BETTER, WORSE, INDISTINGUISHABLE, UNKNOWN, IRRELEVANT } outcome;

/* True if routers reach the clock of the chip. */
static bool has_reached_clock(const noc_estimate *estimate)
{
    return estimate->metrics[NOC_METRIC_max_clock_mhz].value >= estimate->design->chip.clock_mhz;
}

static outcome find_outcome(const noc_estimate *base, const noc_estimate *variant,
                            const noc_headline *headline)
{
    const noc_contrast contrast = noc_change_find(base, variant, headline->id);
    if (contrast.reason || !isfinite(contrast.change)) return UNKNOWN;
    if (headline->id == NOC_METRIC_max_clock_mhz && has_reached_clock(base) &&
        has_reached_clock(variant))
        return IRRELEVANT;
    if (contrast.is_indistinct || contrast.change == 0.0) return INDISTINGUISHABLE;
    return (contrast.change > 0.0) == headline->is_maximized ? BETTER : WORSE;
}

/* Lists the figures with the outcome `wanted_outcome`: "bandwidth at saturation +101 % (+90 to +112
 * %), from 59.25 to 119.33 GB/s". Returns their number. */
static size_t list_figures(FILE *out, const noc_estimate *base, const noc_estimate *variant,
                           const noc_headline headlines[NOC_HEADLINES], outcome wanted_outcome)
{
    size_t count = 0;
    for (size_t i = 0; i < NOC_HEADLINES; i++) {
        const noc_contrast contrast = noc_change_find(base, variant, headlines[i].id);
        if (find_outcome(base, variant, &headlines[i]) != wanted_outcome) continue;
        fprintf(out, "%s%s %s, from %s to %s %s", count++ ? "; " : "", headlines[i].name,
                noc_headline_change(&contrast).text,
                noc_headline_value(&headlines[i], base->metrics[headlines[i].id].value).text,
                noc_headline_value(&headlines[i], variant->metrics[headlines[i].id].value).text,
                headlines[i].unit);
    }
    return count;
}

static void list_names(FILE *out, const char *heading, const noc_estimate *base,
                       const noc_estimate *variant, const noc_headline headlines[NOC_HEADLINES],
                       outcome wanted_outcome)
{
    size_t count = 0;
    for (size_t i = 0; i < NOC_HEADLINES; i++)
        if (find_outcome(base, variant, &headlines[i]) == wanted_outcome)
            fprintf(out, "%s%s", count++ ? ", " : heading, headlines[i].name);
    if (count > 0) fputc('.', out);
}

/* Returns the figures with listed_outcome, then `heading` and the names of the figures with
 * named_outcome. */
static char *outcome_words(const noc_estimate *base, const noc_estimate *variant,
                           const noc_headline headlines[NOC_HEADLINES], outcome listed_outcome,
                           const char *heading, outcome named_outcome)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    if (list_figures(out, base, variant, headlines, listed_outcome) == 0)
        fputs("nothing that the intervals can tell apart", out);
    fputc('.', out);
    list_names(out, heading, base, variant, headlines, named_outcome);
    return noc_memory_text_close(out, &text);
}

char *noc_gain_words(const noc_estimate *base, const noc_estimate *variant,
                     const noc_headline headlines[NOC_HEADLINES])
{
    return outcome_words(base, variant, headlines, BETTER,
                         " Indistinguishable: ", INDISTINGUISHABLE);
}

char *noc_loss_words(const noc_estimate *base, const noc_estimate *variant,
                     const noc_headline headlines[NOC_HEADLINES])
{
    return outcome_words(base, variant, headlines, WORSE, " Not known: ", UNKNOWN);
}

/* ---- title ---------------------------------------------------------------------------------- */

void noc_compare_write_title(const noc_labels *labels, const noc_estimate *estimates, size_t count,
                             char title[NOC_COMPARE_TITLE_CHARS])
{
    char names[2][NOC_LABEL_CHARS];
    int used = 0;
    for (size_t i = 0; i < 2; i++) noc_label_write(labels, estimates[i].design, names[i]);
    if (!labels->has_several_names)
        used = snprintf(title, NOC_LABEL_CHARS, "%.120s: ", estimates[0].design->name);
    if (count > 2)
        snprintf(title + used, NOC_COMPARE_TITLE_CHARS - (size_t)used, "%s and %zu others",
                 names[0], count - 1);
    else
        snprintf(title + used, NOC_COMPARE_TITLE_CHARS - (size_t)used, "%s against %s", names[1],
                 names[0]);
}

/* ---- sentences ------------------------------------------------------------------------------ */

const char *const noc_sentence_heads[NOC_SENTENCES] = {
    "What differs:", "What it buys:", "What it costs, and why:"};

/* Writes the limit of a design: " NAME: limited by the network (...)."; nothing if the limit is not
 * known. */
static void put_limit(FILE *out, const noc_labels *labels, const noc_estimate *estimate)
{
    char label[NOC_LABEL_CHARS], cause[NOC_CAUSE_CHARS];
    const char *limit_words = noc_limit_words(estimate, cause);
    noc_label_write(labels, estimate->design, label);
    if (*cause) fprintf(out, " %s: %s %s.", label, limit_words, cause);
}

/* Returns the costs, then the limits of both designs. */
static char *write_costs(const noc_labels *labels, const noc_estimate *base,
                         const noc_estimate *variant, const noc_headline headlines[NOC_HEADLINES])
{
    char *text = NULL, *losses = noc_loss_words(base, variant, headlines);
    size_t size = 0;
    FILE *out = losses ? open_memstream(&text, &size) : NULL;
    if (out) {
        fputs(losses, out);
        put_limit(out, labels, base);
        put_limit(out, labels, variant);
    }
    free(losses);
    return noc_memory_text_close(out, &text);
}

bool noc_sentences_write(const noc_labels *labels, const noc_estimate *estimates, size_t i,
                         const noc_settings *settings, const noc_headline headlines[NOC_HEADLINES],
                         char *texts[NOC_SENTENCES])
{
    const noc_settings pair[2] = {settings[0], settings[i]};
    texts[0] = noc_difference_words(pair);
    texts[1] = noc_gain_words(&estimates[0], &estimates[i], headlines);
    texts[2] = write_costs(labels, &estimates[0], &estimates[i], headlines);
    return texts[0] && texts[1] && texts[2];
}

void noc_sentences_clear(char *texts[NOC_SENTENCES])
{
    for (int k = 0; k < NOC_SENTENCES; k++) free(texts[k]);
}
