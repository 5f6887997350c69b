#include "reports/designs/graph_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network/files/wiring_layers.h"
#include "reports/drawings/wires.h"

/* ---- figures of a graph --------------------------------------------------------------------- */

/* Degrees and distances of a graph's routers, and its bisection. */
typedef struct graph_facts {
    uint32_t smallest_degree, largest_degree; /* number of neighbours of a router */
    uint32_t diameter;                        /* longest shortest path, links */
    double mean_distance;                     /* mean shortest path over ordered pairs, links */
    /* Flow between two halves of the routers, flits per cycle, in the direction with less flow,
     * across the smallest cut found: an upper bound of the bisection. */
    double bisection;
} graph_facts;

enum { MEASURED_ROUTERS_MAX = 8192 }; /* routers */
/* Directions of cuts, and limit of exchanges for each. */
enum { DIRECTIONS = 4, EXCHANGES_MAX = 300 };

/* ---- distances ------------------------------------------------------------------------------ */

/* Targets of the links from each router. The targets of router r are
 * routers[first_positions[r]] .. routers[first_positions[r + 1] - 1]. */
typedef struct link_targets {
    uint32_t *first_positions, *routers;
} link_targets;

static bool list_targets(const noc_wires *wires, link_targets *targets)
{
    targets->first_positions = calloc((size_t)wires->routers + 2, sizeof *targets->first_positions);
    targets->routers = malloc((2 * wires->count + 1) * sizeof *targets->routers);
    if (!targets->first_positions || !targets->routers) return false;
    for (size_t i = 0; i < wires->count; i++) {
        targets->first_positions[wires->pairs[i].a + 2] += wires->pairs[i].forward.lanes > 0;
        targets->first_positions[wires->pairs[i].b + 2] += wires->pairs[i].backward.lanes > 0;
    }
    for (uint32_t r = 2; r < wires->routers + 2; r++)
        targets->first_positions[r] += targets->first_positions[r - 1];
    for (size_t i = 0; i < wires->count; i++) {
        const noc_wires_pair *pair = &wires->pairs[i];
        if (pair->forward.lanes)
            targets->routers[targets->first_positions[pair->a + 1]++] = pair->b;
        if (pair->backward.lanes)
            targets->routers[targets->first_positions[pair->b + 1]++] = pair->a;
    }
    return true;
}

/* Computes the distances from router `source` to all routers, links, breadth first. Returns their
 * sum. Raises *largest to the largest distance. `queue` has room for all routers. */
static double sum_distances(const noc_wires *wires, const link_targets *targets, uint32_t source,
                            uint32_t *distances, uint32_t *queue, uint32_t *largest)
{
    uint32_t head = 0, tail = 0;
    double sum = 0.0;
    memset(distances, 0xff, wires->routers * sizeof *distances);
    distances[source] = 0;
    queue[tail++] = source;
    while (head < tail) {
        const uint32_t router = queue[head++];
        sum += distances[router];
        if (distances[router] > *largest) *largest = distances[router];
        for (uint32_t i = targets->first_positions[router];
             i < targets->first_positions[router + 1]; i++)
            if (distances[targets->routers[i]] == UINT32_MAX) {
                distances[targets->routers[i]] = distances[router] + 1;
                queue[tail++] = targets->routers[i];
            }
    }
    return sum;
}

static bool measure_distances(const noc_wires *wires, graph_facts *f)
{
    link_targets targets = {NULL, NULL};
    uint32_t *distances = malloc((wires->routers + 1) * sizeof *distances);
    uint32_t *queue = malloc((wires->routers + 1) * sizeof *queue);
    const bool has_memory = list_targets(wires, &targets) && distances && queue;
    double sum = 0.0;
    for (uint32_t r = 0; has_memory && r < wires->routers; r++)
        sum += sum_distances(wires, &targets, r, distances, queue, &f->diameter);
    if (wires->routers > 1)
        f->mean_distance = sum / ((double)wires->routers * (wires->routers - 1));
    free(targets.first_positions);
    free(targets.routers);
    free(distances);
    free(queue);
    return has_memory;
}

static bool count_degrees(const noc_wires *wires, graph_facts *f)
{
    uint32_t *degree = calloc(wires->routers + 1, sizeof *degree);
    if (!degree) return false;
    for (size_t i = 0; i < wires->count; i++) {
        degree[wires->pairs[i].a]++;
        degree[wires->pairs[i].b]++;
    }
    f->smallest_degree = UINT32_MAX;
    for (uint32_t r = 0; r < wires->routers; r++) {
        if (degree[r] < f->smallest_degree) f->smallest_degree = degree[r];
        if (degree[r] > f->largest_degree) f->largest_degree = degree[r];
    }
    free(degree);
    return true;
}

/* ---- halves --------------------------------------------------------------------------------- */

