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
static void print_line(const noc_sheet *sheet, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void print_line(const noc_sheet *sheet, const char *label, const char *format, ...)
{
    char *words = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&words, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    noc_text_hanging_paragraph(sheet, LABEL_COLUMNS, "%s%-*s%s%s", *label ? NOC_BOLD : "",
                               LABEL_COLUMNS, label, *label ? NOC_PLAIN : "", words);
    free(words);
}

/* Returns a metric divided by `divisor` in three digits, with its interval: "59.3 +-3.8". */
static noc_figure make_interval_figure(const noc_estimate *e, noc_metric_id id, double divisor)
{
    const noc_metric *m = &e->metrics[id];
    const noc_metric scaled = {m->value / divisor, m->lo / divisor, m->hi / divisor, m->confidence,
                               m->reason};
    const noc_figure spread = noc_short_half_width(&scaled);
    noc_figure figure = noc_short_figure(scaled.value);
    if (*spread.text)
        snprintf(figure.text, sizeof figure.text, "%.16s " NOC_DIM "%.36s" NOC_PLAIN,
                 noc_short_figure(scaled.value).text, spread.text);
    return figure;
}

static bool has_value(const noc_estimate *e, noc_metric_id id)
{
    return noc_metric_has_value(&e->metrics[id]);
}

static const char *find_reason(const noc_estimate *e, noc_metric_id id)
{
    return e->metrics[id].reason ? e->metrics[id].reason : "not computed";
}

/* ---- bandwidth ------------------------------------------------------------------------------ */

static const noc_metric_id delivered_data_metric = NOC_METRIC_delivered_data_gb_per_s,
                           offered_data_metric = NOC_METRIC_offered_data_gb_per_s,
                           maximum_data_metric = NOC_METRIC_saturation_data_gb_per_s;

/* True if the delivered data is that of a workload in closed loop, while the maximal data is that
 * of the group `traffic` in open loop, which may be less. */
static bool has_workload_packets(const noc_estimate *e)
{
    return isnan(e->load) && e->design->closed_loop;
}

/* Prints the bandwidth: "26.3 GB/s of data (26.3 offered), 59.3 +-3.8 at most", "60.4 GB/s of data,
 * open loop 59.3 +-3.8 at most". Says "at saturation" in place of "at most" beyond saturation,
 * where a network may deliver more if some nodes are not blocked. Uses TB/s if all known data is
 * 1000 GB/s or more. */
static void print_bandwidth(const noc_sheet *sheet, const noc_estimate *e)
{
    const bool is_tera = fmin(e->metrics[delivered_data_metric].value,
                              e->metrics[maximum_data_metric].value) >= 1000.0;
    const char *name = is_tera ? "TB/s" : "GB/s";
    const double divisor = is_tera ? 1000.0 : 1.0;
    char delivered[160] = "", offered[100] = "", maximum[160] = "";
    if (has_value(e, delivered_data_metric))
        snprintf(delivered, sizeof delivered, "%s %s of data",
                 make_interval_figure(e, delivered_data_metric, divisor).text, name);
    if (*delivered && has_value(e, offered_data_metric))
        snprintf(offered, sizeof offered, " (%s offered)",
                 noc_short_figure(e->metrics[offered_data_metric].value / divisor).text);
    if (has_value(e, maximum_data_metric) && *delivered)
        snprintf(maximum, sizeof maximum, ", %s%s %s", has_workload_packets(e) ? "open loop " : "",
                 make_interval_figure(e, maximum_data_metric, divisor).text,
                 e->answer == NOC_ANSWER_SATURATED ? "at saturation" : "at most");
    else if (has_value(e, maximum_data_metric))
        snprintf(maximum, sizeof maximum, "%s %s of data at most",
                 make_interval_figure(e, maximum_data_metric, divisor).text, name);
    if (*delivered || *maximum)
        print_line(sheet, "delivers", "%s%s%s", delivered, offered, maximum);
}

/* Counts the senders: cores, or nodes of one kind; with a list of sources only these. */
static double count_senders(const noc_estimate *e)
{
    const noc_design *d = e->design;
    return d->traffic.sources.count ? e->work.injectors * noc_cores_of_terminal(d)
                                    : (double)d->nodes.compute;
}

/* Prints shares of the delivered data, else of the maximal data: "22.3 GB/s a core, 36.8 a memory
 * node; 1679 bytes/cycle". Memory nodes have no share if only some of them receive packets. */
static void print_shares(const noc_sheet *sheet, const noc_estimate *e)
{
    const noc_design *d = e->design;
    const noc_metric *data = &e->metrics[has_value(e, delivered_data_metric) ? delivered_data_metric
                                                                             : maximum_data_metric];
    char memory[100] = "";
    if (!noc_metric_has_value(data)) return;
    if (d->nodes.memory > 0 && d->traffic.destinations.count == 0)
        snprintf(memory, sizeof memory, ", %s a memory node",
                 noc_short_figure(data->value / d->nodes.memory).text);
    print_line(sheet, "", "%s GB/s a %s%s%s; %s bytes/cycle",
               noc_short_figure(data->value / count_senders(e)).text,
               d->nodes.memory > 0 ? "core" : "node", d->traffic.sources.count ? " that sends" : "",
               memory, noc_short_figure(data->value / d->chip.clock_mhz * 1000.0).text);
}

/* Prints that a sample at a load has no search for the maximal data. */
static void print_search_note(const noc_sheet *sheet, const noc_estimate *e)
{
    if (!has_value(e, maximum_data_metric) && e->method == NOC_METHOD_SAMPLE && isfinite(e->load))
        print_line(sheet, "", "at most: not searched (--saturation)");
}

/* ---- throughput of programs ----------------------------------------------------------------- */

static void print_throughput(const noc_sheet *sheet, const noc_estimate *e)
{
    const noc_bottleneck *b = &e->bottleneck;
    char mean_note[60] = "";
    if (b->workload_count > 1)
        snprintf(mean_note, sizeof mean_note, ", harmonic mean of %zu applications",
                 b->workload_count);
    if (has_value(e, NOC_METRIC_ipc))
        print_line(sheet, "IPC", "%s%s", make_interval_figure(e, NOC_METRIC_ipc, 1.0).text,
                   mean_note);
    if (has_value(e, NOC_METRIC_makespan_cycles))
        print_line(
            sheet, "makespan", "%s ns, %s cycles",
            make_interval_figure(e, NOC_METRIC_makespan_cycles, 1e-3 * e->design->chip.clock_mhz)
                .text,
            make_interval_figure(e, NOC_METRIC_makespan_cycles, 1.0).text);
}

/* ---- latency -------------------------------------------------------------------------------- */

/* Writes a latency in both units: "101 ns idle (61.0 cycles)". */
static void write_latency(const noc_estimate *e, noc_metric_id ns, noc_metric_id cycles,
                          const char *words, char *text, size_t size)
{
    snprintf(text, size, "%s ns%s (%s cycles)", make_interval_figure(e, ns, 1.0).text, words,
             noc_short_figure(e->metrics[cycles].value).text);
}

/* Prints a line of latencies, of which one may be missing: "101 ns idle (61.0 cycles), 105 +-1 ns
 * loaded (63.2 cycles)". */
static void print_latencies(const noc_sheet *sheet, const noc_estimate *e, const char *label,
                            noc_metric_id ns, noc_metric_id cycles)
{
    char idle[160] = "", loaded[160] = "";
    if (has_value(e, NOC_METRIC_zero_load_latency_cycles))
        write_latency(e, NOC_METRIC_zero_load_latency_ns, NOC_METRIC_zero_load_latency_cycles,
                      " idle", idle, sizeof idle);
    if (has_value(e, cycles)) write_latency(e, ns, cycles, " loaded", loaded, sizeof loaded);
    if (*idle || *loaded)
        print_line(sheet, label, "%s%s%s", idle, *idle && *loaded ? ", " : "", loaded);
}

/* Prints the reason for a missing latency under load. */
static void print_latency_reason(const noc_sheet *sheet, const noc_estimate *e,
                                 noc_metric_id loaded)
{
    if (noc_answer_has_growth(e->answer))
        print_line(sheet, "",
                   NOC_ALERT "loaded: without end, a queue grows at this load" NOC_PLAIN);
    else
        print_line(sheet, "", "loaded: %s", find_reason(e, loaded));
}

static void print_latency(const noc_sheet *sheet, const noc_estimate *e)
{
    const bool has_replies = noc_latency_metric(e->design) == NOC_METRIC_round_trip_cycles;
    /* a trace with its own replies has no round trips */
    const bool is_round_trip =
        has_replies && (!e->trace_packets || has_value(e, NOC_METRIC_round_trip_cycles));
    const noc_metric_id cycles =
        is_round_trip ? NOC_METRIC_round_trip_cycles : NOC_METRIC_packet_latency_cycles;
    const noc_metric_id ns =
        is_round_trip ? NOC_METRIC_round_trip_ns : NOC_METRIC_packet_latency_ns;
    const char *label = is_round_trip ? "round trip" : "one way";
    print_latencies(sheet, e, label, ns, cycles);
    if (!has_value(e, cycles)) print_latency_reason(sheet, e, cycles);
}

/* Prints latency and data inside a die and between dies: "local 44.0 cycles, 12.3 GB/s; remote 90.2
 * cycles, 12.3 GB/s". */
static void print_dies(const noc_sheet *sheet, const noc_estimate *e)
{
    static const struct {
        const char *name;
        noc_metric_id trip, data;
    } parts[] = {
        {"local", NOC_METRIC_local_round_trip_cycles, NOC_METRIC_local_data_gb_per_s},
        {"remote", NOC_METRIC_remote_round_trip_cycles, NOC_METRIC_remote_data_gb_per_s},
    };
    char text[200] = "";
    size_t length = 0;
    for (int i = 0; i < 2; i++) {
        char trip[120] = "";
        if (!has_value(e, parts[i].data) || !(e->metrics[parts[i].data].value > 0.0)) continue;
        if (has_value(e, parts[i].trip))
            snprintf(trip, sizeof trip, "round trip %s cycles, ",
                     noc_short_figure(e->metrics[parts[i].trip].value).text);
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s: %s%s GB/s",
                                   length ? "; " : "", parts[i].name, trip,
                                   noc_short_figure(e->metrics[parts[i].data].value).text);
    }
    if (*text) print_line(sheet, "by die", "%s", text);
}

