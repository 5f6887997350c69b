#include "network/kinds/choices.h"

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

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

const noc_slice_choice_kind *noc_slice_choice_at(size_t i)
{
    return i < COUNT(slice_choices) ? slice_choices[i] : NULL;
}

const char *noc_slice_choice_name(size_t i)
{
    return noc_slice_choice_at(i) ? noc_slice_choice_at(i)->name : NULL;
}

static const void *slice_choice_kind(size_t i)
{
    return noc_slice_choice_at(i);
}

const noc_value_type noc_slice_choice_type = NOC_CHOICE_AMONG(slice_choice_kind);

const noc_channel_choice_kind *noc_channel_choice_at(size_t i)
{
    return i < COUNT(channel_choices) ? channel_choices[i] : NULL;
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

const char *noc_port_choice_name(size_t i)
{
    return port_choice_at(i) ? port_choice_at(i)->name : NULL;
}

static const void *port_choice_kind(size_t i)
{
    return port_choice_at(i);
}

const noc_value_type noc_port_choice_type = NOC_CHOICE_AMONG(port_choice_kind);

const char *noc_link_choice_name(size_t i)
{
    return link_choice_at(i) ? link_choice_at(i)->name : NULL;
}

static const void *link_choice_kind(size_t i)
{
    return link_choice_at(i);
}

const noc_value_type noc_link_choice_type = NOC_CHOICE_AMONG(link_choice_kind);
