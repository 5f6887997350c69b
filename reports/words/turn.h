/* reports/words/turn.h: points on a circle, equal on every machine, unlike sin and cos of C
 * libraries. */
#ifndef NOC_REPORTS_WORDS_TURN_H
#define NOC_REPORTS_WORDS_TURN_H

typedef struct noc_circle_point {
    double x, y; /* point at distance 1 from the centre */
} noc_circle_point;

/* Finds the point at a share of the whole circle, from (1, 0) towards (0, 1). */
noc_circle_point noc_find_circle_point(double share);

#endif
