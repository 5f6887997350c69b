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
typedef enum way_of_reading {
    HOLD,  /* stores the packet in the trace */
    COUNT, /* counts the packet in its class */
    PASS   /* passes the packet to the reader's caller, until the next line */
} way_of_reading;

typedef struct reading {
    const char *path;
    noc_trace *trace;
    way_of_reading way;
    size_t held_most; /* largest number of stored packets; of longer traces the lines are counted */
    uint32_t largest; /* bytes of the largest request */
    /* bytes of the smallest packet of class request */
    uint32_t smallest;
    bool told;                    /* true if the trace has packets of class read or write */
    column columns[COLUMN_COUNT]; /* columns after "bytes", in the order of the header */
    unsigned column_count;
    noc_id_table ids; /* ids of stored packets */
    noc_id_set met;   /* ids of all lines so far, where packets are not stored */
    noc_trace_row row;
    uint64_t *after_ids; /* ids that the packet of a line waits for, where packets are passed on */
    size_t after_room;
    noc_input *in;
    int number; /* number of the line, from 1 */
    /* bytes that the run would use, if over its limit; else 0 */
    double beyond;
    noc_diag *diag;
} reading;

static noc_status bad_line(const reading *f, int line, const char *what)
{
    return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, line}, "%s", what);
}

/* Refuses a trace that needs too much memory. If the file's size is known, the message has the
 * memory of the whole trace, in proportion to the part read. */
static noc_status run_short(const reading *f)
{
    const double share = noc_input_share(f->in);
    const double whole = share > 0.0 ? 1.0 / share : 1.0;
    return noc_list_refuse(f->beyond * whole, (noc_place){f->path, share > 0.0 ? 0 : f->number},
                           share > 0.0 ? "the trace" : "the trace up to this line", f->diag);
}

/* ---- header ---------------------------------------------------------------------------------- */

static bool has_column(const reading *f, column wanted)
{
    for (unsigned i = 0; i < f->column_count; i++)
        if (f->columns[i] == wanted) return true;
    return false;
}

static column column_of(const char *text, size_t length)
{
    int c = 0;
    while (c < COLUMN_COUNT &&
           (strlen(column_names[c]) != length || strncmp(column_names[c], text, length) != 0))
        c++;
    return (column)c;
}

/* Refuses a header; the message lists the columns of a trace. */
static noc_status refuse_header(const reading *f, const char *line)
{
    char hint[NOC_TRACE_HINT_CHARS];
    noc_trace_hint(line, hint);
    return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, 1},
                    "the first line must be " NOC_TRACE_HEADER ", and behind it, if anything, "
                    "address, reply_bytes, network, id, after, delay, phase, each once%s",
                    hint);
}

/* Reads the further columns of the header, behind "bytes": "", or ",id,after,delay". */
static noc_status read_columns(reading *f, const char *line, const char *text)
{
    while (*text == ',') {
        const size_t length = strcspn(++text, ",");
        const column found = column_of(text, length);
        if (found == COLUMN_COUNT || has_column(f, found)) return refuse_header(f, line);
        f->columns[f->column_count++] = found;
        text += length;
    }
    if (*text != '\0') return refuse_header(f, line);
    if (has_column(f, COLUMN_ADDRESS) &&
        (has_column(f, COLUMN_NETWORK) || has_column(f, COLUMN_PHASE)))
        return bad_line(f, 1,
                        "a trace with addresses has no column network or phase: which packets its "
                        "requests make is for MSHRs and caches to say");
    if (has_column(f, COLUMN_DELAY) && !has_column(f, COLUMN_AFTER))
        return bad_line(f, 1, "a delay is one after other packets: there is no column after");
    f->trace->addressed = has_column(f, COLUMN_ADDRESS);
    f->trace->networked = has_column(f, COLUMN_NETWORK);
    f->trace->linked = has_column(f, COLUMN_AFTER) || has_column(f, COLUMN_REPLY_BYTES);
    return NOC_OK;
}

