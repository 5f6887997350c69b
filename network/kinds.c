/* The registries: one list file each, read here and by CMake. */
#include "network/kinds.h"

#include <stdio.h>
#include <string.h>

#include "network/choices.h"

#define NOC_TOPOLOGY(id)       extern const noc_topology_kind noc_topology_##id;
#define NOC_ROUTING(id)        extern const noc_routing_kind noc_routing_##id;
#define NOC_PLACEMENT(id)      extern const noc_placement_kind noc_placement_##id;
#define NOC_PATTERN(id)        extern const noc_pattern_kind noc_pattern_##id;
#define NOC_SCHEDULER(id)      extern const noc_scheduler_kind noc_scheduler_##id;
#define NOC_SLICE_CHOICE(id)   extern const noc_slice_choice_kind noc_slice_choice_##id;
#define NOC_CHANNEL_CHOICE(id) extern const noc_channel_choice_kind noc_channel_choice_##id;
#define NOC_PATH_CHOICE(id)    NOC_CHANNEL_CHOICE(id)
#include "network/channel_choices.def"
#include "network/patterns.def"
#include "network/placements.def"
#include "network/routings.def"
#include "network/schedulers.def"
#include "network/slice_choices.def"
#include "network/topologies.def"
#undef NOC_TOPOLOGY
#undef NOC_ROUTING
#undef NOC_PLACEMENT
#undef NOC_PATTERN
#undef NOC_SCHEDULER
#undef NOC_SLICE_CHOICE
#undef NOC_CHANNEL_CHOICE

static const noc_topology_kind *const topologies[] = {
#define NOC_TOPOLOGY(id) &noc_topology_##id,
#include "network/topologies.def"
};

static const noc_routing_kind *const routings[] = {
#define NOC_ROUTING(id) &noc_routing_##id,
#include "network/routings.def"
};

static const noc_placement_kind *const placements[] = {
#define NOC_PLACEMENT(id) &noc_placement_##id,
#include "network/placements.def"
};

static const noc_pattern_kind *const patterns[] = {
#define NOC_PATTERN(id) &noc_pattern_##id,
#include "network/patterns.def"
};

static const noc_scheduler_kind *const schedulers[] = {
#define NOC_SCHEDULER(id) &noc_scheduler_##id,
#include "network/schedulers.def"
};

static const noc_slice_choice_kind *const slice_choices[] = {
#define NOC_SLICE_CHOICE(id) &noc_slice_choice_##id,
#include "network/slice_choices.def"
};

static const noc_channel_choice_kind *const channel_choices[] = {
#define NOC_CHANNEL_CHOICE(id) &noc_channel_choice_##id,
#include "network/channel_choices.def"
};

/* noc_KIND_at and noc_KIND_name, of a list. */
#define REGISTRY(kind, list)                                            \
    const noc_##kind##_kind *noc_##kind##_at(size_t i)                  \
    {                                                                   \
        return i < sizeof(list) / sizeof((list)[0]) ? (list)[i] : NULL; \
    }                                                                   \
                                                                        \
    const char *noc_##kind##_name(size_t i)                             \
    {                                                                   \
        return noc_##kind##_at(i) ? noc_##kind##_at(i)->name : NULL;    \
    }

REGISTRY(topology, topologies)
REGISTRY(routing, routings)
REGISTRY(placement, placements)
REGISTRY(pattern, patterns)
REGISTRY(scheduler, schedulers)
REGISTRY(slice_choice, slice_choices)
REGISTRY(channel_choice, channel_choices)

const noc_channel_choice_kind *noc_port_choice_at(size_t i)
{
    size_t k = 0;
    for (; noc_channel_choice_at(k); k++)
        if (noc_channel_choice_at(k)->of_ports && i-- == 0) break;
    return noc_channel_choice_at(k);
}

const noc_channel_choice_kind *noc_link_choice_at(size_t i)
{
    size_t k = 0;
    for (; noc_channel_choice_at(k); k++)
        if (noc_channel_choice_at(k)->of_links && i-- == 0) break;
    return noc_channel_choice_at(k);
}

const char *noc_port_choice_name(size_t i)
{
    return noc_port_choice_at(i) ? noc_port_choice_at(i)->name : NULL;
}

const char *noc_link_choice_name(size_t i)
{
    return noc_link_choice_at(i) ? noc_link_choice_at(i)->name : NULL;
}

bool noc_routing_serves(const noc_routing_kind *routing, const noc_topology_kind *topology)
{
    return (routing->serves & topology->layout) != 0;
}

/* Adds a name to a list. */
static void add_name(char *text, size_t size, const char *name)
{
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", used ? ", " : "", name);
}

void noc_routing_topologies(const noc_routing_kind *routing, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; noc_topology_at(i); i++)
        if (noc_routing_serves(routing, noc_topology_at(i)))
            add_name(text, size, noc_topology_name(i));
    if (!*text) add_name(text, size, "none");
}

void noc_topology_routings(const noc_topology_kind *topology, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; noc_routing_at(i); i++)
        if (noc_routing_serves(noc_routing_at(i), topology))
            add_name(text, size, noc_routing_name(i));
    if (!*text) add_name(text, size, "none");
}
