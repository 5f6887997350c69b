/* The last line of the file is a checksum of all lines before it: `nocsight calibrate` writes the
 * file, which is not to be edited. */
#include "hybrid/correction/calibration/calibration_file.h"

#include <math.h>
#include <sha256.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "base/config_file.h"
#include "base/config_setting.h"
#include "hybrid/correction/calibration/calibration_embedded.h"
#include "hybrid/correction/discrepancy/kriging_file.h"

enum { FORMAT = 6, CHECKSUM_CHARS = 16, ID_CHARS = 8 };
static const char checksum_line[] = "checksum = \"";

static const char model_group[] = "model", checked_group[] = "checked";

/* First digits of the SHA-256 of `size` bytes. */
static void compute_checksum(const char *text, size_t size, char digits[CHECKSUM_CHARS + 1])
{
    char all[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const uint8_t *)text, size, all);
    snprintf(digits, CHECKSUM_CHARS + 1, "%.*s", CHECKSUM_CHARS, all);
}

static void set_id(noc_calibration *c, const char *checksum)
{
    snprintf(c->id, sizeof c->id, "%s-%.*s", c->suite, ID_CHARS, checksum);
}

/* ---- writing -------------------------------------------------------------------------------- */

static void print_rule(FILE *out, const char *name, const noc_interval_rule *r)
{
    fprintf(out, "    %s = {\n      spreads = (", name);
    for (size_t b = 0; b < NOC_BANDS; b++) {
        fputs(b ? ", (" : "(", out);
        noc_print_real(out, r->spreads[b].low);
        fputs(", ", out);
        noc_print_real(out, r->spreads[b].high);
        fprintf(out, ", %zu)", r->spreads[b].count);
    }
    fputs(");\n      ", out);
    noc_print_list(out, "outside", r->widening_factors, NOC_BANDS);
    fputs("\n      base = ", out);
    noc_print_real(out, r->difficulty.intercept);
    fputs(";\n      ", out);
    noc_print_list(out, "slopes", r->difficulty.slopes, NOC_DIFFICULTY_FEATURES);
    fputs("\n      ", out);
    noc_print_list(out, "low", r->difficulty.low, NOC_DIFFICULTY_FEATURES);
    fputs("\n      ", out);
    noc_print_list(out, "high", r->difficulty.high, NOC_DIFFICULTY_FEATURES);
    fputs("\n    };\n", out);
}

static void print_rules(FILE *out, const char *name, const noc_interval_rule *rules)
{
    fprintf(out, "  %s = {\n", name);
    for (size_t s = 0; noc_scored_figure_name(s); s++)
        print_rule(out, noc_scored_figure_name(s), &rules[s]);
    fputs("  };\n", out);
}

static void print_intervals(FILE *out, const noc_intervals *v)
{
    fprintf(out,
            "\n/* How each figure gets its interval. Spreads: quantiles of its scores (low, high, "
            "scores) by band of load over\n   saturation (up to");
    for (size_t b = 0; b + 1 < NOC_BANDS; b++) fprintf(out, " %g,", noc_band_end(b));
    fprintf(out,
            " beyond), limits in the first; outside the ranges so many times wider. In units of "
            "the design's\n   difficulty: the exponential of base + slopes times features, these "
            "kept between low and high. Features:");
    for (size_t i = 0; noc_difficulty_feature_name(i); i++)
        fprintf(out, "%s %s", i ? "," : "", noc_difficulty_feature_name(i));
    fprintf(out, ".\n   Of the model, and after a check. */\nintervals = {\n  confidence = ");
    noc_print_real(out, v->confidence);
    fprintf(out, ";\n");
    print_rules(out, model_group, v->model_rules);
    print_rules(out, checked_group, v->checked_rules);
    fprintf(out, "};\n");
}

static void print_deviations(FILE *out, const noc_kriging *k)
{
    fprintf(out, "\n/* How far the designs' measurements deviate from the model, as a field over "
                 "their traits\n   (hybrid/correction/discrepancy/kriging.h). A line of numbers a "
                 "design: its "
                 "scaled traits, its weights, and how much of it\n   the others miss "
                 "(base/packed_numbers.h). */\ndeviations = {\n");
    noc_kriging_print(out, k, noc_feature_name, noc_deviation_name);
    fputs("};\n", out);
}

