#include "import/netrace/import.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/auto.h"
#include "base/growing_list.h"
#include "design/workload/trace.h"
#include "import/netrace/trace_file.h"
#include "import/netrace/waits.h"

enum {
    /* largest number of waits of a packet, as a line of a trace has 1 MiB at most */
    WAITS_MAX = 1 << 16,
    PROGRESS_PACKETS = 1 << 14 /* packets between two reports of progress */
};

/* Counts of the packets that were read. Arrays: [type], [kind of a part of a node], [kind of a
 * packet type]. */
typedef struct tally {
    uint64_t type_counts[NOC_NETRACE_TYPES];
    uint64_t part_counts[NOC_NETRACE_NODE_KINDS]; /* packets from or to parts of each kind */
    uint64_t packets, written_packets;
    uint64_t local_packets; /* packets from a node to itself, which are not written */
    /* packets that wait; awaited packets, summed over them */
    uint64_t waiting_packets, waits;
    uint64_t unread_waits;                         /* waits of packets that were not read */
    uint64_t kind_counts[NOC_NETRACE_REPLIES + 1]; /* written packets, by kind */
    bool has_controller[256];                      /* [node]: the node has a memory controller */
} tally;

typedef struct translation {
    const noc_netrace_request *request;
    noc_netrace_file *file;
    const noc_netrace_header *header;
    noc_netrace_waits *waits;
    bool has_phases;    /* true if regions are phases of the trace */
    unsigned region;    /* region of the last packet read */
    uint64_t remaining; /* packets of this region that are still to come */
    tally tally;
    noc_import *out;
    noc_diag *diag;
} translation;

char *noc_netrace_name(const char *path)
{
    return noc_import_stem_before(path, ".tra", "netrace");
}

/* ---- packets -------------------------------------------------------------------------------- */

static noc_status refuse_memory(const translation *t)
{
    return noc_list_report_failure(noc_netrace_waits_memory(t->waits),
                                   (noc_place){t->request->path, 0}, "the trace up to here",
                                   t->diag);
}

static const char *find_class(const noc_netrace_packet *p)
{
    static const char *const names[] = {
        [NOC_NETRACE_NO_TYPE] = "", /* refused when packets are read */
        [NOC_NETRACE_READS] = "read",
        [NOC_NETRACE_WRITES] = "write",
        [NOC_NETRACE_REPLIES] = "reply",
    };
    return names[noc_netrace_types[p->type].kind];
}

/* Adds the waits of the later packets that wait for this one. */
static noc_status add_waits(const translation *t, const noc_netrace_packet *p,
                            noc_netrace_wait wait)
{
    for (unsigned i = 0; i < p->waiting_count; i++)
        if (!noc_netrace_waits_add(t->waits, p->waiting_ids[i], wait)) return refuse_memory(t);
    return NOC_OK;
}

/* Passes the waits of a packet that stays in its node to the packets that wait for it. */
static noc_status forward_waits(const translation *t, const noc_netrace_packet *p,
                                const noc_netrace_wait *list, size_t count)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        status = add_waits(t, p, (noc_netrace_wait){list[i].id, list[i].steps + 1});
    return status;
}

/* Writes the ids of awaited packets, and the delay, by the largest number of packets in between
 * that stay in their node. */
static void write_waits(const translation *t, const noc_netrace_wait *list, size_t count)
{
    uint32_t steps = 0;
    for (size_t i = 0; i < count; i++) {
        if (list[i].steps > steps) steps = list[i].steps;
        fprintf(t->request->trace, "%s%" PRIu32, i ? "+" : "", list[i].id);
    }
    fputc(',', t->request->trace);
    if (count) fprintf(t->request->trace, "%" PRIu64, t->request->delay * (1 + (uint64_t)steps));
    if (t->has_phases) fprintf(t->request->trace, ",region-%u", t->region);
    fputc('\n', t->request->trace);
}

