/* sampler/engines/vc/requests.h: who asks for what. Input VCs are members of the request sets of
 * the output that they ask for. */
#ifndef NOC_SAMPLER_ENGINES_VC_REQUESTS_H
#define NOC_SAMPLER_ENGINES_VC_REQUESTS_H

#include "sampler/engines/vc/state.h"

NOC_INLINE void noc_request_switch(noc_vc_engine *e, const noc_input_vc *in, noc_mode m)
{
    noc_set_put(&e->requests.switch_requests[in->output * m.words], m.words, in->bit);
    noc_set_add(e->requests.switch_outputs, in->output);
}

NOC_INLINE void noc_withdraw_switch(noc_vc_engine *e, const noc_input_vc *in, noc_mode m)
{
    uint64_t *requests = &e->requests.switch_requests[in->output * m.words];
    noc_set_drop(requests, m.words, in->bit);
    noc_set_remove_if(e->requests.switch_outputs, in->output, noc_set_empty(requests, m.words));
}

NOC_INLINE void noc_request_vc(noc_vc_engine *e, noc_input_vc *in, noc_mode m)
{
    in->state = NOC_VC_WAITING;
    noc_set_put(&e->requests.waiting_heads[in->output * m.words], m.words, in->bit);
    noc_set_add(e->requests.waiting_outputs, in->output);
}

#endif
