#include "reports/words/figure.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "network/kinds/traffic_keys.h"

bool noc_metric_has_value(const noc_metric *metric)
{
    return isfinite(metric->value);
}

bool noc_metric_has_interval(const noc_metric *metric)
{
    return noc_metric_has_value(metric) && isfinite(metric->lo) && isfinite(metric->hi);
}

noc_figure noc_figure_make(double value, int digits)
{
    noc_figure figure = {"-"};
    if (!isfinite(value)) return figure;
    const double size = fabs(value);
    for (int step = 0; step < 4 && size > 0.0 && size * pow(10.0, digits) < 10.0; step++) digits++;
    snprintf(figure.text, sizeof figure.text, "%.*f", digits, value);
    return figure;
}

double noc_change_share(double value, double base)
{
    if (!isfinite(value) || !isfinite(base) || base == 0.0) return NAN;
    return value / base - 1.0;
}

noc_figure noc_percent_figure(double fraction)
{
    noc_figure figure = {"-"};
    if (!isfinite(fraction)) return figure;
    const double percent = 100.0 * fraction;
    if (fabs(percent) < 0.05)
        snprintf(figure.text, sizeof figure.text, "0.0%%");
    else
        snprintf(figure.text, sizeof figure.text, "%+.*f%%", fabs(percent) < 99.95, percent);
    return figure;
}

noc_figure noc_duration_figure(double s)
{
    noc_figure f;
    if (s < 1.0)
        snprintf(f.text, sizeof f.text, "%.0f ms", 1e3 * s);
    else if (s < 120.0)
        snprintf(f.text, sizeof f.text, "%.*f s", s < 10.0, s);
    else if (s < 5400.0)
        snprintf(f.text, sizeof f.text, "%.*f min", s < 600.0, s / 60.0);
    else
        snprintf(f.text, sizeof f.text, "%.1f h", s / 3600.0);
    return f;
}

noc_figure noc_metric_figure(const noc_estimate *estimate, noc_metric_id id)
{
    return noc_figure_make(estimate->metrics[id].value, noc_metric_info_of(id)->digits);
}

noc_figure noc_metric_interval(const noc_estimate *estimate, noc_metric_id id)
{
    const noc_metric *metric = &estimate->metrics[id];
    noc_figure figure = {""};
    if (!noc_metric_has_interval(metric)) return figure;
    const int digits = noc_metric_info_of(id)->digits;
    snprintf(figure.text, sizeof figure.text,
             noc_metric_is_judged(metric) ? "[%.28s .. %.28s]" : "%.28s .. %.28s",
             noc_figure_make(metric->lo, digits).text, noc_figure_make(metric->hi, digits).text);
    return figure;
}

bool noc_metric_is_judged(const noc_metric *metric)
{
    return noc_metric_has_interval(metric) && !isfinite(metric->confidence);
}

noc_figure noc_metric_half_width(const noc_estimate *estimate, noc_metric_id id)
{
    const noc_metric *metric = &estimate->metrics[id];
    noc_figure figure = {""};
    if (!noc_metric_has_interval(metric)) return figure;
    snprintf(figure.text, sizeof figure.text, "+-%.*f", noc_metric_info_of(id)->digits,
             (metric->hi - metric->lo) / 2.0);
    return figure;
}

/* Counts the digits after the point for three digits in total. */
static int count_short_digits(double value)
{
    const double size = fabs(value);
    return size >= 100.0 ? 0 : size >= 10.0 ? 1 : 2;
}

noc_figure noc_short_figure(double value)
{
    return noc_figure_make(value, count_short_digits(value));
}

/* Returns a half-width with as many digits after the point as the value, or more up to the first
 * digit that is not 0. */
static noc_figure make_half_width(double value_half, double value)
{
    noc_figure figure;
    int digits = count_short_digits(value);
    for (int step = 0; step < 4 && value_half * pow(10.0, digits) < 0.5; step++) digits++;
    snprintf(figure.text, sizeof figure.text, "%.*f", digits, value_half);
    return figure;
}