static void print_range(FILE *out, const noc_seen_range *range)
{
    fprintf(out, "  { key = \"%s\"; ", range->key);
    if (range->word_count == 0) {
        fputs("low = ", out);
        noc_print_real(out, range->low);
        fputs("; high = ", out);
        noc_print_real(out, range->high);
    } else {
        fputs("words = (", out);
        for (size_t i = 0; i < range->word_count; i++)
            fprintf(out, "%s\"%s\"", i ? ", " : "", range->words[i]);
        fputs(")", out);
    }
    fputs("; }", out);
}

static void print_all(FILE *out, const noc_calibration *c)
{
    fprintf(
        out,
        "// What the model has learned from the suite '%s'. Made by: nocsight calibrate --suite "
        "%s -o FILE\nformat = %d;\nsuite = \"%s\";\nversion = \"%s\";\nseed = %llu;\ndesigns "
        "= %zu;\n",
        c->suite, c->suite, FORMAT, c->suite, c->version, (unsigned long long)c->seed, c->designs);
    print_intervals(out, &c->intervals);
    fprintf(out, "\n// Between which settings the suite's designs lie.\nranges = (\n");
    for (size_t i = 0; i < c->ranges.count; i++) {
        print_range(out, &c->ranges.list[i]);
        fputs(i + 1 < c->ranges.count ? ",\n" : "\n", out);
    }
    fprintf(out, ");\n");
    print_deviations(out, &c->deviations);
    fputc('\n', out);
}

char *noc_calibration_text(noc_calibration *c)
{
    char *text = NULL, digits[CHECKSUM_CHARS + 1];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    print_all(out, c);
    fflush(out);
    compute_checksum(text, size, digits);
    fprintf(out, "%s%s\";\n", checksum_line, digits);
    fclose(out);
    set_id(c, digits);
    return text;
}

/* ---- reading -------------------------------------------------------------------------------- */

typedef struct reader {
    const char *file;
    const noc_embedded_config *embedded_file; /* file inside the program; NULL: the user's file */
    noc_diag *diag;
    noc_status status;
} reader;

