#include "explore/cures/steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/cause.h"
#include "network/graph/resources.h"
#include "reader/design_keys.h"

/* ---- the table ------------------------------------------------------------------------------ */

typedef enum move {
    TWICE,
    ONE_MORE,
    ONE_LESS,
    OTHERS, /* each other name of a choice */
} move;

/* Sets of causes that limit a channel's utilisation (analytic/waits.h). */
enum {
    FRONTS = 1u << NOC_HELD_BY_OTHERS | 1u << NOC_HELD_BY_ROUTING,
    VCS = 1u << NOC_HELD_BY_VCS,
    CREDITS = 1u << NOC_HELD_BY_CREDITS,
    FULL = 1u << NOC_HELD_BY_FLITS,
    MATCHING = 1u << NOC_HELD_BY_MATCHING,
    ANY = (1u << NOC_HELD_CAUSES) - 1
};

/* Keys of networks. `reasons`: causes that name the key; `is_costed`: the cost model reads the key.
 * Cheap keys are roughly first: if they have a gain, expensive ones are not tried. */
static const struct {
    const char *key;
    move move;
    unsigned reasons;
    bool is_costed;
} of_networks[] = {
    {"memory_ports", TWICE, ANY, true},
    {"ports", TWICE, ANY, true},
    {"virtual_channels", TWICE, FRONTS | VCS | CREDITS | MATCHING, true},
    {"buffer_flits", TWICE, CREDITS, true},
    {"slices", TWICE, ANY, true},
    {"flit_bytes", TWICE, FULL, true},
    {"converged_ports", ONE_MORE, FULL, true},
    {"slices_per_memory", TWICE, FULL, true},
    {"internal_speedup", ONE_MORE, 0, false},
    {"input_speedup", TWICE, 0, false},
    {"allocator", OTHERS, 0, false},
    {"allocator_iterations", TWICE, 0, false},
    {"router_stages", ONE_LESS, 0, false},
    {"vc_turnaround", OTHERS, 0, false},
    {"vc_reallocation", OTHERS, 0, false},
    {"hop_cycles", ONE_LESS, 0, true},
    {"inject_interval", ONE_LESS, 0, true},
    {"windows", OTHERS, 0, true},
    {"routing", OTHERS, 0, false},
};

/* Keys of cores and memory nodes. `kinds`: limits that name the key. */
static const struct {
    size_t group;
    const char *key;
    move move;
    unsigned kinds;
} of_ends[] = {
    {NOC_GROUP_NODES, "mshrs", TWICE, 1u << NOC_RESOURCE_CORES | 1u << NOC_RESOURCE_LATENCY},
    {NOC_GROUP_NODES, "simd_width", TWICE, 1u << NOC_RESOURCE_CORES},
    {NOC_GROUP_MEMORY, "bus_bytes", TWICE, 1u << NOC_RESOURCE_DRAM},
    {NOC_GROUP_MEMORY, "banks", TWICE, 1u << NOC_RESOURCE_DRAM},
    {NOC_GROUP_MEMORY, "dram_queue", TWICE,
     1u << NOC_RESOURCE_DRAM | 1u << NOC_RESOURCE_MEMORY_QUEUE},
    {NOC_GROUP_MEMORY, "scheduler", OTHERS, 1u << NOC_RESOURCE_DRAM},
    {NOC_GROUP_MEMORY, "input_queue", TWICE, 1u << NOC_RESOURCE_MEMORY_QUEUE},
    {NOC_GROUP_MEMORY, "reply_queue", TWICE, 1u << NOC_RESOURCE_MEMORY_QUEUE},
    {NOC_GROUP_MEMORY, "l2_banks", TWICE, 1u << NOC_RESOURCE_CACHE},
};

/* ---- steps of one key ----------------------------------------------------------------------- */

typedef struct lister {
    const noc_design *design;
    noc_cure_steps *steps;
    bool failed;
} lister;

/* Key of a group of the design, the group's address, and the step. */
typedef struct setting {
    const noc_key *key;
    const char *base;
    noc_cure_step step;
} setting;

static void add(lister *l, const setting *s, const char *to)
{
    noc_cure_step *grown = realloc(l->steps->list, (l->steps->count + 1) * sizeof *grown);
    if (!grown) {
        l->failed = true;
        return;
    }
    l->steps->list = grown;
    grown[l->steps->count] = s->step;
    snprintf(grown[l->steps->count].to, sizeof grown->to, "%s", to);
    l->steps->count++;
}