noc_figure noc_short_half_width(const noc_metric *m)
{
    noc_figure figure = {""};
    if (!noc_metric_has_interval(m)) return figure;
    const double half = (m->hi - m->lo) / 2.0, skew = fabs(m->hi + m->lo - 2.0 * m->value);
    const noc_figure lo = noc_short_figure(m->lo), hi = noc_short_figure(m->hi);
    if (noc_metric_is_judged(m))
        snprintf(figure.text, sizeof figure.text, "[%.20s..%.20s]", lo.text, hi.text);
    else if (skew > half / 2.0 && strcmp(lo.text, hi.text) != 0)
        snprintf(figure.text, sizeof figure.text, "(%.20s..%.20s)", lo.text, hi.text);
    else
        snprintf(figure.text, sizeof figure.text, "+-%.20s", make_half_width(half, m->value).text);
    return figure;
}

/* Writes a unit as the end of a name: "bytes/cycle/mm2" is "_bytes_per_cycle_mm2", "pJ ns" is
 * "_pj_ns". */
static void write_unit_suffix(const char *unit, char *suffix, size_t size)
{
    size_t length = (size_t)snprintf(suffix, size, "_");
    const char *separator = "_per_";
    for (; *unit && length + 6 < size; unit++) {
        if (*unit == '/') {
            length += (size_t)snprintf(suffix + length, size - length, "%s", separator);
            separator = "_";
        } else {
            suffix[length++] = *unit == ' ' ? '_' : (char)tolower((unsigned char)*unit);
            suffix[length] = '\0';
        }
    }
}

noc_figure noc_metric_label(noc_metric_id id)
{
    const char *words = noc_metric_info_of(id)->label;
    noc_figure label = noc_metric_short_name(id);
    if (words) snprintf(label.text, sizeof label.text, "%s", words);
    return label;
}

noc_figure noc_label_without_unit(noc_metric_id id)
{
    char unit[40];
    noc_figure label = noc_metric_label(id);
    const int length = snprintf(unit, sizeof unit, " (%.30s)", noc_metric_info_of(id)->unit);
    const size_t label_length = strlen(label.text), unit_length = (size_t)length;
    if (label_length > unit_length && strcmp(label.text + label_length - unit_length, unit) == 0)
        label.text[label_length - unit_length] = '\0';
    return label;
}

/* Makes the label of a metric in a design; "latency, idle" and others become round trips if the
 * design has replies. */
noc_figure noc_metric_design_label(const noc_design *design, noc_metric_id id)
{
    static const char latency[] = "latency";
    noc_figure label = noc_metric_label(id);
    if (strncmp(label.text, latency, strlen(latency)) != 0) return label;
    const char *kind = noc_design_has_replies(design) ? "round trip" : "one way";
    char label_end[NOC_FIGURE_CHARS];
    snprintf(label_end, sizeof label_end, "%s", label.text + strlen(latency));
    snprintf(label.text, sizeof label.text, "%s%.40s", kind, label_end);
    return label;
}

noc_figure noc_metric_short_name(noc_metric_id id)
{
    const noc_metric_info *info = noc_metric_info_of(id);
    noc_figure label;
    snprintf(label.text, sizeof label.text, "%s", info->name);
    char suffix[NOC_FIGURE_CHARS];
    write_unit_suffix(info->unit, suffix, sizeof suffix);
    const size_t length = strlen(label.text), suffix_length = strlen(suffix);
    if (*info->unit && length > suffix_length &&
        strcmp(label.text + length - suffix_length, suffix) == 0)
        label.text[length - suffix_length] = '\0';
    for (char *c = label.text; *c; c++)
        if (*c == '_') *c = ' ';
    return label;
}

noc_metric_id noc_latency_metric(const noc_design *design)
{
    return noc_design_has_replies(design) ? NOC_METRIC_round_trip_cycles
                                          : NOC_METRIC_packet_latency_cycles;
}

noc_metric_id noc_area_metric(const noc_design *design)
{
    return design->chip.other_area_mm2 > 0.0 ? NOC_METRIC_chip_area_mm2
                                             : NOC_METRIC_network_area_mm2;
}

noc_grouped_number noc_grouped_number_make(uint64_t number)
{
    char digits[32];
    noc_grouped_number g = {""};
    const int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
    size_t position = 0;
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0) g.text[position++] = ',';
        g.text[position++] = digits[i];
    }
    return g;
}
