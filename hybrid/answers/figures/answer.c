#include "hybrid/answers/figures/answer.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- words ---------------------------------------------------------------------------------- */

const char *noc_method_name(noc_method method)
{
    return method == NOC_METHOD_MODEL ? "model" : "sample";
}

bool noc_estimate_is_checked(const noc_estimate *e)
{
    return isfinite(e->check_load) || isfinite(e->check_ipc_measured);
}

const char *noc_answer_method_name(const noc_estimate *e)
{
    return e->requested_half_width > 0.0 && noc_estimate_is_checked(e) ? "window"
                                                                       : noc_method_name(e->method);
}

const char *noc_answer_name(noc_answer answer)
{
    static const char *const names[NOC_ANSWERS] = {"ok", "saturated", "unbounded", "not-converged",
                                                   "precision-not-reached"};
    return names[answer];
}

bool noc_answer_has_growth(noc_answer answer)
{
    return answer == NOC_ANSWER_SATURATED || answer == NOC_ANSWER_UNBOUNDED;
}

double noc_work_payload(const noc_work *work)
{
    return work->injectors * work->transaction_bytes / work->flits;
}

double noc_work_data(const noc_work *work)
{
    return work->injectors * work->transaction_data / work->flits;
}

/* ---- an answer ------------------------------------------------------------------------------ */

/* Mean width of the channels that carry requests, bytes, weighted by the mean flits of a packet in
 * each network. */
static double find_mean_flit_bytes(const noc_system *system)
{
    double bytes = 0.0, flits = 0.0;
    for (uint16_t n = 0; n < system->graph.network_count; n++) {
        const noc_network *net = &system->graph.networks[n];
        if (!net->carries[NOC_REQUEST]) continue;
        const double mean = noc_system_mean_flits(system, NOC_REQUEST, n);
        flits += mean;
        bytes += mean * net->flit_bytes;
    }
    return bytes / flits;
}

static void note_link_timing(const noc_graph *g, noc_estimate *e)
{
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        if (!noc_graph_channel_network(g, c)->vc.timing_design ||
            channel->length_mm <= e->timed_link_mm)
            continue;
        e->timed_link_mm = channel->length_mm;
        e->timed_link_cycles = channel->latency;
    }
}

void noc_estimate_begin(const noc_system *system, noc_method method, double load, noc_estimate *e)
{
    /* everything except the texts of warnings, which need no clearing without their count */
    memset(e, 0, offsetof(noc_estimate, warnings));
    memset(e->subjects, 0, sizeof *e - offsetof(noc_estimate, subjects));
    e->design = system->design;
    e->method = method;
    e->extent = NOC_EXTENT_ALL;
    e->load = load;
    e->work = (noc_work){system->traffic.injector_count, system->traffic.injected_flits,
                         system->traffic.transaction_bytes, find_mean_flit_bytes(system),
                         system->traffic.transaction_data_bytes};
    e->vc_layers = system->vc_layers;
    note_link_timing(&system->graph, e);
    e->check_load = e->check_measured = e->check_predicted = NAN;
    e->check_ipc_measured = e->check_ipc_predicted = NAN;
}

/* Ends a cut warning with dots. */
static void mark_cut(char *warning)
{
    strcpy(warning + NOC_WARNING_CHARS - sizeof "...", "...");
}

/* Writes the number of omitted warnings in place of the last warning. */
static void count_omitted_warnings(noc_estimate *e)
{
    const int last = NOC_WARNINGS_MAX - 1;
    /* the first note itself replaces a warning, so two are omitted */
    e->omitted_warnings += e->omitted_warnings ? 1 : 2;
    snprintf(e->warnings[last], NOC_WARNING_CHARS, "%d more warnings are not shown",
             e->omitted_warnings);
    e->subjects[last] = NOC_WARNING_OMITTED;
}

/* Makes room after the warnings of a subject, and drops the last warning if all places are used.
 * Returns the position; NOC_WARNINGS_MAX: there is no room. */
static int make_warning_room(noc_estimate *e, noc_warning subject)
{
    const bool full = e->warning_count == NOC_WARNINGS_MAX;
    int at = e->warning_count;
    while (at > 0 && e->subjects[at - 1] > subject) at--;
    if (at == NOC_WARNINGS_MAX) return at;
    const size_t later_warnings = (size_t)(e->warning_count - full - at);
    memmove(e->warnings[at + 1], e->warnings[at], later_warnings * sizeof e->warnings[0]);
    memmove(&e->subjects[at + 1], &e->subjects[at], later_warnings * sizeof e->subjects[0]);
    e->warning_count += !full;
    return at;
}

const char *noc_estimate_node_name(const noc_estimate *e, noc_metric_id id)
{
    if (id == NOC_METRIC_slowest_node_share) return e->slowest_node;
    return id == NOC_METRIC_busiest_node_share ? e->busiest_node : "";
}

void noc_estimate_warn(noc_estimate *e, noc_warning subject, const char *format, ...)
{
    const bool full = e->warning_count == NOC_WARNINGS_MAX;
    const int at = make_warning_room(e, subject);
    if (at < NOC_WARNINGS_MAX) {
        va_list arguments;
        va_start(arguments, format);
        if (vsnprintf(e->warnings[at], NOC_WARNING_CHARS, format, arguments) >= NOC_WARNING_CHARS)
            mark_cut(e->warnings[at]);
        va_end(arguments);
        e->subjects[at] = subject;
    }
    if (full) count_omitted_warnings(e);
}

char *noc_estimate_warnings(const noc_estimate *e)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (int i = 0; i < e->warning_count; i++) fprintf(out, "%s%s", i ? "\n" : "", e->warnings[i]);
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

/* ---- time ----------------------------------------------------------------------------------- */

double noc_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
