/* Reading of traces: a header, then a line per packet, whose further columns stand in any order. */
#include "design/workload/trace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/growing_list.h"
#include "base/input/input.h"
#include "design/workload/trace_circle.h"
#include "design/workload/trace_hint.h"
#include "design/workload/trace_ids.h"

/* ---- a file being read ----------------------------------------------------------------------- */

typedef enum column {
    COLUMN_ADDRESS,
    COLUMN_REPLY_BYTES,
    COLUMN_NETWORK,
    COLUMN_ID,
    COLUMN_AFTER,
    COLUMN_DELAY,
    COLUMN_PHASE,
    COLUMN_COUNT
} column;

static const char *const column_names[COLUMN_COUNT] = {
    [COLUMN_ADDRESS] = "address", [COLUMN_REPLY_BYTES] = "reply_bytes",
    [COLUMN_NETWORK] = "network", [COLUMN_ID] = "id",
    [COLUMN_AFTER] = "after",     [COLUMN_DELAY] = "delay",
    [COLUMN_PHASE] = "phase",
};

/* Treatment of a line's packet. */
typedef enum line_treatment {
    HOLD_PACKET,  /* stores the packet in the trace */
    COUNT_PACKET, /* counts the packet in its class */
    PASS_PACKET   /* passes the packet to the reader's caller, until the next line */
} line_treatment;

typedef struct trace_reading {
    const char *path;
    noc_trace *trace;
    line_treatment treatment;
    size_t max_held; /* largest number of stored packets; of longer traces the lines are counted */
    uint32_t largest_bytes; /* bytes of the largest request */
    /* bytes of the smallest packet of class request */
    uint32_t smallest_bytes;
    bool has_known_class;         /* true if the trace has packets of class read or write */
    column columns[COLUMN_COUNT]; /* columns after "bytes", in the order of the header */
    unsigned column_count;
    noc_id_table ids;    /* ids of stored packets */
    noc_id_set seen_ids; /* ids of all lines so far, where packets are counted */
    noc_trace_row row;
    /* ids of packets for which the packet of a line waits, where packets are passed on */
    uint64_t *wait_ids;
    size_t wait_capacity;
    noc_input *input;
    int line_number; /* number of the line, from 1 */
    /* bytes that the run would use, if over its limit; else 0 */
    double refused_bytes;
    noc_diag *diag;
} trace_reading;

static noc_status refuse_line(const trace_reading *f, int line, const char *reason)
{
    return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, line}, "%s", reason);
}

/* Refuses a trace that needs too much memory. If the file's size is known, the message has the
 * memory of the whole trace, in proportion to the part read. */
static noc_status refuse_memory(const trace_reading *f)
{
    const double share = noc_input_read_share(f->input);
    const double whole = share > 0.0 ? 1.0 / share : 1.0;
    return noc_list_report_failure(
        f->refused_bytes * whole, (noc_place){f->path, share > 0.0 ? 0 : f->line_number},
        share > 0.0 ? "the trace" : "the trace up to this line", f->diag);
}

/* ---- header ---------------------------------------------------------------------------------- */

static bool has_column(const trace_reading *f, column wanted)
{
    for (unsigned i = 0; i < f->column_count; i++)
        if (f->columns[i] == wanted) return true;
    return false;
}

static column find_column(const char *text, size_t length)
{
    int c = 0;
    while (c < COLUMN_COUNT &&
           (strlen(column_names[c]) != length || strncmp(column_names[c], text, length) != 0))
        c++;
    return (column)c;
}

/* Refuses a header; the message lists the columns of a trace. */
static noc_status refuse_header(const trace_reading *f, const char *line)
{
    char hint[NOC_TRACE_HINT_CHARS];
    noc_trace_hint(line, hint);
    return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, 1},
                    "the first line must be " NOC_TRACE_HEADER ", and behind it, if anything, "
                    "address, reply_bytes, network, id, after, delay, phase, each once%s",
                    hint);
}

