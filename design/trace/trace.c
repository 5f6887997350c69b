#include "design/trace/trace.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "design/trace/trace_extras.h"
#include "design/trace/trace_room.h"

typedef struct reading {
    const char *path;
    noc_trace *trace;
    uint32_t largest; /* request */
    noc_trace_extras extras;
    noc_diag *diag;
} reading;

static noc_status bad_line(const reading *f, int line, const char *what)
{
    return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, line}, "%s", what);
}

/* A field that is a whole number, and the delimiter after it. Returns false otherwise. */
static bool read_number(char **text, char delimiter, uint64_t most, uint64_t *value)
{
    char *end;
    if (**text < '0' || **text > '9') return false;
    errno = 0;
    *value = strtoull(*text, &end, 10);
    if (errno || *value > most || *end != delimiter) return false;
    *text = end + (delimiter != '\0');
    return true;
}

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

static noc_status add_destination(const reading *f, int line, noc_trace_packet *p, uint32_t node)
{
    noc_trace *t = f->trace;
    if (is_destination(t, p, node))
        return bad_line(f, line, "a destination is named twice (each node once, joined by +)");
    if (p->more + 1 == NOC_TRACE_DESTINATIONS_MAX || t->more_count == UINT32_MAX)
        return bad_line(f, line, "a packet has at most 1024 destinations");
    uint32_t *more = noc_trace_room(t->more, t->more_count, &t->more_capacity, sizeof *more);
    if (!more) return noc_fail_memory(f->diag);
    t->more = more;
    t->more[t->more_count++] = node;
    p->more++;
    return NOC_OK;
}

/* One, or several that are joined by '+'. */
static noc_status read_destinations(const reading *f, char **text, int line, noc_trace_packet *p)
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
    const bool last = f->extras.count == 0;
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
    return noc_trace_extras_read(&f->extras, f->trace, text, (noc_place){f->path, line}, p,
                                 f->diag);
}

/* In order, and close enough to the first for the cycles of all that follows to be counted. */
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
    noc_trace_packet *packets = noc_trace_room(t->packets, t->count, &t->capacity, sizeof *packets);
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

static noc_status read_header(reading *f, const char *text)
{
    static const char header[] = "cycle,source,destination,class,bytes";
    const size_t length = strlen(header);
    const noc_place place = {f->path, 1};
    if (strncmp(text, header, length) != 0) return noc_trace_refuse_header(text, place, f->diag);
    return noc_trace_extras_header(&f->extras, f->trace, text + length, place, f->diag);
}

static noc_status read_lines(reading *f, FILE *in)
{
    const noc_trace *t = f->trace;
    char *text = NULL;
    size_t size = 0;
    noc_status status = NOC_OK;
    for (int line = 1; status == NOC_OK && getline(&text, &size, in) >= 0; line++) {
        noc_trace_packet p = {0};
        text[strcspn(text, "\r\n")] = '\0';
        if (line == 1) {
            status = read_header(f, text);
            continue;
        }
        status = read_packet(f, text, line, &p);
        if (status == NOC_OK) status = check_cycle(f, line, p.cycle);
        if (status == NOC_OK && !keep(f, &p)) status = noc_fail_memory(f->diag);
    }
    free(text);
    if (status == NOC_OK && ferror(in)) status = bad_line(f, 0, strerror(errno));
    if (status == NOC_OK && t->count == 0) status = bad_line(f, 0, "there is no packet in it");
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
    }
}

noc_status noc_trace_read(const char *path, noc_trace *trace, noc_diag *diag)
{
    *trace = (noc_trace){0};
    reading f = {.path = path, .trace = trace, .diag = diag};
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (!in) return noc_fail(diag, NOC_EINPUT, (noc_place){path, 0}, "%s", strerror(errno));
    const noc_status status = read_lines(&f, in);
    if (in != stdin) fclose(in);
    noc_trace_extras_clear(&f.extras);
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
