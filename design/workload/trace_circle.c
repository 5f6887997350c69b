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

enum { NAMED_MAX = 8, FIRST_LINE = 2 };

/* Packets by position, and the ids for which they wait. */
typedef struct waits {
    struct waiting {
        uint64_t id;
        uint32_t first, count; /* ids: wait_ids[first] .. wait_ids[first + count - 1] */
        /* 1 + number of the packet that waits for this one on the path from the start; 0: not
         * visited */
        uint32_t predecessor;
        bool has_id;
    } * packets;
    size_t count, capacity;
    uint64_t *wait_ids;
    size_t wait_count, wait_capacity;
    noc_id_table ids; /* positions by id; the table's arena owns all lists */
} waits;

static char *find_field(char *line, unsigned column)
{
    while (column > 0 && line) {
        line = strchr(line, ',');
        line += line != NULL;
        column--;
    }
    return line;
}

static bool add_wait(waits *w, uint64_t id)
{
    double refused_bytes;
    if (!noc_list_make_limited_room(&w->ids.arena, &w->wait_ids, w->wait_count + 1,
                                    &w->wait_capacity, sizeof id, &refused_bytes))
        return false;
    w->wait_ids[w->wait_count++] = id;
    return true;
}

/* Adds the packet of a line. False when there is no room. */
static bool add_packet(waits *w, const noc_trace_wait_columns *columns, char *line)
{
    double refused_bytes;
    const char *id = find_field(line, columns->id_column);
    char *wait_text = find_field(line, columns->wait_column);
    bool has_room = noc_list_make_limited_room(&w->ids.arena, &w->packets, w->count + 1,
                                               &w->capacity, sizeof *w->packets, &refused_bytes) &&
                    w->count < NOC_ID_NONE - 1;
    if (!has_room) return false;
    struct waiting *p = &w->packets[w->count];
    *p = (struct waiting){.first = (uint32_t)w->wait_count};
    p->has_id = id && *id >= '0' && *id <= '9';
    if (p->has_id) p->id = strtoull(id, NULL, 10);
    for (; has_room && wait_text && *wait_text >= '0' && *wait_text <= '9'; p->count++) {
        has_room = add_wait(w, strtoull(wait_text, &wait_text, 10));
        wait_text += *wait_text == '+';
    }
    if (has_room && p->has_id && noc_id_table_find(&w->ids, p->id) == NOC_ID_NONE)
        has_room = noc_id_table_add(&w->ids, p->id, (uint32_t)w->count, &refused_bytes);
    w->count++;
    return has_room;
}

static bool read_waits(waits *w, const noc_trace_wait_columns *columns)
{
    noc_input *input = NULL;
    char *line = NULL;
    noc_diag diag = {0};
    bool is_valid = noc_input_open(columns->path, columns->path, "", &input, &diag) == NOC_OK;
    bool is_header = true;
    while (is_valid && noc_input_read_line(input, NOC_TRACE_LINE_MAX, &line) == NOC_OK && line) {
        if (!is_header) is_valid = add_packet(w, columns, line);
        is_header = false;
    }
    noc_input_close(input);
    noc_diag_clear(&diag);
    return is_valid;
}

/* Searches all packets for which packet `start` waits, directly or not, breadth first. True if one
 * of them, *last, waits for `start`; `predecessor` leads from *last back to `start`. */
static bool find_wait_circle(waits *w, uint32_t start, uint32_t *last)
{
    uint32_t *queue = noc_arena_array(&w->ids.arena, w->count, sizeof *queue);
    size_t end = 0;
    bool found = false;
    if (!queue) return false;
    queue[end++] = start;
    for (size_t i = 0; i < end && !found; i++) {
        const struct waiting *p = &w->packets[queue[i]];
        for (uint32_t k = 0; k < p->count && !found; k++) {
            const uint32_t other = noc_id_table_find(&w->ids, w->wait_ids[p->first + k]);
            if (other == NOC_ID_NONE) continue;
            found = other == start;
            if (found || w->packets[other].predecessor > 0) continue;
            w->packets[other].predecessor = queue[i] + 1;
            queue[end++] = other;
        }
        *last = queue[i];
    }
    return found;
}

static int print_packet(char *text, size_t room, const char *separator, const struct waiting *p,
                        size_t position)
{
    return snprintf(text, room, "%s%" PRIu64 " (line %zu)", separator, p->id,
                    position + FIRST_LINE);
}

/* Writes "packets wait for each other in a circle: 3 (line 5), which waits for ...". */
static void print_circle(const waits *w, uint32_t start, uint32_t last, char *text)
{
    uint32_t chain[NAMED_MAX];
    size_t count = 0, chain_length = 0;
    for (uint32_t at = last;; at = w->packets[at].predecessor - 1) {
        memmove(&chain[1], chain, (NAMED_MAX - 1) * sizeof *chain);
        chain[0] = at;
        chain_length++;
        if (at == start) break;
    }
    count = chain_length < NAMED_MAX ? chain_length : NAMED_MAX;
    const size_t size = NOC_TRACE_CIRCLE_CHARS;
    size_t used = (size_t)snprintf(text, size, "; packets wait for each other in a circle: ");
    for (size_t i = 0; i < count && used < size; i++)
        used += (size_t)print_packet(text + used, size - used, i ? " for " : "",
                                     &w->packets[chain[i]], chain[i]);
    if (used < size && chain_length > count)
        used += (size_t)snprintf(text + used, size - used, " for %zu more", chain_length - count);
    if (used < size) print_packet(text + used, size - used, " for ", &w->packets[start], start);
}

void noc_trace_describe_circle(const noc_trace_wait_columns *columns, int line, uint64_t id,
                               char text[NOC_TRACE_CIRCLE_CHARS])
{
    waits w = {0};
    uint32_t last = 0;
    *text = '\0';
    if (read_waits(&w, columns) && line >= FIRST_LINE && (size_t)line - FIRST_LINE < w.count) {
        const uint32_t start = (uint32_t)line - FIRST_LINE;
        const uint32_t other_packet = noc_id_table_find(&w.ids, id);
        if (find_wait_circle(&w, start, &last))
            print_circle(&w, start, last, text);
        else if (other_packet != NOC_ID_NONE)
            snprintf(text, NOC_TRACE_CIRCLE_CHARS,
                     " (it is that of line %" PRIu32
                     ": a line stands below the lines that it waits for)",
                     other_packet + FIRST_LINE);
    }
    noc_id_table_clear(&w.ids);
}