/* Reads the further columns of the header, behind "bytes": "", or ",id,after,delay". */
static noc_status read_columns(trace_reading *f, const char *line, const char *text)
{
    while (*text == ',') {
        const size_t length = strcspn(++text, ",");
        const column found = find_column(text, length);
        if (found == COLUMN_COUNT || has_column(f, found)) return refuse_header(f, line);
        f->columns[f->column_count++] = found;
        text += length;
    }
    if (*text != '\0') return refuse_header(f, line);
    if (has_column(f, COLUMN_ADDRESS) &&
        (has_column(f, COLUMN_NETWORK) || has_column(f, COLUMN_PHASE)))
        return refuse_line(
            f, 1,
            "a trace with addresses has no column network or phase: which packets its "
            "requests make is for MSHRs and caches to say");
    if (has_column(f, COLUMN_DELAY) && !has_column(f, COLUMN_AFTER))
        return refuse_line(f, 1, "a delay is one after other packets: there is no column after");
    f->trace->has_addresses = has_column(f, COLUMN_ADDRESS);
    f->trace->has_networks = has_column(f, COLUMN_NETWORK);
    f->trace->has_dependencies = has_column(f, COLUMN_AFTER) || has_column(f, COLUMN_REPLY_BYTES);
    return NOC_OK;
}

static noc_status read_header(trace_reading *f, const char *text)
{
    static const char header[] = NOC_TRACE_HEADER;
    const size_t length = strlen(header);
    if (strncmp(text, header, length) != 0) return refuse_header(f, text);
    return read_columns(f, text, text + length);
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* Reads a whole number to a base, at most `max_value`, and the delimiter after it. Moves *text
 * behind both. False: no such number. */
static bool read_number_in_base(char **text, int base, char delimiter, uint64_t max_value,
                                uint64_t *value)
{
    char *end;
    if (**text < '0' || **text > '9') return false;
    errno = 0;
    *value = strtoull(*text, &end, base);
    if (errno || *value > max_value || *end != delimiter) return false;
    *text = end + (delimiter != '\0');
    return true;
}

static bool read_number(char **text, char delimiter, uint64_t max_value, uint64_t *value)
{
    return read_number_in_base(text, 10, delimiter, max_value, value);
}

/* Reads a number at the end of a text. */
static bool read_last_number(char *text, uint64_t max_value, uint64_t *value)
{
    return read_number(&text, '\0', max_value, value);
}

/* Reads a decimal address, or a hexadecimal one behind 0x. */
static bool read_address(char *text, uint64_t *address)
{
    const bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    return read_number_in_base(&text, hexadecimal ? 16 : 10, '\0', UINT64_MAX, address);
}

/* ---- columns behind "bytes" ------------------------------------------------------------------ */

static noc_status read_address_field(const trace_reading *f, int line, char *text,
                                     noc_trace_packet *p)
{
    const bool is_blank = *text == '\0';
    const bool is_last = f->columns[f->column_count - 1] == COLUMN_ADDRESS;
    if (p->class == NOC_TRACE_REPLY)
        return is_blank ? NOC_OK
                        : refuse_line(f, line, "a reply has no address: its field must be empty");
    if (is_blank)
        return refuse_line(f, line, "the address is missing: all requests have one, or none has");
    if (!read_address(text, &p->address))
        return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, line},
                        "the address must be a whole number below 2^64, decimal or 0x and "
                        "hexadecimal%s",
                        is_last ? ", the last field" : "");
    if (p->extra_count > 0)
        return refuse_line(f, line,
                           "a request with an address has one destination: its memory node");
    return NOC_OK;
}

static noc_status read_reply_bytes(const trace_reading *f, int line, char *text,
                                   noc_trace_packet *p)
{
    uint64_t bytes;
    if (p->class == NOC_TRACE_REPLY)
        return refuse_line(f, line, "a reply is not answered: its reply_bytes must be empty");
    if (!read_last_number(text, NOC_TRACE_BYTES_MAX, &bytes) || bytes == 0)
        return refuse_line(f, line,
                           "the reply_bytes must be a whole number in 1..1048576, or empty");
    p->reply_bytes = (uint32_t)bytes;
    return NOC_OK;
}

