#include "network/files/wiring_read.h"

#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "base/growing_list.h"
#include "base/input/cells.h"
#include "base/input/text_file.h"
#include "base/min_max.h"
#include "design/dies.h"
#include "network/files/wiring_dies.h"
#include "network/graph/graph.h"

/* Wiring under construction; the lists grow in steps. */
typedef struct reading {
    noc_wiring *wiring;
    const noc_embedded_file *given_files;
    size_t link_capacity, node_capacity, step_capacity, spot_capacity;
    SHA2_CTX digest;
    noc_diag *diag;
} reading;

static reading *reading_of(const noc_cells *table)
{
    return table->context;
}

/* Makes room in a list of the wiring (noc_list_make_limited_room). False: no more lines are
 * read. */
static bool make_room(noc_cells *table, int line, void *list, size_t count, size_t *capacity,
                      size_t size)
{
    double needed_bytes = 0.0;
    noc_arena *arena = &reading_of(table)->wiring->arena;
    if (noc_list_make_limited_room(arena, list, count, capacity, size, &needed_bytes)) return true;
    noc_cells_stop(table,
                   noc_list_report_failure(needed_bytes, (noc_place){table->file, line},
                                           "what the tables have up to this line", table->diag));
    return false;
}

/* ---- links ---------------------------------------------------------------------------------- */

static const noc_column link_columns[] = {
    {"from", NOC_CELL_WHOLE, false, 0, NOC_WIRED_ROUTERS_MAX - 1, NULL},
    {"to", NOC_CELL_WHOLE, false, 0, NOC_WIRED_ROUTERS_MAX - 1, NULL},
    {"cycles", NOC_CELL_WHOLE, false, 1, 1000, "network.channel_cycles"},
    {"mm", NOC_CELL_REAL, false, 0.001, 1000, "by network.positions, or the cycles, in tiles"},
    {"flit_bytes", NOC_CELL_WHOLE, true, 1, 4096, "network.flit_bytes"},
    {"lanes", NOC_CELL_WHOLE, true, 1, NOC_WIRED_LANES_MAX, "1"},
    {"flits_per_cycle", NOC_CELL_REAL, true, 0.1, 64,
     "network.link_flits_per_cycle, times its width"},
};

static void add_link(noc_cells *table, const noc_cell *cells, int line)
{
    reading *r = reading_of(table);
    noc_wiring *w = r->wiring;
    if (cells[0].number == cells[1].number) {
        noc_cells_fault(table, line,
                        "a link from router %.0f to itself (a router passes packets between its "
                        "own nodes without a link; leave the line out)",
                        cells[0].number);
        return;
    }
    if (!make_room(table, line, &w->links, w->link_count + 1, &r->link_capacity, sizeof *w->links))
        return;
    w->links[w->link_count++] = (noc_wire){
        .source_router = (uint32_t)cells[0].number,
        .target_router = (uint32_t)cells[1].number,
        .cycles = (int)cells[2].number,
        .mm = cells[3].number,
        .flit_bytes = (int)cells[4].number,
        .lanes = cells[5].is_given ? (int)cells[5].number : 1,
        .flits_per_cycle = cells[6].number,
        .line = line,
    };
}

static int compare_links(const void *left, const void *right)
{
    const noc_wire *a = left, *b = right;
    if (a->source_router != b->source_router) return a->source_router < b->source_router ? -1 : 1;
    if (a->target_router != b->target_router) return a->target_router < b->target_router ? -1 : 1;
    return a->line - b->line;
}

static void finish_links(noc_cells *table)
{
    noc_wiring *w = reading_of(table)->wiring;
    if (w->link_count) qsort(w->links, w->link_count, sizeof *w->links, compare_links);
    for (size_t i = 1; i < w->link_count; i++) {
        const noc_wire *one = &w->links[i - 1], *other = &w->links[i];
        if (one->source_router == other->source_router &&
            one->target_router == other->target_router)
            noc_cells_fault(table, other->line,
                            "routers %u and %u are linked twice, here and in line %d (lanes = 2 in "
                            "one line makes two channels side by side)",
                            other->source_router, other->target_router, one->line);
    }
}

