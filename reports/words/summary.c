#include "reports/words/summary.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "reports/words/bottleneck.h"
#include "reports/words/figure.h"
#include "reports/writers/sheet.h"
#include "reports/writers/style.h"

/* ---- lines ---------------------------------------------------------------------------------- */

enum { LABEL_COLUMNS = 12 };

/* A line under a label ("" where it goes on with the one before). */
static void line(const noc_sheet *sheet, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void line(const noc_sheet *sheet, const char *label, const char *format, ...)
{
    char *words = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&words, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    noc_text_hang(sheet, LABEL_COLUMNS, "%s%-*s%s%s", *label ? NOC_BOLD : "", LABEL_COLUMNS, label,
                  *label ? NOC_PLAIN : "", words);
    free(words);
}

/* A metric in three digits, over `divisor`, and its interval: "59.3 +-3.8". */
static noc_figure amount(const noc_estimate *e, noc_metric_id id, double divisor)
{
    const noc_metric *m = &e->metrics[id];
    const noc_metric scaled = {m->value / divisor, m->lo / divisor, m->hi / divisor, m->confidence,
                               m->why};
    const noc_figure spread = noc_short_spread(&scaled);
    noc_figure figure = noc_short_figure(scaled.value);
    if (*spread.text)
        snprintf(figure.text, sizeof figure.text, "%.16s " NOC_DIM "%.36s" NOC_PLAIN,
                 noc_short_figure(scaled.value).text, spread.text);
    return figure;
}

static bool given(const noc_estimate *e, noc_metric_id id)
{
    return noc_metric_given(&e->metrics[id]);
}

static const char *why(const noc_estimate *e, noc_metric_id id)
{
    return e->metrics[id].why ? e->metrics[id].why : "not computed";
}

/* ---- bandwidth ------------------------------------------------------------------------------ */

/* The two units of bandwidth. */
typedef struct unit {
    const char *name;
    double divisor; /* of GB/s */
    const char *at; /* words at the end */
} unit;

static const noc_metric_id delivered_id = NOC_METRIC_delivered_data_gb_per_s,
                           offered_id = NOC_METRIC_offered_data_gb_per_s,
                           most_id = NOC_METRIC_saturation_data_gb_per_s;

/* Whether what is delivered is of a workload's packets, and what could be is of those of `traffic`,
 * which may be less. */
static bool has_two_mixes(const noc_estimate *e)
{
    return isnan(e->load) && e->design->closed_loop;
}

/* "26.3 GB/s of 26.3 offered, 59.3 +-3.8 at most", "60.4 GB/s, open loop 59.3 +-3.8 at most".
 * Beyond saturation a network may move less than there, or more, where some nodes still get on. */
static void bandwidth_line(const noc_sheet *sheet, const noc_estimate *e, const char *label,
                           const unit *u)
{
    char delivered[160] = "", offered[100] = "", most[160] = "";
    if (given(e, delivered_id))
        snprintf(delivered, sizeof delivered, "%s %s", amount(e, delivered_id, u->divisor).text,
                 u->name);
    if (*delivered && given(e, offered_id))
        snprintf(offered, sizeof offered, " of %s offered",
                 noc_short_figure(e->metrics[offered_id].value / u->divisor).text);
    if (given(e, most_id))
        snprintf(most, sizeof most, "%s%s%s%s%s %s", *delivered ? ", " : "",
                 *delivered && has_two_mixes(e) ? "open loop " : "",
                 amount(e, most_id, u->divisor).text, *delivered ? "" : " ",
                 *delivered ? "" : u->name,
                 e->answer == NOC_ANSWER_SATURATED ? "at saturation" : "at most");
    if (*delivered || *most) line(sheet, label, "%s%s%s%s", delivered, offered, most, u->at);
}

/* Of what is delivered, and could be: NAN is no less than a number. */
static double least_bandwidth(const noc_estimate *e)
{
    return fmin(e->metrics[NOC_METRIC_delivered_data_gb_per_s].value,
                e->metrics[NOC_METRIC_saturation_data_gb_per_s].value);
}

/* How much could be delivered is asked of a search. */
static void tell_search(const noc_sheet *sheet, const noc_estimate *e)
{
    if (e->method == NOC_METHOD_SAMPLE && isfinite(e->load))
        line(sheet, "", "at most: not searched (--saturation)");
}

static void tell_bandwidth(const noc_sheet *sheet, const noc_estimate *e)
{
    const bool tera = least_bandwidth(e) >= 1000.0;
    char clock[40];
    snprintf(clock, sizeof clock, " (%.6g MHz)", e->design->chip.clock_mhz);
    const unit units[] = {
        {tera ? "TB/s" : "GB/s", tera ? 1000.0 : 1.0, ""},
        {"bytes/cycle", e->design->chip.clock_mhz / 1000.0, clock},
    };
    bandwidth_line(sheet, e, "delivers", &units[0]);
    bandwidth_line(sheet, e, "", &units[1]);
    if (!given(e, most_id)) tell_search(sheet, e);
}

/* ---- what is computed ----------------------------------------------------------------------- */

static void tell_throughput(const noc_sheet *sheet, const noc_estimate *e)
{
    const noc_bottleneck *b = &e->bottleneck;
    char of[60] = "";
    if (b->workloads > 1)
        snprintf(of, sizeof of, ", harmonic mean of %zu applications", b->workloads);
    if (given(e, NOC_METRIC_ipc))
        line(sheet, "IPC", "%s%s", amount(e, NOC_METRIC_ipc, 1.0).text, of);
    if (given(e, NOC_METRIC_makespan_cycles))
        line(sheet, "makespan", "%s ns, %s cycles",
             amount(e, NOC_METRIC_makespan_cycles, 1e-3 * e->design->chip.clock_mhz).text,
             amount(e, NOC_METRIC_makespan_cycles, 1.0).text);
}

/* ---- latency -------------------------------------------------------------------------------- */

/* "101 ns idle, 105 +-0.9 loaded"; either may be missing. */
static void latency_line(const noc_sheet *sheet, const noc_estimate *e, const char *label,
                         const char *name, noc_metric_id idle, noc_metric_id loaded)
{
    char first[160] = "", second[160] = "";
    if (given(e, idle))
        snprintf(first, sizeof first, "%s %s idle", noc_short_figure(e->metrics[idle].value).text,
                 name);
    if (given(e, loaded))
        snprintf(second, sizeof second, "%s%s%s%s loaded", *first ? ", " : "",
                 amount(e, loaded, 1.0).text, *first ? "" : " ", *first ? "" : name);
    if (*first || *second) line(sheet, label, "%s%s", first, second);
}

/* Why there is no latency under load. */
static void tell_no_latency(const noc_sheet *sheet, const noc_estimate *e, noc_metric_id loaded)
{
    if (noc_answer_grows(e->answer))
        line(sheet, "", NOC_ALERT "loaded: without end, a queue grows at this load" NOC_PLAIN);
    else
        line(sheet, "", "loaded: %s", why(e, loaded));
}

static void tell_latency(const noc_sheet *sheet, const noc_estimate *e)
{
    const bool trip = noc_latency_metric(e->design) == NOC_METRIC_round_trip_cycles;
    /* of a trace with replies of its own nobody tells round trips */
    const bool round = trip && (!e->trace_packets || given(e, NOC_METRIC_round_trip_cycles));
    const noc_metric_id cycles =
        round ? NOC_METRIC_round_trip_cycles : NOC_METRIC_packet_latency_cycles;
    const noc_metric_id ns = round ? NOC_METRIC_round_trip_ns : NOC_METRIC_packet_latency_ns;
    const char *label = round ? "round trip" : "one way";
    latency_line(sheet, e, label, "ns", NOC_METRIC_zero_load_latency_ns, ns);
    latency_line(sheet, e, "", "cycles", NOC_METRIC_zero_load_latency_cycles, cycles);
    if (!given(e, cycles)) tell_no_latency(sheet, e, cycles);
}

/* ---- cost ----------------------------------------------------------------------------------- */

static void tell_area(const noc_sheet *sheet, const noc_estimate *e)
{
    char chip[100] = "";
    if (e->design->chip.other_area_mm2 > 0.0 && given(e, NOC_METRIC_chip_area_mm2))
        snprintf(chip, sizeof chip, ", %s mm2 chip",
                 noc_short_figure(e->metrics[NOC_METRIC_chip_area_mm2].value).text);
    if (given(e, NOC_METRIC_network_area_mm2))
        line(sheet, "area", "%s mm2 network%s", amount(e, NOC_METRIC_network_area_mm2, 1.0).text,
             chip);
    else
        line(sheet, "area", "not known: %s", why(e, NOC_METRIC_network_area_mm2));
}

static void tell_power(const noc_sheet *sheet, const noc_estimate *e)
{
    const noc_metric *all = e->metrics, *leakage = &all[NOC_METRIC_leakage_power_mw];
    const bool watts = all[NOC_METRIC_power_mw].value >= 1000.0 || leakage->value >= 1000.0;
    const double divisor = watts ? 1000.0 : 1.0;
    const char *name = watts ? "W" : "mW";
    if (given(e, NOC_METRIC_power_mw))
        line(sheet, "power", "%s %s, %s of it leakage",
             amount(e, NOC_METRIC_power_mw, divisor).text, name,
             noc_short_figure(leakage->value / divisor).text);
    else if (noc_metric_given(leakage))
        line(sheet, "power", "%s %s leakage; dynamic: %s",
             amount(e, NOC_METRIC_leakage_power_mw, divisor).text, name,
             why(e, NOC_METRIC_power_mw));
    else if (given(e, NOC_METRIC_network_area_mm2))
        line(sheet, "power", "not known: %s", why(e, NOC_METRIC_power_mw));
}

/* ---- all ------------------------------------------------------------------------------------ */

static void tell_cause(const noc_sheet *sheet, const noc_estimate *e)
{
    char cause[NOC_CAUSE_CHARS];
    const char *label = noc_cause_words(e, cause);
    if (*cause) line(sheet, label, "%s", cause);
}

void noc_text_summary(const noc_sheet *sheet, const noc_estimate *e)
{
    tell_bandwidth(sheet, e);
    tell_throughput(sheet, e);
    tell_latency(sheet, e);
    tell_area(sheet, e);
    tell_power(sheet, e);
    tell_cause(sheet, e);
}