static noc_status write_packet(translation *t, const noc_netrace_packet *p,
                               const noc_netrace_wait *list, size_t count)
{
    const noc_netrace_type *type = &noc_netrace_types[p->type];
    if (count > WAITS_MAX)
        return noc_netrace_refuse(t->file, "it waits for %zu packets (%d at most)", count,
                                  WAITS_MAX);
    fprintf(t->request->trace, "%" PRIu64 ",%u,%u,%s,%u,%" PRIu32 ",", p->cycle, p->source,
            p->destination, find_class(p), type->bytes, p->id);
    write_waits(t, list, count);
    t->tally.written_packets++;
    t->tally.kind_counts[type->kind]++;
    t->tally.waiting_packets += count > 0;
    t->tally.waits += count;
    return add_waits(t, p, (noc_netrace_wait){p->id, 0});
}

static void count_packet(tally *n, const noc_netrace_packet *p)
{
    n->packets++;
    n->type_counts[p->type]++;
    if (p->source_kind < NOC_NETRACE_NODE_KINDS) n->part_counts[p->source_kind]++;
    if (p->destination_kind < NOC_NETRACE_NODE_KINDS) n->part_counts[p->destination_kind]++;
    n->has_controller[p->source] |= p->source_kind == NOC_NETRACE_CONTROLLER;
    n->has_controller[p->destination] |= p->destination_kind == NOC_NETRACE_CONTROLLER;
}

/* Checks that no id is used twice, and that packets wait for earlier ones. */
static noc_status check_ids(const translation *t, const noc_netrace_packet *p)
{
    bool is_repeated;
    if (!noc_netrace_waits_arrive(t->waits, p->id, &is_repeated)) return refuse_memory(t);
    if (is_repeated) return noc_netrace_refuse(t->file, "a packet before it has this id");
    for (unsigned i = 0; i < p->waiting_count; i++)
        if (noc_netrace_waits_has_arrived(t->waits, p->waiting_ids[i]))
            return noc_netrace_refuse(
                t->file, "packet %" PRIu32 " waits for it, and came before it", p->waiting_ids[i]);
    return NOC_OK;
}

static noc_status process_packet(translation *t, const noc_netrace_packet *p, bool is_wanted)
{
    const noc_netrace_wait *list;
    size_t count;
    noc_status status = check_ids(t, p);
    if (status != NOC_OK || !is_wanted) return status;
    count_packet(&t->tally, p);
    if (!noc_netrace_waits_remove(t->waits, p->id, &list, &count)) return refuse_memory(t);
    if (p->source != p->destination) return write_packet(t, p, list, count);
    t->tally.local_packets++;
    return forward_waits(t, p, list, count);
}

/* ---- regions -------------------------------------------------------------------------------- */

/* Positions of the first wanted packet, and of the first one after the last, from 0. */
typedef struct packet_range {
    uint64_t first, end;
} packet_range;

static noc_status find_region(const translation *t, packet_range *wanted)
{
    const noc_netrace_header *h = t->header;
    *wanted = (packet_range){0, UINT64_MAX};
    if (t->request->region < 0) return NOC_OK;
    if (h->region_count == 0)
        return noc_fail(t->diag, NOC_EUSAGE, (noc_place){t->request->path, 0},
                        "has no regions: without region=N all of it is read");
    if ((unsigned)t->request->region >= h->region_count)
        return noc_fail(t->diag, NOC_EUSAGE, (noc_place){t->request->path, 0},
                        "there is no region %d (0 .. %u)", t->request->region, h->region_count - 1);
    for (int i = 0; i < t->request->region; i++) wanted->first += h->regions[i].packets;
    wanted->end = wanted->first + h->regions[t->request->region].packets;
    return NOC_OK;
}

