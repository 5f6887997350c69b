#include "hybrid/settings/unread_asked.h"

typedef const noc_unread_question question;

const char noc_unread_played[] = "a trace is played, and memory nodes answer at once";
const char noc_unread_no_workload[] =
    "there is no workload (--set workload=HH), and memory nodes answer at once";
const char noc_unread_open_loop[] =
    "no workload is run, and memory nodes answer at once, at a load, in the search for saturation "
    "and for traffic.batch or traffic.outstanding";

/* ---- what is asked -------------------------------------------------------------------------- */

const noc_design *noc_unread_design(question *q)
{
    return q->system->design;
}

const noc_network_spec *noc_unread_spec(question *q)
{
    return &noc_unread_design(q)->networks[q->network];
}

bool noc_unread_asks_for_lines(question *q)
{
    return q->asked == NOC_ASKED_TRACE_ADDRESSES;
}

bool noc_unread_plays_trace(question *q)
{
    return q->asked == NOC_ASKED_TRACE || q->asked == NOC_ASKED_TRACE_REPLIES ||
           noc_unread_asks_for_lines(q);
}

bool noc_unread_plays_packets(question *q)
{
    return noc_unread_plays_trace(q) && !noc_unread_asks_for_lines(q);
}

bool noc_unread_plays_no_trace(question *q)
{
    return !noc_unread_plays_trace(q);
}

bool noc_unread_brings_replies(question *q)
{
    return q->asked == NOC_ASKED_TRACE_REPLIES;
}

static bool asks_for_load(question *q)
{
    return q->asked == NOC_ASKED_LOAD;
}

bool noc_unread_asks_model(question *q)
{
    return q->asked == NOC_ASKED_MODEL;
}

bool noc_unread_samples_loop(question *q)
{
    return q->asked == NOC_ASKED_LOOP;
}

bool noc_unread_is_eager(question *q)
{
    return noc_traffic_is_eager(&noc_unread_design(q)->traffic);
}

bool noc_unread_runs_nothing(question *q)
{
    return asks_for_load(q) || (noc_unread_is_eager(q) && !noc_unread_plays_trace(q));
}

bool noc_unread_asks_for_rates(question *q)
{
    return asks_for_load(q) || noc_unread_plays_trace(q);
}

bool noc_unread_has_no_workload(question *q)
{
    return !noc_unread_design(q)->closed_loop && !noc_unread_is_eager(q) &&
           !noc_unread_asks_for_lines(q);
}

/* ---- what designs have ---------------------------------------------------------------------- */

bool noc_unread_has_no_memory(question *q)
{
    return q->system->graph.memory_count == 0;
}

bool noc_unread_has_no_replies(question *q)
{
    return !noc_graph_has_replies(&q->system->graph);
}

bool noc_unread_is_adaptive_overlay(const noc_network_spec *spec)
{
    return spec->overlay.period_cycles > 0 && spec->overlay.windows == NOC_WINDOWS_ADAPTIVE;
}