static noc_status read_network(const trace_reading *f, int line, char *text, noc_trace_packet *p)
{
    uint64_t network;
    if (!read_last_number(text, 255, &network))
        return refuse_line(
            f, line, "the network must be a number of the design's networks, from 0, or empty");
    p->network = (uint16_t)(network + 1);
    return NOC_OK;
}

/* Stores the id of the next packet, with the packet's position. Refuses an id that an earlier
 * packet has. */
static noc_status hold_id(trace_reading *f, int line, uint64_t id)
{
    const uint32_t other = noc_id_table_find(&f->ids, id);
    if (other != NOC_ID_NONE)
        return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, line},
                        "the id %" PRIu64 " is that of line %u", id, other + 2);
    if (f->trace->count >= NOC_ID_NONE - 1) return refuse_line(f, line, "more than 2^32 packets");
    return noc_id_table_add(&f->ids, id, (uint32_t)f->trace->count, &f->refused_bytes)
               ? NOC_OK
               : refuse_memory(f);
}

static noc_status add_seen_id(trace_reading *f, int line, uint64_t id)
{
    if (noc_id_set_has(&f->seen_ids, id))
        return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, line},
                        "the id %" PRIu64 " is that of a line above", id);
    return noc_id_set_add(&f->seen_ids, id, &f->refused_bytes) ? NOC_OK : refuse_memory(f);
}

static noc_status read_id(trace_reading *f, int line, char *text, noc_trace_packet *p)
{
    uint64_t id;
    if (!read_last_number(text, UINT64_MAX, &id))
        return refuse_line(f, line, "the id must be a whole number below 2^64, or empty");
    p->has_id = true;
    f->row.id = id;
    if (f->treatment == PASS_PACKET) return NOC_OK;
    return f->treatment == HOLD_PACKET ? hold_id(f, line, id) : add_seen_id(f, line, id);
}

/* Returns the position of a further column among all columns, from 0. */
static unsigned find_column_position(const trace_reading *f, column wanted)
{
    unsigned i = 0;
    while (i < f->column_count && f->columns[i] != wanted) i++;
    return 5 + i;
}

/* Refuses a wait for an id without an earlier line; the message has the reason if the file can be
 * read again. */
static noc_status refuse_wait(trace_reading *f, int line, uint64_t id)
{
    const noc_trace_wait_columns waits = {f->path, find_column_position(f, COLUMN_ID),
                                          find_column_position(f, COLUMN_AFTER)};
    char details[NOC_TRACE_CIRCLE_CHARS] = "";
    if (noc_input_is_file(f->input)) noc_trace_describe_circle(&waits, line, id, details);
    return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, line},
                    "after: %" PRIu64 " is no id of a line above%s", id, details);
}

/* Stores that the next packet waits for the packet of an id. */
static noc_status hold_wait(trace_reading *f, int line, uint64_t id)
{
    noc_trace *t = f->trace;
    const uint32_t packet = noc_id_table_find(&f->ids, id);
    if (packet == NOC_ID_NONE || packet == t->count) return refuse_wait(f, line, id);
    if (!noc_list_make_limited_room(&t->arena, &t->waits, t->wait_count + 1, &t->wait_capacity,
                                    sizeof *t->waits, &f->refused_bytes))
        return refuse_memory(f);
    t->waits[t->wait_count++] = packet;
    return NOC_OK;
}

static noc_status pass_wait(trace_reading *f, uint64_t id, uint32_t k)
{
    if (!noc_list_make_limited_room(&f->trace->arena, &f->wait_ids, k + 1u, &f->wait_capacity,
                                    sizeof id, &f->refused_bytes))
        return refuse_memory(f);
    f->wait_ids[k] = id;
    return NOC_OK;
}