/* ---- nodes ---------------------------------------------------------------------------------- */

static const noc_column node_columns[] = {
    {"node", NOC_CELL_WHOLE, false, 0, NOC_WIRED_ROUTERS_MAX - 1, NULL},
    {"router", NOC_CELL_WHOLE, false, 0, NOC_WIRED_ROUTERS_MAX - 1, NULL},
    {"kind", NOC_CELL_WORD, true, 0, 0, "by the number"},
    {"ports", NOC_CELL_WHOLE, true, 1, NOC_PORTS_MAX, "network.memory_ports, or 1"},
    {"flits_per_cycle", NOC_CELL_REAL, true, 0.1, 64, "network.port_flits_per_cycle"},
    {"die", NOC_CELL_WHOLE, true, 0, NOC_DIES_MAX - 1, "that of its router"},
};

/* Kind of a node, as in noc_wired_node; -1: unknown word. */
static int kind_of(const noc_cell *cell)
{
    if (!cell->is_given) return 0;
    if (strcmp(cell->text, "compute") == 0) return 1 + NOC_COMPUTE;
    return strcmp(cell->text, "memory") == 0 ? 1 + NOC_MEMORY : -1;
}

/* Die of a node, as in noc_wired_node. */
static int die_of(const noc_cell *cell)
{
    return cell->is_given ? 1 + (int)cell->number : 0;
}

static void add_node(noc_cells *table, const noc_cell *cells, int line)
{
    reading *r = reading_of(table);
    noc_wiring *w = r->wiring;
    const size_t number = (size_t)cells[0].number;
    const int kind = kind_of(&cells[2]);
    if (kind < 0) {
        noc_cells_fault(table, line, "kind = %.40s: expected compute or memory", cells[2].text);
        return;
    }
    if (!make_room(table, line, &w->nodes, number + 1, &r->node_capacity, sizeof *w->nodes)) return;
    if (w->nodes[number].line) {
        noc_cells_fault(table, line,
                        "node %zu is attached twice, here and in line %d (a node has one router; "
                        "`ports` gives it several ports)",
                        number, w->nodes[number].line);
        return;
    }
    if (number >= w->node_count) w->node_count = number + 1;
    w->nodes[number] = (noc_wired_node){
        .router = (uint32_t)cells[1].number,
        .kind = kind,
        .ports = (int)cells[3].number,
        .flits_per_cycle = cells[4].number,
        .die = die_of(&cells[5]),
        .line = line,
    };
}

/* ---- routes --------------------------------------------------------------------------------- */

static const noc_column step_columns[] = {
    {"router", NOC_CELL_WHOLE, false, 0, NOC_WIRED_ROUTERS_MAX - 1, NULL},
    {"destination", NOC_CELL_WHOLE, false, 0, NOC_WIRED_ROUTERS_MAX - 1, NULL},
    {"next", NOC_CELL_WHOLE, false, 0, NOC_WIRED_ROUTERS_MAX - 1, NULL},
    {"share", NOC_CELL_REAL, true, 1e-6, 1, "an even one"},
    {"vcs", NOC_CELL_WORD, true, 0, 0, "all"},
};

/* Set of virtual channels (bits) of a text such as "0-1+3"; 0 for other texts. */
static uint32_t vcs_of(const char *text)
{
    uint32_t set = 0;
    for (;;) {
        unsigned first, last;
        int end = 0;
        if (*text < '0' || *text > '9' || sscanf(text, "%3u%n", &first, &end) != 1) return 0;
        text += end;
        last = first;
        if (*text == '-') {
            if (text[1] < '0' || text[1] > '9' || sscanf(text + 1, "%3u%n", &last, &end) != 1)
                return 0;
            text += 1 + end;
        }
        if (first > last || last >= NOC_VCS_MAX) return 0;
        set |= (uint32_t)(((uint64_t)2 << last) - ((uint64_t)1 << first));
        if (*text != '+') return *text ? 0 : set;
        text++;
    }
}

