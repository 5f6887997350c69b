#include "analytic/loop/halving.h"

#include <math.h>
#include <stdbool.h>

enum { BELOW, ABOVE };

/* Evaluates the function at an argument between the nearest ones. Returns the side of the root. */
static int test(noc_halving *h, double at)
{
    const double beyond = h->beyond(h->context, at);
    const int side = beyond < 0.0 ? BELOW : ABOVE;
    h->nearest[side] = (noc_halving_end){at, beyond};
    return side;
}

/* Root of the secant through both nearest points, with weighted values, shifted away from the side
 * of the last test, so that both points come near the root. */
static double along_line(const noc_halving *h, const double weight[2], double aside)
{
    const noc_halving_end *below = &h->nearest[BELOW], *above = &h->nearest[ABOVE];
    const double low = weight[BELOW] * below->beyond, high = weight[ABOVE] * above->beyond;
    return below->at + (above->at - below->at) * low / (low - high) + aside;
}

/* Narrows the interval by secants; bisects when two tests have not halved it. */
static void close_in(noc_halving *h, double precision)
{
    enum { TESTS = 12 };
    const noc_halving_end *below = &h->nearest[BELOW], *above = &h->nearest[ABOVE];
    double weight[2] = {1.0, 1.0}, earlier = INFINITY, before = INFINITY;
    int last = -1;
    for (int i = 0; i < TESTS && above->at - below->at > precision * above->at; i++) {
        const double width = above->at - below->at, step = 0.4 * precision * above->at;
        const double aside = last == BELOW ? step : last == ABOVE ? -step : 0.0;
        double at = along_line(h, weight, aside);
        if (!(at > below->at && at < above->at) || width > 0.5 * earlier)
            at = 0.5 * (below->at + above->at);
        const int side = test(h, at);
        weight[!side] = side == last ? 0.5 * weight[!side] : 1.0;
        weight[side] = 1.0;
        last = side;
        earlier = before;
        before = width;
    }
}

void noc_halving_begin(noc_halving *h, noc_halving_end low, noc_halving_end high, double precision)
{
    h->low = low.at;
    h->high = high.at;
    h->nearest[BELOW] = high.beyond < 0.0 ? high : low;
    h->nearest[ABOVE] = high;
    close_in(h, precision);
}

void noc_halving_step(noc_halving *h)
{
    const double middle = (h->low + h->high) / 2.0;
    bool below = middle > h->low && middle <= h->nearest[BELOW].at;
    if (middle > h->nearest[BELOW].at && middle < h->nearest[ABOVE].at)
        below = test(h, middle) == BELOW;
    *(below ? &h->low : &h->high) = middle;
}