static void report_fault(reader *r, const config_setting_t *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reports the first fault only, since one fault makes the file unusable. */
static void report_fault(reader *r, const config_setting_t *at, const char *format, ...)
{
    char text[300];
    va_list arguments;
    if (r->status != NOC_OK) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    r->status =
        noc_fail(r->diag, NOC_EINPUT,
                 (noc_place){r->file, at ? (int)config_setting_source_line(at) : 0}, "%s", text);
}

static double read_number(reader *r, const config_setting_t *group, const char *name)
{
    const double number = noc_config_number(noc_config_member(group, name));
    if (isnan(number)) report_fault(r, group, "%s is missing, or no number", name);
    return number;
}

/* Reads a whole number of at most 63 bits; 0, with a fault, for any other value. */
static uint64_t read_whole_number(reader *r, const config_setting_t *s, const char *name)
{
    const double number = noc_config_number(s);
    if (number >= 0.0 && number < 0x1p63 && number == floor(number)) return (uint64_t)number;
    report_fault(r, s, "%s: expected a whole number, 0 or more", name);
    return 0;
}

static void read_text(reader *r, const config_setting_t *group, const char *name, char *text,
                      size_t size)
{
    const char *value = noc_config_text(noc_config_member(group, name));
    if (value)
        snprintf(text, size, "%s", value);
    else
        report_fault(r, group, "%s is missing, or no text", name);
}

static const config_setting_t *read_part(reader *r, const config_setting_t *root, const char *name)
{
    const config_setting_t *part = noc_config_member(root, name);
    if (!part) report_fault(r, root, "%s is missing", name);
    return part;
}

/* Reads a list of numbers; "none" is NAN. */
static void read_list(reader *r, const config_setting_t *group, const char *name, double *list,
                      size_t count)
{
    const config_setting_t *s = noc_config_member(group, name);
    if (!s || (size_t)config_setting_length(s) != count) {
        report_fault(r, group, "%s is missing, or not of %zu numbers", name, count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        list[i] = noc_config_number(config_setting_get_elem(s, (unsigned)i));
}

static void read_spreads(reader *r, const config_setting_t *group, noc_spread spreads[NOC_BANDS])
{
    const config_setting_t *list = noc_config_member(group, "spreads");
    if (!list || config_setting_length(list) != NOC_BANDS) {
        report_fault(r, group, "intervals: expected %d spreads", NOC_BANDS);
        return;
    }
    for (unsigned b = 0; b < NOC_BANDS; b++) {
        const config_setting_t *item = config_setting_get_elem(list, b);
        if (config_setting_length(item) != 3) {
            report_fault(r, item, "intervals: a spread is (low, high, scores)");
            return;
        }
        spreads[b] = (noc_spread){
            noc_config_number(config_setting_get_elem(item, 0)),
            noc_config_number(config_setting_get_elem(item, 1)),
            read_whole_number(r, config_setting_get_elem(item, 2), "spreads"),
        };
        if (spreads[b].low > spreads[b].high)
            report_fault(r, item, "intervals: the low end of a spread lies above the high one");
    }
}

/* Reads one number per band, or one for all bands as version 1.0.0 wrote it. */
static void read_widening_factors(reader *r, const config_setting_t *group,
                                  double outside[NOC_BANDS])
{
    const config_setting_t *s = noc_config_member(group, "outside");
    if (s && config_setting_is_aggregate(s)) {
        read_list(r, group, "outside", outside, NOC_BANDS);
        return;
    }
    for (size_t b = 0; b < NOC_BANDS; b++) outside[b] = noc_config_number(s);
}

static void read_rule(reader *r, const config_setting_t *rules, const char *name,
                      noc_interval_rule *rule)
{
    const config_setting_t *group = noc_config_member(rules, name);
    if (!group) {
        report_fault(r, rules, "intervals: %s is missing", name);
        return;
    }
    read_spreads(r, group, rule->spreads);
    read_widening_factors(r, group, rule->widening_factors);
    rule->difficulty.intercept = noc_config_number(noc_config_member(group, "base"));
    read_list(r, group, "slopes", rule->difficulty.slopes, NOC_DIFFICULTY_FEATURES);
    read_list(r, group, "low", rule->difficulty.low, NOC_DIFFICULTY_FEATURES);
    read_list(r, group, "high", rule->difficulty.high, NOC_DIFFICULTY_FEATURES);
}

static void read_rules(reader *r, const config_setting_t *intervals, const char *name,
                       noc_interval_rule *rules)
{
    const config_setting_t *group = noc_config_member(intervals, name);
    if (!group) report_fault(r, intervals, "intervals: %s is missing", name);
    for (size_t s = 0; group && noc_scored_figure_name(s); s++)
        read_rule(r, group, noc_scored_figure_name(s), &rules[s]);
}

static void read_intervals(reader *r, const config_setting_t *group, noc_intervals *v)
{
    if (!group) return;
    v->confidence = read_number(r, group, "confidence");
    read_rules(r, group, model_group, v->model_rules);
    read_rules(r, group, checked_group, v->checked_rules);
}

static void read_deviations(reader *r, const config_setting_t *group, noc_kriging *k)
{
    if (group && r->status == NOC_OK)
        r->status = noc_kriging_read(group, r->file, r->embedded_file, noc_feature_name,
                                     noc_deviation_name, k, r->diag);
}

static void read_range(reader *r, const config_setting_t *group, noc_seen_range *range)
{
    *range = (noc_seen_range){.low = NAN, .high = NAN};
    read_text(r, group, "key", range->key, sizeof range->key);
    const config_setting_t *words = noc_config_member(group, "words");
    if (!words) {
        range->low = read_number(r, group, "low");
        range->high = read_number(r, group, "high");
        return;
    }
    for (int i = 0; i < config_setting_length(words) && i < NOC_RANGE_WORDS; i++) {
        const char *word = config_setting_get_string_elem(words, i);
        snprintf(range->words[range->word_count++], NOC_RANGE_CHARS, "%s", word ? word : "");
    }
}

static void read_ranges(reader *r, const config_setting_t *list, noc_ranges *ranges)
{
    for (int i = 0; list && i < config_setting_length(list); i++) {
        if (ranges->count == NOC_RANGES_MAX) {
            report_fault(r, list, "ranges: more than %d of them", NOC_RANGES_MAX);
            return;
        }
        read_range(r, config_setting_get_elem(list, (unsigned)i), &ranges->list[ranges->count++]);
    }
}

static void read_root(reader *r, const config_setting_t *root, noc_calibration *c)
{
    read_text(r, root, "suite", c->suite, sizeof c->suite);
    read_text(r, root, "version", c->version, sizeof c->version);
    c->seed = read_whole_number(r, noc_config_member(root, "seed"), "seed");
    c->designs = read_whole_number(r, noc_config_member(root, "designs"), "designs");
    read_deviations(r, read_part(r, root, "deviations"), &c->deviations);
    read_intervals(r, read_part(r, root, "intervals"), &c->intervals);
    read_ranges(r, read_part(r, root, "ranges"), &c->ranges);
}

/* Checks the format, and then the checksum, since other formats may have another. `stored`: output
 * for the file's checksum. */
static void check_file(reader *r, const config_setting_t *root, const char *text,
                       char stored[CHECKSUM_CHARS + 1])
{
    const double format = noc_config_number(noc_config_member(root, "format"));
    if (isnan(format)) {
        report_fault(r, root, "is no calibration: it has no format");
        return;
    }
    if (format != FORMAT) {
        report_fault(r, noc_config_member(root, "format"),
                     "is of format %g, made by another version (this one reads format %d); make it "
                     "again: nocsight calibrate",
                     format, FORMAT);
        return;
    }
    char digits[CHECKSUM_CHARS + 1];
    read_text(r, root, "checksum", stored, sizeof digits);
    if (!text) return;
    const char *line = strstr(text, checksum_line);
    compute_checksum(text, line ? (size_t)(line - text) : 0, digits);
    if (r->status == NOC_OK && strcmp(stored, digits) != 0)
        report_fault(r, NULL,
                     "is damaged: its checksum does not fit (it is made by nocsight calibrate, "
                     "not to be edited)");
}

/* Reads and checks a calibration. `text`: the text of `root`; NULL for the compiled-in file, whose
 * text is not in the program (tests check it). */
static void read_checked(reader *r, const config_setting_t *root, const char *text,
                         noc_calibration *c)
{
    char checksum[CHECKSUM_CHARS + 1] = "";
    check_file(r, root, text, checksum);
    if (r->status == NOC_OK) read_root(r, root, c);
    if (r->status == NOC_OK) set_id(c, checksum);
}

noc_status noc_calibration_parse(const char *text, const char *file, noc_calibration *c,
                                 noc_diag *diag)
{
    config_t config;
    *c = (noc_calibration){.designs = 0};
    const noc_status status =
        noc_config_parse(text, (noc_place){file, 0}, NOC_EINPUT, &config, diag);
    if (status != NOC_OK) return status;
    reader r = {file, NULL, diag, NOC_OK};
    read_checked(&r, config_root_setting(&config), text, c);
    config_destroy(&config);
    return r.status;
}

noc_status noc_calibration_read(const char *path, noc_calibration *c, noc_diag *diag)
{
    NOC_AUTO_FREE char *text = NULL;
    const noc_status status = noc_config_read_text(path, &text, diag);
    return status == NOC_OK ? noc_calibration_parse(text, path, c, diag) : status;
}

/* ---- compiled in ---------------------------------------------------------------------------- */

noc_status noc_calibration_embedded(noc_calibration *c, noc_diag *diag)
{
    const noc_embedded_config *file = noc_calibration_files;
    if (!file->path) return NOC_EINPUT;
    reader r = {file->path, file, diag, NOC_OK};
    read_checked(&r, config_root_setting(file->config), NULL, c);
    return r.status;
}
