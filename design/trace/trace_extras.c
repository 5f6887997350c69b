#include "design/trace/trace_extras.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "design/trace/trace_hint.h"
#include "design/trace/trace_room.h"

static const char *const names[NOC_TRACE_COLUMNS] = {
    [NOC_TRACE_ADDRESS] = "address", [NOC_TRACE_REPLY_BYTES] = "reply_bytes",
    [NOC_TRACE_NETWORK] = "network", [NOC_TRACE_ID] = "id",
    [NOC_TRACE_AFTER] = "after",     [NOC_TRACE_DELAY] = "delay",
};

static noc_status refuse(noc_place place, noc_diag *diag, const char *what)
{
    return noc_fail(diag, NOC_EINPUT, place, "%s", what);
}

/* ---- header --------------------------------------------------------------------------------- */

static bool has(const noc_trace_extras *x, noc_trace_column column)
{
    for (unsigned i = 0; i < x->count; i++)
        if (x->columns[i] == column) return true;
    return false;
}

static noc_trace_column find_column(const char *text, size_t length)
{
    int c = 0;
    while (c < NOC_TRACE_COLUMNS &&
           (strlen(names[c]) != length || strncmp(names[c], text, length) != 0))
        c++;
    return (noc_trace_column)c;
}

noc_status noc_trace_refuse_header(const char *line, noc_place place, noc_diag *diag)
{
    return noc_fail(diag, NOC_EINPUT, place,
                    "the first line must be cycle,source,destination,class,bytes, and behind it, "
                    "if anything, address, reply_bytes, network, id, after, delay, each once%s",
                    noc_trace_hint(line));
}

noc_status noc_trace_extras_header(noc_trace_extras *x, noc_trace *trace, const char *text,
                                   noc_place place, noc_diag *diag)
{
    const char *line = text;
    while (*text == ',') {
        const size_t length = strcspn(++text, ",");
        const noc_trace_column column = find_column(text, length);
        if (column == NOC_TRACE_COLUMNS || has(x, column)) break;
        x->columns[x->count++] = column;
        text += length;
    }
    if (*text != '\0') return noc_trace_refuse_header(line + (*line == ','), place, diag);
    if (has(x, NOC_TRACE_ADDRESS) && x->count > 1)
        return refuse(place, diag,
                      "a trace with addresses has no other columns behind bytes: memory nodes "
                      "answer, and cores wait for them");
    if (has(x, NOC_TRACE_DELAY) && !has(x, NOC_TRACE_AFTER))
        return refuse(place, diag, "a delay is one after other packets: there is no column after");
    trace->addressed = has(x, NOC_TRACE_ADDRESS);
    trace->linked = has(x, NOC_TRACE_AFTER) || has(x, NOC_TRACE_REPLY_BYTES);
    return NOC_OK;
}

/* ---- fields --------------------------------------------------------------------------------- */

/* A whole number to base 10 or, behind 0x, 16, and nothing behind it. */
static bool read_based(const char *text, int base, uint64_t most, uint64_t *value)
{
    char *end;
    if (*text < '0' || *text > '9') return false;
    errno = 0;
    *value = strtoull(text, &end, base);
    return !errno && *value <= most && *end == '\0';
}

static bool read_whole(const char *text, uint64_t most, uint64_t *value)
{
    return read_based(text, 10, most, value);
}

/* Decimal or 0x and hexadecimal. */
static bool read_address(const char *text, uint64_t *address)
{
    const bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    return read_based(text, hexadecimal ? 16 : 10, UINT64_MAX, address);
}

static noc_status take_address(const char *text, noc_place place, noc_trace_packet *p,
                               noc_diag *diag)
{
    const bool blank = *text == '\0';
    if (p->class == NOC_TRACE_REPLY)
        return blank ? NOC_OK
                     : refuse(place, diag,
                              "a reply has no address of its own: its field must be empty");
    if (blank)
        return refuse(place, diag, "the address is missing: all requests have one, or none has");
    if (!read_address(text, &p->address))
        return refuse(place, diag,
                      "the address must be a whole number below 2^64, decimal or 0x and "
                      "hexadecimal, the last field");
    if (p->more > 0)
        return refuse(place, diag,
                      "a request with an address has one destination: its memory node");
    return NOC_OK;
}