/* A router and its position along a direction. */
typedef struct router_position {
    double position;
    uint32_t router;
} router_position;

static int compare_positions(const void *a, const void *b)
{
    const router_position *p = a, *q = b;
    if (p->position != q->position) return p->position < q->position ? -1 : 1;
    return p->router < q->router ? -1 : p->router > q->router;
}

static double cut_flow(const noc_wires *wires, const bool *is_second_half)
{
    double forward_flow = 0.0, backward_flow = 0.0;
    for (size_t i = 0; i < wires->count; i++) {
        const noc_wires_pair *pair = &wires->pairs[i];
        if (is_second_half[pair->a] == is_second_half[pair->b]) continue;
        forward_flow += is_second_half[pair->b] ? pair->forward.flits_per_cycle
                                                : pair->backward.flits_per_cycle;
        backward_flow += is_second_half[pair->b] ? pair->backward.flits_per_cycle
                                                 : pair->forward.flits_per_cycle;
    }
    return fmin(forward_flow, backward_flow);
}

/* Computes by how much a move of each router to the other half would reduce the cut: its flow to
 * the other half less its flow in its own half, flits per cycle (Kernighan and Lin 1970). */
static void find_gains(const noc_wires *wires, const bool *is_second_half, double *gains)
{
    memset(gains, 0, wires->routers * sizeof *gains);
    for (size_t i = 0; i < wires->count; i++) {
        const noc_wires_pair *pair = &wires->pairs[i];
        const double flits = pair->forward.flits_per_cycle + pair->backward.flits_per_cycle;
        const double gain = is_second_half[pair->a] == is_second_half[pair->b] ? -flits : flits;
        gains[pair->a] += gain;
        gains[pair->b] += gain;
    }
}

/* Exchanges the two routers with the largest gains, one of each half, while the cut shrinks
 * (Kernighan and Lin 1970). `gains` has room for all routers. Returns the flow of the cut, flits
 * per cycle. */
static double improve_cut(const noc_wires *wires, bool *is_second_half, double *gains)
{
    double smallest_cut = cut_flow(wires, is_second_half);
    for (int i = 0; i < EXCHANGES_MAX; i++) {
        uint32_t best_routers[2] = {NOC_NONE, NOC_NONE};
        find_gains(wires, is_second_half, gains);
        for (uint32_t r = 0; r < wires->routers; r++)
            if (best_routers[is_second_half[r]] == NOC_NONE ||
                gains[r] > gains[best_routers[is_second_half[r]]])
                best_routers[is_second_half[r]] = r;
        if (best_routers[0] == NOC_NONE || best_routers[1] == NOC_NONE) break;
        is_second_half[best_routers[0]] = true;
        is_second_half[best_routers[1]] = false;
        const double new_cut = cut_flow(wires, is_second_half);
        if (new_cut >= smallest_cut) break;
        smallest_cut = new_cut;
    }
    return smallest_cut;
}

/* Cuts the routers by lines in four directions, and improves each cut. */
static bool find_bisection(const noc_wires *wires, const noc_layout_point *points, graph_facts *f)
{
    static const double directions[DIRECTIONS][2] = {
        {1.0, 1e-3}, {1e-3, 1.0}, {1.0, 1.0}, {1.0, -1.0}};
    router_position *positions = malloc((wires->routers + 1) * sizeof *positions);
    bool *is_second_half = malloc((wires->routers + 1) * sizeof *is_second_half);
    double *gains = malloc((wires->routers + 1) * sizeof *gains);
    const bool has_memory = positions && is_second_half && gains;
    f->bisection = INFINITY;
    for (int d = 0; has_memory && d < DIRECTIONS; d++) {
        for (uint32_t r = 0; r < wires->routers; r++)
            positions[r] = (router_position){
                directions[d][0] * points[r].x + directions[d][1] * points[r].y, r};
        qsort(positions, wires->routers, sizeof *positions, compare_positions);
        for (uint32_t i = 0; i < wires->routers; i++)
            is_second_half[positions[i].router] = i >= wires->routers / 2;
        f->bisection = fmin(f->bisection, improve_cut(wires, is_second_half, gains));
    }
    free(positions);
    free(is_second_half);
    free(gains);
    return has_memory;
}

/* Finds the facts of a graph with routers at `points`. Beyond MEASURED_ROUTERS_MAX routers,
 * diameter and mean are 0 and the bisection is NAN. NOC_EFAILED: out of memory. */
static noc_status find_facts(const noc_wires *wires, const noc_layout_point *points, graph_facts *f,
                             noc_diag *diag)
{
    *f = (graph_facts){.bisection = NAN};
    if (!count_degrees(wires, f)) return noc_fail_memory(diag);
    if (wires->routers > MEASURED_ROUTERS_MAX || wires->routers < 2) return NOC_OK;
    return measure_distances(wires, f) && find_bisection(wires, points, f) ? NOC_OK
                                                                           : noc_fail_memory(diag);
}

