#include "network/kinds/choices.h"

#include "design/registry.h"

#define NOC_SLICE_CHOICE(id)   extern const noc_slice_choice_kind noc_slice_choice_##id;
#define NOC_CHANNEL_CHOICE(id) extern const noc_channel_choice_kind noc_channel_choice_##id;
#define NOC_PATH_CHOICE(id)    NOC_CHANNEL_CHOICE(id)
#include "network/kinds/channel_choices.def"
#include "network/kinds/slice_choices.def"
#undef NOC_SLICE_CHOICE
#undef NOC_CHANNEL_CHOICE

static const noc_slice_choice_kind *const slice_choices[] = {
#define NOC_SLICE_CHOICE(id) &noc_slice_choice_##id,
#include "network/kinds/slice_choices.def"
};

static const noc_channel_choice_kind *const channel_choices[] = {
#define NOC_CHANNEL_CHOICE(id) &noc_channel_choice_##id,
#include "network/kinds/channel_choices.def"
};

NOC_REGISTRY(slice_choice, slice_choices)

const noc_channel_choice_kind *noc_channel_choice_at(size_t i)
{
    return i < sizeof channel_choices / sizeof channel_choices[0] ? channel_choices[i] : NULL;
}

static const noc_channel_choice_kind *port_choice_at(size_t i)
{
    size_t k = 0;
    for (; noc_channel_choice_at(k); k++)
        if (noc_channel_choice_at(k)->has_ports && i-- == 0) break;
    return noc_channel_choice_at(k);
}

static const noc_channel_choice_kind *link_choice_at(size_t i)
{
    size_t k = 0;
    for (; noc_channel_choice_at(k); k++)
        if (noc_channel_choice_at(k)->has_links && i-- == 0) break;
    return noc_channel_choice_at(k);
}

NOC_KIND_CHOICE(port_choice, port_choice_at)
NOC_KIND_CHOICE(link_choice, link_choice_at)