static noc_status take_reply_bytes(const char *text, noc_place place, noc_trace_packet *p,
                                   noc_diag *diag)
{
    uint64_t bytes;
    if (p->class == NOC_TRACE_REPLY)
        return refuse(place, diag, "a reply is not answered: its reply_bytes must be empty");
    if (!read_whole(text, NOC_TRACE_BYTES_MAX, &bytes) || bytes == 0)
        return refuse(place, diag,
                      "the reply_bytes must be a whole number in 1..1048576, or empty");
    p->reply_bytes = (uint32_t)bytes;
    return NOC_OK;
}

static noc_status take_network(const char *text, noc_place place, noc_trace_packet *p,
                               noc_diag *diag)
{
    uint64_t network;
    if (!read_whole(text, 255, &network))
        return refuse(place, diag,
                      "the network must be a number of the design's networks, from 0, or empty");
    p->network = (uint16_t)(network + 1);
    return NOC_OK;
}

static noc_status take_id(noc_trace_extras *x, const noc_trace *trace, const char *text,
                          noc_place place, noc_diag *diag)
{
    uint64_t id;
    if (!read_whole(text, UINT64_MAX, &id))
        return refuse(place, diag, "the id must be a whole number below 2^64, or empty");
    const uint32_t other = noc_trace_ids_find(&x->ids, id);
    if (other != UINT32_MAX)
        return noc_fail(diag, NOC_EINPUT, place, "the id %s is that of line %u", text, other + 2);
    if (trace->count >= UINT32_MAX - 1 || !noc_trace_ids_add(&x->ids, id, (uint32_t)trace->count))
        return noc_fail_memory(diag);
    return NOC_OK;
}

static noc_status wait_for(noc_trace *t, noc_trace_packet *p, uint32_t packet, noc_diag *diag)
{
    uint32_t *after = noc_trace_room(t->after, t->after_count, &t->after_capacity, sizeof *after);
    if (!after) return noc_fail_memory(diag);
    t->after = after;
    t->after[t->after_count++] = packet;
    p->after++;
    return NOC_OK;
}

/* Ids that are joined by '+', of lines above, so that no packets wait for each other. */
static noc_status take_after(const noc_trace_extras *x, noc_trace *t, char *text, noc_place place,
                             noc_trace_packet *p, noc_diag *diag)
{
    noc_status status = NOC_OK;
    p->first_after = t->after_count;
    for (char *rest = text, *word; status == NOC_OK && (word = strsep(&rest, "+"));) {
        uint64_t id;
        if (!read_whole(word, UINT64_MAX, &id))
            return refuse(place, diag,
                          "after must be an id, several that are joined by +, or empty");
        const uint32_t packet = noc_trace_ids_find(&x->ids, id);
        if (packet == UINT32_MAX || packet == t->count)
            return noc_fail(diag, NOC_EINPUT, place, "after: %s is no id of a line above", word);
        status = wait_for(t, p, packet, diag);
    }
    return status;
}

static noc_status take(noc_trace_extras *x, noc_trace_column column, noc_trace *t, char *text,
                       noc_place place, noc_trace_packet *p, noc_diag *diag)
{
    if (column == NOC_TRACE_ADDRESS) return take_address(text, place, p, diag);
    if (*text == '\0') return NOC_OK;
    switch (column) {
    case NOC_TRACE_REPLY_BYTES:
        return take_reply_bytes(text, place, p, diag);
    case NOC_TRACE_NETWORK:
        return take_network(text, place, p, diag);
    case NOC_TRACE_ID:
        return take_id(x, t, text, place, diag);
    case NOC_TRACE_AFTER:
        return take_after(x, t, text, place, p, diag);
    default:
        return read_whole(text, NOC_TRACE_CYCLES_MAX, &p->delay)
                   ? NOC_OK
                   : refuse(place, diag,
                            "the delay must be a whole number of cycles up to 2^63, or "
                            "empty");
    }
}

noc_status noc_trace_extras_read(noc_trace_extras *x, noc_trace *trace, char *text, noc_place place,
                                 noc_trace_packet *p, noc_diag *diag)
{
    noc_status status = NOC_OK;
    char *rest = text;
    for (unsigned i = 0; i < x->count && status == NOC_OK; i++) {
        char *field = i + 1 < x->count ? strsep(&rest, ",") : rest;
        if (!rest)
            return noc_fail(diag, NOC_EINPUT, place, "the line has %u fields (expected %u)", 6 + i,
                            5 + x->count);
        status = take(x, x->columns[i], trace, field, place, p, diag);
    }
    return status;
}

void noc_trace_extras_clear(noc_trace_extras *x)
{
    noc_trace_ids_clear(&x->ids);
}
