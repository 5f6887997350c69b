/* Reads a trace: a header, then a line a packet, whose further columns stand in any order. */
#include "design/workload/trace.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/growing_list.h"
#include "base/input/input.h"
#include "base/random.h"
#include "design/workload/trace_hint.h"

/* ---- packets by id --------------------------------------------------------------------------- */

/* Packets by id: a hash table, at most half full. */
typedef struct id_table {
    struct id_packet {
        uint64_t id;
        uint32_t packet; /* position among the packets, from 1 on; 0: a free place */
    } * all;
    size_t capacity, count;
} id_table;

/* Position of an id, or the one where it would go. Mixing spreads ids that follow each other, at
 * whatever distance: all bits of an id change each bit of its slot. */
static size_t slot_of(const id_table *ids, uint64_t id)
{
    const size_t mask = ids->capacity - 1;
    uint64_t mixed = id;
    size_t slot = (size_t)noc_splitmix(&mixed) & mask;
    while (ids->all[slot].packet && ids->all[slot].id != id) slot = (slot + 1) & mask;
    return slot;
}

/* The packet of an id, UINT32_MAX if none has it. */
static uint32_t id_find(const id_table *ids, uint64_t id)
{
    if (ids->capacity == 0) return UINT32_MAX;
    const uint32_t packet = ids->all[slot_of(ids, id)].packet;
    return packet ? packet - 1 : UINT32_MAX;
}

/* Moves ids to a table of twice the size; both tables are there meanwhile. */
static bool grow_ids(id_table *ids, double *beyond)
{
    id_table larger = {.count = ids->count};
    const size_t capacity = ids->capacity ? 2 * ids->capacity : 1024;
    larger.all = noc_list_with_room(NULL, capacity, &larger.capacity, sizeof *larger.all, beyond);
    if (!larger.all) return false;
    for (size_t i = 0; i < ids->capacity; i++)
        if (ids->all[i].packet) larger.all[slot_of(&larger, ids->all[i].id)] = ids->all[i];
    free(ids->all);
    *ids = larger;
    return true;
}

/* Gives an id, which no other packet has, to a packet. False when there is no room. */
static bool id_add(id_table *ids, uint64_t id, uint32_t packet, double *beyond)
{
    if (2 * ids->count >= ids->capacity && !grow_ids(ids, beyond)) return false;
    ids->all[slot_of(ids, id)] = (struct id_packet){id, packet + 1};
    ids->count++;
    return true;
}

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

typedef struct reading {
    const char *path;
    noc_trace *trace;
    uint32_t largest;             /* bytes of a request */
    column columns[COLUMN_COUNT]; /* columns after "bytes", in the order of the header */
    unsigned column_count;
    id_table ids;
    noc_input *in;
    int number;    /* number of the line, from 1 */
    double beyond; /* bytes that the run would hold if a list grew; 0: it may */
    noc_diag *diag;
} reading;

static noc_status bad_line(const reading *f, int line, const char *what)
{
    return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, line}, "%s", what);
}

/* Refuses a trace that needs too much memory: all of it where the file's size is known, in the
 * proportion of what was read. */
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

/* Tells which columns a trace may have. */
static noc_status refuse_header(const reading *f, const char *line)
{
    char hint[NOC_TRACE_HINT_CHARS];
    noc_trace_hint(line, hint);
    return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, 1},
                    "the first line must be " NOC_TRACE_HEADER ", and behind it, if anything, "
                    "address, reply_bytes, network, id, after, delay, phase, each once%s",
                    hint);
}

/* Takes the first line, from `text` on, behind "bytes": "", or ",id,after,delay". */
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
    if (has_column(f, COLUMN_ADDRESS) && f->column_count > 1)
        return bad_line(f, 1,
                        "a trace with addresses has no other columns behind bytes: memory nodes "
                        "answer, and cores wait for them");
    if (has_column(f, COLUMN_DELAY) && !has_column(f, COLUMN_AFTER))
        return bad_line(f, 1, "a delay is one after other packets: there is no column after");
    f->trace->addressed = has_column(f, COLUMN_ADDRESS);
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

/* A whole number to a base, `most` at the most, and the delimiter after it, behind which *text is
 * then. False otherwise. */
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

/* A number, and nothing behind it. */
static bool read_whole(char *text, uint64_t most, uint64_t *value)
{
    return read_number(&text, '\0', most, value);
}

/* Decimal or 0x and hexadecimal. */
static bool read_address(char *text, uint64_t *address)
{
    const bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    return read_based(&text, hexadecimal ? 16 : 10, '\0', UINT64_MAX, address);
}

/* ---- columns behind "bytes" ------------------------------------------------------------------ */

static noc_status take_address(const reading *f, int line, char *text, noc_trace_packet *p)
{
    const bool blank = *text == '\0';
    if (p->class == NOC_TRACE_REPLY)
        return blank ? NOC_OK
                     : bad_line(f, line,
                                "a reply has no address of its own: its field must be empty");
    if (blank)
        return bad_line(f, line, "the address is missing: all requests have one, or none has");
    if (!read_address(text, &p->address))
        return bad_line(f, line,
                        "the address must be a whole number below 2^64, decimal or 0x and "
                        "hexadecimal, the last field");
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

static noc_status take_id(reading *f, int line, char *text, noc_trace_packet *p)
{
    uint64_t id;
    if (!read_whole(text, UINT64_MAX, &id))
        return bad_line(f, line, "the id must be a whole number below 2^64, or empty");
    const uint32_t other = id_find(&f->ids, id);
    if (other != UINT32_MAX)
        return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, line},
                        "the id %s is that of line %u", text, other + 2);
    if (f->trace->count >= UINT32_MAX - 1) return bad_line(f, line, "more than 2^32 packets");
    if (!id_add(&f->ids, id, (uint32_t)f->trace->count, &f->beyond)) return run_short(f);
    p->has_id = true;
    return NOC_OK;
}