static noc_status read_header(reading *f, const char *text)
{
    static const char header[] = NOC_TRACE_HEADER;
    const size_t length = strlen(header);
    if (strncmp(text, header, length) != 0) return refuse_header(f, text);
    return read_columns(f, text, text + length);
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* Reads a whole number to a base, at most `max_value`, and the delimiter after it. Moves *text
 * behind both. False: no such number. */
static bool read_based(char **text, int base, char delimiter, uint64_t most, uint64_t *value)
{
    char *end;
    if (**text < '0' || **text > '9') return false;
    errno = 0;
    *value = strtoull(*text, &end, base);
    if (errno || *value > most || *end != delimiter) return false;
    *text = end + (delimiter != '\0');
    return true;
}

static bool read_number(char **text, char delimiter, uint64_t most, uint64_t *value)
{
    return read_based(text, 10, delimiter, most, value);
}

/* Reads a number at the end of a text. */
static bool read_whole(char *text, uint64_t most, uint64_t *value)
{
    return read_number(&text, '\0', most, value);
}

/* Reads a decimal address, or a hexadecimal one behind 0x. */
static bool read_address(char *text, uint64_t *address)
{
    const bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    return read_based(&text, hexadecimal ? 16 : 10, '\0', UINT64_MAX, address);
}

/* ---- columns behind "bytes" ------------------------------------------------------------------ */

static noc_status take_address(const reading *f, int line, char *text, noc_trace_packet *p)
{
    const bool blank = *text == '\0';
    const bool last = f->columns[f->column_count - 1] == COLUMN_ADDRESS;
    if (p->class == NOC_TRACE_REPLY)
        return blank ? NOC_OK
                     : bad_line(f, line, "a reply has no address: its field must be empty");
    if (blank)
        return bad_line(f, line, "the address is missing: all requests have one, or none has");
    if (!read_address(text, &p->address))
        return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, line},
                        "the address must be a whole number below 2^64, decimal or 0x and "
                        "hexadecimal%s",
                        last ? ", the last field" : "");
    if (p->more > 0)
        return bad_line(f, line, "a request with an address has one destination: its memory node");
    return NOC_OK;
}

static noc_status take_reply_bytes(const reading *f, int line, char *text, noc_trace_packet *p)
{
    uint64_t bytes;
    if (p->class == NOC_TRACE_REPLY)
        return bad_line(f, line, "a reply is not answered: its reply_bytes must be empty");
    if (!read_whole(text, NOC_TRACE_BYTES_MAX, &bytes) || bytes == 0)
        return bad_line(f, line, "the reply_bytes must be a whole number in 1..1048576, or empty");
    p->reply_bytes = (uint32_t)bytes;
    return NOC_OK;
}

static noc_status take_network(const reading *f, int line, char *text, noc_trace_packet *p)
{
    uint64_t network;
    if (!read_whole(text, 255, &network))
        return bad_line(f, line,
                        "the network must be a number of the design's networks, from 0, or empty");
    p->network = (uint16_t)(network + 1);
    return NOC_OK;
}

/* Stores the id of the next packet, where packets are stored. */
static noc_status hold_id(reading *f, int line, uint64_t id)
{
    const uint32_t other = noc_id_table_find(&f->ids, id);
    if (other != NOC_ID_NONE)
        return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, line},
                        "the id %" PRIu64 " is that of line %u", id, other + 2);
    if (f->trace->count >= NOC_ID_NONE - 1) return bad_line(f, line, "more than 2^32 packets");
    return noc_id_table_add(&f->ids, id, (uint32_t)f->trace->count, &f->beyond) ? NOC_OK
                                                                                : run_short(f);
}

static noc_status count_id(reading *f, int line, uint64_t id)
{
    if (noc_id_set_has(&f->met, id))
        return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, line},
                        "the id %" PRIu64 " is that of a line above", id);
    return noc_id_set_add(&f->met, id, &f->beyond) ? NOC_OK : run_short(f);
}