/* Prints the tail of the latency, which only samples have. */
static void print_tail(const noc_sheet *sheet, const noc_estimate *e)
{
    char p99[160];
    if (!has_value(e, NOC_METRIC_p99_ns)) return;
    write_latency(e, NOC_METRIC_p99_ns, NOC_METRIC_latency_p99_cycles, "", p99, sizeof p99);
    print_line(sheet, "p99", "%s", p99);
}

/* Prints the classes of a trace, a line each: "read: 21.4 cycles one way, 106 packets". */
static void print_trace_classes(const noc_sheet *sheet, const noc_estimate *e)
{
    for (size_t i = 0; i < e->trace_class_count; i++) {
        const noc_trace_part *p = &e->trace_classes[i];
        print_line(sheet, i ? "" : "classes", "%s: %s cycles one way, %" PRIu64 " packets", p->name,
                   noc_short_figure(p->latency).text, p->packets);
    }
}

/* Prints the phases of a trace, a line each: "load: 66.0 cycles round trip, cycles 0 to 1200, 242
 * packets". */
static void print_phases(const noc_sheet *sheet, const noc_estimate *e)
{
    for (size_t i = 0; i < e->trace_phase_count; i++) {
        const noc_trace_part *p = &e->trace_phases[i];
        const bool is_round_trip = isfinite(p->round_trip);
        print_line(sheet, i ? "" : "phases",
                   "%s: %s cycles %s, from cycle %" PRIu64 " to %" PRIu64 ", %" PRIu64 " packets",
                   *p->name ? p->name : "no phase",
                   noc_short_figure(is_round_trip ? p->round_trip : p->latency).text,
                   is_round_trip ? "round trip" : "one way", p->start, p->end, p->packets);
    }
}

