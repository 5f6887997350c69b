#include "reports/drawings/layout.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "reports/drawings/layout_frame.h"
#include "reports/words/turn.h"

typedef noc_layout_point point;

/* ---- steps between routers ------------------------------------------------------------------ */

/* Neighbours of each router, and distances of all routers from the pivots. Each pivot is the router
 * farthest from the earlier pivots; in a small graph all routers are pivots. */
typedef struct graph_steps {
    uint32_t router_count, pivot_count;
    /* Neighbours of router i: neighbours[first_positions[i]] .. [first_positions[i + 1] - 1]. */
    uint32_t *first_positions, *neighbours;
    uint32_t *pivot_routers;
    uint16_t *distances; /* [k * router_count + i]: pivot k to router i, links */
} graph_steps;

static bool list_neighbours(const noc_layout_link *links, size_t count, graph_steps *s)
{
    s->first_positions = calloc((size_t)s->router_count + 2, sizeof *s->first_positions);
    s->neighbours = malloc((2 * count + 1) * sizeof *s->neighbours);
    if (!s->first_positions || !s->neighbours) return false;
    /* Neighbours are counted two positions up, so that each count becomes a start after filling. */
    for (size_t l = 0; l < count; l++) {
        s->first_positions[links[l].a + 2]++;
        s->first_positions[links[l].b + 2]++;
    }
    for (uint32_t r = 2; r < s->router_count + 2; r++)
        s->first_positions[r] += s->first_positions[r - 1];
    for (size_t l = 0; l < count; l++) {
        s->neighbours[s->first_positions[links[l].a + 1]++] = links[l].b;
        s->neighbours[s->first_positions[links[l].b + 1]++] = links[l].a;
    }
    return true;
}

/* Computes the distances from a pivot to all routers, links, breadth first. `queue` has room for
 * all routers. */
static void measure_distances(const graph_steps *s, uint32_t pivot, uint16_t *distances,
                              uint32_t *queue)
{
    uint32_t head = 0, tail = 0;
    memset(distances, 0xff, s->router_count * sizeof *distances);
    distances[pivot] = 0;
    queue[tail++] = pivot;
    while (head < tail) {
        const uint32_t router = queue[head++];
        const uint16_t next_distance =
            (uint16_t)(distances[router] < UINT16_MAX - 1 ? distances[router] + 1
                                                          : distances[router]);
        for (uint32_t i = s->first_positions[router]; i < s->first_positions[router + 1]; i++)
            if (distances[s->neighbours[i]] == UINT16_MAX) {
                distances[s->neighbours[i]] = next_distance;
                queue[tail++] = s->neighbours[i];
            }
    }
}

static void choose_pivots(graph_steps *s, uint16_t *nearest_distances, uint32_t *queue)
{
    uint32_t farthest = 0;
    memset(nearest_distances, 0xff, s->router_count * sizeof *nearest_distances);
    for (uint32_t k = 0; k < s->pivot_count; k++) {
        uint16_t *distances = &s->distances[(size_t)k * s->router_count];
        s->pivot_routers[k] = farthest;
        measure_distances(s, farthest, distances, queue);
        farthest = 0;
        for (uint32_t i = 0; i < s->router_count; i++) {
            if (distances[i] < nearest_distances[i]) nearest_distances[i] = distances[i];
            if (nearest_distances[i] > nearest_distances[farthest]) farthest = i;
        }
    }
}

/* Sets the distances of unreachable routers to two links more than the largest distance. */
static void fill_missing_distances(graph_steps *s)
{
    const size_t distance_count = (size_t)s->pivot_count * s->router_count;
    uint16_t largest = 0;
    for (size_t i = 0; i < distance_count; i++)
        if (s->distances[i] != UINT16_MAX && s->distances[i] > largest) largest = s->distances[i];
    for (size_t i = 0; i < distance_count; i++)
        if (s->distances[i] == UINT16_MAX) s->distances[i] = (uint16_t)(largest + 2);
}

/* Lists the neighbours, and computes the distances from `pivots` pivots. False when out of memory.
 * The caller clears *s in either case. */