static noc_status take_id(reading *f, int line, char *text, noc_trace_packet *p)
{
    uint64_t id;
    if (!read_whole(text, UINT64_MAX, &id))
        return bad_line(f, line, "the id must be a whole number below 2^64, or empty");
    p->has_id = true;
    f->row.id = id;
    if (f->way == PASS) return NOC_OK;
    return f->way == HOLD ? hold_id(f, line, id) : count_id(f, line, id);
}

/* Returns the position of a column in the file, from 0. */
static unsigned place_of_column(const reading *f, column wanted)
{
    unsigned i = 0;
    while (i < f->column_count && f->columns[i] != wanted) i++;
    return 5 + i;
}

/* Refuses an unknown id; the message has the reason if the file can be read again. */
static noc_status refuse_after(reading *f, int line, uint64_t id)
{
    const noc_trace_waits waits = {f->path, place_of_column(f, COLUMN_ID),
                                   place_of_column(f, COLUMN_AFTER)};
    char more[NOC_TRACE_CIRCLE_CHARS] = "";
    if (noc_input_is_file(f->in)) noc_trace_tell_circle(&waits, line, id, more);
    return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, line},
                    "after: %" PRIu64 " is no id of a line above%s", id, more);
}

/* Stores that the next packet waits for the packet of an id. */
static noc_status hold_after(reading *f, int line, uint64_t id)
{
    noc_trace *t = f->trace;
    const uint32_t packet = noc_id_table_find(&f->ids, id);
    if (packet == NOC_ID_NONE || packet == t->count) return refuse_after(f, line, id);
    uint32_t *after = noc_list_with_room(t->after, t->after_count + 1, &t->after_capacity,
                                         sizeof *after, &f->beyond);
    if (!after) return run_short(f);
    t->after = after;
    t->after[t->after_count++] = packet;
    return NOC_OK;
}

static noc_status pass_after(reading *f, uint64_t id, uint32_t k)
{
    uint64_t *ids =
        noc_list_with_room(f->after_ids, k + 1u, &f->after_room, sizeof *ids, &f->beyond);
    if (!ids) return run_short(f);
    f->after_ids = ids;
    ids[k] = id;
    return NOC_OK;
}

static noc_status wait_for(reading *f, int line, uint64_t id, const noc_trace_packet *p)
{
    if (f->way == HOLD) return hold_after(f, line, id);
    if (f->way == PASS) return pass_after(f, id, p->after);
    f->trace->after_count++;
    return noc_id_set_has(&f->met, id) && !(p->has_id && f->row.id == id)
               ? NOC_OK
               : refuse_after(f, line, id);
}

/* Reads ids joined by '+'. They belong to lines above, so that packets cannot wait for each
 * other. */
