/* reports/words/turn.h: points on a circle, the same on every machine (sin and cos of C libraries
 * are not). */
#ifndef NOC_REPORTS_WORDS_TURN_H
#define NOC_REPORTS_WORDS_TURN_H

typedef struct noc_turn {
    double x, y; /* point at distance 1 from the centre */
} noc_turn;

/* Turn by a share of a whole circle, from the right (1, 0) on, towards (0, 1). */
noc_turn noc_turn_of(double share);

#endif
