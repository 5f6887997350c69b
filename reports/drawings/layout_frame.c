#include "reports/drawings/layout_frame.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 200 };
static const double square =
    0.5; /* smallest agreement of link directions for rows and columns, 0 to 1 */

typedef noc_layout_point point;

/* ---- turning -------------------------------------------------------------------------------- */

/* Returns the product of two points as complex numbers. */
static point times(point a, point b)
{
    return (point){a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

static double length_of(point a)
{
    return sqrt(a.x * a.x + a.y * a.y);
}

/* Returns a direction of length 1 with half the angle. */
static point half_of(point a)
{
    return (point){sqrt(fmax(0.0, 1.0 + a.x) / 2.0),
                   copysign(sqrt(fmax(0.0, 1.0 - a.x) / 2.0), a.y)};
}

static point middle_of(uint32_t routers, const point *at)
{
    point sum = {0.0, 0.0};
    for (uint32_t i = 0; i < routers; i++) {
        sum.x += at[i].x / routers;
        sum.y += at[i].y / routers;
    }
    return sum;
}

/* Returns the mean direction of four times the links' angles; its length is their agreement. */
static point square_turn(const noc_layout_link *links, size_t count, const point *at)
{
    point sum = {0.0, 0.0};
    for (size_t l = 0; l < count; l++) {
        point d = {at[links[l].b].x - at[links[l].a].x, at[links[l].b].y - at[links[l].a].y};
        const double length = length_of(d);
        if (length <= 0.0) continue;
        d = times((point){d.x / length, d.y / length}, (point){d.x / length, d.y / length});
        d = times(d, d);
        sum.x += d.x / (double)count;
        sum.y += d.y / (double)count;
    }
    return sum;
}

/* Returns a direction with twice the angle of the longest extent. */
static point main_turn(uint32_t routers, const point *at)
{
    const point middle = middle_of(routers, at);
    point sum = {0.0, 0.0};
    for (uint32_t i = 0; i < routers; i++) {
        const point d = {at[i].x - middle.x, at[i].y - middle.y}, twice = times(d, d);
        sum.x += twice.x;
        sum.y += twice.y;
    }
    return sum;
}

static void turn(uint32_t routers, const noc_layout_link *links, size_t count, point *at)
{
    point by = square_turn(links, count, at);
    const bool right_angled = length_of(by) > square;
    if (!right_angled) by = main_turn(routers, at);
    const double length = length_of(by);
    if (length <= 0.0) return;
    by = half_of((point){by.x / length, by.y / length});
    if (right_angled) by = half_of(by);
    for (uint32_t i = 0; i < routers; i++) at[i] = times(at[i], (point){by.x, -by.y});
}

static point size_of(uint32_t routers, const point *at, point *corner)
{
    point low = at[0], high = at[0];
    for (uint32_t i = 1; i < routers; i++) {
        low = (point){fmin(low.x, at[i].x), fmin(low.y, at[i].y)};
        high = (point){fmax(high.x, at[i].x), fmax(high.y, at[i].y)};
    }
    *corner = low;
    return (point){high.x - low.x, high.y - low.y};
}

/* Mirrors the layout: wider than high; if almost square, with routers numbered along rows. Router 0
 * is moved to the left and top. */
static void mirror(uint32_t routers, point *at)
{
    point corner, size = size_of(routers, at, &corner);
    const bool is_square = fabs(size.x - size.y) < 0.1 * (size.x + size.y);
    const bool downwards = routers > 1 && fabs(at[1].y - at[0].y) > fabs(at[1].x - at[0].x);
    if (is_square ? downwards : size.y > size.x)
        for (uint32_t i = 0; i < routers; i++) at[i] = (point){at[i].y, at[i].x};
    const point middle = middle_of(routers, at);
    const double x = at[0].x > middle.x ? -1.0 : 1.0, y = at[0].y > middle.y ? -1.0 : 1.0;
    for (uint32_t i = 0; i < routers; i++) at[i] = (point){x * at[i].x, y * at[i].y};
}

/* ---- room ----------------------------------------------------------------------------------- */

static void scale(uint32_t routers, double by, point *at)
{
    for (uint32_t i = 0; i < routers; i++) at[i] = (point){by * at[i].x, by * at[i].y};
}

/* A router and its x position. */
typedef struct placed {
    double x;
    uint32_t router;
} placed;

static int by_x(const void *a, const void *b)
{
    const placed *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return p->router < q->router ? -1 : p->router > q->router;
}

static void sort(uint32_t routers, placed *order, const point *at)
{
    for (uint32_t i = 0; i < routers; i++) order[i] = (placed){at[i].x, i};
    qsort(order, routers, sizeof *order, by_x);
}

/* Moves two routers apart to NOC_LAYOUT_GAP, each by half. */
static void part(point *a, point *b)
{
    point d = {b->x - a->x, b->y - a->y};
    double apart = length_of(d);
    if (apart <= 0.0) {
        d = (point){0.6, 0.8};
        apart = 1.0;
        a->x -= 1e-3 * d.x;
    }
    const double by = 0.505 * (NOC_LAYOUT_GAP - apart) / apart;
    if (by <= 0.0) return;
    *a = (point){a->x - by * d.x, a->y - by * d.y};
    *b = (point){b->x + by * d.x, b->y + by * d.y};
}

/* Separates all routers closer than NOC_LAYOUT_GAP. Returns the smallest distance found, at most
 * the gap. */
static double spread(uint32_t routers, placed *order, point *at)
{
    double least = NOC_LAYOUT_GAP;
    sort(routers, order, at);
    for (uint32_t i = 0; i < routers; i++)
        for (uint32_t k = i + 1; k < routers && order[k].x - order[i].x < NOC_LAYOUT_GAP; k++) {
            point *a = &at[order[i].router], *b = &at[order[k].router];
            const double apart = length_of((point){b->x - a->x, b->y - a->y});
            if (apart >= NOC_LAYOUT_GAP) continue;
            least = fmin(least, apart);
            part(a, b);
        }
    return least;
}

/* Distances from each router to its nearest router: smallest and mean. */
typedef struct distances {
    double least, mean;
} distances;

static double nearest(uint32_t routers, const placed *order, const point *at, uint32_t i)
{
    const point own = at[order[i].router];
    double least = INFINITY;
    for (uint32_t k = i + 1; k < routers && order[k].x - own.x < least; k++) {
        const point other = at[order[k].router];
        least = fmin(least, length_of((point){other.x - own.x, other.y - own.y}));
    }
    for (uint32_t k = i; k-- > 0 && own.x - order[k].x < least;) {
        const point other = at[order[k].router];
        least = fmin(least, length_of((point){other.x - own.x, other.y - own.y}));
    }
    return least;
}

static distances measure(uint32_t routers, placed *order, const point *at)
{
    distances d = {INFINITY, 0.0};
    sort(routers, order, at);
    for (uint32_t i = 0; i < routers; i++) {
        const double own = nearest(routers, order, at, i);
        d.least = fmin(d.least, own);
        d.mean += own / routers;
    }
    return d;
}

/* Moves all routers so that the smallest x and y are 0. */
static void align(uint32_t routers, point *at)
{
    point corner;
    if (routers == 0) return;
    size_of(routers, at, &corner);
    for (uint32_t i = 0; i < routers; i++) at[i] = (point){at[i].x - corner.x, at[i].y - corner.y};
}

/* Scales to a mean distance of 1 to the nearest router. */
static void even_out(uint32_t routers, placed *order, point *at)
{
    const double mean = routers > 1 ? measure(routers, order, at).mean : 0.0;
    if (mean > 0.0) scale(routers, 1.0 / mean, at);
}

bool noc_layout_frame(uint32_t routers, const noc_layout_link *links, size_t count, point *at)
{
    placed *order = malloc(routers * sizeof *order + 1);
    if (!order) return false;
    turn(routers, links, count, at);
    even_out(routers, order, at);
    for (int i = 0; i < ROUNDS && spread(routers, order, at) < NOC_LAYOUT_GAP; i++) continue;
    const double least = measure(routers, order, at).least;
    if (least < NOC_LAYOUT_GAP) scale(routers, NOC_LAYOUT_GAP / least, at);
    mirror(routers, at);
    align(routers, at);
    free(order);
    return true;
}

bool noc_layout_scale(uint32_t routers, point *at)
{
    placed *order = malloc(routers * sizeof *order + 1);
    if (!order) return false;
    even_out(routers, order, at);
    align(routers, at);
    free(order);
    return true;
}