static noc_status take_after(reading *f, int line, char *text, noc_trace_packet *p)
{
    noc_status status = NOC_OK;
    p->first_after = f->way == HOLD ? f->trace->after_count : 0;
    for (char *rest = text, *word; status == NOC_OK && (word = strsep(&rest, "+"));) {
        uint64_t id;
        if (!read_whole(word, UINT64_MAX, &id))
            return bad_line(f, line, "after must be an id, several that are joined by +, or empty");
        status = wait_for(f, line, id, p);
        p->after++;
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

static noc_status take_phase(const reading *f, int line, const char *text, noc_trace_packet *p)
{
    noc_trace *t = f->trace;
    uint8_t i = 0;
    if (!is_phase_name(text))
        return bad_line(
            f, line,
            "the phase must be a name of at most 31 characters, all of them printed and "
            "no quotes, or empty");
    while (i < t->phase_count && strcmp(t->phases[i], text) != 0) i++;
    if (i == NOC_TRACE_PHASES_MAX)
        return bad_line(f, line, "more than 32 phases (give several one name)");
    if (i == t->phase_count) strcpy(t->phases[t->phase_count++], text);
    p->phase = (uint8_t)(i + 1);
    return NOC_OK;
}

/* Reads the field of a column. Fields may be empty, except for addresses. */
static noc_status take_field(reading *f, column of, int line, char *text, noc_trace_packet *p)
{
    if (of == COLUMN_ADDRESS) return take_address(f, line, text, p);
    if (*text == '\0') return NOC_OK;
    switch (of) {
    case COLUMN_REPLY_BYTES:
        return take_reply_bytes(f, line, text, p);
    case COLUMN_NETWORK:
        return take_network(f, line, text, p);
    case COLUMN_ID:
        return take_id(f, line, text, p);
    case COLUMN_AFTER:
        return take_after(f, line, text, p);
    case COLUMN_PHASE:
        return take_phase(f, line, text, p);
    default:
        return read_whole(text, NOC_TRACE_CYCLES_MAX, &p->delay)
                   ? NOC_OK
                   : bad_line(f, line,
                              "the delay must be a whole number of cycles up to 2^63, or empty");
    }
}

/* Reads the fields of a line behind "bytes"; changes the text. */
static noc_status read_fields(reading *f, char *text, int line, noc_trace_packet *p)
{
    noc_status status = NOC_OK;
    char *rest = text;
    for (unsigned i = 0; i < f->column_count && status == NOC_OK; i++) {
        char *field = i + 1 < f->column_count ? strsep(&rest, ",") : rest;
        if (!rest)
            return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, line},
                            "the line has %u fields (expected %u)", 6 + i, 5 + f->column_count);
        status = take_field(f, f->columns[i], line, field, p);
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
    for (uint32_t i = 0; i <= p->more; i++)
        if (noc_trace_destination(t, p, i) == node) return true;
    return false;
}

static noc_status add_destination(reading *f, int line, noc_trace_packet *p, uint32_t node)
{
    noc_trace *t = f->trace;
    if (is_destination(t, p, node))
        return bad_line(f, line, "a destination is named twice (each node once, joined by +)");
    if (p->more + 1 == NOC_TRACE_DESTINATIONS_MAX || t->more_count == UINT32_MAX)
        return bad_line(f, line, "a packet has at most 1024 destinations");
    uint32_t *more =
        noc_list_with_room(t->more, t->more_count + 1, &t->more_capacity, sizeof *more, &f->beyond);
    if (!more) return run_short(f);
    t->more = more;
    t->more[t->more_count++] = node;
    p->more++;
    return NOC_OK;
}

/* Reads one destination, or several that are joined by '+'. */
static noc_status read_destinations(reading *f, char **text, int line, noc_trace_packet *p)
{
    uint64_t node;
    noc_status status = NOC_OK;
    p->first_more = (uint32_t)f->trace->more_count;
    for (bool first = true, last = false; status == NOC_OK && !last; first = false) {
        last = !read_number(text, '+', NOC_TRACE_NODES_MAX - 1, &node);
        if (last && !read_number(text, ',', NOC_TRACE_NODES_MAX - 1, &node))
            return bad_line(f, line,
                            "the destination must be a node's number in 0..65535, or several "
                            "joined by +");
        if (first)
            p->destination = (uint32_t)node;
        else
            status = add_destination(f, line, p, (uint32_t)node);
    }
    return status;
}

static noc_status read_packet(reading *f, char *text, int line, noc_trace_packet *p)
{
    const bool last = f->column_count == 0;
    uint64_t source, bytes;
    if (!read_number(&text, ',', UINT64_MAX, &p->cycle))
        return bad_line(f, line, "the cycle must be a whole number below 2^64, then a comma");
    if (!read_number(&text, ',', NOC_TRACE_NODES_MAX - 1, &source))
        return bad_line(f, line, "the source must be a node's number in 0..65535");
    const noc_status status = read_destinations(f, &text, line, p);
    if (status != NOC_OK) return status;
    if (!read_class(&text, &p->class))
        return bad_line(f, line, "the class must be read, write, request or reply");
    if (!read_number(&text, last ? '\0' : ',', NOC_TRACE_BYTES_MAX, &bytes) || bytes == 0)
        return bad_line(f, line,
                        last ? "the bytes must be a whole number in 1..1048576, the last field"
                             : "the bytes must be a whole number in 1..1048576, then a comma");
    p->source = (uint32_t)source;
    p->bytes = (uint32_t)bytes;
    return read_fields(f, text, line, p);
}

/* Checks that cycles are in order, and near enough to the first cycle for later cycles to fit 64
 * bits. */
static noc_status check_cycle(const reading *f, int line, uint64_t cycle)
{
    const noc_trace *t = f->trace;
    if (t->count == 0) return NOC_OK;
    if (cycle < t->last_cycle)
        return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, line},
                        "the cycle is before that of the line above, %" PRIu64
                        " (lines stand in the order of cycles: sort -s -t, -n -k1,1)",
                        t->last_cycle);
    if (cycle - t->first_cycle > NOC_TRACE_CYCLES_MAX)
        return bad_line(f, line, "the cycle is more than 2^63 after that of the first packet");
    return NOC_OK;
}