static noc_status add_wait(trace_reading *f, int line, uint64_t id, const noc_trace_packet *p)
{
    if (f->treatment == HOLD_PACKET) return hold_wait(f, line, id);
    if (f->treatment == PASS_PACKET) return pass_wait(f, id, p->wait_count);
    f->trace->wait_count++;
    return noc_id_set_has(&f->seen_ids, id) && !(p->has_id && f->row.id == id)
               ? NOC_OK
               : refuse_wait(f, line, id);
}

/* Reads ids joined by '+'. They belong to lines above, so that packets cannot wait for each
 * other. */
static noc_status read_waits(trace_reading *f, int line, char *text, noc_trace_packet *p)
{
    noc_status status = NOC_OK;
    p->first_wait = f->treatment == HOLD_PACKET ? f->trace->wait_count : 0;
    for (char *remaining_text = text, *word;
         status == NOC_OK && (word = strsep(&remaining_text, "+"));) {
        uint64_t id;
        if (!read_last_number(word, UINT64_MAX, &id))
            return refuse_line(f, line,
                               "after must be an id, several that are joined by +, or empty");
        status = add_wait(f, line, id, p);
        p->wait_count++;
    }
    return status;
}

static bool is_phase_name(const char *text)
{
    const size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~' || text[i] == '"') return false;
    return length < NOC_TRACE_PHASE_CHARS;
}

static noc_status read_phase(const trace_reading *f, int line, const char *text,
                             noc_trace_packet *p)
{
    noc_trace *t = f->trace;
    uint8_t i = 0;
    if (!is_phase_name(text))
        return refuse_line(
            f, line,
            "the phase must be a name of at most 31 characters, all of them printed and "
            "no quotes, or empty");
    while (i < t->phase_count && strcmp(t->phases[i], text) != 0) i++;
    if (i == NOC_TRACE_PHASES_MAX)
        return refuse_line(f, line, "more than 32 phases (give several one name)");
    if (i == t->phase_count) strcpy(t->phases[t->phase_count++], text);
    p->phase = (uint8_t)(i + 1);
    return NOC_OK;
}

/* Reads the field of a column. Fields may be empty, except for addresses. */
static noc_status read_field(trace_reading *f, column field_column, int line, char *text,
                             noc_trace_packet *p)
{
    if (field_column == COLUMN_ADDRESS) return read_address_field(f, line, text, p);
    if (*text == '\0') return NOC_OK;
    switch (field_column) {
    case COLUMN_REPLY_BYTES:
        return read_reply_bytes(f, line, text, p);
    case COLUMN_NETWORK:
        return read_network(f, line, text, p);
    case COLUMN_ID:
        return read_id(f, line, text, p);
    case COLUMN_AFTER:
        return read_waits(f, line, text, p);
    case COLUMN_PHASE:
        return read_phase(f, line, text, p);
    default:
        return read_last_number(text, NOC_TRACE_CYCLES_MAX, &p->delay)
                   ? NOC_OK
                   : refuse_line(f, line,
                                 "the delay must be a whole number of cycles up to 2^63, or empty");
    }
}

/* Reads the fields of a line behind "bytes"; changes the text. */
static noc_status read_fields(trace_reading *f, char *text, int line, noc_trace_packet *p)
{
    noc_status status = NOC_OK;
    char *remaining_text = text;
    for (unsigned i = 0; i < f->column_count && status == NOC_OK; i++) {
        char *field = i + 1 < f->column_count ? strsep(&remaining_text, ",") : remaining_text;
        if (!remaining_text)
            return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, line},
                            "the line has %u fields (expected %u)", 6 + i, 5 + f->column_count);
        status = read_field(f, f->columns[i], line, field, p);
    }
    return status;
}

/* ---- packets --------------------------------------------------------------------------------- */

