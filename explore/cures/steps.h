/* explore/cures/steps.h: list of the settings that could move a limit, each changed by one step:
 * twice the virtual channels, one pipeline stage less, another allocator. */
#ifndef NOC_EXPLORE_CURES_STEPS_H
#define NOC_EXPLORE_CURES_STEPS_H

#include <stdbool.h>

#include "base/arena.h"
#include "hybrid/answers/figures/answer.h"

enum { NOC_STEP_CHARS = 96 };

/* One setting of a design, changed by one step. */
typedef struct noc_cure_step {
    char path[NOC_STEP_CHARS]; /* path of the setting: "networks[0].virtual_channels" */
    char old_text[NOC_STEP_CHARS], new_text[NOC_STEP_CHARS];
    bool is_named_by_limit; /* the limit names the setting */
    bool can_cost;          /* the step can change the cost in the cost model */
    /* The limit is a channel full of flits, and the step changes neither these flits nor their
     * rate. */
    bool keeps_full_channel;
    bool is_network;  /* setting of a network: the cores' upper bound stays unchanged */
    int network;      /* number of the network, if is_network */
    bool moves_nodes; /* the step moves nodes on the chip, at no cost in the cost model */
} noc_cure_step;

typedef struct noc_cure_steps {
    noc_cure_step *list;
    size_t count;
} noc_cure_steps;

/* Lists the steps of a design: of each network, of the placement of nodes, and, if is_closed_loop,
 * of cores and memory nodes. Marks the steps that `limit` names. A design with a step may be
 * invalid. Out of memory: the arena is short. */
void noc_cure_steps_list(const noc_design *design, const noc_bottleneck *limit, bool is_closed_loop,
                         noc_arena *arena, noc_cure_steps *steps);

#endif