/* ---- lines that are counted ------------------------------------------------------------------ */

/* Returns the features of a packet which, with the design, decide whether its cells are read. */
static unsigned features_of(const noc_trace_packet *p)
{
    return (unsigned)p->class | (unsigned)(p->more > 0) << 2 | (unsigned)(p->reply_bytes > 0) << 3 |
           (unsigned)(p->delay > 0) << 4 | (unsigned)(p->after > 0) << 5 |
           (unsigned)p->has_id << 6 | (unsigned)(p->network > 0) << 7 |
           (unsigned)(p->phase > 0) << 8;
}

/* Counts a packet in its class (noc_trace_cell_class). */
static bool count_alike(reading *f, const noc_trace_packet *p)
{
    noc_trace *t = f->trace;
    const unsigned features = features_of(p);
    size_t k = 0;
    while (k < t->alike_count && features_of(&t->alike[k].sample) != features) k++;
    if (k == t->alike_count) {
        noc_trace_alike *alike =
            noc_list_with_room(t->alike, k + 1, &t->alike_capacity, sizeof *alike, &f->beyond);
        if (!alike) return false;
        t->alike = alike;
        t->alike[t->alike_count++] = (noc_trace_alike){*p, t->count, 0};
    }
    t->alike[k].count++;
    return true;
}

