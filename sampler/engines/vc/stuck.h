/* sampler/engines/vc/stuck.h: why a network is stuck: the channels whose packets wait for each
 * other in a circle. */
#ifndef NOC_SAMPLER_ENGINES_VC_STUCK_H
#define NOC_SAMPLER_ENGINES_VC_STUCK_H

#include "sampler/engines/vc/state.h"

/* Names them in `text`, one behind the other. False: there is no circle. */
bool noc_vc_find_circle(const noc_vc_engine *engine, char *text, size_t size);

#endif