static void add_step(noc_cells *table, const noc_cell *cells, int line)
{
    reading *r = reading_of(table);
    noc_wiring *w = r->wiring;
    const uint32_t vcs = cells[4].is_given ? vcs_of(cells[4].text) : 0;
    if (cells[4].is_given && vcs == 0) {
        noc_cells_fault(table, line,
                        "vcs = %.40s: expected virtual channels in 0..%d, a list or ranges (2, "
                        "0-1, 0-1+3)",
                        cells[4].text, NOC_VCS_MAX - 1);
        return;
    }
    if (cells[0].number == cells[1].number) {
        noc_cells_fault(table, line,
                        "router %.0f is the destination itself, where packets leave for their "
                        "nodes (leave the line out)",
                        cells[0].number);
        return;
    }
    if (!make_room(table, line, &w->steps, w->step_count + 1, &r->step_capacity, sizeof *w->steps))
        return;
    w->steps[w->step_count++] = (noc_wired_step){
        .router = (uint32_t)cells[0].number,
        .destination = (uint32_t)cells[1].number,
        .next_router = (uint32_t)cells[2].number,
        .share = cells[3].number,
        .vcs = vcs,
        .line = line,
    };
}

static int compare_steps(const void *left, const void *right)
{
    const noc_wired_step *a = left, *b = right;
    if (a->router != b->router) return a->router < b->router ? -1 : 1;
    if (a->destination != b->destination) return a->destination < b->destination ? -1 : 1;
    if (a->next_router != b->next_router) return a->next_router < b->next_router ? -1 : 1;
    if (a->vcs != b->vcs) return a->vcs < b->vcs ? -1 : 1;
    return a->line - b->line;
}

/* Checks the rows of a pair, of which all or none have shares, and fills in equal shares. */
static void finish_pair(noc_cells *table, noc_wired_step *steps, size_t count)
{
    double sum = 0.0;
    size_t given_shares = 0;
    for (size_t i = 0; i < count; i++) {
        sum += steps[i].share;
        given_shares += steps[i].share > 0.0;
        if (i > 0 && steps[i].next_router == steps[i - 1].next_router &&
            steps[i].vcs == steps[i - 1].vcs)
            noc_cells_fault(table, steps[i].line,
                            "from router %u to destination %u by router %u is there twice, here "
                            "and in line %d",
                            steps[i].router, steps[i].destination, steps[i].next_router,
                            steps[i - 1].line);
    }
    if (given_shares > 0 && given_shares < count)
        noc_cells_fault(table, steps[0].line,
                        "of the %zu rows from router %u to destination %u %zu have a share (all "
                        "or none; without, they share evenly)",
                        count, steps[0].router, steps[0].destination, given_shares);
    else if (given_shares > 0 && !(sum > 0.999 && sum < 1.001))
        noc_cells_fault(table, steps[0].line,
                        "the shares from router %u to destination %u sum to %g (expected 1)",
                        steps[0].router, steps[0].destination, sum);
    for (size_t i = 0; i < count; i++)
        steps[i].share = given_shares == count ? steps[i].share / sum : 1.0 / (double)count;
}

static void finish_steps(noc_cells *table)
{
    noc_wiring *w = reading_of(table)->wiring;
    if (w->step_count) qsort(w->steps, w->step_count, sizeof *w->steps, compare_steps);
    for (size_t i = 0, end; i < w->step_count; i = end) {
        for (end = i + 1; end < w->step_count && w->steps[end].router == w->steps[i].router &&
                          w->steps[end].destination == w->steps[i].destination;)
            end++;
        finish_pair(table, &w->steps[i], end - i);
    }
}

/* ---- positions ------------------------------------------------------------------------------ */

static const noc_column spot_columns[] = {
    {"router", NOC_CELL_WHOLE, false, 0, NOC_WIRED_ROUTERS_MAX - 1, NULL},
    {"x", NOC_CELL_REAL, false, -10000, 10000, NULL},
    {"y", NOC_CELL_REAL, false, -10000, 10000, NULL},
    {"die", NOC_CELL_WHOLE, true, 0, NOC_DIES_MAX - 1, "that of its nodes"},
};