static bool build_steps(uint32_t routers, const noc_layout_link *links, size_t count,
                        uint32_t pivots, graph_steps *s)
{
    *s = (graph_steps){.router_count = routers, .pivot_count = pivots < routers ? pivots : routers};
    s->pivot_routers = calloc((size_t)s->pivot_count + 1, sizeof *s->pivot_routers);
    s->distances = malloc((size_t)s->pivot_count * routers * sizeof *s->distances + 1);
    uint16_t *nearest_distances = malloc(routers * sizeof *nearest_distances + 1);
    uint32_t *queue = malloc(routers * sizeof *queue + 1);
    const bool has_memory = s->pivot_routers && s->distances && nearest_distances && queue &&
                            list_neighbours(links, count, s);
    if (has_memory) {
        choose_pivots(s, nearest_distances, queue);
        fill_missing_distances(s);
    }
    free(nearest_distances);
    free(queue);
    return has_memory;
}

static void clear_steps(graph_steps *s)
{
    free(s->first_positions);
    free(s->neighbours);
    free(s->pivot_routers);
    free(s->distances);
}

/* ---- trees ---------------------------------------------------------------------------------- */

/* A router of the tree: parent, depth, leaves below it, and its sector. */
typedef struct branch {
    uint32_t parent, depth, leaves;
    bool is_leaf;
    double sector_start, sector_width; /* turns */
} branch;

/* Lists the routers, parents first. Returns the number of reached routers; one more than all
 * routers if the links form a cycle. */
static uint32_t list_branches(const graph_steps *s, uint32_t root, branch *b, uint32_t *order)
{
    uint32_t head = 0, tail = 0;
    for (uint32_t i = 0; i < s->router_count; i++) b[i] = (branch){.parent = UINT32_MAX};
    b[root] = (branch){.parent = root, .sector_width = 1.0};
    order[tail++] = root;
    while (head < tail) {
        const uint32_t router = order[head++];
        for (uint32_t k = s->first_positions[router]; k < s->first_positions[router + 1]; k++) {
            const uint32_t next = s->neighbours[k];
            if (next == router || next == b[router].parent || b[next].parent == router) continue;
            if (b[next].parent != UINT32_MAX) return s->router_count + 1;
            b[next] = (branch){.parent = router, .depth = b[router].depth + 1};
            order[tail++] = next;
        }
    }
    return tail;
}

static void assign_sectors(uint32_t routers, branch *b, const uint32_t *order)
{
    for (uint32_t i = routers; i-- > 0;) {
        branch *child = &b[order[i]];
        child->is_leaf = child->leaves == 0;
        child->leaves += child->is_leaf;
        if (i > 0) b[child->parent].leaves += child->leaves;
    }
    /* sector_start of a parent increases by each child's sector */
    for (uint32_t i = 1; i < routers; i++) {
        branch *child = &b[order[i]], *parent = &b[child->parent];
        child->sector_width = parent->sector_width * child->leaves / parent->leaves;
        child->sector_start = parent->sector_start;
        parent->sector_start += child->sector_width;
    }
}

/* Finds the router with the smallest distance to its farthest router. */
static uint32_t find_centre(const graph_steps *s)
{
    uint32_t centre_router = 0, smallest = UINT32_MAX;
    for (uint32_t i = 0; i < s->router_count; i++) {
        uint32_t farthest = 0;
        for (uint32_t k = 0; k < s->pivot_count; k++) {
            const uint32_t distance = s->distances[(size_t)k * s->router_count + i];
            if (distance > farthest) farthest = distance;
        }
        if (farthest < smallest) {
            smallest = farthest;
            centre_router = i;
        }
    }
    return centre_router;
}

/* Places the routers of a tree around its centre. The distance from the centre is the number of
 * links. A branch has a sector in proportion to its leaves, so links do not cross. *is_tree: the
 * graph is a tree. False when out of memory. */
static bool place_tree(const graph_steps *s, bool *is_tree, point *points)
{
    branch *b = malloc(s->router_count * sizeof *b + 1);
    uint32_t *order = malloc(s->router_count * sizeof *order + 1);
    const bool has_memory = b && order;
    *is_tree = has_memory && list_branches(s, find_centre(s), b, order) == s->router_count;
    if (*is_tree) {
        assign_sectors(s->router_count, b, order);
        for (uint32_t i = 0; i < s->router_count; i++) {
            /* a parent's sector_start is now the end of its sector */
            const noc_circle_point direction = noc_find_circle_point(
                b[i].sector_start + (b[i].is_leaf ? 0.5 : -0.5) * b[i].sector_width);
            points[i] = (point){b[i].depth * direction.x, b[i].depth * direction.y};
        }
    }
    free(b);
    free(order);
    return has_memory;
}

