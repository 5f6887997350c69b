#include "explore/cures/steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "hybrid/answers/cause.h"
#include "network/graph/resources.h"
#include "reader/design_keys.h"

/* ---- the table ------------------------------------------------------------------------------ */

typedef enum value_change {
    CHANGE_DOUBLE,
    CHANGE_INCREMENT,
    CHANGE_DECREMENT,
    CHANGE_CHOICE, /* each other name of a choice */
} value_change;

/* Sets of causes that limit a channel's utilisation (analytic/waits.h). */
enum {
    HEAD_CAUSES = 1u << NOC_HELD_BY_OTHERS | 1u << NOC_HELD_BY_ROUTING,
    VC_CAUSES = 1u << NOC_HELD_BY_VCS,
    CREDIT_CAUSES = 1u << NOC_HELD_BY_CREDITS,
    FLIT_CAUSES = 1u << NOC_HELD_BY_FLITS,
    MATCHING_CAUSES = 1u << NOC_HELD_BY_MATCHING,
    ANY_CAUSE = (1u << NOC_HELD_CAUSES) - 1
};

/* Keys of networks. `reasons`: causes that name the key; `is_costed`: the cost model reads the key.
 * Cheap keys are roughly first: if they have a gain, expensive ones are not tried. */
static const struct {
    const char *key;
    value_change move;
    unsigned reasons;
    bool is_costed;
} network_keys[] = {
    {"memory_ports", CHANGE_DOUBLE, ANY_CAUSE, true},
    {"ports", CHANGE_DOUBLE, ANY_CAUSE, true},
    {"virtual_channels", CHANGE_DOUBLE, HEAD_CAUSES | VC_CAUSES | CREDIT_CAUSES | MATCHING_CAUSES,
     true},
    {"buffer_flits", CHANGE_DOUBLE, CREDIT_CAUSES, true},
    {"slices", CHANGE_DOUBLE, ANY_CAUSE, true},
    {"flit_bytes", CHANGE_DOUBLE, FLIT_CAUSES, true},
    {"converged_ports", CHANGE_INCREMENT, FLIT_CAUSES, true},
    {"slices_per_memory", CHANGE_DOUBLE, FLIT_CAUSES, true},
    {"internal_speedup", CHANGE_INCREMENT, 0, false},
    {"input_speedup", CHANGE_DOUBLE, 0, false},
    {"allocator", CHANGE_CHOICE, 0, false},
    {"allocator_iterations", CHANGE_DOUBLE, 0, false},
    {"router_stages", CHANGE_DECREMENT, 0, false},
    {"vc_turnaround", CHANGE_CHOICE, 0, false},
    {"vc_reallocation", CHANGE_CHOICE, 0, false},
    {"hop_cycles", CHANGE_DECREMENT, 0, true},
    {"inject_interval", CHANGE_DECREMENT, 0, true},
    {"windows", CHANGE_CHOICE, 0, true},
    {"routing", CHANGE_CHOICE, 0, false},
};

/* Keys of cores and memory nodes. `kinds`: limits that name the key. */
static const struct {
    size_t group;
    const char *key;
    value_change move;
    unsigned kinds;
} end_keys[] = {
    {NOC_GROUP_NODES, "mshrs", CHANGE_DOUBLE,
     1u << NOC_RESOURCE_CORES | 1u << NOC_RESOURCE_LATENCY},
    {NOC_GROUP_NODES, "simd_width", CHANGE_DOUBLE, 1u << NOC_RESOURCE_CORES},
    {NOC_GROUP_MEMORY, "bus_bytes", CHANGE_DOUBLE, 1u << NOC_RESOURCE_DRAM},
    {NOC_GROUP_MEMORY, "banks", CHANGE_DOUBLE, 1u << NOC_RESOURCE_DRAM},
    {NOC_GROUP_MEMORY, "dram_queue", CHANGE_DOUBLE,
     1u << NOC_RESOURCE_DRAM | 1u << NOC_RESOURCE_MEMORY_QUEUE},
    {NOC_GROUP_MEMORY, "scheduler", CHANGE_CHOICE, 1u << NOC_RESOURCE_DRAM},
    {NOC_GROUP_MEMORY, "input_queue", CHANGE_DOUBLE, 1u << NOC_RESOURCE_MEMORY_QUEUE},
    {NOC_GROUP_MEMORY, "reply_queue", CHANGE_DOUBLE, 1u << NOC_RESOURCE_MEMORY_QUEUE},
    {NOC_GROUP_MEMORY, "l2_banks", CHANGE_DOUBLE, 1u << NOC_RESOURCE_CACHE},
};

/* ---- steps of one key ----------------------------------------------------------------------- */

typedef struct step_list {
    const noc_design *design;
    noc_arena *arena;
    noc_cure_steps *steps;
} step_list;

/* Key of a group of the design, the group's address, and the step. */
typedef struct setting {
    const noc_key *key;
    const char *base;
    noc_cure_step step;
} setting;

