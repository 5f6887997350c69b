#include "reports/designs/graph_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network/files/wiring_layers.h"
#include "reports/drawings/wires.h"

/* ---- figures of a graph --------------------------------------------------------------------- */

/* Degrees and distances of a graph's routers, and its bisection. */
typedef struct facts {
    uint32_t least_degree, most_degree; /* number of neighbours of a router */
    uint32_t diameter;                  /* longest shortest path, links */
    double mean;                        /* mean shortest path over ordered pairs, links */
    /* Flow between two halves of the routers, flits per cycle, in the direction with less flow,
     * across the smallest cut found: an upper bound of the bisection. */
    double bisection;
} facts;

enum { MEASURED_MOST = 8192 }; /* routers */
/* Directions of cuts, and limit of exchanges for each. */
enum { DIRECTIONS = 4, EXCHANGES_MOST = 300 };

/* ---- distances ------------------------------------------------------------------------------ */

/* Targets of links: of router r at routers[first_positions[r]] and up. */
typedef struct leads {
    uint32_t *first, *to;
} leads;

static bool list_leads(const noc_wires *w, leads *l)
{
    l->first = calloc((size_t)w->routers + 2, sizeof *l->first);
    l->to = malloc((2 * w->count + 1) * sizeof *l->to);
    if (!l->first || !l->to) return false;
    for (size_t i = 0; i < w->count; i++) {
        l->first[w->pairs[i].a + 2] += w->pairs[i].there.lanes > 0;
        l->first[w->pairs[i].b + 2] += w->pairs[i].back.lanes > 0;
    }
    for (uint32_t r = 2; r < w->routers + 2; r++) l->first[r] += l->first[r - 1];
    for (size_t i = 0; i < w->count; i++) {
        const noc_wires_pair *p = &w->pairs[i];
        if (p->there.lanes) l->to[l->first[p->a + 1]++] = p->b;
        if (p->back.lanes) l->to[l->first[p->b + 1]++] = p->a;
    }
    return true;
}

/* Computes the distances from router `source` to all routers, links. Returns their sum; sets
 * *largest to the largest if that is larger. */
static double walk(const noc_wires *w, const leads *l, uint32_t from, uint32_t *steps,
                   uint32_t *queue, uint32_t *most)
{
    uint32_t head = 0, tail = 0;
    double sum = 0.0;
    memset(steps, 0xff, w->routers * sizeof *steps);
    steps[from] = 0;
    queue[tail++] = from;
    while (head < tail) {
        const uint32_t at = queue[head++];
        sum += steps[at];
        if (steps[at] > *most) *most = steps[at];
        for (uint32_t i = l->first[at]; i < l->first[at + 1]; i++)
            if (steps[l->to[i]] == UINT32_MAX) {
                steps[l->to[i]] = steps[at] + 1;
                queue[tail++] = l->to[i];
            }
    }
    return sum;
}

static bool measure(const noc_wires *w, facts *f)
{
    leads l = {NULL, NULL};
    uint32_t *steps = malloc((w->routers + 1) * sizeof *steps);
    uint32_t *queue = malloc((w->routers + 1) * sizeof *queue);
    const bool made = list_leads(w, &l) && steps && queue;
    double sum = 0.0;
    for (uint32_t r = 0; made && r < w->routers; r++)
        sum += walk(w, &l, r, steps, queue, &f->diameter);
    if (w->routers > 1) f->mean = sum / ((double)w->routers * (w->routers - 1));
    free(l.first);
    free(l.to);
    free(steps);
    free(queue);
    return made;
}

static bool count_degrees(const noc_wires *w, facts *f)
{
    uint32_t *degree = calloc(w->routers + 1, sizeof *degree);
    if (!degree) return false;
    for (size_t i = 0; i < w->count; i++) {
        degree[w->pairs[i].a]++;
        degree[w->pairs[i].b]++;
    }
    f->least_degree = UINT32_MAX;
    for (uint32_t r = 0; r < w->routers; r++) {
        if (degree[r] < f->least_degree) f->least_degree = degree[r];
        if (degree[r] > f->most_degree) f->most_degree = degree[r];
    }
    free(degree);
    return true;
}

/* ---- halves --------------------------------------------------------------------------------- */