/* Checks the begin of a region, which the header gives both in bytes and in packets. */
static noc_status check_region(const translation *t, const packet_range *wanted)
{
    if (t->request->region < 0 || noc_netrace_packets(t->file) != wanted->first) return NOC_OK;
    const uint64_t offset = t->header->regions[t->request->region].offset;
    if (wanted->first == wanted->end || offset == noc_netrace_offset(t->file)) return NOC_OK;
    return noc_fail(t->diag, NOC_EINPUT, (noc_place){t->request->path, 0},
                    "its header says that region %d begins at byte %" PRIu64 ", and behind %" PRIu64
                    " packets, which is byte %" PRIu64,
                    t->request->region, offset, wanted->first, noc_netrace_offset(t->file));
}

/* True if all packets belong to regions, of which there are no more than phases of a trace. */
static bool has_phases(const translation *t)
{
    unsigned parts = 0;
    uint64_t packets = 0;
    for (unsigned i = 0; i < t->header->region_count; i++) {
        parts += t->header->regions[i].packets > 0;
        packets += t->header->regions[i].packets;
    }
    return t->request->region < 0 && parts > 1 && parts <= NOC_TRACE_PHASES_MAX &&
           packets == t->header->packets;
}

/* Moves to the region of the next packet; the last region includes all packets after it. */
static void advance_region(translation *t)
{
    while (t->remaining == 0 && t->region + 1 < t->header->region_count)
        t->remaining = t->header->regions[++t->region].packets;
    t->remaining -= t->remaining > 0;
}

static noc_status read_packets(translation *t)
{
    packet_range wanted;
    noc_netrace_packet p;
    bool more = true;
    noc_status status = find_region(t, &wanted);
    t->has_phases = has_phases(t);
    t->remaining = t->header->regions[0].packets;
    fprintf(t->request->trace, "cycle,source,destination,class,bytes,id,after,delay%s\n",
            t->has_phases ? ",phase" : "");
    while (status == NOC_OK && more && noc_netrace_packets(t->file) < wanted.end) {
        const uint64_t position = noc_netrace_packets(t->file);
        status = check_region(t, &wanted);
        if (status == NOC_OK) status = noc_netrace_read_packet(t->file, &p, &more);
        advance_region(t);
        if (status == NOC_OK && more) status = process_packet(t, &p, position >= wanted.first);
        if (position % PROGRESS_PACKETS == 0 && t->request->progress &&
            !t->request->progress(t->request->context, noc_netrace_share(t->file)))
            return NOC_EINTERRUPTED;
    }
    t->tally.unread_waits = noc_netrace_waits_count(t->waits);
    if (status == NOC_OK && t->tally.written_packets == 0)
        status = noc_fail(t->diag, NOC_EINPUT, (noc_place){t->request->path, 0},
                          "there is no packet from one node to another in it");
    return status;
}

/* ---- the design ----------------------------------------------------------------------------- */

/* Returns the rows of the grid of `nodes` nodes that is closest to a square. */
static unsigned count_rows(unsigned nodes)
{
    unsigned rows = 1;
    for (unsigned i = 2; i * i <= nodes; i++)
        if (nodes % i == 0) rows = i;
    return rows;
}

static void write_traffic(const translation *t, FILE *out)
{
    const uint64_t *packets = t->tally.kind_counts;
    const uint64_t requests = packets[NOC_NETRACE_READS] + packets[NOC_NETRACE_WRITES];
    fputs("traffic = {\n  pattern = \"uniform\";  // where there is no trace\n", out);
    if (packets[NOC_NETRACE_REPLIES]) {
        fputs("  replies = true;\n", out);
        if (requests)
            fprintf(out, "  read_fraction = %.6g;  // requests without data\n",
                    (double)packets[NOC_NETRACE_READS] / (double)requests);
        fputs("  read_request_bytes = 8;  // Netrace's packets: a line of 64 bytes, or none\n"
              "  write_request_bytes = 72;\n"
              "  read_reply_bytes = 72;\n"
              "  write_reply_bytes = 8;\n",
              out);
    }
    fputs("};\n", out);
}

