#include "reports/words/summary.h"

#include <inttypes.h>
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

/* Prints a line after a label ("" if it continues the line before). */
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

/* Writes a metric divided by `divisor` in three digits, and its interval: "59.3 +-3.8". */
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

static const noc_metric_id delivered_id = NOC_METRIC_delivered_data_gb_per_s,
                           offered_id = NOC_METRIC_offered_data_gb_per_s,
                           most_id = NOC_METRIC_saturation_data_gb_per_s;

/* True if delivered data is a workload's and maximal data is that of `traffic`, which may be
 * less. */
static bool has_two_mixes(const noc_estimate *e)
{
    return isnan(e->load) && e->design->closed_loop;
}

/* Prints the bandwidth: "26.3 GB/s of data (26.3 offered), 59.3 +-3.8 at most", "60.4 GB/s of data,
 * open loop 59.3 +-3.8 at most". Beyond saturation a network may deliver less than at saturation,
 * or more if some nodes are not blocked. If delivered or maximal data is missing, the other one
 * decides on TB/s. */
static void tell_bandwidth(const noc_sheet *sheet, const noc_estimate *e)
{
    const bool tera = fmin(e->metrics[delivered_id].value, e->metrics[most_id].value) >= 1000.0;
    const char *name = tera ? "TB/s" : "GB/s";
    const double divisor = tera ? 1000.0 : 1.0;
    char delivered[160] = "", offered[100] = "", most[160] = "";
    if (given(e, delivered_id))
        snprintf(delivered, sizeof delivered, "%s %s of data",
                 amount(e, delivered_id, divisor).text, name);
    if (*delivered && given(e, offered_id))
        snprintf(offered, sizeof offered, " (%s offered)",
                 noc_short_figure(e->metrics[offered_id].value / divisor).text);
    if (given(e, most_id) && *delivered)
        snprintf(most, sizeof most, ", %s%s %s", has_two_mixes(e) ? "open loop " : "",
                 amount(e, most_id, divisor).text,
                 e->answer == NOC_ANSWER_SATURATED ? "at saturation" : "at most");
    else if (given(e, most_id))
        snprintf(most, sizeof most, "%s %s of data at most", amount(e, most_id, divisor).text,
                 name);
    if (*delivered || *most) line(sheet, "delivers", "%s%s%s", delivered, offered, most);
}

/* Counts the senders: cores, or nodes of one kind; with a list of sources only these. */
static double senders_of(const noc_estimate *e)
{
    const noc_design *d = e->design;
    return d->traffic.sources.count ? e->work.injectors * noc_cores_of_terminal(d)
                                    : (double)d->nodes.compute;
}

/* Prints shares of the delivered data, else of the maximal data: "22.3 GB/s a core, 36.8 a memory
 * node; 1679 bytes/cycle". Memory nodes have no share if only some of them receive packets. */
static void tell_shares(const noc_sheet *sheet, const noc_estimate *e)
{
    const noc_design *d = e->design;
    const noc_metric *all = &e->metrics[given(e, delivered_id) ? delivered_id : most_id];
    char memory[100] = "";
    if (!noc_metric_given(all)) return;
    if (d->nodes.memory > 0 && d->traffic.destinations.count == 0)
        snprintf(memory, sizeof memory, ", %s a memory node",
                 noc_short_figure(all->value / d->nodes.memory).text);
    line(sheet, "", "%s GB/s a %s%s%s; %s bytes/cycle",
         noc_short_figure(all->value / senders_of(e)).text, d->nodes.memory > 0 ? "core" : "node",
         d->traffic.sources.count ? " that sends" : "", memory,
         noc_short_figure(all->value / d->chip.clock_mhz * 1000.0).text);
}

/* Prints that a sample at a load has no search for the maximal data. */
static void tell_search(const noc_sheet *sheet, const noc_estimate *e)
{
    if (!given(e, most_id) && e->method == NOC_METHOD_SAMPLE && isfinite(e->load))
        line(sheet, "", "at most: not searched (--saturation)");
}

/* ---- throughput of programs ----------------------------------------------------------------- */

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

/* Writes a latency in both units: "101 ns idle (61.0 cycles)". */
static void in_both_units(const noc_estimate *e, noc_metric_id ns, noc_metric_id cycles,
                          const char *words, char *text, size_t size)
{
    snprintf(text, size, "%s ns%s (%s cycles)", amount(e, ns, 1.0).text, words,
             noc_short_figure(e->metrics[cycles].value).text);
}

