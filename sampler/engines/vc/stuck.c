#include "sampler/engines/vc/stuck.h"

#include <stdio.h>

/* The input VC that the packet at the front of `vc` waits for: the one that holds the output VC
 * that it wants, or, once it has one, the full buffer behind it. NOC_NONE if it waits for
 * nothing. */
static uint32_t waits_for(const noc_vc_engine *e, uint32_t vc)
{
    const noc_input_vc *in = &e->input_vcs[vc];
    if (vc >= e->first_terminal_vc || in->count == 0) return NOC_NONE;
    if (in->state == NOC_VC_ACTIVE)
        return e->output_vcs[in->out_vc].credits ? NOC_NONE : in->out_vc;
    if (in->state != NOC_VC_WAITING) return NOC_NONE;
    const noc_output *out = &e->outputs[in->output];
    const uint32_t owner =
        e->output_vcs[out->first_vc + (unsigned)__builtin_ctz(in->permitted)].owner;
    return owner < NOC_SENDER ? owner : NOC_NONE;
}

/* Follows waits from `vc` for as many steps as there are VCs: then it is on a circle, or at an
 * end. */
static uint32_t end_of(const noc_vc_engine *e, uint32_t vc)
{
    for (uint32_t k = 0; k < e->vc_count && vc != NOC_NONE; k++) vc = waits_for(e, vc);
    return vc;
}

static uint32_t channel_of(const noc_vc_engine *e, uint32_t vc)
{
    for (uint32_t c = 0; c < e->system->graph.channel_count; c++)
        if (e->output_of_channel[c] == e->input_vcs[vc].feeding) return c;
    return 0;
}

static void name_circle(const noc_vc_engine *e, uint32_t start, char *text, size_t size)
{
    size_t used = 0;
    uint32_t vc = start;
    uint32_t last = NOC_NONE;
    do {
        const uint32_t channel = channel_of(e, vc);
        char name[64];
        noc_channel_name(&e->system->graph, channel, name, sizeof name);
        if (channel != last && used + sizeof name + 8 < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " > " : "", name);
        last = channel;
        vc = waits_for(e, vc);
    } while (vc != start);
}

bool noc_vc_find_circle(const noc_vc_engine *e, char *text, size_t size)
{
    for (uint32_t vc = 0; vc < e->first_terminal_vc; vc++) {
        const uint32_t end = end_of(e, vc);
        if (end == NOC_NONE) continue;
        name_circle(e, end, text, size);
        return true;
    }
    return false;
}