static noc_status wait_for(reading *f, noc_trace_packet *p, uint32_t packet)
{
    noc_trace *t = f->trace;
    uint32_t *after = noc_list_with_room(t->after, t->after_count + 1, &t->after_capacity,
                                         sizeof *after, &f->beyond);
    if (!after) return run_short(f);
    t->after = after;
    t->after[t->after_count++] = packet;
    p->after++;
    return NOC_OK;
}

/* Takes ids that are joined by '+', of lines above, so that no packets wait for each other. */
static noc_status take_after(reading *f, int line, char *text, noc_trace_packet *p)
{
    noc_status status = NOC_OK;
    p->first_after = f->trace->after_count;
    for (char *rest = text, *word; status == NOC_OK && (word = strsep(&rest, "+"));) {
        uint64_t id;
        if (!read_whole(word, UINT64_MAX, &id))
            return bad_line(f, line, "after must be an id, several that are joined by +, or empty");
        const uint32_t packet = id_find(&f->ids, id);
        if (packet == UINT32_MAX || packet == f->trace->count)
            return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, line},
                            "after: %s is no id of a line above", word);
        status = wait_for(f, p, packet);
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

/* Takes the field of a column; all but addresses may be empty. */
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

/* Takes the fields of a line behind its bytes, whose text is changed. */
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

/* Cycles are in order, and close enough to the first for the cycles of all that follows to be
 * counted. */
static noc_status check_cycle(const reading *f, int line, uint64_t cycle)
{
    const noc_trace *t = f->trace;
    if (t->count == 0) return NOC_OK;
    if (cycle < t->packets[t->count - 1].cycle)
        return bad_line(f, line, "the cycle is before that of the line above");
    if (cycle - t->packets[0].cycle > NOC_TRACE_CYCLES_MAX)
        return bad_line(f, line, "the cycle is more than 2^63 after that of the first packet");
    return NOC_OK;
}

static bool keep(reading *f, const noc_trace_packet *p)
{
    noc_trace *t = f->trace;
    noc_trace_packet *packets =
        noc_list_with_room(t->packets, t->count + 1, &t->capacity, sizeof *packets, &f->beyond);
    if (!packets) return false;
    t->packets = packets;
    t->packets[t->count++] = *p;
    if (p->class == NOC_TRACE_REPLY) {
        t->replies += p->more + 1;
        return true;
    }
    t->requests += p->more + 1;
    if (p->bytes > f->largest) f->largest = p->bytes;
    return true;
}

static noc_status take_line(reading *f, char *text)
{
    noc_trace_packet p = {0};
    text[strcspn(text, "\r")] = '\0';
    if (f->number == 1) return read_header(f, text);
    noc_status status = read_packet(f, text, f->number, &p);
    if (status == NOC_OK) status = check_cycle(f, f->number, p.cycle);
    if (status == NOC_OK && !keep(f, &p)) status = run_short(f);
    return status;
}

static noc_status read_lines(reading *f)
{
    char *line = NULL;
    noc_status status = NOC_OK;
    do {
        f->number++;
        status = noc_input_line(f->in, NOC_TRACE_LINE_MAX, &line);
        if (status == NOC_OK && line) status = take_line(f, line);
    } while (status == NOC_OK && line);
    if (status == NOC_OK && f->trace->count == 0)
        status = bad_line(f, 0, "there is no packet in it");
    return status;
}

/* Says what is wrong with a line, unless the file is damaged: then its lines are any. */
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

static noc_status read_file(reading *f, noc_diag *diag)
{
    noc_diag of_lines = {0};
    noc_status status =
        noc_input_open(f->path, f->path, "is a directory (a trace is a file of CSV)", &f->in, diag);
    if (status != NOC_OK) return status;
    f->diag = &of_lines;
    status = read_lines(f);
    if (of_lines.count > 0) status = tell_of_line(f, status, diag);
    noc_diag_clear(&of_lines);
    noc_input_close(f->in);
    return status;
}

/* Requests that are not told to be reads or writes are told by their size. */
static void tell_by_size(const reading *f)
{
    bool small = false, told = false;
    for (size_t i = 0; i < f->trace->count; i++) {
        const noc_trace_packet *p = &f->trace->packets[i];
        if (p->class == NOC_TRACE_REQUEST) small |= 2 * p->bytes < f->largest;
        told |= p->class == NOC_TRACE_READ || p->class == NOC_TRACE_WRITE;
    }
    for (size_t i = 0; i < f->trace->count; i++) {
        noc_trace_packet *p = &f->trace->packets[i];
        if (p->class != NOC_TRACE_REQUEST) continue;
        const bool read = 2 * p->bytes < f->largest || (!small && !told);
        p->class = read ? NOC_TRACE_READ : NOC_TRACE_WRITE;
        p->by_size = true;
    }
}

noc_status noc_trace_read(const char *path, noc_trace *trace, noc_diag *diag)
{
    *trace = (noc_trace){0};
    reading f = {.path = path, .trace = trace};
    const noc_status status = read_file(&f, diag);
    free(f.ids.all);
    if (status == NOC_OK)
        tell_by_size(&f);
    else
        noc_trace_clear(trace);
    return status;
}

void noc_trace_clear(noc_trace *trace)
{
    free(trace->packets);
    free(trace->more);
    free(trace->after);
    *trace = (noc_trace){0};
}
