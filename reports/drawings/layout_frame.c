#include "reports/drawings/layout_frame.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS_MAX = 200 };
static const double right_angle_limit =
    0.5; /* smallest agreement of link directions for rows and columns, 0 to 1 */

typedef noc_layout_point point;

/* ---- turning -------------------------------------------------------------------------------- */

/* Returns the product of two points as complex numbers. */
static point multiply_points(point a, point b)
{
    return (point){a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

static double point_length(point a)
{
    return sqrt(a.x * a.x + a.y * a.y);
}

/* Returns a direction of length 1 with half the angle. */
static point halve_angle(point a)
{
    return (point){sqrt(fmax(0.0, 1.0 + a.x) / 2.0),
                   copysign(sqrt(fmax(0.0, 1.0 - a.x) / 2.0), a.y)};
}

static point find_middle(uint32_t routers, const point *points)
{
    point sum = {0.0, 0.0};
    for (uint32_t i = 0; i < routers; i++) {
        sum.x += points[i].x / routers;
        sum.y += points[i].y / routers;
    }
    return sum;
}

/* Returns the mean direction of four times the links' angles; its length is their agreement. */
static point find_right_angle_turn(const noc_layout_link *links, size_t count, const point *points)
{
    point sum = {0.0, 0.0};
    for (size_t l = 0; l < count; l++) {
        point d = {points[links[l].b].x - points[links[l].a].x,
                   points[links[l].b].y - points[links[l].a].y};
        const double length = point_length(d);
        if (length <= 0.0) continue;
        d = multiply_points((point){d.x / length, d.y / length},
                            (point){d.x / length, d.y / length});
        d = multiply_points(d, d);
        sum.x += d.x / (double)count;
        sum.y += d.y / (double)count;
    }
    return sum;
}

/* Returns a direction with twice the angle of the longest extent. */
static point find_main_turn(uint32_t routers, const point *points)
{
    const point middle = find_middle(routers, points);
    point sum = {0.0, 0.0};
    for (uint32_t i = 0; i < routers; i++) {
        const point d = {points[i].x - middle.x, points[i].y - middle.y},
                    doubled = multiply_points(d, d);
        sum.x += doubled.x;
        sum.y += doubled.y;
    }
    return sum;
}

static void turn_layout(uint32_t routers, const noc_layout_link *links, size_t count, point *points)
{
    point direction = find_right_angle_turn(links, count, points);
    const bool is_right_angled = point_length(direction) > right_angle_limit;
    if (!is_right_angled) direction = find_main_turn(routers, points);
    const double length = point_length(direction);
    if (length <= 0.0) return;
    direction = halve_angle((point){direction.x / length, direction.y / length});
    if (is_right_angled) direction = halve_angle(direction);
    for (uint32_t i = 0; i < routers; i++)
        points[i] = multiply_points(points[i], (point){direction.x, -direction.y});
}

static point find_size(uint32_t routers, const point *points, point *corner)
{
    point low = points[0], high = points[0];
    for (uint32_t i = 1; i < routers; i++) {
        low = (point){fmin(low.x, points[i].x), fmin(low.y, points[i].y)};
        high = (point){fmax(high.x, points[i].x), fmax(high.y, points[i].y)};
    }
    *corner = low;
    return (point){high.x - low.x, high.y - low.y};
}

/* Mirrors the layout: wider than high; if almost square, with routers numbered along rows. Router 0
 * is moved to the left and top. */
static void mirror_layout(uint32_t routers, point *points)
{
    point corner, size = find_size(routers, points, &corner);
    const bool is_square = fabs(size.x - size.y) < 0.1 * (size.x + size.y);
    const bool is_numbered_by_column =
        routers > 1 && fabs(points[1].y - points[0].y) > fabs(points[1].x - points[0].x);
    if (is_square ? is_numbered_by_column : size.y > size.x)
        for (uint32_t i = 0; i < routers; i++) points[i] = (point){points[i].y, points[i].x};
    const point middle = find_middle(routers, points);
    const double x = points[0].x > middle.x ? -1.0 : 1.0, y = points[0].y > middle.y ? -1.0 : 1.0;
    for (uint32_t i = 0; i < routers; i++) points[i] = (point){x * points[i].x, y * points[i].y};
}

/* ---- room ----------------------------------------------------------------------------------- */

static void scale_layout(uint32_t routers, double factor, point *points)
{
    for (uint32_t i = 0; i < routers; i++)
        points[i] = (point){factor * points[i].x, factor * points[i].y};
}

/* A router and its x position. */
typedef struct sorted_router {
    double x;
    uint32_t router;
} sorted_router;

static int compare_x(const void *a, const void *b)
{
    const sorted_router *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return p->router < q->router ? -1 : p->router > q->router;
}

static void sort_by_x(uint32_t routers, sorted_router *order, const point *points)
{
    for (uint32_t i = 0; i < routers; i++) order[i] = (sorted_router){points[i].x, i};
    qsort(order, routers, sizeof *order, compare_x);
}

/* Moves two routers apart to NOC_LAYOUT_GAP, each by half. */
static void separate_pair(point *a, point *b)
{
    point d = {b->x - a->x, b->y - a->y};
    double distance = point_length(d);
    if (distance <= 0.0) {
        d = (point){0.6, 0.8};
        distance = 1.0;
        a->x -= 1e-3 * d.x;
    }
    const double share = 0.505 * (NOC_LAYOUT_GAP - distance) / distance;
    if (share <= 0.0) return;
    *a = (point){a->x - share * d.x, a->y - share * d.y};
    *b = (point){b->x + share * d.x, b->y + share * d.y};
}

/* Separates all routers closer than NOC_LAYOUT_GAP. Returns the smallest distance found, at most
 * the gap. */
static double separate_routers(uint32_t routers, sorted_router *order, point *points)
{
    double smallest = NOC_LAYOUT_GAP;
    sort_by_x(routers, order, points);
    for (uint32_t i = 0; i < routers; i++)
        for (uint32_t k = i + 1; k < routers && order[k].x - order[i].x < NOC_LAYOUT_GAP; k++) {
            point *a = &points[order[i].router], *b = &points[order[k].router];
            const double distance = point_length((point){b->x - a->x, b->y - a->y});
            if (distance >= NOC_LAYOUT_GAP) continue;
            smallest = fmin(smallest, distance);
            separate_pair(a, b);
        }
    return smallest;
}

/* Distances from each router to its nearest router: smallest and mean. */
typedef struct distances {
    double smallest, mean;
} distances;

static double nearest_distance(uint32_t routers, const sorted_router *order, const point *points,
                               uint32_t i)
{
    const point centre = points[order[i].router];
    double smallest = INFINITY;
    for (uint32_t k = i + 1; k < routers && order[k].x - centre.x < smallest; k++) {
        const point neighbour = points[order[k].router];
        smallest =
            fmin(smallest, point_length((point){neighbour.x - centre.x, neighbour.y - centre.y}));
    }
    for (uint32_t k = i; k-- > 0 && centre.x - order[k].x < smallest;) {
        const point neighbour = points[order[k].router];
        smallest =
            fmin(smallest, point_length((point){neighbour.x - centre.x, neighbour.y - centre.y}));
    }
    return smallest;
}

static distances measure_distances(uint32_t routers, sorted_router *order, const point *points)
{
    distances d = {INFINITY, 0.0};
    sort_by_x(routers, order, points);
    for (uint32_t i = 0; i < routers; i++) {
        const double distance = nearest_distance(routers, order, points, i);
        d.smallest = fmin(d.smallest, distance);
        d.mean += distance / routers;
    }
    return d;
}

/* Moves all routers so that the smallest x and y are 0. */
static void move_to_origin(uint32_t routers, point *points)
{
    point corner;
    if (routers == 0) return;
    find_size(routers, points, &corner);
    for (uint32_t i = 0; i < routers; i++)
        points[i] = (point){points[i].x - corner.x, points[i].y - corner.y};
}

/* Scales to a mean distance of 1 to the nearest router. */
static void scale_to_unit_distance(uint32_t routers, sorted_router *order, point *points)
{
    const double mean = routers > 1 ? measure_distances(routers, order, points).mean : 0.0;
    if (mean > 0.0) scale_layout(routers, 1.0 / mean, points);
}

bool noc_layout_orient(uint32_t routers, const noc_layout_link *links, size_t count, point *points)
{
    sorted_router *order = malloc(routers * sizeof *order + 1);
    if (!order) return false;
    turn_layout(routers, links, count, points);
    scale_to_unit_distance(routers, order, points);
    for (int i = 0; i < ROUNDS_MAX && separate_routers(routers, order, points) < NOC_LAYOUT_GAP;
         i++)
        continue;
    const double smallest = measure_distances(routers, order, points).smallest;
    if (smallest < NOC_LAYOUT_GAP) scale_layout(routers, NOC_LAYOUT_GAP / smallest, points);
    mirror_layout(routers, points);
    move_to_origin(routers, points);
    free(order);
    return true;
}

bool noc_layout_scale(uint32_t routers, point *points)
{
    sorted_router *order = malloc(routers * sizeof *order + 1);
    if (!order) return false;
    scale_to_unit_distance(routers, order, points);
    move_to_origin(routers, points);
    free(order);
    return true;
}
