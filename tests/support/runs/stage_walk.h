/* tests/support/runs/stage_walk.h: every setting moved (key_walk.h), and which stages of an answer
 * find something else then: those that its row names (design/key.h). */
#ifndef NOC_TESTS_STAGE_WALK_H
#define NOC_TESTS_STAGE_WALK_H

#include "tests/support/runs/key_walk.h"

enum { STAGE_ROWS_MOST = 400 };

/* Observations of a key's row. */
typedef struct stage_row {
    char key[64];
    unsigned named;   /* stages that it names */
    unsigned touched; /* stages that changed, while no stage before them did */
} stage_row;

typedef struct stage_walk {
    stage_row rows[STAGE_ROWS_MOST];
    size_t count;
    int faults;
} stage_walk;

/* More designs than key_walk.h has, for keys that these do not read. */
extern const walk_base stage_bases[];
extern const size_t stage_base_count;

/* Moves keys of a base. Complains, and counts, where a stage finds something else though it has
 * read the same settings, and where loop or cost do that their row does not name. */
void stage_walk_on(stage_walk *walk, const walk_base *base, unsigned efforts);

/* Complains of, and counts, rows that name a stage which no value of their key has touched. */
void stage_walk_end(stage_walk *walk);

#endif