static bool read_class(char **text, noc_trace_class *class)
{
    static const char *const words[] = {"read,", "write,", "request,", "reply,"};
    for (int i = 0; i < 4; i++) {
        const size_t length = strlen(words[i]);
        if (strncmp(*text, words[i], length) != 0) continue;
        *class = (noc_trace_class)i;
        *text += length;
        return true;
    }
    return false;
}

static bool is_destination(const noc_trace *t, const noc_trace_packet *p, uint32_t node)
{
    for (uint32_t i = 0; i <= p->extra_count; i++)
        if (noc_trace_destination(t, p, i) == node) return true;
    return false;
}

static noc_status add_destination(trace_reading *f, int line, noc_trace_packet *p, uint32_t node)
{
    noc_trace *t = f->trace;
    if (is_destination(t, p, node))
        return refuse_line(f, line, "a destination is named twice (each node once, joined by +)");
    if (p->extra_count + 1 == NOC_TRACE_DESTINATIONS_MAX || t->extra_count == UINT32_MAX)
        return refuse_line(f, line, "a packet has at most 1024 destinations");
    if (!noc_list_make_limited_room(&t->arena, &t->extra_destinations, t->extra_count + 1,
                                    &t->extra_capacity, sizeof node, &f->refused_bytes))
        return refuse_memory(f);
    t->extra_destinations[t->extra_count++] = node;
    p->extra_count++;
    return NOC_OK;
}

/* Reads one destination, or several that are joined by '+'. */
static noc_status read_destinations(trace_reading *f, char **text, int line, noc_trace_packet *p)
{
    uint64_t node;
    noc_status status = NOC_OK;
    p->first_extra = (uint32_t)f->trace->extra_count;
    for (bool first = true, last = false; status == NOC_OK && !last; first = false) {
        last = !read_number(text, '+', NOC_TRACE_NODES_MAX - 1, &node);
        if (last && !read_number(text, ',', NOC_TRACE_NODES_MAX - 1, &node))
            return refuse_line(f, line,
                               "the destination must be a node's number in 0..65535, or several "
                               "joined by +");
        if (first)
            p->destination = (uint32_t)node;
        else
            status = add_destination(f, line, p, (uint32_t)node);
    }
    return status;
}

static noc_status read_packet(trace_reading *f, char *text, int line, noc_trace_packet *p)
{
    const bool is_last = f->column_count == 0;
    uint64_t source, bytes;
    if (!read_number(&text, ',', UINT64_MAX, &p->cycle))
        return refuse_line(f, line, "the cycle must be a whole number below 2^64, then a comma");
    if (!read_number(&text, ',', NOC_TRACE_NODES_MAX - 1, &source))
        return refuse_line(f, line, "the source must be a node's number in 0..65535");
    const noc_status status = read_destinations(f, &text, line, p);
    if (status != NOC_OK) return status;
    if (!read_class(&text, &p->class))
        return refuse_line(f, line, "the class must be read, write, request or reply");
    if (!read_number(&text, is_last ? '\0' : ',', NOC_TRACE_BYTES_MAX, &bytes) || bytes == 0)
        return refuse_line(f, line,
                           is_last
                               ? "the bytes must be a whole number in 1..1048576, the last field"
                               : "the bytes must be a whole number in 1..1048576, then a comma");
    p->source = (uint32_t)source;
    p->bytes = (uint32_t)bytes;
    return read_fields(f, text, line, p);
}

/* Checks that cycles are in order, and near enough to the first cycle for later cycles to fit 64
 * bits. */
static noc_status check_cycle(const trace_reading *f, int line, uint64_t cycle)
{
    const noc_trace *t = f->trace;
    if (t->count == 0) return NOC_OK;
    if (cycle < t->last_cycle)
        return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, line},
                        "the cycle is before that of the line above, %" PRIu64
                        " (lines stand in the order of cycles: sort -s -t, -n -k1,1)",
                        t->last_cycle);
    if (cycle - t->first_cycle > NOC_TRACE_CYCLES_MAX)
        return refuse_line(f, line, "the cycle is more than 2^63 after that of the first packet");
    return NOC_OK;
}