static void write_design(const translation *t, FILE *out)
{
    const unsigned nodes = t->header->nodes, rows = count_rows(nodes);
    fprintf(out,
            "# Imported from a trace of Netrace's. To play it: --trace %s\n"
            "name = \"%s\";\n"
            "chip = {\n"
            "  technology_nm = 22;  // assumed, as the clock is: the trace has neither\n"
            "  clock_mhz = 1000;\n"
            "};\n"
            "nodes = { compute = %u; memory = 0; };\n"
            "network = {  // assumed: the trace has nodes only\n"
            "  topology = \"mesh\";\n"
            "  columns = %u;\n"
            "  rows = %u;\n"
            "  flit_bytes = 16;\n"
            "  virtual_channels = 4;\n"
            "  buffer_flits = 8;\n"
            "};\n",
            t->out->trace, t->out->name, nodes, nodes / rows, rows);
    write_traffic(t, out);
}

/* ---- notes ---------------------------------------------------------------------------------- */

static void note_header(const translation *t)
{
    const noc_netrace_header *h = t->header;
    char design_setting[60];
    const unsigned rows = count_rows(h->nodes);
    noc_import_note_fate(t->out, NOC_IMPORT_LEFT_OUT, "benchmark", h->benchmark, 0, "", "%s",
                         "a design is named after its file");
    if (*h->notes)
        noc_import_note_fate(t->out, NOC_IMPORT_LEFT_OUT, "notes", h->notes, 0, "", "%s",
                             "a trace has none");
    snprintf(design_setting, sizeof design_setting, "nodes.compute = %u", h->nodes);
    noc_import_note_count(t->out, NOC_IMPORT_CARRIED, "nodes", h->nodes, design_setting, "");
    noc_import_note_count(t->out, NOC_IMPORT_LEFT_OUT, "cycles", h->cycles, "",
                          "those of the packets are the trace's");
    noc_import_note_count(t->out, NOC_IMPORT_CARRIED, "packets", t->tally.packets, t->out->trace,
                          "");
    if (t->request->region < 0 && noc_netrace_packets(t->file) > h->packets)
        noc_import_note_count(t->out, NOC_IMPORT_DOUBTFUL, "packets in the header", h->packets, "",
                              "there are more, and all are read");
    if (t->request->region >= 0)
        noc_import_note_count(t->out, NOC_IMPORT_CARRIED, "region", (uint64_t)t->request->region,
                              "its packets", "");
    else if (t->has_phases)
        noc_import_note_count(t->out, NOC_IMPORT_CARRIED, "regions", h->region_count, "phase", "");
    else if (h->region_count > 1)
        noc_import_note_count(
            t->out, NOC_IMPORT_LEFT_OUT, "regions", h->region_count, "",
            "all of them are one trace, without phases (32 at most, with all packets); region=N "
            "takes one, from 0 on");
    snprintf(design_setting, sizeof design_setting, "%u columns, %u rows", h->nodes / rows, rows);
    noc_import_note_fate(
        t->out, NOC_IMPORT_ASSUMED, "(network)", "", 0, "a mesh", "%s; %s", design_setting,
        "node n is in column n mod columns, 16-byte flits, 4 virtual channels of 8");
    noc_import_note_fate(t->out, NOC_IMPORT_ASSUMED, "(chip)", "", 0,
                         "22 nm, 1000 MHz; more of chip.* as by default", "%s",
                         "clock, technology and lengths are not in a trace");
}

static void note_types(const translation *t)
{
    for (int i = 0; i < NOC_NETRACE_TYPES; i++) {
        const noc_netrace_type *type = &noc_netrace_types[i];
        const noc_netrace_packet p = {.type = (uint8_t)i};
        char design_setting[40];
        if (!t->tally.type_counts[i]) continue;
        snprintf(design_setting, sizeof design_setting, "%s of %u bytes", find_class(&p),
                 type->bytes);
        noc_import_note_count(t->out, NOC_IMPORT_CARRIED, type->name, t->tally.type_counts[i],
                              design_setting, "");
    }
}

