#include "design/workload/trace_circle.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/growing_list.h"
#include "base/input/input.h"
#include "design/workload/trace.h"
#include "design/workload/trace_ids.h"

enum { NAMED_MOST = 8, FIRST_LINE = 2 };

/* Packets by position, and the ids for which they wait. */
typedef struct waits {
    struct waiting {
        uint64_t id;
        uint32_t first, count; /* ids: wait_ids[first] .. wait_ids[first + count - 1] */
        /* 1 + packet that waits for this one on the path from the start; 0: not visited */
        uint32_t from;
        bool has_id;
    } * packets;
    size_t count, room;
    uint64_t *after;
    size_t after_count, after_room;
    noc_id_table ids;
} waits;

static char *field_of(char *line, unsigned column)
{
    while (column > 0 && line) {
        line = strchr(line, ',');
        line += line != NULL;
        column--;
    }
    return line;
}

static bool add_after(waits *w, uint64_t id)
{
    double beyond;
    uint64_t *after =
        noc_list_with_room(w->after, w->after_count + 1, &w->after_room, sizeof *after, &beyond);
    if (!after) return false;
    w->after = after;
    w->after[w->after_count++] = id;
    return true;
}

/* Adds the packet of a line. False when there is no room. */
static bool add_packet(waits *w, const noc_trace_waits *columns, char *line)
{
    double beyond;
    const char *id = field_of(line, columns->id);
    char *after = field_of(line, columns->after);
    struct waiting *packets =
        noc_list_with_room(w->packets, w->count + 1, &w->room, sizeof *packets, &beyond);
    bool room = packets && w->count < NOC_ID_NONE - 1;
    if (packets) w->packets = packets;
    if (!room) return false;
    struct waiting *p = &w->packets[w->count];
    *p = (struct waiting){.first = (uint32_t)w->after_count};
    p->has_id = id && *id >= '0' && *id <= '9';
    if (p->has_id) p->id = strtoull(id, NULL, 10);
    for (; room && after && *after >= '0' && *after <= '9'; p->count++) {
        room = add_after(w, strtoull(after, &after, 10));
        after += *after == '+';
    }
    if (room && p->has_id && noc_id_table_find(&w->ids, p->id) == NOC_ID_NONE)
        room = noc_id_table_add(&w->ids, p->id, (uint32_t)w->count, &beyond);
    w->count++;
    return room;
}

static bool read_waits(waits *w, const noc_trace_waits *columns)
{
    noc_input *in = NULL;
    char *line = NULL;
    noc_diag diag = {0};
    bool good = noc_input_open(columns->path, columns->path, "", &in, &diag) == NOC_OK;
    bool header = true;
    while (good && noc_input_line(in, NOC_TRACE_LINE_MAX, &line) == NOC_OK && line) {
        if (!header) good = add_packet(w, columns, line);
        header = false;
    }
    noc_input_close(in);
    noc_diag_clear(&diag);
    return good;
}

/* Searches all packets for which packet `start` waits, directly or not, breadth first. True if one
 * of them, *last, waits for `start`; `predecessor` leads from *last back to `start`. */
static bool comes_back(waits *w, uint32_t start, uint32_t *last)
{
    uint32_t *queue = malloc((w->count + 1) * sizeof *queue);
    size_t end = 0;
    bool found = false;
    if (!queue) return false;
    queue[end++] = start;
    for (size_t i = 0; i < end && !found; i++) {
        const struct waiting *p = &w->packets[queue[i]];
        for (uint32_t k = 0; k < p->count && !found; k++) {
            const uint32_t other = noc_id_table_find(&w->ids, w->after[p->first + k]);
            if (other == NOC_ID_NONE) continue;
            found = other == start;
            if (found || w->packets[other].from > 0) continue;
            w->packets[other].from = queue[i] + 1;
            queue[end++] = other;
        }
        *last = queue[i];
    }
    free(queue);
    return found;
}

static int say_packet(char *text, size_t room, const char *between, const struct waiting *p,
                      size_t position)
{
    return snprintf(text, room, "%s%" PRIu64 " (line %zu)", between, p->id, position + FIRST_LINE);
}

/* Writes "packets wait for each other in a circle: 3 (line 5), which waits for ...". */
static void say_circle(const waits *w, uint32_t start, uint32_t last, char *text)
{
    uint32_t chain[NAMED_MOST];
    size_t count = 0, all = 0;
    for (uint32_t at = last;; at = w->packets[at].from - 1) {
        memmove(&chain[1], chain, (NAMED_MOST - 1) * sizeof *chain);
        chain[0] = at;
        all++;
        if (at == start) break;
    }
    count = all < NAMED_MOST ? all : NAMED_MOST;
    const size_t size = NOC_TRACE_CIRCLE_CHARS;
    size_t used = (size_t)snprintf(text, size, "; packets wait for each other in a circle: ");
    for (size_t i = 0; i < count && used < size; i++)
        used += (size_t)say_packet(text + used, size - used, i ? " for " : "",
                                   &w->packets[chain[i]], chain[i]);
    if (used < size && all > count)
        used += (size_t)snprintf(text + used, size - used, " for %zu more", all - count);
    if (used < size) say_packet(text + used, size - used, " for ", &w->packets[start], start);
}

void noc_trace_tell_circle(const noc_trace_waits *columns, int line, uint64_t id,
                           char text[NOC_TRACE_CIRCLE_CHARS])
{
    waits w = {0};
    uint32_t last = 0;
    *text = '\0';
    if (read_waits(&w, columns) && line >= FIRST_LINE && (size_t)line - FIRST_LINE < w.count) {
        const uint32_t start = (uint32_t)line - FIRST_LINE;
        const uint32_t other = noc_id_table_find(&w.ids, id);
        if (comes_back(&w, start, &last))
            say_circle(&w, start, last, text);
        else if (other != NOC_ID_NONE)
            snprintf(text, NOC_TRACE_CIRCLE_CHARS,
                     " (it is that of line %" PRIu32
                     ": a line stands below the lines that it waits for)",
                     other + FIRST_LINE);
    }
    free(w.packets);
    free(w.after);
    noc_id_table_clear(&w.ids);
}