/* Adds each other name of a choice, except "explicit", which needs a list. */
static void add_others(lister *l, const setting *s)
{
    const char *now = noc_value_name(s->key, s->base);
    for (size_t i = 0; s->key->names(i); i++)
        if (strcmp(s->key->names(i), now) != 0 && strcmp(s->key->names(i), "explicit") != 0)
            add(l, s, s->key->names(i));
}

/* Adds one step of a number, unless the number is 0, which stands for a default. */
static void add_number(lister *l, const setting *s, move m)
{
    const char *place = s->base + s->key->offset;
    const double now =
        s->key->type == NOC_INTEGER ? (double)*(const int *)place : *(const double *)place;
    const double next = m == TWICE ? 2.0 * now : m == ONE_MORE ? now + 1.0 : now - 1.0;
    char to[NOC_STEP_CHARS];
    if (now <= 0.0 || next < s->key->low || next > s->key->high) return;
    snprintf(to, sizeof to, "%g", next);
    add(l, s, to);
}

/* Adds the steps of a key, if the design's group has the key. */
static void add_key(lister *l, size_t group, int network, const char *name, move m,
                    const noc_cure_step *kind)
{
    const noc_design *d = l->design;
    setting s = {.key = noc_design_key(d, group, network, name),
                 .base = (const char *)d + noc_design_group_offset(group, network),
                 .step = *kind};
    if (!s.key) return;
    char *now = noc_value_text(s.key, s.base);
    if (!now) {
        l->failed = true;
        return;
    }
    if (group == NOC_GROUP_NETWORK && d->network_count > 1)
        snprintf(s.step.path, sizeof s.step.path, "networks[%d].%s", network, name);
    else
        snprintf(s.step.path, sizeof s.step.path, "%s.%s", noc_design_group(group), name);
    snprintf(s.step.from, sizeof s.step.from, "%s",
             noc_key_is_choice(s.key) ? noc_value_name(s.key, s.base) : now);
    free(now);
    if (noc_key_is_choice(s.key))
        add_others(l, &s);
    else
        add_number(l, &s, m);
}

/* ---- steps of a design ---------------------------------------------------------------------- */

static unsigned reason_of(const noc_bottleneck *limit)
{
    unsigned set = 0;
    for (int by = 0; by < NOC_HELD_CAUSES; by++)
        if (noc_held_is(limit, (noc_held_by)by)) set |= 1u << by;
    return set;
}

/* Adds the steps of one network. A step leaves the flits of the limiting channel unchanged if it is
 * in another network, or if its key affects only channels with other causes. */
static void add_network(lister *l, int network, const noc_bottleneck *limit)
{
    const bool is_here = network == limit->network, is_full = noc_held_is(limit, NOC_HELD_BY_FLITS);
    const unsigned reason = is_here ? reason_of(limit) : 0;
    for (size_t i = 0; i < sizeof of_networks / sizeof of_networks[0]; i++) {
        const unsigned relieves = of_networks[i].reasons;
        const noc_cure_step kind = {.is_pointed = relieves & reason,
                                    .may_cost = of_networks[i].is_costed,
                                    .leaves_full =
                                        is_full && (!is_here || (relieves && !(relieves & FULL))),
                                    .is_network = true,
                                    .network = network};
        add_key(l, NOC_GROUP_NETWORK, network, of_networks[i].key, of_networks[i].move, &kind);
    }
}

bool noc_cure_steps_of(const noc_design *d, const noc_bottleneck *limit, bool closed,
                       noc_cure_steps *steps)
{
    lister l = {d, steps, false};
    const noc_cure_step plan = {.is_plan = true};
    const unsigned kind = 1u << noc_resource_named(limit->kind);
    *steps = (noc_cure_steps){NULL, 0};
    for (int n = 0; n < d->network_count; n++) add_network(&l, n, limit);
    add_key(&l, NOC_GROUP_NODES, 0, "placement", OTHERS, &plan);
    for (size_t i = 0; closed && i < sizeof of_ends / sizeof of_ends[0]; i++) {
        const noc_cure_step end = {.is_pointed = of_ends[i].kinds & kind};
        add_key(&l, of_ends[i].group, 0, of_ends[i].key, of_ends[i].move, &end);
    }
    return !l.failed;
}