/* A router and its position along a direction. */
typedef struct placed {
    double at;
    uint32_t router;
} placed;

static int by_place(const void *a, const void *b)
{
    const placed *p = a, *q = b;
    if (p->at != q->at) return p->at < q->at ? -1 : 1;
    return p->router < q->router ? -1 : p->router > q->router;
}

static double cut_of(const noc_wires *w, const bool *second)
{
    double there = 0.0, back = 0.0;
    for (size_t i = 0; i < w->count; i++) {
        const noc_wires_pair *p = &w->pairs[i];
        if (second[p->a] == second[p->b]) continue;
        there += second[p->b] ? p->there.flits_per_cycle : p->back.flits_per_cycle;
        back += second[p->b] ? p->back.flits_per_cycle : p->there.flits_per_cycle;
    }
    return fmin(there, back);
}

/* Computes each router's gain by a change of its half: flow to the other half less flow in its own,
 * flits per cycle (Kernighan and Lin 1970). */
static void find_pulls(const noc_wires *w, const bool *second, double *pull)
{
    memset(pull, 0, w->routers * sizeof *pull);
    for (size_t i = 0; i < w->count; i++) {
        const noc_wires_pair *p = &w->pairs[i];
        const double flits = p->there.flits_per_cycle + p->back.flits_per_cycle;
        const double by = second[p->a] == second[p->b] ? -flits : flits;
        pull[p->a] += by;
        pull[p->b] += by;
    }
}

/* Exchanges the routers of both halves with the largest gains while the cut shrinks (Kernighan and
 * Lin 1970). `gains` has room for the routers. Returns the flow of the cut, flits per cycle. */
static double improve(const noc_wires *w, bool *second, double *pull)
{
    double least = cut_of(w, second);
    for (int i = 0; i < EXCHANGES_MOST; i++) {
        uint32_t best[2] = {NOC_NONE, NOC_NONE};
        find_pulls(w, second, pull);
        for (uint32_t r = 0; r < w->routers; r++)
            if (best[second[r]] == NOC_NONE || pull[r] > pull[best[second[r]]]) best[second[r]] = r;
        if (best[0] == NOC_NONE || best[1] == NOC_NONE) break;
        second[best[0]] = true;
        second[best[1]] = false;
        const double cut = cut_of(w, second);
        if (cut >= least) break;
        least = cut;
    }
    return least;
}

/* Cuts the routers by lines in four directions, and improves each cut. */
static bool halve(const noc_wires *w, const noc_layout_point *at, facts *f)
{
    static const double ways[DIRECTIONS][2] = {{1.0, 1e-3}, {1e-3, 1.0}, {1.0, 1.0}, {1.0, -1.0}};
    placed *order = malloc((w->routers + 1) * sizeof *order);
    bool *second = malloc((w->routers + 1) * sizeof *second);
    double *pull = malloc((w->routers + 1) * sizeof *pull);
    const bool made = order && second && pull;
    f->bisection = INFINITY;
    for (int d = 0; made && d < DIRECTIONS; d++) {
        for (uint32_t r = 0; r < w->routers; r++)
            order[r] = (placed){ways[d][0] * at[r].x + ways[d][1] * at[r].y, r};
        qsort(order, w->routers, sizeof *order, by_place);
        for (uint32_t i = 0; i < w->routers; i++) second[order[i].router] = i >= w->routers / 2;
        f->bisection = fmin(f->bisection, improve(w, second, pull));
    }
    free(order);
    free(second);
    free(pull);
    return made;
}

/* Finds the facts of a graph with routers at `points`. Beyond MEASURED_ROUTERS_MAX routers,
 * diameter and mean are 0 and the bisection is NAN. NOC_EFAILED: out of memory. */
static noc_status find_facts(const noc_wires *w, const noc_layout_point *at, facts *f,
                             noc_diag *diag)
{
    *f = (facts){.bisection = NAN};
    if (!count_degrees(w, f)) return noc_fail_memory(diag);
    if (w->routers > MEASURED_MOST || w->routers < 2) return NOC_OK;
    return measure(w, f) && halve(w, at, f) ? NOC_OK : noc_fail_memory(diag);
}

/* ---- in words ------------------------------------------------------------------------------- */