/* ---- lines that are counted ------------------------------------------------------------------ */

/* Returns the features of a packet which, with the design, decide whether its cells are read. */
static unsigned find_features(const noc_trace_packet *p)
{
    return (unsigned)p->class | (unsigned)(p->extra_count > 0) << 2 |
           (unsigned)(p->reply_bytes > 0) << 3 | (unsigned)(p->delay > 0) << 4 |
           (unsigned)(p->wait_count > 0) << 5 | (unsigned)p->has_id << 6 |
           (unsigned)(p->network > 0) << 7 | (unsigned)(p->phase > 0) << 8;
}

/* Counts a packet in its class (noc_trace_cell_class), which is added if it is new. False when
 * there is no room. */
static bool count_cell_class(trace_reading *f, const noc_trace_packet *p)
{
    noc_trace *t = f->trace;
    const unsigned features = find_features(p);
    size_t k = 0;
    while (k < t->cell_class_count && find_features(&t->cell_classes[k].sample) != features) k++;
    if (k == t->cell_class_count) {
        if (!noc_list_make_limited_room(&t->arena, &t->cell_classes, k + 1, &t->cell_class_capacity,
                                        sizeof *t->cell_classes, &f->refused_bytes))
            return false;
        t->cell_classes[t->cell_class_count++] = (noc_trace_cell_class){*p, t->count, 0};
    }
    t->cell_classes[k].packet_count++;
    return true;
}

/* Counts the stored packets in their classes, and frees them; from now on lines are counted. False
 * when there is no room. */