/* ---- in words ------------------------------------------------------------------------------- */

enum { LISTED_ROUTERS_MAX = 24 }; /* routers */

static void print_size(const noc_wires *wires, const graph_facts *f, FILE *out)
{
    size_t one_way_count = 0;
    for (size_t i = 0; i < wires->count; i++)
        one_way_count += noc_wires_is_one_way(&wires->pairs[i]);
    fprintf(out, "// %zu pairs of routers are linked", wires->count);
    if (one_way_count) fprintf(out, ", %zu of them one way only", one_way_count);
    if (f->smallest_degree == f->largest_degree)
        fprintf(out, "; each router with %u others\n", f->largest_degree);
    else
        fprintf(out, "; each router with %u to %u others\n", f->smallest_degree, f->largest_degree);
}

static void print_distances(const graph_facts *f, FILE *out)
{
    if (isfinite(f->bisection))
        fprintf(out,
                "// from router to router %.2f links on average, %u at most; between halves at "
                "most %.4g flits/cycle each way\n",
                f->mean_distance, f->diameter, f->bisection);
}

/* Prints the nodes of a router: "4 compute, memory 0"; a single node of its kind by its number. */
static void print_nodes(const noc_wires_nodes *nodes, FILE *out)
{
    char text[40] = "";
    int length = 0;
    if (nodes->computes == 1)
        length = snprintf(text, sizeof text, "compute %u", nodes->first_compute);
    else if (nodes->computes > 1)
        length = snprintf(text, sizeof text, "%u compute", nodes->computes);
    const char *comma = length ? ", " : "";
    if (nodes->memories == 1)
        snprintf(text + length, sizeof text - (size_t)length, "%smemory %u", comma,
                 nodes->first_memory);
    else if (nodes->memories > 1)
        snprintf(text + length, sizeof text - (size_t)length, "%s%u memory", comma,
                 nodes->memories);
    fprintf(out, "%-24s", text);
}

static void print_link(uint32_t target, const noc_wires_link *link, bool is_first, FILE *out)
{
    if (link->lanes == 0) return;
    fprintf(out, "%s%u: %u", is_first ? "" : ", ", target, link->cycles);
    if (link->flits_per_cycle != 1.0) fprintf(out, " x%.3g", link->flits_per_cycle);
}

static void print_routers(const noc_wires *wires, FILE *out)
{
    fprintf(out, "// router  nodes                   links to: cycles (x flits/cycle)\n");
    for (uint32_t r = 0; r < wires->routers; r++) {
        bool is_first = true;
        fprintf(out, "// %6u  ", r);
        print_nodes(&wires->nodes[r], out);
        for (size_t i = 0; i < wires->count; i++) {
            const noc_wires_pair *pair = &wires->pairs[i];
            if (pair->a != r && pair->b != r) continue;
            const noc_wires_link *link = pair->a == r ? &pair->forward : &pair->backward;
            print_link(pair->a == r ? pair->b : pair->a, link, is_first, out);
            is_first = is_first && link->lanes == 0;
        }
        fputc('\n', out);
    }
}

static noc_status print_network(const noc_system *system, uint16_t network, FILE *out,
                                noc_diag *diag)
{
    noc_wires wires;
    noc_layout_point *points = NULL;
    graph_facts f;
    noc_status status = noc_wires_find(system, network, &wires, diag);
    if (status == NOC_OK) status = noc_wires_place_routers(system, network, &wires, &points, diag);
    if (status == NOC_OK) status = find_facts(&wires, points, &f, diag);
    if (status == NOC_OK) {
        print_size(&wires, &f, out);
        print_distances(&f, out);
        if (wires.routers <= LISTED_ROUTERS_MAX) print_routers(&wires, out);
    }
    free(points);
    noc_wires_clear(&wires);
    return status;
}

bool noc_graph_text_is_shown(const noc_design *design)
{
    return noc_design_has_wiring(design);
}

noc_status noc_graph_text_print(const noc_system *system, FILE *out, noc_diag *diag)
{
    const noc_graph *graph = &system->graph;
    char layers[200];
    noc_status status = NOC_OK;
    for (uint16_t n = 0; n < graph->network_count && status == NOC_OK; n++) {
        const noc_network *network = &graph->networks[n];
        if (!noc_system_spec(system, n)->wiring || network->slice > 0) continue;
        if (graph->network_count > 1) fprintf(out, "// network %u\n", network->spec_index);
        status = print_network(system, n, out, diag);
    }
    noc_layers_describe(system, layers, sizeof layers);
    if (*layers) fprintf(out, "// %s\n", layers);
    return status;
}