/* Prints a line of latencies, of which one may be missing: "101 ns idle (61.0 cycles), 105 +-1 ns
 * loaded (63.2 cycles)". */
static void latency_line(const noc_sheet *sheet, const noc_estimate *e, const char *label,
                         noc_metric_id ns, noc_metric_id cycles)
{
    char idle[160] = "", loaded[160] = "";
    if (given(e, NOC_METRIC_zero_load_latency_cycles))
        in_both_units(e, NOC_METRIC_zero_load_latency_ns, NOC_METRIC_zero_load_latency_cycles,
                      " idle", idle, sizeof idle);
    if (given(e, cycles)) in_both_units(e, ns, cycles, " loaded", loaded, sizeof loaded);
    if (*idle || *loaded) line(sheet, label, "%s%s%s", idle, *idle && *loaded ? ", " : "", loaded);
}

/* Prints the reason for a missing latency under load. */
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
    /* a trace with its own replies has no round trips */
    const bool round = trip && (!e->trace_packets || given(e, NOC_METRIC_round_trip_cycles));
    const noc_metric_id cycles =
        round ? NOC_METRIC_round_trip_cycles : NOC_METRIC_packet_latency_cycles;
    const noc_metric_id ns = round ? NOC_METRIC_round_trip_ns : NOC_METRIC_packet_latency_ns;
    const char *label = round ? "round trip" : "one way";
    latency_line(sheet, e, label, ns, cycles);
    if (!given(e, cycles)) tell_no_latency(sheet, e, cycles);
}

/* Prints latency and data inside a die and between dies: "local 44.0 cycles, 12.3 GB/s; remote 90.2
 * cycles, 12.3 GB/s". */
static void tell_dies(const noc_sheet *sheet, const noc_estimate *e)
{
    static const struct {
        const char *name;
        noc_metric_id trip, data;
    } parts[] = {
        {"local", NOC_METRIC_local_round_trip_cycles, NOC_METRIC_local_data_gb_per_s},
        {"remote", NOC_METRIC_remote_round_trip_cycles, NOC_METRIC_remote_data_gb_per_s},
    };
    char text[200] = "";
    size_t used = 0;
    for (int i = 0; i < 2; i++) {
        char trip[120] = "";
        if (!given(e, parts[i].data) || !(e->metrics[parts[i].data].value > 0.0)) continue;
        if (given(e, parts[i].trip))
            snprintf(trip, sizeof trip, "round trip %s cycles, ",
                     noc_short_figure(e->metrics[parts[i].trip].value).text);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s: %s%s GB/s",
                                 used ? "; " : "", parts[i].name, trip,
                                 noc_short_figure(e->metrics[parts[i].data].value).text);
    }
    if (*text) line(sheet, "by die", "%s", text);
}

/* Prints the tail of the latency, which only samples have. */
static void tell_tail(const noc_sheet *sheet, const noc_estimate *e)
{
    char p99[160];
    if (!given(e, NOC_METRIC_p99_ns)) return;
    in_both_units(e, NOC_METRIC_p99_ns, NOC_METRIC_latency_p99_cycles, "", p99, sizeof p99);
    line(sheet, "p99", "%s", p99);
}

/* Prints the classes of a trace, a line each: "read: 21.4 cycles one way, 106 packets". */
static void tell_trace_classes(const noc_sheet *sheet, const noc_estimate *e)
{
    for (size_t i = 0; i < e->trace_class_count; i++) {
        const noc_trace_part *p = &e->trace_classes[i];
        line(sheet, i ? "" : "classes", "%s: %s cycles one way, %" PRIu64 " packets", p->name,
             noc_short_figure(p->latency).text, p->packets);
    }
}

/* Prints the phases of a trace, a line each: "load: 66.0 cycles round trip, cycles 0 to 1200, 242
 * packets". */
static void tell_phases(const noc_sheet *sheet, const noc_estimate *e)
{
    for (size_t i = 0; i < e->trace_phase_count; i++) {
        const noc_trace_part *p = &e->trace_phases[i];
        const bool round = isfinite(p->round_trip);
        line(sheet, i ? "" : "phases",
             "%s: %s cycles %s, from cycle %" PRIu64 " to %" PRIu64 ", %" PRIu64 " packets",
             *p->name ? p->name : "no phase",
             noc_short_figure(round ? p->round_trip : p->latency).text,
             round ? "round trip" : "one way", p->start, p->end, p->packets);
    }
}

/* ---- cost ----------------------------------------------------------------------------------- */

/* Writes the interval of a cost as built, if the value is that of the drawing: "; as built 80 to
 * 310". */