static bool stop_holding(trace_reading *f)
{
    noc_trace *t = f->trace;
    const size_t count = t->count;
    for (size_t i = 0; i < f->ids.capacity; i++)
        if (f->ids.entries[i].packet &&
            !noc_id_set_add(&f->seen_ids, f->ids.entries[i].id, &f->refused_bytes))
            return false;
    noc_id_table_clear(&f->ids);
    bool has_room = true;
    for (t->count = 0; t->count < count && has_room; t->count++)
        has_room = count_cell_class(f, &t->packets[t->count]);
    noc_arena_release(&t->arena, t->packets);
    noc_arena_release(&t->arena, t->waits);
    t->packets = NULL;
    t->waits = NULL;
    t->capacity = t->wait_capacity = 0;
    f->treatment = COUNT_PACKET;
    return has_room;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Stores a packet behind the packets of the trace. False when there is no room. */
static bool hold_packet(trace_reading *f, const noc_trace_packet *p)
{
    noc_trace *t = f->trace;
    if (!noc_list_make_limited_room(&t->arena, &t->packets, t->count + 1, &t->capacity, sizeof *p,
                                    &f->refused_bytes))
        return false;
    t->packets[t->count] = *p;
    return true;
}

/* True if all packets must be stored, whatever their number: packets have several destinations, or
 * addresses. */
static bool must_be_held(const noc_trace *t)
{
    return t->has_addresses || t->extra_count > 0;
}

static bool add_packet(trace_reading *f, const noc_trace_packet *p)
{
    noc_trace *t = f->trace;
    bool has_room = true;
    if (f->treatment == HOLD_PACKET && t->count >= f->max_held && !must_be_held(t))
        has_room = stop_holding(f);
    if (f->treatment == HOLD_PACKET) has_room = hold_packet(f, p);
    if (f->treatment == COUNT_PACKET) has_room = has_room && count_cell_class(f, p);
    if (!has_room) return false;
    f->row.packet = *p;
    if (t->count++ == 0) t->first_cycle = p->cycle;
    t->last_cycle = p->cycle;
    if (p->delay > t->longest_delay) t->longest_delay = p->delay;
    if (p->class == NOC_TRACE_REPLY) {
        t->replies += p->extra_count + 1;
        return true;
    }
    t->requests += p->extra_count + 1;
    if (p->bytes > f->largest_bytes) f->largest_bytes = p->bytes;
    if (p->class != NOC_TRACE_REQUEST)
        f->has_known_class = true;
    else if (f->smallest_bytes == 0 || p->bytes < f->smallest_bytes)
        f->smallest_bytes = p->bytes;
    return true;
}

static noc_status process_line(trace_reading *f, char *text)
{
    noc_trace_packet p = {0};
    text[strcspn(text, "\r")] = '\0';
    if (f->line_number == 1) return read_header(f, text);
    noc_status status = read_packet(f, text, f->line_number, &p);
    if (status == NOC_OK) status = check_cycle(f, f->line_number, p.cycle);
    if (status == NOC_OK && f->treatment != HOLD_PACKET && p.extra_count > 0) {
        f->trace->extra_count++;
        return NOC_OK; /* the caller then reads the trace again (must_be_reread) */
    }
    if (status == NOC_OK && !add_packet(f, &p)) status = refuse_memory(f);
    return status;
}

/* True if the trace must be read again to store its packets. */
static bool must_be_reread(const trace_reading *f)
{
    return f->treatment == COUNT_PACKET && must_be_held(f->trace);
}

/* Reads the next line. *has_line: the file has one. */
static noc_status read_line(trace_reading *f, bool *has_line)
{
    char *line = NULL;
    f->line_number++;
    const noc_status status = noc_input_read_line(f->input, NOC_TRACE_LINE_MAX, &line);
    *has_line = line != NULL;
    return status == NOC_OK && line ? process_line(f, line) : status;
}

static noc_status read_lines(trace_reading *f)
{
    bool has_line;
    noc_status status;
    do status = read_line(f, &has_line);
    while (status == NOC_OK && has_line && !must_be_reread(f));
    if (status == NOC_OK && f->trace->count == 0)
        status = refuse_line(f, 0, "there is no packet in it");
    return status;
}

/* Reports the fault of a line; if the file is damaged, the damage, since its lines mean nothing. */
static noc_status report_line_fault(trace_reading *f, noc_status status, noc_diag *diag)
{
    noc_diag *line_diag = f->diag;
    if (status == NOC_EFAILED) return noc_fail_memory(diag);
    if (f->refused_bytes <= 0.0 && noc_input_check_rest(f->input) != NOC_OK) return NOC_EINPUT;
    for (size_t i = 0; i < line_diag->count; i++) {
        const noc_message *m = &line_diag->messages[i];
        noc_fail(diag, m->status, (noc_place){m->file, m->line}, "%s", m->text);
    }
    return status;
}

static noc_status open_file(trace_reading *f, noc_diag *diag)
{
    return noc_input_open(f->path, f->path, "is a directory (a trace is a file of CSV)", &f->input,
                          diag);
}

/* Reads a file line by line. The packets of a file that cannot be read again are always stored. */
static noc_status read_file(trace_reading *f, noc_diag *diag)
{
    noc_diag line_diag = {0};
    noc_status status = open_file(f, diag);
    if (status != NOC_OK) return status;
    if (!noc_input_is_file(f->input)) f->max_held = SIZE_MAX;
    f->diag = &line_diag;
    status = read_lines(f);
    if (line_diag.count > 0) status = report_line_fault(f, status, diag);
    noc_diag_clear(&line_diag);
    noc_input_close(f->input);
    return status;
}

/* Decides by size whether a packet of class request is a read or a write. */
static void classify_by_size(const noc_trace *t, noc_trace_packet *p)
{
    if (p->class != NOC_TRACE_REQUEST) return;
    p->class = p->bytes < t->read_limit_bytes ? NOC_TRACE_READ : NOC_TRACE_WRITE;
    p->has_class_by_size = true;
}

/* Classifies the packets of class request. If all requests have about one size, and none has class
 * read or write, they are reads. */
static void classify_requests(const trace_reading *f)
{
    noc_trace *t = f->trace;
    const uint32_t half_bytes = f->largest_bytes / 2 + f->largest_bytes % 2;
    const bool has_smaller = f->smallest_bytes > 0 && f->smallest_bytes < half_bytes;
    t->read_limit_bytes = has_smaller || f->has_known_class ? half_bytes : UINT32_MAX;
    for (size_t i = 0; t->packets && i < t->count; i++) classify_by_size(t, &t->packets[i]);
    for (size_t i = 0; i < t->cell_class_count; i++)
        classify_by_size(t, &t->cell_classes[i].sample);
}

static void clear_ids(trace_reading *f)
{
    noc_id_table_clear(&f->ids);
    noc_id_table_clear(&f->seen_ids.word_table);
}

static noc_status read_trace(const char *path, size_t max_held, noc_trace *trace,
                             bool *needs_rereading, noc_diag *diag)
{
    *trace = (noc_trace){0};
    trace_reading f = {.path = path, .trace = trace, .max_held = max_held};
    noc_status status = read_file(&f, diag);
    *needs_rereading = must_be_reread(&f);
    clear_ids(&f);
    if (status == NOC_OK && f.treatment == COUNT_PACKET &&
        !(trace->path = noc_arena_string(&trace->arena, path)))
        status = noc_fail_memory(diag);
    if (status == NOC_OK && !*needs_rereading) {
        classify_requests(&f);
    } else {
        noc_arena_clear(&trace->arena);
        *trace = (noc_trace){0};
    }
    return status;
}

noc_status noc_trace_read(const char *path, noc_trace *trace, noc_diag *diag)
{
    bool needs_rereading;
    return read_trace(path, SIZE_MAX, trace, &needs_rereading, diag);
}

noc_status noc_trace_scan(const char *path, size_t max_held, noc_trace *trace, noc_diag *diag)
{
    bool needs_rereading;
    const noc_status status = read_trace(path, max_held, trace, &needs_rereading, diag);
    return needs_rereading ? noc_trace_read(path, trace, diag) : status;
}

/* ---- line by line ---------------------------------------------------------------------------- */

struct noc_trace_reader {
    trace_reading reading_state;
    noc_trace line_trace; /* trace of the lines read so far, without their packets */
    const noc_trace *trace;
    noc_diag *diag;
};

noc_status noc_trace_reader_open(const noc_trace *trace, noc_trace_reader **reader, noc_diag *diag)
{
    noc_trace_reader *r = *reader = calloc(1, sizeof *r);
    if (!r) return noc_fail_memory(diag);
    r->trace = trace;
    r->diag = diag;
    r->reading_state = (trace_reading){
        .path = trace->path, .trace = &r->line_trace, .treatment = PASS_PACKET, .diag = diag};
    return open_file(&r->reading_state, diag);
}

void noc_trace_reader_close(noc_trace_reader *r)
{
    if (!r) return;
    noc_input_close(r->reading_state.input);
    clear_ids(&r->reading_state);
    noc_arena_clear(&r->line_trace.arena);
    free(r);
}

/* Refuses a file that has changed since it was checked. */
static noc_status refuse_change(const noc_trace_reader *r)
{
    return noc_fail(r->diag, NOC_EINPUT, (noc_place){r->reading_state.path, 0},
                    "changed while it was played (a pipe, or another program writes it)");
}

noc_status noc_trace_reader_next(noc_trace_reader *r, const noc_trace_row **row)
{
    trace_reading *f = &r->reading_state;
    bool has_line;
    noc_status status;
    *row = NULL;
    do status = read_line(f, &has_line);
    while (status == NOC_OK && has_line && f->line_number == 1);
    if (status != NOC_OK) return status;
    if (!has_line || must_be_held(&r->line_trace) || r->line_trace.count > r->trace->count)
        return !has_line && r->line_trace.count == r->trace->count ? NOC_OK : refuse_change(r);
    classify_by_size(r->trace, &f->row.packet);
    f->row.wait_ids = f->wait_ids;
    *row = &f->row;
    return NOC_OK;
}
