#include "hybrid/answers/warnings/reply_room.h"

#include "design/memory/replies.h"
#include "design/memory/scheduler_kind.h"

/* The longest queue that the approximator finds. */
static int longest_queue(const noc_design *d)
{
    const noc_memory_spec *m = &d->memory;
    if (!noc_bursts_go_first(m)) return noc_reply_places(d);
    return m->burst_queue > m->normal_queue ? m->burst_queue : m->normal_queue;
}

void noc_reply_room_warn(const noc_design *d, noc_estimate *e)
{
    const noc_memory_spec *m = &d->memory;
    if (!d->closed_loop) return;
    if (noc_replies_coalesce(m) && longest_queue(d) < m->check_depth)
        noc_estimate_warn(e,
                          "memory.check_depth = %d: a queue of %d replies is never so long, so "
                          "packets never have as many",
                          m->check_depth, longest_queue(d));
    char text[NOC_WARNING_CHARS];
    if (m->scheduler->warn && m->scheduler->warn(m, text, sizeof text))
        noc_estimate_warn(e, "%s", text);
}
