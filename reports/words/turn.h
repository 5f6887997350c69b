/* reports/words/turn.h: points on a circle, equal on every machine, unlike sin and cos of C
 * libraries. */
#ifndef NOC_REPORTS_WORDS_TURN_H
#define NOC_REPORTS_WORDS_TURN_H

typedef struct noc_turn {
    double x, y; /* point at distance 1 from the centre */
} noc_turn;

/* Finds the point at a share of the whole circle, from (1, 0) towards (0, 1). */
noc_turn noc_turn_of(double share);

#endif