static void add_position(noc_cells *table, const noc_cell *cells, int line)
{
    noc_wiring *w = reading_of(table)->wiring;
    const size_t router = (size_t)cells[0].number;
    if (!make_room(table, line, &w->positions, router + 1, &reading_of(table)->spot_capacity,
                   sizeof *w->positions))
        return;
    if (router >= w->position_count) w->position_count = router + 1;
    if (w->positions[router].line)
        noc_cells_fault(table, line, "router %zu stands in two places, here and in line %d", router,
                        w->positions[router].line);
    w->positions[router] =
        (noc_router_position){cells[1].number, cells[2].number, die_of(&cells[3]), line};
}

/* ---- the tables together -------------------------------------------------------------------- */

/* Counts the routers that tables name. `highest` becomes the line with the highest number. */
static void count_routers(noc_wiring *w, noc_place *highest)
{
    w->router_count = 0;
    for (size_t i = 0; i < w->node_count; i++) {
        if (!w->nodes[i].line || w->nodes[i].router < w->router_count) continue;
        w->router_count = w->nodes[i].router + 1;
        *highest = (noc_place){w->files[NOC_WIRING_ATTACH], w->nodes[i].line};
    }
    for (size_t i = 0; i < w->link_count; i++) {
        const noc_wire *link = &w->links[i];
        const uint32_t last = max_unsigned(link->source_router, link->target_router);
        if (last < w->router_count) continue;
        w->router_count = last + 1;
        *highest = (noc_place){w->files[NOC_WIRING_LINKS], link->line};
    }
}

/* Set of the tables that name a router. */
enum { BY_NODE = 1, BY_LINK_FROM = 2, BY_LINK_TO = 4 };

static noc_status check_router(const noc_wiring *w, uint32_t router, unsigned naming_tables,
                               noc_place highest, noc_diag *diag)
{
    const noc_place links = {w->files[NOC_WIRING_LINKS], 0};
    if (naming_tables == 0)
        return noc_fail(diag, NOC_EINPUT, highest,
                        "router %u has no link and no node, though router %u has (routers are "
                        "numbered from 0, without gaps)",
                        router, w->router_count - 1);
    if (w->router_count > 1 && !(naming_tables & BY_LINK_FROM) && !(naming_tables & BY_NODE))
        return noc_fail(diag, NOC_EINPUT, links,
                        "router %u is a dead end: it has no node, and no link leaves it (a line "
                        "%u,... for the way on; each line is one direction)",
                        router, router);
    if (w->router_count > 1 && !(naming_tables & BY_LINK_TO) && !(naming_tables & BY_NODE))
        return noc_fail(diag, NOC_EINPUT, links,
                        "router %u is never reached: it has no node, and no link leads to it (each "
                        "line is one direction)",
                        router);
    return NOC_OK;
}

static noc_status check_routers(const noc_wiring *w, noc_place highest, noc_diag *diag)
{
    NOC_AUTO_FREE unsigned char *naming_tables = calloc(w->router_count, sizeof *naming_tables);
    if (!naming_tables) return noc_fail_memory(diag);
    for (size_t i = 0; i < w->node_count; i++)
        if (w->nodes[i].line) naming_tables[w->nodes[i].router] |= BY_NODE;
    for (size_t i = 0; i < w->link_count; i++) {
        naming_tables[w->links[i].source_router] |= BY_LINK_FROM;
        naming_tables[w->links[i].target_router] |= BY_LINK_TO;
    }
    noc_status status = NOC_OK;
    for (uint32_t r = 0; r < w->router_count && status == NOC_OK; r++)
        status = check_router(w, r, naming_tables[r], highest, diag);
    return status;
}