static void add_step(step_list *l, const setting *s, const char *new_text)
{
    noc_cure_step *grown =
        noc_arena_resize(l->arena, l->steps->list, l->steps->count + 1, sizeof *grown);
    if (!grown) return;
    l->steps->list = grown;
    grown[l->steps->count] = s->step;
    snprintf(grown[l->steps->count].new_text, sizeof grown->new_text, "%s", new_text);
    l->steps->count++;
}

/* Adds each other name of a choice, except "explicit", which needs a list. */
static void add_choices(step_list *l, const setting *s)
{
    const char *current = noc_value_choice_name(s->key, s->base);
    for (size_t i = 0; s->key->names(i); i++)
        if (strcmp(s->key->names(i), current) != 0 && strcmp(s->key->names(i), "explicit") != 0)
            add_step(l, s, s->key->names(i));
}

/* Adds one step of a number, unless the number is 0, which stands for a default. */
static void add_number_step(step_list *l, const setting *s, value_change change)
{
    const char *place = s->base + s->key->offset;
    const double current =
        s->key->type == NOC_INTEGER ? (double)*(const int *)place : *(const double *)place;
    const double next = change == CHANGE_DOUBLE      ? 2.0 * current
                        : change == CHANGE_INCREMENT ? current + 1.0
                                                     : current - 1.0;
    char new_text[NOC_STEP_CHARS];
    if (current <= 0.0 || next < s->key->low || next > s->key->high) return;
    snprintf(new_text, sizeof new_text, "%g", next);
    add_step(l, s, new_text);
}

/* Adds the steps of a key, if the design's group has the key. */
static void add_key_steps(step_list *l, size_t group, int network, const char *name,
                          value_change change, const noc_cure_step *kind)
{
    const noc_design *d = l->design;
    setting s = {.key = noc_design_key(d, group, network, name),
                 .base = (const char *)d + noc_design_group_offset(group, network),
                 .step = *kind};
    if (!s.key) return;
    NOC_AUTO_FREE char *current = noc_value_text(s.key, s.base);
    if (!current) {
        l->arena->is_short = true;
        return;
    }
    if (group == NOC_GROUP_NETWORK && d->network_count > 1)
        snprintf(s.step.path, sizeof s.step.path, "networks[%d].%s", network, name);
    else
        snprintf(s.step.path, sizeof s.step.path, "%s.%s", noc_design_group_name(group), name);
    snprintf(s.step.old_text, sizeof s.step.old_text, "%s",
             noc_key_is_choice(s.key) ? noc_value_choice_name(s.key, s.base) : current);
    if (noc_key_is_choice(s.key))
        add_choices(l, &s);
    else
        add_number_step(l, &s, change);
}

/* ---- steps of a design ---------------------------------------------------------------------- */

static unsigned collect_causes(const noc_bottleneck *limit)
{
    unsigned causes = 0;
    for (int cause = 0; cause < NOC_HELD_CAUSES; cause++)
        if (noc_bottleneck_has_reason(limit, (noc_hold_cause)cause)) causes |= 1u << cause;
    return causes;
}

/* Adds the steps of one network. A step leaves the flits of the limiting channel unchanged if it is
 * in another network, or if its key affects only channels with other causes. */
static void add_network_steps(step_list *l, int network, const noc_bottleneck *limit)
{
    const bool is_limiting = network == limit->network,
               is_full = noc_bottleneck_has_reason(limit, NOC_HELD_BY_FLITS);
    const unsigned causes = is_limiting ? collect_causes(limit) : 0;
    for (size_t i = 0; i < sizeof network_keys / sizeof network_keys[0]; i++) {
        const unsigned relieved_causes = network_keys[i].reasons;
        const noc_cure_step kind = {
            .is_named_by_limit = relieved_causes & causes,
            .can_cost = network_keys[i].is_costed,
            .keeps_full_channel =
                is_full && (!is_limiting || (relieved_causes && !(relieved_causes & FLIT_CAUSES))),
            .is_network = true,
            .network = network};
        add_key_steps(l, NOC_GROUP_NETWORK, network, network_keys[i].key, network_keys[i].move,
                      &kind);
    }
}

void noc_cure_steps_list(const noc_design *d, const noc_bottleneck *limit, bool is_closed_loop,
                         noc_arena *arena, noc_cure_steps *steps)
{
    step_list l = {d, arena, steps};
    const noc_cure_step plan = {.moves_nodes = true};
    const unsigned kind = 1u << noc_resource_of_name(limit->kind);
    *steps = (noc_cure_steps){NULL, 0};
    for (int n = 0; n < d->network_count; n++) add_network_steps(&l, n, limit);
    add_key_steps(&l, NOC_GROUP_NODES, 0, "placement", CHANGE_CHOICE, &plan);
    for (size_t i = 0; is_closed_loop && i < sizeof end_keys / sizeof end_keys[0]; i++) {
        const noc_cure_step end = {.is_named_by_limit = end_keys[i].kinds & kind};
        add_key_steps(&l, end_keys[i].group, 0, end_keys[i].key, end_keys[i].move, &end);
    }
}