/* Notes the nodes with memory controllers: "0, 7, 56". */
static void note_controllers(const translation *t)
{
    NOC_AUTO_FREE char *text = NULL;
    size_t size = 0, count = 0;
    FILE *out = open_memstream(&text, &size);
    for (unsigned i = 0; out && i < t->header->nodes; i++)
        if (t->tally.has_controller[i]) fprintf(out, "%s%u", count++ ? ", " : "", i);
    if (!out || fclose(out) != 0) t->out->out_of_memory = true;
    if (count && text)
        noc_import_note_fate(t->out, NOC_IMPORT_LEFT_OUT, "memory controllers", text, 0, "", "%s",
                             "nodes are alike; packets of these are in the trace");
}

static void note_packets(const translation *t)
{
    static const char *const caches[NOC_NETRACE_CONTROLLER] = {
        [NOC_NETRACE_DATA_CACHE] = "data caches",
        [NOC_NETRACE_INSTRUCTION_CACHE] = "instruction caches",
        [NOC_NETRACE_L2] = "L2 caches"};
    const tally *n = &t->tally;
    note_types(t);
    for (int i = 0; i < NOC_NETRACE_CONTROLLER; i++)
        if (n->part_counts[i])
            noc_import_note_count(
                t->out, NOC_IMPORT_LEFT_OUT, caches[i], n->part_counts[i], "",
                "ends of packets: nodes are alike, whatever part of one a packet is from");
    note_controllers(t);
    if (n->local_packets)
        noc_import_note_count(
            t->out, NOC_IMPORT_LEFT_OUT, "packets to their own node", n->local_packets, "",
            "no network carries them: packets that wait for one wait for what that one waits for");
    noc_import_note_count(t->out, NOC_IMPORT_CARRIED, "packets that wait", n->waiting_packets,
                          "after", "");
    noc_import_note_count(t->out, NOC_IMPORT_CARRIED, "packets waited for", n->waits, "after", "");
    if (n->unread_waits)
        noc_import_note_count(t->out, NOC_IMPORT_LEFT_OUT, "waits of other packets",
                              n->unread_waits, "",
                              "the packets that wait are not in the part that is read");
    noc_import_note_count(
        t->out, t->request->delay ? NOC_IMPORT_CARRIED : NOC_IMPORT_ASSUMED, "delay",
        t->request->delay, "delay",
        "cycles from the last packet that is waited for to the one that waits: Netrace has none "
        "(delay=N)");
    noc_import_note_count(
        t->out, NOC_IMPORT_LEFT_OUT, "addresses", n->packets, "",
        "packets that wait have none, and no caches stand before a network that was traced");
}

/* ---- the import ----------------------------------------------------------------------------- */

static noc_status translate(translation *t)
{
    noc_status status = noc_netrace_open(t->request->path, &t->file, t->diag);
    if (status != NOC_OK) return status;
    t->header = noc_netrace_header_of(t->file);
    status = read_packets(t);
    if (status != NOC_OK) return status;
    FILE *design = noc_import_begin_named(t->out, ".cfg");
    if (design) write_design(t, design);
    note_header(t);
    note_packets(t);
    return noc_import_end(t->out, t->diag);
}

noc_status noc_netrace_import(const noc_netrace_request *request, noc_import *out, noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    translation t = {
        .request = request, .waits = noc_netrace_waits_new(&arena), .out = out, .diag = diag};
    out->name = noc_netrace_name(request->path);
    out->trace = out->name ? noc_import_file_name(out->name, ".csv") : NULL;
    const noc_status status = t.waits && out->trace ? translate(&t) : noc_fail_memory(diag);
    noc_netrace_close(t.file);
    return status;
}