/* Frees the stored packets; from now on lines are counted. */
static bool stop_holding(reading *f)
{
    noc_trace *t = f->trace;
    const size_t count = t->count;
    for (size_t i = 0; i < f->ids.capacity; i++)
        if (f->ids.all[i].packet && !noc_id_set_add(&f->met, f->ids.all[i].id, &f->beyond))
            return false;
    noc_id_table_clear(&f->ids);
    bool room = true;
    for (t->count = 0; t->count < count && room; t->count++)
        room = count_alike(f, &t->packets[t->count]);
    free(t->packets);
    free(t->after);
    t->packets = NULL;
    t->after = NULL;
    t->capacity = t->after_capacity = 0;
    f->way = COUNT;
    return room;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Stores a packet in the trace. */
static bool hold(reading *f, const noc_trace_packet *p)
{
    noc_trace *t = f->trace;
    noc_trace_packet *packets =
        noc_list_with_room(t->packets, t->count + 1, &t->capacity, sizeof *packets, &f->beyond);
    if (!packets) return false;
    t->packets = packets;
    t->packets[t->count] = *p;
    return true;
}

/* True if packets are stored at any length of the trace: packets have several destinations, or
 * addresses. */
static bool must_hold(const noc_trace *t)
{
    return t->addressed || t->more_count > 0;
}

static bool keep(reading *f, const noc_trace_packet *p)
{
    noc_trace *t = f->trace;
    bool room = true;
    if (f->way == HOLD && t->count >= f->held_most && !must_hold(t)) room = stop_holding(f);
    if (f->way == HOLD) room = hold(f, p);
    if (f->way == COUNT) room = room && count_alike(f, p);
    if (!room) return false;
    f->row.packet = *p;
    if (t->count++ == 0) t->first_cycle = p->cycle;
    t->last_cycle = p->cycle;
    if (p->delay > t->longest_delay) t->longest_delay = p->delay;
    if (p->class == NOC_TRACE_REPLY) {
        t->replies += p->more + 1;
        return true;
    }
    t->requests += p->more + 1;
    if (p->bytes > f->largest) f->largest = p->bytes;
    if (p->class != NOC_TRACE_REQUEST)
        f->told = true;
    else if (f->smallest == 0 || p->bytes < f->smallest)
        f->smallest = p->bytes;
    return true;
}

static noc_status take_line(reading *f, char *text)
{
    noc_trace_packet p = {0};
    text[strcspn(text, "\r")] = '\0';
    if (f->number == 1) return read_header(f, text);
    noc_status status = read_packet(f, text, f->number, &p);
    if (status == NOC_OK) status = check_cycle(f, f->number, p.cycle);
    if (status == NOC_OK && f->way != HOLD && p.more > 0) {
        f->trace->more_count++;
        return NOC_OK; /* the caller then reads the trace again (must_be_reread) */
    }
    if (status == NOC_OK && !keep(f, &p)) status = run_short(f);
    return status;
}

/* True if the trace must be read again to store its packets. */
static bool is_given_up(const reading *f)
{
    return f->way == COUNT && must_hold(f->trace);
}

/* Reads the next line. *has_line: the file has one. */
static noc_status read_line(reading *f, bool *there)
{
    char *line = NULL;
    f->number++;
    const noc_status status = noc_input_line(f->in, NOC_TRACE_LINE_MAX, &line);
    *there = line != NULL;
    return status == NOC_OK && line ? take_line(f, line) : status;
}

static noc_status read_lines(reading *f)
{
    bool there;
    noc_status status;
    do status = read_line(f, &there);
    while (status == NOC_OK && there && !is_given_up(f));
    if (status == NOC_OK && f->trace->count == 0)
        status = bad_line(f, 0, "there is no packet in it");
    return status;
}

/* Reports the fault of a line, or the damage of a damaged file, whose lines mean nothing. */
static noc_status tell_of_line(reading *f, noc_status status, noc_diag *diag)
{
    noc_diag *own = f->diag;
    if (status == NOC_EFAILED) return noc_fail_memory(diag);
    if (f->beyond <= 0.0 && noc_input_check_rest(f->in) != NOC_OK) return NOC_EINPUT;
    for (size_t i = 0; i < own->count; i++) {
        const noc_message *m = &own->messages[i];
        noc_fail(diag, m->status, (noc_place){m->file, m->line}, "%s", m->text);
    }
    return status;
}

static noc_status open_file(reading *f, noc_diag *diag)
{
    return noc_input_open(f->path, f->path, "is a directory (a trace is a file of CSV)", &f->in,
                          diag);
}

/* Reads a file. A file that cannot be read again is always stored. */
static noc_status read_file(reading *f, noc_diag *diag)
{
    noc_diag of_lines = {0};
    noc_status status = open_file(f, diag);
    if (status != NOC_OK) return status;
    if (!noc_input_is_file(f->in)) f->held_most = SIZE_MAX;
    f->diag = &of_lines;
    status = read_lines(f);
    if (of_lines.count > 0) status = tell_of_line(f, status, diag);
    noc_diag_clear(&of_lines);
    noc_input_close(f->in);
    return status;
}

/* Decides by size whether a packet of class request is a read or a write. */
static void tell_by_size(const noc_trace *t, noc_trace_packet *p)
{
    if (p->class != NOC_TRACE_REQUEST) return;
    p->class = p->bytes < t->read_below ? NOC_TRACE_READ : NOC_TRACE_WRITE;
    p->by_size = true;
}

/* Classifies the packets of class request. If all requests have about one size, and none has class
 * read or write, they are reads. */
static void tell_all_by_size(const reading *f)
{
    noc_trace *t = f->trace;
    const uint32_t half = f->largest / 2 + f->largest % 2;
    const bool small = f->smallest > 0 && f->smallest < half;
    t->read_below = small || f->told ? half : UINT32_MAX;
    for (size_t i = 0; t->packets && i < t->count; i++) tell_by_size(t, &t->packets[i]);
    for (size_t i = 0; i < t->alike_count; i++) tell_by_size(t, &t->alike[i].sample);
}

static void clear_reading(reading *f)
{
    noc_id_table_clear(&f->ids);
    noc_id_set_clear(&f->met);
    free(f->after_ids);
}

static noc_status read_trace(const char *path, size_t held_most, noc_trace *trace, bool *given_up,
                             noc_diag *diag)
{
    *trace = (noc_trace){0};
    reading f = {.path = path, .trace = trace, .held_most = held_most};
    noc_status status = read_file(&f, diag);
    *given_up = is_given_up(&f);
    clear_reading(&f);
    if (status == NOC_OK && f.way == COUNT && !(trace->path = strdup(path)))
        status = noc_fail_memory(diag);
    if (status == NOC_OK && !*given_up)
        tell_all_by_size(&f);
    else
        noc_trace_clear(trace);
    return status;
}

noc_status noc_trace_read(const char *path, noc_trace *trace, noc_diag *diag)
{
    bool given_up;
    return read_trace(path, SIZE_MAX, trace, &given_up, diag);
}

noc_status noc_trace_scan(const char *path, size_t held_most, noc_trace *trace, noc_diag *diag)
{
    bool given_up;
    const noc_status status = read_trace(path, held_most, trace, &given_up, diag);
    return given_up ? noc_trace_read(path, trace, diag) : status;
}

void noc_trace_clear(noc_trace *trace)
{
    free(trace->packets);
    free(trace->more);
    free(trace->after);
    free(trace->alike);
    free(trace->path);
    *trace = (noc_trace){0};
}

/* ---- line by line ---------------------------------------------------------------------------- */

struct noc_trace_reader {
    reading f;
    noc_trace row; /* trace of the lines read so far, without their packets */
    const noc_trace *trace;
    noc_diag *diag;
};

noc_status noc_trace_reader_open(const noc_trace *trace, noc_trace_reader **reader, noc_diag *diag)
{
    noc_trace_reader *r = *reader = calloc(1, sizeof *r);
    if (!r) return noc_fail_memory(diag);
    r->trace = trace;
    r->diag = diag;
    r->f = (reading){.path = trace->path, .trace = &r->row, .way = PASS, .diag = diag};
    return open_file(&r->f, diag);
}

void noc_trace_reader_close(noc_trace_reader *r)
{
    if (!r) return;
    noc_input_close(r->f.in);
    clear_reading(&r->f);
    noc_trace_clear(&r->row);
    free(r);
}

/* Refuses a file that has changed since it was checked. */
static noc_status refuse_change(const noc_trace_reader *r)
{
    return noc_fail(r->diag, NOC_EINPUT, (noc_place){r->f.path, 0},
                    "changed while it was played (a pipe, or another program writes it)");
}

noc_status noc_trace_reader_next(noc_trace_reader *r, const noc_trace_row **row)
{
    reading *f = &r->f;
    bool there;
    noc_status status;
    *row = NULL;
    do status = read_line(f, &there);
    while (status == NOC_OK && there && f->number == 1);
    if (status != NOC_OK) return status;
    if (!there || must_hold(&r->row) || r->row.count > r->trace->count)
        return !there && r->row.count == r->trace->count ? NOC_OK : refuse_change(r);
    tell_by_size(r->trace, &f->row.packet);
    f->row.after = f->after_ids;
    *row = &f->row;
    return NOC_OK;
}