/* ---- first places --------------------------------------------------------------------------- */

/* Largest graph for which all distances are used, routers; pivots of larger graphs. */
enum { FULL_ROUTERS_MAX = 500, PIVOTS = 60 };
enum { SWEEPS_MIN = 30, SWEEPS_MAX = 400, POWER_ROUNDS = 100 };
static const double work_limit = 4e7;        /* limit of distances evaluated in all sweeps */
static const double move_tolerance = 0.0005; /* largest move of a router in the last sweep, links */

/* Fills c with squared distances from the pivots, less the means of rows and columns (Pivot
 * MDS). */
static void centre_distances(const graph_steps *s, uint32_t pivots, double *c)
{
    for (uint32_t k = 0; k < pivots; k++) {
        double mean = 0.0;
        for (uint32_t i = 0; i < s->router_count; i++) {
            const double d = s->distances[(size_t)k * s->router_count + i];
            c[(size_t)k * s->router_count + i] = d * d;
            mean += d * d / s->router_count;
        }
        for (uint32_t i = 0; i < s->router_count; i++) c[(size_t)k * s->router_count + i] -= mean;
    }
    for (uint32_t i = 0; i < s->router_count; i++) {
        double mean = 0.0;
        for (uint32_t k = 0; k < pivots; k++) mean += c[(size_t)k * s->router_count + i] / pivots;
        for (uint32_t k = 0; k < pivots; k++) c[(size_t)k * s->router_count + i] -= mean;
    }
}

/* Makes v orthogonal to `first_axis` (NULL: no axis), and scales it to length 1. */
static void normalize(double *v, const double *first_axis, uint32_t count)
{
    double projection = 0.0, length = 0.0;
    for (uint32_t k = 0; first_axis && k < count; k++) projection += v[k] * first_axis[k];
    for (uint32_t k = 0; k < count; k++) {
        if (first_axis) v[k] -= projection * first_axis[k];
        length += v[k] * v[k];
    }
    for (uint32_t k = 0; k < count && length > 0.0; k++) v[k] /= sqrt(length);
}

/* Multiplies c with v; `out` has one value for each router. */
static void multiply_matrix(const double *c, const double *v, uint32_t pivots, uint32_t routers,
                            double *out)
{
    for (uint32_t i = 0; i < routers; i++) out[i] = 0.0;
    for (uint32_t k = 0; k < pivots; k++)
        for (uint32_t i = 0; i < routers; i++) out[i] += c[(size_t)k * routers + i] * v[k];
}

/* Finds the main axis of c, or the second one (orthogonal to `first_axis`), by power iteration. */
static void find_axis(const double *c, const double *first_axis, uint32_t pivots, uint32_t routers,
                      double *v, double *out)
{
    for (uint32_t k = 0; k < pivots; k++) v[k] = 1.0 + (first_axis ? 2.3 : 1.7) * k / pivots * k;
    for (int round = 0; round < POWER_ROUNDS; round++) {
        normalize(v, first_axis, pivots);
        multiply_matrix(c, v, pivots, routers, out);
        for (uint32_t k = 0; k < pivots; k++) {
            v[k] = 0.0;
            for (uint32_t i = 0; i < routers; i++) v[k] += c[(size_t)k * routers + i] * out[i];
        }
    }
    normalize(v, first_axis, pivots);
    multiply_matrix(c, v, pivots, routers, out);
}

/* Returns a small offset, different for each router, so that equal positions separate. */
static double small_offset(uint32_t router, double step)
{
    const double turn = step * (router + 1.0);
    return 0.05 * (turn - floor(turn) - 0.5);
}

