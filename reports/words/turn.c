#include "reports/words/turn.h"

#include <math.h>

static const double full_circle = 6.283185307179586; /* radians */

/* Rotates (1, 0) by an eighth of a circle at most, by the series of sine and cosine, whose eighth
 * terms are below 1e-15. */
static noc_circle_point find_small_rotation(double radians)
{
    const double square = radians * radians;
    double sine = 0.0, cosine = 0.0;
    for (int k = 8; k > 0; k--) {
        sine = (1.0 - sine) * square / ((2 * k) * (2 * k + 1));
        cosine = (1.0 - cosine) * square / ((2 * k - 1) * (2 * k));
    }
    return (noc_circle_point){1.0 - cosine, radians * (1.0 - sine)};
}

noc_circle_point noc_find_circle_point(double share)
{
    const double quarters = floor(4.0 * share + 0.5);
    const noc_circle_point point = find_small_rotation(full_circle * (share - quarters / 4.0));
    switch ((int)(quarters - 4.0 * floor(quarters / 4.0))) {
    case 0:
        return point;
    case 1:
        return (noc_circle_point){-point.y, point.x};
    case 2:
        return (noc_circle_point){-point.x, -point.y};
    default:
        return (noc_circle_point){point.y, -point.x};
    }
}