enum { LISTED_MOST = 24 }; /* routers */

static void print_size(const noc_wires *w, const facts *f, FILE *out)
{
    size_t one_way = 0;
    for (size_t i = 0; i < w->count; i++) one_way += noc_wires_one_way(&w->pairs[i]);
    fprintf(out, "// %zu pairs of routers are linked", w->count);
    if (one_way) fprintf(out, ", %zu of them one way only", one_way);
    if (f->least_degree == f->most_degree)
        fprintf(out, "; each router with %u others\n", f->most_degree);
    else
        fprintf(out, "; each router with %u to %u others\n", f->least_degree, f->most_degree);
}

static void print_distances(const facts *f, FILE *out)
{
    if (isfinite(f->bisection))
        fprintf(out,
                "// from router to router %.2f links on average, %u at most; between halves at "
                "most %.4g flits/cycle each way\n",
                f->mean, f->diameter, f->bisection);
}

/* Prints the nodes of a router: "4 compute, memory 0"; a single node of its kind by its number. */
static void print_nodes(const noc_wires_nodes *n, FILE *out)
{
    char text[40] = "";
    int used = 0;
    if (n->computes == 1)
        used = snprintf(text, sizeof text, "compute %u", n->first_compute);
    else if (n->computes > 1)
        used = snprintf(text, sizeof text, "%u compute", n->computes);
    const char *comma = used ? ", " : "";
    if (n->memories == 1)
        snprintf(text + used, sizeof text - (size_t)used, "%smemory %u", comma, n->first_memory);
    else if (n->memories > 1)
        snprintf(text + used, sizeof text - (size_t)used, "%s%u memory", comma, n->memories);
    fprintf(out, "%-24s", text);
}

static void print_way(uint32_t to, const noc_wires_way *way, bool first, FILE *out)
{
    if (way->lanes == 0) return;
    fprintf(out, "%s%u: %u", first ? "" : ", ", to, way->cycles);
    if (way->flits_per_cycle != 1.0) fprintf(out, " x%.3g", way->flits_per_cycle);
}

static void print_routers(const noc_wires *w, FILE *out)
{
    fprintf(out, "// router  nodes                   links to: cycles (x flits/cycle)\n");
    for (uint32_t r = 0; r < w->routers; r++) {
        bool first = true;
        fprintf(out, "// %6u  ", r);
        print_nodes(&w->nodes[r], out);
        for (size_t i = 0; i < w->count; i++) {
            const noc_wires_pair *p = &w->pairs[i];
            if (p->a != r && p->b != r) continue;
            const noc_wires_way *way = p->a == r ? &p->there : &p->back;
            print_way(p->a == r ? p->b : p->a, way, first, out);
            first = first && way->lanes == 0;
        }
        fputc('\n', out);
    }
}

static noc_status print_network(const noc_system *system, uint16_t network, FILE *out,
                                noc_diag *diag)
{
    noc_wires w;
    noc_layout_point *at = NULL;
    facts f;
    noc_status status = noc_wires_of(system, network, &w, diag);
    if (status == NOC_OK) status = noc_wires_places(system, network, &w, &at, diag);
    if (status == NOC_OK) status = find_facts(&w, at, &f, diag);
    if (status == NOC_OK) {
        print_size(&w, &f, out);
        print_distances(&f, out);
        if (w.routers <= LISTED_MOST) print_routers(&w, out);
    }
    free(at);
    noc_wires_clear(&w);
    return status;
}

bool noc_graph_text_applies(const noc_design *design)
{
    return noc_design_has_wiring(design);
}

noc_status noc_graph_text(const noc_system *system, FILE *out, noc_diag *diag)
{
    const noc_graph *g = &system->graph;
    char layers[200];
    noc_status status = NOC_OK;
    for (uint16_t n = 0; n < g->network_count && status == NOC_OK; n++) {
        const noc_network *net = &g->networks[n];
        if (!noc_system_spec(system, n)->wiring || net->slice > 0) continue;
        if (g->network_count > 1) fprintf(out, "// network %u\n", net->spec);
        status = print_network(system, n, out, diag);
    }
    noc_layers_explain(system, layers, sizeof layers);
    if (*layers) fprintf(out, "// %s\n", layers);
    return status;
}
