/* explore/cures/steps.h: settings that could move a limit, each one step on: twice the virtual
 * channels, one stage less, another allocator. */
#ifndef NOC_EXPLORE_CURES_STEPS_H
#define NOC_EXPLORE_CURES_STEPS_H

#include <stdbool.h>

#include "hybrid/answers/figures/answer.h"

enum { NOC_STEP_CHARS = 96 };

/* One setting of a design, one step on. */
typedef struct noc_cure_step {
    char path[NOC_STEP_CHARS]; /* "networks[0].virtual_channels" */
    char from[NOC_STEP_CHARS], to[NOC_STEP_CHARS];
    bool is_pointed;  /* the limit that was named points at it */
    bool may_cost;    /* the cost model may ask something for it */
    bool leaves_full; /* the limit is a channel that is full of flits, and the step leaves both its
                         flits and its rate */
    bool is_network;  /* a setting of a network: what cores do at most stays as it is */
    int network;      /* number of that network */
    bool is_plan;     /* the step moves nodes on the chip, which the cost model asks nothing for */
} noc_cure_step;

typedef struct noc_cure_steps {
    noc_cure_step *list;
    size_t count;
} noc_cure_steps;

/* Lists the steps of a design, in the order of the table: `limit` points at some of them; `closed`:
 * with those of cores and memory, which only a closed loop has. Whether a step is a valid design is
 * not looked at. False when out of memory; the caller frees steps->list in either case. */
bool noc_cure_steps_of(const noc_design *design, const noc_bottleneck *limit, bool closed,
                       noc_cure_steps *steps);

#endif
