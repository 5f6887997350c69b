#include "import/booksim/export.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "design/allocators.h"
#include "design/key.h"
#include "import/booksim/outgoing.h"
#include "import/booksim/outgoing_topology.h"
#include "import/booksim/router.h"
#include "import/booksim/traffic.h"
#include "network/graph/units.h"
#include "network/kinds/kinds.h"
#include "network/kinds/traffic_keys.h"
#include "reader/design_keys.h"

static void carry_setting(noc_booksim_export_state *o, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes a setting that BookSim has as well. */
static void carry_setting(noc_booksim_export_state *o, const char *key, const char *format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    noc_booksim_write_setting(o, "%s", text);
    noc_booksim_note_export(o, NOC_IMPORT_CARRIED, key, text, "");
}

/* Reals have nine digits after the point, since BookSim reads a number without a point as whole. */

/* ---- routers -------------------------------------------------------------------------------- */

static void put_pipeline(noc_booksim_export_state *o)
{
    const int stages = o->spec->router_stages;
    const bool equal = o->spec->speculation == NOC_SPECULATION_EQUAL;
    const bool islip = o->spec->allocator == NOC_ALLOCATOR_ISLIP;
    noc_booksim_write_setting(o, "routing_delay = %d", stages == 4);
    noc_booksim_write_setting(o, "vc_alloc_delay = 1");
    noc_booksim_write_setting(o, "sw_alloc_delay = 1");
    noc_booksim_write_setting(o, "st_prepare_delay = 0");
    noc_booksim_write_setting(o, "st_final_delay = 1");
    noc_booksim_write_setting(o, "speculative = %d", stages <= 2);
    if (stages > 1)
        noc_booksim_note_export(o, NOC_IMPORT_CARRIED, "network.router_stages", "the delays", "");
    else
        noc_booksim_note_export(o, NOC_IMPORT_CHANGED, "network.router_stages", "the delays",
                                "its shortest router has 2 cycles");
    if (stages <= 2 && equal == islip)
        noc_booksim_note_export(o, NOC_IMPORT_CARRIED, "network.speculation", "speculative = 1",
                                "");
    else if (stages <= 2)
        noc_booksim_note_export(o, NOC_IMPORT_CHANGED, "network.speculation", "speculative = 1",
                                "with islip speculative requests are equal there, with others they "
                                "yield");
}

static void put_allocator(noc_booksim_export_state *o, const char *key, const char *setting,
                          int allocator)
{
    const char *booksim_name = noc_booksim_find_allocator(noc_allocators[allocator].name);
    const int rounds = allocator == NOC_ALLOCATOR_ISLIP ? o->spec->allocator_iterations : 1;
    if (rounds > 1)
        carry_setting(o, key, "%s = %s(%d)", setting, booksim_name, rounds);
    else
        carry_setting(o, key, "%s = %s", setting, booksim_name);
}

/* Returns the number of BookSim's virtual channels for a class with `vcs` here. A phase has one.
 * The middle one of an odd number is left out, since BookSim would give it to both halves and could
 * deadlock. */
static int count_booksim_vcs(const noc_booksim_export_state *o, int vcs)
{
    if (o->phases) return vcs ? o->phases : 0;
    return o->halves && vcs > 1 ? vcs - vcs % 2 : vcs;
}

/* Finds the numbers of BookSim's virtual channels of requests and of replies, if they share a
 * network; otherwise of all packets, and 0. */
static void find_class_vcs(const noc_booksim_export_state *o, int vcs[2])
{
    const int vc_count = o->spec->virtual_channels;
    const bool shared = noc_design_has_replies(o->system->design) && !o->has_reply_network;
    const int requests = shared ? noc_request_vcs(o->spec) : vc_count;
    vcs[0] = count_booksim_vcs(o, requests);
    vcs[1] = count_booksim_vcs(o, vc_count - requests);
}

static void put_vcs(noc_booksim_export_state *o)
{
    int vcs[2];
    char text[40];
    find_class_vcs(o, vcs);
    const int booksim_vcs = vcs[0] + vcs[1], design_vcs = o->spec->virtual_channels;
    snprintf(text, sizeof text, "num_vcs = %d", booksim_vcs);
    noc_booksim_write_setting(o, "%s", text);
    if (booksim_vcs == design_vcs) {
        noc_booksim_note_export(o, NOC_IMPORT_CARRIED, "network.virtual_channels", text, "");
        return;
    }
    char reason[100];
    if (o->phases)
        snprintf(reason, sizeof reason, "each of the %d phases of a way has one there", o->phases);
    else
        snprintf(reason, sizeof reason, "%s share one of an odd number there, and can deadlock",
                 o->halves);
    noc_booksim_note_export(o, NOC_IMPORT_CHANGED, "network.virtual_channels", text, reason);
}

static void put_router(noc_booksim_export_state *o)
{
    const noc_network_spec *s = o->spec;
    put_vcs(o);
    carry_setting(o, "network.buffer_flits", "vc_buf_size = %d", s->buffer_flits);
    carry_setting(o, "network.flit_bytes", "channel_width = %d", 8 * s->flit_bytes);
    put_pipeline(o);
    put_allocator(o, "network.allocator", "sw_allocator", s->allocator);
    put_allocator(o, "network.vc_allocator", "vc_allocator", noc_vc_allocator(s));
    noc_booksim_note_export(o, NOC_IMPORT_CARRIED, "network.allocator_iterations", "islip(N)", "");
    carry_setting(o, "network.vc_reallocation", "wait_for_tail_credit = %d",
                  s->vc_reallocation == NOC_REALLOCATION_ATOMIC);
    carry_setting(o, "network.credit_cycles", "credit_delay = %d", s->credit_cycles);
    carry_setting(o, "network.input_speedup", "input_speedup = %d", s->input_speedup);
    carry_setting(o, "network.internal_speedup", "internal_speedup = %.9f", s->internal_speedup);
    if (s->vc_turnaround == NOC_TURNAROUND_PIPELINE)
        noc_booksim_note_export(o, NOC_IMPORT_DEFAULT, "network.vc_turnaround", "", "");
    if (s->slices > 1)
        noc_booksim_note_export(o, NOC_IMPORT_CHANGED, "network.slices", "",
                                "one network, as wide as all slices together");
}

/* ---- traffic -------------------------------------------------------------------------------- */

/* Prints a list of numbers in braces: "{1,2,5}". */
static void print_list(FILE *out, const int *values, size_t count)
{
    fputc('{', out);
    for (size_t i = 0; i < count; i++) fprintf(out, "%s%d", i ? "," : "", values[i]);
    fputc('}', out);
}

/* Prints shares as proportional whole numbers, since BookSim's rates are whole. */
static void print_shares(FILE *out, const noc_reals *shares)
{
    static const double largest_scale = 1000.0;
    double least = 1.0;
    for (size_t i = 0; i < shares->count; i++)
        if (shares->values[i] > 0.0) least = fmin(least, shares->values[i]);
    double scale = 1.0 / least;
    while (scale < largest_scale) {
        double error = 0.0;
        for (size_t i = 0; i < shares->count; i++)
            error = fmax(error, fabs(shares->values[i] * scale - round(shares->values[i] * scale)));
        if (error < 1e-6) break;
        scale += 1.0 / least;
    }
    fputc('{', out);
    for (size_t i = 0; i < shares->count; i++)
        fprintf(out, "%s%ld", i ? "," : "", lround(shares->values[i] * scale));
    fputc('}', out);
}

/* Prints nodes with equal rates: "hotspot({{0,5},{1,1}})". */
static void print_hotspots(FILE *out, const int *nodes, size_t count)
{
    fputs("hotspot({", out);
    print_list(out, nodes, count);
    fputs(",{", out);
    for (size_t i = 0; i < count; i++) fputs(i ? ",1" : "1", out);
    fputs("}})", out);
}

/* Prints the element of a setting for one part of the traffic: a class, or the whole traffic. */
typedef void part_printer(noc_booksim_export_state *o, size_t part, double load);

static void put_parts(noc_booksim_export_state *o, const char *setting, part_printer *printer,
                      double load)
{
    const noc_traffic_spec *t = &o->system->design->traffic;
    if (!o->config) return;
    fprintf(o->config, "%s = %s", setting, t->classes.count ? "{" : "");
    for (size_t i = 0; i < noc_traffic_part_count(t); i++) {
        if (i) fputc(',', o->config);
        printer(o, i, load);
    }
    fputs(t->classes.count ? "};\n" : ";\n", o->config);
}

static void print_pattern(noc_booksim_export_state *o, size_t part, double load)
{
    const noc_traffic_spec *t = noc_traffic_part(&o->system->design->traffic, part);
    const char *booksim_name = noc_booksim_find_pattern(t->pattern->name);
    const bool is_next_group = strcmp(t->pattern->name, "next-group") == 0;
    const bool is_hot =
        booksim_name && t->hotspot_nodes.count && strcmp(booksim_name, "hotspot") == 0;
    const char *pattern_text = booksim_name    ? booksim_name
                               : is_next_group ? "bad_dragon"
                                               : "uniform";
    char setting_text[60];
    (void)load;
    snprintf(setting_text, sizeof setting_text, "traffic = %s", pattern_text);
    if (is_hot)
        print_hotspots(o->config, t->hotspot_nodes.values, t->hotspot_nodes.count);
    else
        fputs(pattern_text, o->config);
    if (is_hot)
        noc_booksim_note_export(o, NOC_IMPORT_CARRIED, "traffic.hotspot_nodes", "traffic = hotspot",
                                "");
    noc_booksim_note_export(o,
                            booksim_name || is_next_group ? NOC_IMPORT_CARRIED : NOC_IMPORT_CHANGED,
                            "traffic.pattern", setting_text,
                            booksim_name || is_next_group ? "" : "it has no pattern like it");
}

/* Returns the brace around a list of classes; "" if there are several classes, whose braces are
 * printed elsewhere. */
static const char *choose_brace(const noc_booksim_export_state *o, const char *brace)
{
    return o->system->design->traffic.classes.count ? "" : brace;
}

static void print_lengths(noc_booksim_export_state *o, size_t part, double load)
{
    const noc_traffic_spec *t = noc_traffic_part(&o->system->design->traffic, part);
    (void)load;
    fputs(choose_brace(o, "{"), o->config);
    print_list(o->config, t->packet_flits.values, t->packet_flits.count);
    fputs(choose_brace(o, "}"), o->config);
}

static void print_mix(noc_booksim_export_state *o, size_t part, double load)
{
    (void)load;
    fputs(choose_brace(o, "{"), o->config);
    print_shares(o->config, &noc_traffic_part(&o->system->design->traffic, part)->packet_mix);
    fputs(choose_brace(o, "}"), o->config);
}

static void print_rate(noc_booksim_export_state *o, size_t part, double load)
{
    fprintf(o->config, "%.9f", load * o->system->traffic.classes[part].flit_share);
}

static void print_priority(noc_booksim_export_state *o, size_t part, double load)
{
    (void)load;
    fprintf(o->config, "%d", o->system->traffic.classes[part].priority);
}

/* Writes packet lengths, as nested lists even for one class. */
static void put_lengths(noc_booksim_export_state *o)
{
    put_parts(o, "packet_size", print_lengths, NAN);
    put_parts(o, "packet_size_rate", print_mix, NAN);
    noc_booksim_note_export(o, NOC_IMPORT_CARRIED, "traffic.packet_flits", "packet_size", "");
    noc_booksim_note_export(o, NOC_IMPORT_CARRIED, "traffic.packet_mix", "packet_size_rate", "");
}

/* Writes the rule of priority, and the priorities of several classes. */
static void put_priorities(noc_booksim_export_state *o)
{
    static const char *const names[] = {
        [NOC_PRIORITY_NONE] = "none",
        [NOC_PRIORITY_CLASS] = "class",
        [NOC_PRIORITY_AGE] = "age",
        [NOC_PRIORITY_NETWORK_AGE] = "network_age",
        [NOC_PRIORITY_LOCAL_AGE] = "local_age",
    };
    const noc_traffic_spec *t = &o->system->design->traffic;
    if (t->priority != NOC_PRIORITY_NONE)
        carry_setting(o, "traffic.priority", "priority = %s", names[t->priority]);
    if (t->classes.count == 0) return;
    carry_setting(o, "traffic.classes", "classes = %zu", t->classes.count);
    put_parts(o, "class_priority", print_priority, NAN);
}

static void put_range(noc_booksim_export_state *o, const char *kind, int first, int last)
{
    static const char *const writes[] = {"read", "write"};
    for (int i = 0; i < 2; i++) {
        noc_booksim_write_setting(o, "%s_%s_begin_vc = %d", writes[i], kind, first);
        noc_booksim_write_setting(o, "%s_%s_end_vc = %d", writes[i], kind, last);
        if (o->has_reply_network)
            noc_booksim_write_setting(o, "%s_%s_subnet = %d", writes[i], kind,
                                      strcmp(kind, "reply") == 0);
    }
}

/* Writes requests and replies: sizes in flits, and separate virtual channels. */
static void put_requests(noc_booksim_export_state *o)
{
    const noc_traffic_spec *t = &o->system->design->traffic;
    const uint32_t width = (uint32_t)o->spec->flit_bytes;
    int vcs[2];
    find_class_vcs(o, vcs);
    const int requests = vcs[0], all = vcs[0] + vcs[1];
    noc_booksim_write_setting(o, "use_read_write = 1");
    carry_setting(o, "traffic.read_fraction", "write_fraction = %.9f", 1.0 - t->read_fraction);
    carry_setting(o, "traffic.read_request_bytes", "read_request_size = %u",
                  noc_flits_of_bytes((uint32_t)t->read_request_bytes, width));
    carry_setting(o, "traffic.write_request_bytes", "write_request_size = %u",
                  noc_flits_of_bytes((uint32_t)t->write_request_bytes, width));
    carry_setting(o, "traffic.read_reply_bytes", "read_reply_size = %u",
                  noc_flits_of_bytes((uint32_t)t->read_reply_bytes, width));
    carry_setting(o, "traffic.write_reply_bytes", "write_reply_size = %u",
                  noc_flits_of_bytes((uint32_t)t->write_reply_bytes, width));
    if (o->has_reply_network) noc_booksim_write_setting(o, "subnets = 2");
    put_range(o, "request", 0, requests - 1);
    put_range(o, "reply", o->has_reply_network ? 0 : requests, all - 1);
    noc_booksim_note_export(o, NOC_IMPORT_CARRIED, "network.request_virtual_channels",
                            "read_request_end_vc", "");
}

/* Writes the traffic of all nodes to the memory nodes. */
static noc_status put_memory_nodes(noc_booksim_export_state *o)
{
    const noc_graph *g = &o->system->graph;
    NOC_AUTO_FREE int *nodes = malloc((g->memory_count + 1) * sizeof *nodes);
    if (!nodes) return noc_fail_memory(o->diag);
    for (uint32_t m = 0; m < g->memory_count; m++)
        nodes[m] = o->spec->topology->find_tiles ? (int)g->memory_terminals[m]
                                                 : (int)(g->compute_count + m);
    if (o->config) {
        fputs("traffic = ", o->config);
        print_hotspots(o->config, nodes, g->memory_count);
        fputs(";\n", o->config);
    }
    noc_booksim_note_export(o, NOC_IMPORT_CHANGED, "traffic.pattern", "traffic = hotspot",
                            "BookSim's nodes are all alike: memory nodes send requests, too");
    return NOC_OK;
}

static void put_load(noc_booksim_export_state *o, double load)
{
    const bool replies = noc_design_has_replies(o->system->design);
    static const double default_load = 0.1;
    const double flits = isnan(load) ? default_load : load;
    const double rate = replies ? noc_system_packet_rate(o->system, flits) : flits;
    noc_booksim_write_setting(o, "injection_rate_uses_flits = %d", !replies);
    if (o->system->design->traffic.classes.count)
        put_parts(o, "injection_rate", print_rate, flits);
    else
        noc_booksim_write_setting(o, "injection_rate = %.9f", rate);
    if (isnan(load))
        noc_import_note_fate(o->out, NOC_IMPORT_ASSUMED, "(load)", "", 0, "injection_rate", "%s",
                             "no --load is given: 0.1 flits a cycle and node");
}

static noc_status put_traffic(noc_booksim_export_state *o, double load)
{
    const noc_design *d = o->system->design;
    noc_status status = NOC_OK;
    if (d->traffic.pattern->has_memory)
        status = put_memory_nodes(o);
    else
        put_parts(o, "traffic", print_pattern, NAN);
    put_priorities(o);
    if (noc_design_has_replies(d)) {
        put_requests(o);
        noc_booksim_note_export(o, NOC_IMPORT_CARRIED, "traffic.replies", "use_read_write = 1", "");
    } else {
        put_lengths(o);
    }
    if (d->traffic.batch_packets) {
        noc_booksim_write_setting(o, "sim_type = batch");
        carry_setting(o, "traffic.batch", "batch_size = %d", d->traffic.batch_packets);
        carry_setting(o, "traffic.outstanding", "max_outstanding_requests = %d",
                      d->traffic.outstanding_packets);
    } else {
        noc_booksim_write_setting(o, "sim_type = latency");
    }
    put_load(o, load);
    return status;
}

/* ---- settings that BookSim does not have ----------------------------------------------------- */

static const char *find_reason(size_t group)
{
    switch (group) {
    case NOC_GROUP_CHIP:
        return "clock, technology and lengths are no part of a configuration";
    case NOC_GROUP_NODES:
        return "nodes are all alike there";
    case NOC_GROUP_NETWORK:
    case NOC_GROUP_TRAFFIC:
        return "it has no such setting";
    default:
        return "it has no cores and no memory";
    }
}

/* Notes the settings of a group that are set, not exported, and not at their defaults. */
static void note_group(noc_booksim_export_state *o, size_t group, int network)
{
    const noc_design *d = o->system->design;
    const char *base = (const char *)d + noc_design_group_offset(group, network);
    noc_key_table table;
    for (size_t i = 0; noc_design_keys(d, group, network, i, &table); i++)
        for (size_t k = 0; k < table.count; k++) {
            char path[100];
            const noc_key *key = &table.keys[k];
            snprintf(path, sizeof path, "%s.%s", noc_design_group_name(group), key->name);
            if (noc_import_has_note(o->out, path) || noc_value_is_default(key, base)) continue;
            if (!noc_design_has_key(d, noc_design_group_name(group), network, key->name)) continue;
            NOC_AUTO_FREE char *value = noc_value_text(key, base);
            if (!value) o->out->out_of_memory = true;
            if (value)
                noc_import_note_fate(o->out, NOC_IMPORT_LEFT_OUT, path, value, 0, "", "%s",
                                     find_reason(group));
        }
}

static void note_other_settings(noc_booksim_export_state *o)
{
    const noc_design *d = o->system->design;
    for (size_t g = 0; noc_design_group_name(g); g++)
        note_group(o, g, g == NOC_GROUP_NETWORK ? o->network->spec_index : 0);
    if (d->network_count > 1 + o->has_reply_network)
        noc_import_note_fate(
            o->out, NOC_IMPORT_LEFT_OUT, "networks", "", 0, "", "%s",
            "the first that carries requests is carried over; BookSim's are all alike");
    else if (o->has_reply_network)
        noc_import_note_fate(o->out, NOC_IMPORT_CHANGED, "networks", "", 0, "subnets = 2", "%s",
                             "both have the settings of the one that carries requests");
}

/* ---- the export ----------------------------------------------------------------------------- */

static noc_status refuse_foreign_networks(const noc_booksim_export_state *o)
{
    const noc_graph *g = &o->system->graph;
    if (g->second_terminal_of_tile)
        return noc_design_conflict(o->system->design, o->diag, 0, NOC_PATHS("nodes.memory_on"),
                                   "nodes.memory_on = \"compute-tiles\": BookSim has one node at "
                                   "each place of a grid (\"own-tiles\")");
    for (uint16_t n = 0; n < g->network_count; n++)
        if (!noc_network_has_buffers(&g->networks[n]))
            return noc_design_conflict(
                o->system->design, o->diag, g->networks[n].spec_index,
                NOC_PATHS("network.topology"),
                "network.topology = \"%s\": BookSim has networks of virtual-channel routers only",
                noc_system_spec(o->system, n)->topology->name);
    return NOC_OK;
}

/* Finds the first network that carries requests. */
static void find_network(noc_booksim_export_state *o)
{
    const noc_graph *g = &o->system->graph;
    uint16_t n = 0;
    while (!g->networks[n].carries[NOC_REQUEST]) n++;
    o->network = &g->networks[n];
    o->spec = noc_system_spec(o->system, n);
    o->has_reply_network =
        noc_design_has_replies(o->system->design) && !o->network->carries[NOC_REPLY];
    o->nodes = (int)(g->compute_count + g->memory_count);
}

noc_status noc_booksim_export(const noc_system *system, double load, noc_import *out,
                              noc_diag *diag)
{
    noc_booksim_export_state o = {.system = system, .out = out, .diag = diag};
    noc_status status = refuse_foreign_networks(&o);
    if (status != NOC_OK) return status;
    find_network(&o);
    out->name = strdup(system->design->name);
    if (!out->name) return noc_fail_memory(diag);
    o.config = noc_import_begin_named(out, ".booksim");
    if (o.config) fprintf(o.config, "// %s, for BookSim 2.0\n", out->name);
    noc_booksim_write_topology(&o);
    put_router(&o);
    status = put_traffic(&o, load);
    if (status != NOC_OK) return status;
    note_other_settings(&o);
    return noc_import_end(out, diag);
}