/* ---- cost ----------------------------------------------------------------------------------- */

/* Writes the interval of a cost as built, if the value is that of the drawing: "; as built 80 to
 * 310". */
static void write_built_interval(const noc_estimate *e, noc_metric_id id, double divisor,
                                 char text[150])
{
    const noc_metric *m = &e->metrics[id];
    text[0] = '\0';
    if (e->design->chip.cost_basis == NOC_COST_MODEL && noc_metric_has_value(m))
        snprintf(text, 150, "; as built %s to %s", noc_short_figure(m->lo / divisor).text,
                 noc_short_figure(m->hi / divisor).text);
}

static void print_area(const noc_sheet *sheet, const noc_estimate *e)
{
    char chip[100] = "", edge[120] = "", built[150];
    write_built_interval(e, NOC_METRIC_built_area_mm2, 1.0, built);
    if (has_value(e, NOC_METRIC_die_edge_mm))
        snprintf(edge, sizeof edge, "; %s mm of a die's edge",
                 noc_short_figure(e->metrics[NOC_METRIC_die_edge_mm].value).text);
    if (e->design->chip.other_area_mm2 > 0.0 && has_value(e, NOC_METRIC_chip_area_mm2))
        snprintf(chip, sizeof chip, ", %s mm2 chip",
                 noc_short_figure(e->metrics[NOC_METRIC_chip_area_mm2].value).text);
    if (has_value(e, NOC_METRIC_network_area_mm2))
        print_line(sheet, "area", "%s mm2 network%s%s%s",
                   make_interval_figure(e, NOC_METRIC_network_area_mm2, 1.0).text, chip, edge,
                   built);
    else
        print_line(sheet, "area", "not known: %s", find_reason(e, NOC_METRIC_network_area_mm2));
}

