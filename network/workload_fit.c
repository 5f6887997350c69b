#include "network/workload_fit.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/design_value.h"

enum { NODES_MAX = 65536, NEAR_CYCLES = 4 }; /* requests so close belong to one burst */

typedef enum trace_class { TRACE_READ, TRACE_WRITE, TRACE_REQUEST, TRACE_REPLY } trace_class;

typedef struct packet {
    uint64_t cycle;
    uint32_t source, destination, bytes;
    trace_class class;
} packet;

/* What a node has done so far. */
typedef struct node {
    uint64_t requests, last_cycle;
    uint32_t last_destination;
    int64_t waiting, most;
} node;

typedef struct fitting {
    const char *path;
    node *nodes;
    uint64_t requests, reads, writes, bursts, replies, first_cycle, last_cycle;
    uint32_t *sizes; /* of requests that are not told to be reads or writes */
    size_t size_count, size_capacity;
    uint32_t largest;
    noc_diag *diag;
} fitting;

static noc_status bad_line(const fitting *f, int line, const char *what)
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

static bool read_class(char **text, trace_class *class)
{
    static const char *const words[] = {"read,", "write,", "request,", "reply,"};
    for (int i = 0; i < 4; i++) {
        const size_t length = strlen(words[i]);
        if (strncmp(*text, words[i], length) != 0) continue;
        *class = (trace_class)i;
        *text += length;
        return true;
    }
    return false;
}

static noc_status read_packet(const fitting *f, char *text, int line, packet *p)
{
    uint64_t source, destination, bytes;
    if (!read_number(&text, ',', UINT64_MAX / 2, &p->cycle))
        return bad_line(f, line, "the cycle must be a whole number, then a comma");
    if (!read_number(&text, ',', NODES_MAX - 1, &source))
        return bad_line(f, line, "the source must be a node's number in 0..65535");
    if (!read_number(&text, ',', NODES_MAX - 1, &destination))
        return bad_line(f, line, "the destination must be a node's number in 0..65535");
    if (!read_class(&text, &p->class))
        return bad_line(f, line, "the class must be read, write, request or reply");
    if (!read_number(&text, '\0', 1u << 20, &bytes) || bytes == 0)
        return bad_line(f, line, "the bytes must be a whole number in 1..1048576, the last field");
    p->source = (uint32_t)source;
    p->destination = (uint32_t)destination;
    p->bytes = (uint32_t)bytes;
    return NOC_OK;
}

static bool keep_size(fitting *f, uint32_t bytes)
{
    if (f->size_count == f->size_capacity) {
        const size_t capacity = f->size_capacity ? 2 * f->size_capacity : 1024;
        uint32_t *grown = realloc(f->sizes, capacity * sizeof *grown);
        if (!grown) return false;
        f->sizes = grown;
        f->size_capacity = capacity;
    }
    f->sizes[f->size_count++] = bytes;
    return true;
}

static bool add_packet(fitting *f, const packet *p)
{
    if (f->requests + f->replies == 0) f->first_cycle = p->cycle;
    f->last_cycle = p->cycle;
    if (p->class == TRACE_REPLY) {
        f->replies++;
        f->nodes[p->destination].waiting--;
        return true;
    }
    node *n = &f->nodes[p->source];
    const bool goes_on = n->requests > 0 && n->last_destination == p->destination &&
                         p->cycle - n->last_cycle <= NEAR_CYCLES;
    f->requests++;
    f->bursts += !goes_on;
    f->reads += p->class == TRACE_READ;
    f->writes += p->class == TRACE_WRITE;
    if (p->bytes > f->largest) f->largest = p->bytes;
    n->requests++;
    n->last_cycle = p->cycle;
    n->last_destination = p->destination;
    if (++n->waiting > n->most) n->most = n->waiting;
    return p->class != TRACE_REQUEST || keep_size(f, p->bytes);
}

static noc_status read_lines(fitting *f, FILE *in)
{
    static const char header[] = "cycle,source,destination,class,bytes";
    char *text = NULL;
    size_t size = 0;
    noc_status status = NOC_OK;
    for (int line = 1; status == NOC_OK && getline(&text, &size, in) >= 0; line++) {
        packet p = {0};
        text[strcspn(text, "\r\n")] = '\0';
        if (line == 1) {
            if (strcmp(text, header) != 0)
                status =
                    bad_line(f, 1, "the first line must be cycle,source,destination,class,bytes");
            continue;
        }
        status = read_packet(f, text, line, &p);
        if (status != NOC_OK) break;
        if (f->requests + f->replies > 0 && p.cycle < f->last_cycle)
            status = bad_line(f, line, "the cycle is before that of the line above");
        else if (!add_packet(f, &p))
            status = noc_fail_memory(f->diag);
    }
    free(text);
    if (status == NOC_OK && ferror(in)) status = bad_line(f, 0, strerror(errno));
    if (status == NOC_OK && f->requests == 0) status = bad_line(f, 0, "there is no request in it");
    return status;
}

static void conclude(fitting *f, double issue_cycles, noc_workload_fit *fit)
{
    const noc_key_table keys = noc_workload_keys();
    noc_workload *w = &fit->workload;
    for (size_t i = 0; i < keys.count; i++) noc_value_default(&keys.keys[i], (char *)w);
    for (size_t i = 0; i < f->size_count; i++) f->reads += 2 * f->sizes[i] < f->largest;
    if (f->size_count && f->reads + f->writes == 0) f->reads = f->requests; /* all of one size */
    *fit = (noc_workload_fit){.workload = *w,
                              .requests = f->requests,
                              .replies = f->replies,
                              .cycles = f->last_cycle - f->first_cycle + 1,
                              .outstanding = NAN};
    int64_t most = 0;
    for (uint32_t n = 0; n < NODES_MAX; n++) {
        if (f->nodes[n].requests == 0) continue;
        fit->sources++;
        if (f->nodes[n].most > most) most = f->nodes[n].most;
    }
    fit->mean_burst = (double)f->requests / (double)f->bursts;
    w->burst = (int)lround(fmin(fmax(fit->mean_burst, 1.0), 64.0));
    w->read_fraction = (double)f->reads / (double)f->requests;
    const double gap = (double)fit->cycles * fit->sources / (double)f->requests;
    w->instructions = fmin(fmax(gap / issue_cycles, 1.0), 1e6);
    if (f->replies == 0) return;
    fit->outstanding = (double)most;
    w->warps = (int)fmin(fmax(ceil((double)most / w->burst), 1.0), 1024.0);
}

noc_status noc_workload_fit_trace(const char *path, double issue_cycles, noc_workload_fit *fit,
                                  noc_diag *diag)
{
    fitting f = {.path = path, .diag = diag, .nodes = calloc(NODES_MAX, sizeof(node))};
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    noc_status status = NOC_OK;
    if (!in)
        status = noc_fail(diag, NOC_EINPUT, (noc_place){path, 0}, "%s", strerror(errno));
    else if (!f.nodes)
        status = noc_fail_memory(diag);
    if (status == NOC_OK) status = read_lines(&f, in);
    if (status == NOC_OK) conclude(&f, issue_cycles, fit);
    if (in && in != stdin) fclose(in);
    free(f.sizes);
    free(f.nodes);
    return status;
}
