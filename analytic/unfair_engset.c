#include "analytic/unfair_engset.h"

#include <stdlib.h>
#include <string.h>

/* Sums over sets by their size, 0 to `places`: the coefficients of a polynomial. Of all sources it
 * is the product of (1 + weight z), and of all but one it is made of the products of those before
 * and behind: a division by a factor would lose digits. */
typedef struct sums {
    size_t size; /* places + 1 */
    double
        tilt; /* z is measured in it, so that sets of `places` sources are about the most likely */
    double *before,
        *after; /* rows of `size`, by class: products of the classes before it, and from it on */
    double *one, *other; /* scratch */
} sums;

/* (1 + weight z)^sources, as far as there are places. */
static void power(const sums *s, double weight, double sources, double *result)
{
    result[0] = 1.0;
    for (size_t m = 1; m < s->size; m++) {
        const double left = sources - (double)(m - 1);
        result[m] = left > 0.0 ? result[m - 1] * left / (double)m * weight * s->tilt : 0.0;
    }
}

static void multiply(const sums *s, const double *a, const double *b, double *result)
{
    for (size_t m = 0; m < s->size; m++) {
        result[m] = 0.0;
        for (size_t i = 0; i <= m; i++) result[m] += a[i] * b[m - i];
    }
}

static void make_products(const sums *s, const noc_engset_class *classes, size_t count)
{
    s->before[0] = s->after[count * s->size] = 1.0;
    for (size_t i = 0; i < count; i++) {
        power(s, classes[i].weight, classes[i].sources, s->one);
        multiply(s, s->before + i * s->size, s->one, s->before + (i + 1) * s->size);
    }
    for (size_t i = count; i-- > 0;) {
        power(s, classes[i].weight, classes[i].sources, s->one);
        multiply(s, s->after + (i + 1) * s->size, s->one, s->after + i * s->size);
    }
}

/* Sets of up to `most` sources. */
static double sum_up_to(const sums *s, const double *terms, size_t most)
{
    double sum = 0.0, scale = 1.0;
    for (size_t m = s->size; m-- > 0; scale *= s->tilt)
        if (m <= most) sum += terms[m] * scale;
    return sum;
}

static void answer(const sums *s, noc_engset_class *c, size_t i, double all)
{
    const size_t places = s->size - 1;
    power(s, c->weight, c->sources - 1.0, s->one);
    multiply(s, s->before + i * s->size, s->one, s->other);
    multiply(s, s->other, s->after + (i + 1) * s->size, s->one);
    c->holds = places ? c->weight * sum_up_to(s, s->one, places - 1) / all : 0.0;
    c->refused = s->one[places] / all;
}

static double tilt_of(const noc_engset_class *classes, size_t count, size_t places)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) sum += classes[i].weight * classes[i].sources;
    return sum > (double)places && places > 0 ? (double)places / sum : 1.0;
}

bool noc_engset(noc_engset_class *classes, size_t count, size_t places)
{
    sums s = {.size = places + 1, .tilt = tilt_of(classes, count, places)};
    const size_t rows = (count + 1) * s.size;
    double *room = calloc(2 * rows + 2 * s.size, sizeof *room);
    if (!room) return false;
    s.before = room;
    s.after = room + rows;
    s.one = room + 2 * rows;
    s.other = s.one + s.size;
    make_products(&s, classes, count);
    const double all = sum_up_to(&s, s.after, places);
    for (size_t i = 0; i < count; i++) answer(&s, &classes[i], i, all);
    free(room);
    return true;
}
