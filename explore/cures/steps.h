/* explore/cures/steps.h: settings that could move a limit, each one step on: twice the virtual
 * channels, one pipeline stage less, another allocator. */
#ifndef NOC_EXPLORE_CURES_STEPS_H
#define NOC_EXPLORE_CURES_STEPS_H

#include <stdbool.h>

#include "hybrid/answers/figures/answer.h"

enum { NOC_STEP_CHARS = 96 };

/* One setting of a design, one step on. */
typedef struct noc_cure_step {
    char path[NOC_STEP_CHARS]; /* path of the setting: "networks[0].virtual_channels" */
    char from[NOC_STEP_CHARS], to[NOC_STEP_CHARS];
    bool is_pointed; /* the named limit points at the setting */
    bool may_cost;   /* the cost model may add cost for the step */
    /* the limit is a channel full of flits, and the step changes neither its flits nor its rate */
    bool leaves_full;
    bool is_network; /* a network's setting: the upper bound of the cores stays unchanged */
    int network;     /* number of the network; only if is_network */
    bool is_plan;    /* the step moves nodes on the chip, at no cost in the cost model */
} noc_cure_step;

typedef struct noc_cure_steps {
    noc_cure_step *list;
    size_t count;
} noc_cure_steps;

/* Lists the steps of a design, in the order of the table. `limit` points at some of the steps.
 * `closed`: includes the settings of cores and memory, which only a closed loop has. The validity
 * of a step's design is not checked. False when out of memory; the caller frees steps->list in
 * either case. */
bool noc_cure_steps_of(const noc_design *design, const noc_bottleneck *limit, bool closed,
                       noc_cure_steps *steps);

#endif
