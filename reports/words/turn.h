/* reports/words/turn.h: points on a circle, the same on every machine (sin and cos of C libraries
 * are not). */
#ifndef NOC_REPORTS_WORDS_TURN_H
#define NOC_REPORTS_WORDS_TURN_H

typedef struct noc_turn {
    double x, y; /* of length 1 */
} noc_turn;

/* So much of a whole turn from the right (1, 0) on, towards (0, 1). */
noc_turn noc_turn_of(double share);

#endif