static noc_status index_links(noc_wiring *w, noc_diag *diag)
{
    w->first_link = noc_arena_array(&w->arena, (size_t)w->router_count + 1, sizeof *w->first_link);
    if (!w->first_link) return noc_fail_memory(diag);
    for (size_t i = 0; i < w->link_count; i++) w->first_link[w->links[i].source_router + 1]++;
    for (uint32_t r = 0; r < w->router_count; r++) w->first_link[r + 1] += w->first_link[r];
    return NOC_OK;
}

static noc_status check_steps(const noc_wiring *w, noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < w->step_count && status == NOC_OK; i++) {
        const noc_wired_step *s = &w->steps[i];
        const noc_place place = {w->files[NOC_WIRING_ROUTES], s->line};
        const uint32_t last = max_unsigned(s->router, s->destination);
        if (last >= w->router_count)
            status = noc_fail(diag, NOC_EINPUT, place, "there is no router %u (0 to %u are)", last,
                              w->router_count - 1);
        else if (!noc_wiring_find_link(w, s->router, s->next_router))
            status = noc_fail(diag, NOC_EINPUT, place,
                              "there is no link from router %u to router %u, by which this row "
                              "goes on to %u",
                              s->router, s->next_router, s->destination);
    }
    return status;
}

static noc_status check_spots(const noc_wiring *w, noc_diag *diag)
{
    const char *file = w->files[NOC_WIRING_POSITIONS];
    for (size_t i = w->router_count; i < w->position_count; i++)
        if (w->positions[i].line)
            return noc_fail(diag, NOC_EINPUT, (noc_place){file, w->positions[i].line},
                            "there is no router %zu (0 to %u are)", i, w->router_count - 1);
    for (uint32_t i = 0; file && i < w->router_count; i++)
        if (i >= w->position_count || !w->positions[i].line)
            return noc_fail(diag, NOC_EINPUT, (noc_place){file, 0},
                            "router %u has no position (a line router,x,y for each)", i);
    return NOC_OK;
}

/* Distance, links, from a router to the farthest one, and that router. `distance` and `queue`
 * have an entry for each router. */
static uint32_t find_farthest(const noc_wiring *w, uint32_t from, uint32_t *distance,
                              uint32_t *queue, uint32_t *router)
{
    uint32_t first = 0, count = 1;
    for (uint32_t r = 0; r < w->router_count; r++) distance[r] = UINT32_MAX;
    distance[from] = 0;
    queue[0] = from;
    while (first < count) {
        const uint32_t router_at_hand = queue[first++];
        for (uint32_t i = w->first_link[router_at_hand]; i < w->first_link[router_at_hand + 1];
             i++) {
            const uint32_t to = w->links[i].target_router;
            if (distance[to] != UINT32_MAX) continue;
            distance[to] = distance[router_at_hand] + 1;
            queue[count++] = to;
        }
    }
    *router = queue[count - 1];
    return distance[*router];
}

/* Measures the distance from the router that is farthest from router 0: the longest of all in
 * trees, and nearly the longest in other graphs. */
static noc_status measure_longest_path(noc_wiring *w, noc_diag *diag)
{
    NOC_AUTO_FREE uint32_t *distance = malloc(w->router_count * sizeof *distance);
    NOC_AUTO_FREE uint32_t *queue = malloc(w->router_count * sizeof *queue);
    uint32_t router = 0;
    if (!distance || !queue) return noc_fail_memory(diag);
    const uint32_t first_distance = find_farthest(w, 0, distance, queue, &router);
    const uint32_t second_distance = find_farthest(w, router, distance, queue, &router);
    w->links_on_longest_path = max_unsigned(first_distance, second_distance);
    return NOC_OK;
}

/* Counts the routers, finds the links of each, and checks that each table names only routers of
 * the other tables. */
static noc_status join_tables(noc_wiring *w, noc_diag *diag)
{
    noc_place highest = NOC_NOWHERE;
    count_routers(w, &highest);
    noc_status status = NOC_OK;
    if (w->router_count == 0)
        status = noc_fail(diag, NOC_EINPUT, (noc_place){w->files[NOC_WIRING_ATTACH], 0},
                          "names no node (a line node,router for each)");
    if (status == NOC_OK) status = check_routers(w, highest, diag);
    if (status == NOC_OK) status = index_links(w, diag);
    if (status == NOC_OK) status = check_steps(w, diag);
    if (status == NOC_OK) status = check_spots(w, diag);
    if (status == NOC_OK) status = noc_wiring_find_dies(w, diag);
    if (status == NOC_OK) status = measure_longest_path(w, diag);
    return status;
}