/* Finds first positions by Pivot MDS. False when out of memory. */
static bool place_by_pivots(const graph_steps *s, point *points)
{
    const uint32_t pivots = s->pivot_count < PIVOTS ? s->pivot_count : PIVOTS;
    double *c = malloc(((size_t)pivots * s->router_count + 1) * sizeof *c);
    double *v = calloc(2 * (size_t)pivots + 1, sizeof *v);
    double *axis = calloc(2 * (size_t)s->router_count + 1, sizeof *axis);
    const bool has_memory = c && v && axis;
    if (has_memory) {
        double *x = axis, *y = axis + s->router_count, largest_coordinate = 0.0;
        centre_distances(s, pivots, c);
        find_axis(c, NULL, pivots, s->router_count, v, x);
        find_axis(c, v, pivots, s->router_count, v + pivots, y);
        for (uint32_t i = 0; i < s->router_count; i++)
            largest_coordinate = fmax(largest_coordinate, fmax(fabs(x[i]), fabs(y[i])));
        double largest_distance = 0.0;
        for (uint32_t i = 0; i < s->router_count; i++)
            largest_distance = fmax(largest_distance, s->distances[i]);
        const double scale =
            largest_coordinate > 0.0 ? 0.6 * largest_distance / largest_coordinate : 0.0;
        for (uint32_t i = 0; i < s->router_count; i++)
            points[i] = (point){scale * x[i] + small_offset(i, 0.6180339887),
                                scale * y[i] + small_offset(i, 0.4142135624)};
    }
    free(c);
    free(v);
    free(axis);
    return has_memory;
}

/* ---- stress --------------------------------------------------------------------------------- */

/* Weighted sum of the positions for one router, one for each other router, at which the two would
 * have the right distance. */
typedef struct target_sum {
    double x, y, weight;
} target_sum;

static void add_target(target_sum *sum, point position, point other_position, double distance)
{
    const double dx = position.x - other_position.x, dy = position.y - other_position.y,
                 drawn_distance = sqrt(dx * dx + dy * dy);
    const double weight = 1.0 / (distance * distance),
                 ratio = drawn_distance > 1e-9 ? distance / drawn_distance : 0.0;
    sum->x += weight * (other_position.x + ratio * dx);
    sum->y += weight * (other_position.y + ratio * dy);
    sum->weight += weight;
}

/* Moves each router to the weighted mean of these positions. Returns the largest move, links. */
static double move_routers(const graph_steps *s, point *points)
{
    double farthest = 0.0;
    for (uint32_t i = 0; i < s->router_count; i++) {
        target_sum sum = {0.0, 0.0, 0.0};
        for (uint32_t k = 0; k < s->pivot_count; k++)
            if (s->pivot_routers[k] != i)
                add_target(&sum, points[i], points[s->pivot_routers[k]],
                           s->distances[(size_t)k * s->router_count + i]);
        for (uint32_t n = s->first_positions[i];
             s->pivot_count < s->router_count && n < s->first_positions[i + 1]; n++)
            if (s->neighbours[n] != i) add_target(&sum, points[i], points[s->neighbours[n]], 1.0);
        if (sum.weight <= 0.0) continue;
        const point target = {sum.x / sum.weight, sum.y / sum.weight};
        farthest = fmax(farthest, fmax(fabs(target.x - points[i].x), fabs(target.y - points[i].y)));
        points[i] = target;
    }
    return farthest;
}

static void minimise_stress(const graph_steps *s, point *points)
{
    const double sweep_budget = work_limit / ((double)s->router_count * s->pivot_count);
    const int sweeps = (int)fmin(fmax(sweep_budget, SWEEPS_MIN), SWEEPS_MAX);
    for (int i = 0; i < sweeps; i++)
        if (move_routers(s, points) < move_tolerance) return;
}

/* Places the routers: a tree by place_tree, any other graph by stress. False when out of memory. */
static bool place_routers(const graph_steps *s, point *points)
{
    bool is_tree;
    if (!place_tree(s, &is_tree, points)) return false;
    if (is_tree) return true;
    if (!place_by_pivots(s, points)) return false;
    minimise_stress(s, points);
    return true;
}

noc_status noc_layout_find(uint32_t routers, const noc_layout_link *links, size_t count,
                           point *points, noc_diag *diag)
{
    graph_steps s;
    if (routers == 0) return NOC_OK;
    const uint32_t pivots = routers <= FULL_ROUTERS_MAX ? routers : PIVOTS;
    const bool has_memory = build_steps(routers, links, count, pivots, &s) &&
                            place_routers(&s, points) &&
                            noc_layout_orient(routers, links, count, points);
    clear_steps(&s);
    return has_memory ? NOC_OK : noc_fail_memory(diag);
}