static void built_text(const noc_estimate *e, noc_metric_id id, double divisor, char text[150])
{
    const noc_metric *m = &e->metrics[id];
    text[0] = '\0';
    if (e->design->chip.cost == NOC_COST_MODEL && noc_metric_given(m))
        snprintf(text, 150, "; as built %s to %s", noc_short_figure(m->lo / divisor).text,
                 noc_short_figure(m->hi / divisor).text);
}

static void tell_area(const noc_sheet *sheet, const noc_estimate *e)
{
    char chip[100] = "", edge[120] = "", built[150];
    built_text(e, NOC_METRIC_built_area_mm2, 1.0, built);
    if (given(e, NOC_METRIC_die_edge_mm))
        snprintf(edge, sizeof edge, "; %s mm of a die's edge",
                 noc_short_figure(e->metrics[NOC_METRIC_die_edge_mm].value).text);
    if (e->design->chip.other_area_mm2 > 0.0 && given(e, NOC_METRIC_chip_area_mm2))
        snprintf(chip, sizeof chip, ", %s mm2 chip",
                 noc_short_figure(e->metrics[NOC_METRIC_chip_area_mm2].value).text);
    if (given(e, NOC_METRIC_network_area_mm2))
        line(sheet, "area", "%s mm2 network%s%s%s",
             amount(e, NOC_METRIC_network_area_mm2, 1.0).text, chip, edge, built);
    else
        line(sheet, "area", "not known: %s", why(e, NOC_METRIC_network_area_mm2));
}

static void tell_power(const noc_sheet *sheet, const noc_estimate *e)
{
    const noc_metric *all = e->metrics, *leakage = &all[NOC_METRIC_leakage_power_mw];
    const bool watts = all[NOC_METRIC_power_mw].value >= 1000.0 || leakage->value >= 1000.0;
    const double divisor = watts ? 1000.0 : 1.0;
    const char *name = watts ? "W" : "mW";
    char bit[100] = "", built[150];
    built_text(e, NOC_METRIC_built_power_mw, divisor, built);
    if (given(e, NOC_METRIC_energy_per_bit_pj))
        snprintf(bit, sizeof bit, "; %s pJ a bit of data",
                 noc_short_figure(all[NOC_METRIC_energy_per_bit_pj].value).text);
    if (given(e, NOC_METRIC_power_mw))
        line(sheet, "power", "%s %s, %s of it leakage%s%s",
             amount(e, NOC_METRIC_power_mw, divisor).text, name,
             noc_short_figure(leakage->value / divisor).text, bit, built);
    else if (noc_metric_given(leakage))
        line(sheet, "power", "%s %s leakage; dynamic: %s",
             amount(e, NOC_METRIC_leakage_power_mw, divisor).text, name,
             why(e, NOC_METRIC_power_mw));
    else if (given(e, NOC_METRIC_network_area_mm2))
        line(sheet, "power", "not known: %s", why(e, NOC_METRIC_power_mw));
}

static void tell_clock(const noc_sheet *sheet, const noc_estimate *e)
{
    const double asked = e->design->chip.clock_mhz;
    const double reached = e->metrics[NOC_METRIC_max_clock_mhz].value;
    if (!isfinite(reached)) {
        line(sheet, "clock", "%.6g MHz asked", asked);
    } else {
        const bool late = reached < asked;
        line(sheet, "clock", "%.6g MHz asked, %s%.0f reached%s", asked, late ? NOC_ALERT : "",
             reached, late ? NOC_PLAIN : "");
    }
}

/* Prints that ports of memory nodes have less capacity than their DRAM: the ports then limit
 * packets to memory, and the network behind them matters little. */
static void tell_interface(const noc_sheet *sheet, const noc_estimate *e)
{
    const double share = e->metrics[NOC_METRIC_interface_over_memory_bandwidth].value;
    if (share < 1.0)
        line(sheet, "interface",
             "memory nodes' ports take %.2f of what their DRAM moves: a study of the network is "
             "one of the interface",
             share);
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
    tell_shares(sheet, e);
    tell_search(sheet, e);
    tell_throughput(sheet, e);
    tell_latency(sheet, e);
    tell_dies(sheet, e);
    tell_tail(sheet, e);
    tell_trace_classes(sheet, e);
    tell_phases(sheet, e);
    tell_area(sheet, e);
    tell_power(sheet, e);
    tell_clock(sheet, e);
    tell_cause(sheet, e);
    tell_interface(sheet, e);
}