static void print_power(const noc_sheet *sheet, const noc_estimate *e)
{
    const noc_metric *metrics = e->metrics, *leakage = &metrics[NOC_METRIC_leakage_power_mw];
    const bool is_watts = metrics[NOC_METRIC_power_mw].value >= 1000.0 || leakage->value >= 1000.0;
    const double divisor = is_watts ? 1000.0 : 1.0;
    const char *name = is_watts ? "W" : "mW";
    char bit[100] = "", built[150];
    write_built_interval(e, NOC_METRIC_built_power_mw, divisor, built);
    if (has_value(e, NOC_METRIC_energy_per_bit_pj))
        snprintf(bit, sizeof bit, "; %s pJ a bit of data",
                 noc_short_figure(metrics[NOC_METRIC_energy_per_bit_pj].value).text);
    if (has_value(e, NOC_METRIC_power_mw))
        print_line(sheet, "power", "%s %s, %s of it leakage%s%s",
                   make_interval_figure(e, NOC_METRIC_power_mw, divisor).text, name,
                   noc_short_figure(leakage->value / divisor).text, bit, built);
    else if (noc_metric_has_value(leakage))
        print_line(sheet, "power", "%s %s leakage; dynamic: %s",
                   make_interval_figure(e, NOC_METRIC_leakage_power_mw, divisor).text, name,
                   find_reason(e, NOC_METRIC_power_mw));
    else if (has_value(e, NOC_METRIC_network_area_mm2))
        print_line(sheet, "power", "not known: %s", find_reason(e, NOC_METRIC_power_mw));
}

static void print_clock(const noc_sheet *sheet, const noc_estimate *e)
{
    const double clock_mhz = e->design->chip.clock_mhz;
    const double max_clock_mhz = e->metrics[NOC_METRIC_max_clock_mhz].value;
    if (!isfinite(max_clock_mhz)) {
        print_line(sheet, "clock", "%.6g MHz asked", clock_mhz);
    } else {
        const bool is_missed = max_clock_mhz < clock_mhz;
        print_line(sheet, "clock", "%.6g MHz asked, %s%.0f reached%s", clock_mhz,
                   is_missed ? NOC_ALERT : "", max_clock_mhz, is_missed ? NOC_PLAIN : "");
    }
}

/* Prints that ports of memory nodes have less capacity than their DRAM: the ports then limit
 * packets to memory, and the network behind them matters little. */
static void print_interface(const noc_sheet *sheet, const noc_estimate *e)
{
    const double share = e->metrics[NOC_METRIC_interface_over_memory_bandwidth].value;
    if (share < 1.0)
        print_line(
            sheet, "interface",
            "memory nodes' ports take %.2f of what their DRAM moves: a study of the network is "
            "one of the interface",
            share);
}

/* ---- all ------------------------------------------------------------------------------------ */

static void print_limit(const noc_sheet *sheet, const noc_estimate *e)
{
    char cause[NOC_CAUSE_CHARS];
    const char *label = noc_limit_words(e, cause);
    if (*cause) print_line(sheet, label, "%s", cause);
}

void noc_text_summary(const noc_sheet *sheet, const noc_estimate *e)
{
    print_bandwidth(sheet, e);
    print_shares(sheet, e);
    print_search_note(sheet, e);
    print_throughput(sheet, e);
    print_latency(sheet, e);
    print_dies(sheet, e);
    print_tail(sheet, e);
    print_trace_classes(sheet, e);
    print_phases(sheet, e);
    print_area(sheet, e);
    print_power(sheet, e);
    print_clock(sheet, e);
    print_limit(sheet, e);
    print_interface(sheet, e);
}