/* ---- files ---------------------------------------------------------------------------------- */

typedef struct table_kind {
    const noc_column *columns;
    size_t count;
    noc_cells_row_taker *add_row;
    void (*finish)(noc_cells *table);
} table_kind;

#define COLUMNS(list) (list), sizeof(list) / sizeof((list)[0])

static const table_kind table_kinds[NOC_WIRING_FILES] = {
    [NOC_WIRING_LINKS] = {COLUMNS(link_columns), add_link, finish_links},
    [NOC_WIRING_ATTACH] = {COLUMNS(node_columns), add_node, NULL},
    [NOC_WIRING_ROUTES] = {COLUMNS(step_columns), add_step, finish_steps},
    [NOC_WIRING_POSITIONS] = {COLUMNS(spot_columns), add_position, NULL},
};

static const noc_embedded_file *find_given(const noc_embedded_file *files, const char *name)
{
    while (files && files->path && strcmp(files->path, name) != 0) files++;
    return files && files->path ? files : NULL;
}

bool noc_wiring_is_given(const noc_embedded_file *given, const char *name)
{
    return find_given(given, name) != NULL;
}

const noc_text_kind noc_table_text = {
    .max_bytes = 1 << 28,
    .max_line_bytes = 1 << 20,
    .large_message = "is larger than 256 MiB",
    .binary_message = "is binary (a table in CSV is text)",
    .empty_message = "is empty (the first line of a table names its columns)",
    .directory_message = "is a directory (a table in CSV is expected)",
};

static noc_status read_file(reading *r, noc_wiring_file file, const char *path)
{
    const table_kind *kind = &table_kinds[file];
    const noc_embedded_file *given = find_given(r->given_files, path);
    NOC_AUTO_FREE char *read_text = NULL;
    noc_status status = given ? NOC_OK : noc_text_read(path, &noc_table_text, &read_text, r->diag);
    if (status != NOC_OK) return status;
    const char *text = given ? given->text : read_text;
    r->wiring->files[file] = noc_arena_string(&r->wiring->arena, path);
    noc_cells table = {
        .file = path,
        .columns = kind->columns,
        .count = kind->count,
        .take_row = kind->add_row,
        .context = r,
        .diag = r->diag,
    };
    status = r->wiring->files[file] ? noc_cells_read(&table, text) : noc_fail_memory(r->diag);
    if (status == NOC_OK && kind->finish) {
        kind->finish(&table);
        status = table.status;
    }
    const uint8_t name[] = {(uint8_t)file};
    SHA256Update(&r->digest, name, sizeof name);
    SHA256Update(&r->digest, (const uint8_t *)text, strlen(text));
    return status;
}

noc_status noc_wiring_read(const char *const files[NOC_WIRING_FILES],
                           const noc_embedded_file *given, noc_wiring **wiring, noc_diag *diag)
{
    reading r = {.wiring = calloc(1, sizeof *r.wiring), .given_files = given, .diag = diag};
    if (!r.wiring) return noc_fail_memory(diag);
    noc_status status = NOC_OK;
    SHA256Init(&r.digest);
    for (int f = 0; f < NOC_WIRING_FILES; f++) {
        const noc_status one = files[f] ? read_file(&r, (noc_wiring_file)f, files[f]) : NOC_OK;
        if (status == NOC_OK) status = one;
    }
    if (status == NOC_OK) status = join_tables(r.wiring, diag);
    if (status != NOC_OK) {
        noc_wiring_free(r.wiring);
        return status;
    }
    SHA256End(&r.digest, r.wiring->digest);
    *wiring = r.wiring;
    return NOC_OK;
}
