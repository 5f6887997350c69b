#include "analytic/contention/sending_time.h"

#include <math.h>

#include "base/min_max.h"
#include "network/graph/units.h"

/* Cycles in which a packet can be sent into an empty buffer downstream: as many flits as that holds
 * one after the other, then so many again each time that their credits are back. The first credits
 * take as long again as the head needs to get an output VC there, and a cycle more if its grant is
 * held; terminals take flits at once. Of a router's grants that are held the last one is, too. On
 * average not less than its flits take the crossbar input behind; `spare` of it the sender would
 * not need. docs/model.md (4). */
double noc_sending_time(const noc_class_queue *q, const noc_network *net, double flits,
                        double *spare)
{
    const double sent = q->injects ? 1.0 : noc_network_flit_cycles(net);
    const double taken = q->ejects ? 1.0 : noc_network_flit_cycles(net);
    const double held = !q->ejects && net->vc.allocation_hold != NOC_HOLD_NONE;
    const double step = max_of(sent, taken), buffer = net->vc.buffer_flits;
    const double first = q->loop + held + (q->ejects ? 0.0 : q->turnaround);
    const double window = max_of(buffer * step, noc_loop_of_body(q) + taken - 1.0);
    const double windows = floor((flits - 1.0) / buffer);
    const double rest = flits - 1.0 - windows * buffer;
    const double start =
        windows > 0.0 ? max_of(windows * buffer * sent, first + (windows - 1.0) * window) : 0.0;
    const double last = sent + (!q->injects && net->vc.allocation_hold == NOC_HOLD_PACKET);
    const double send = start + rest * (windows > 0.0 ? step : sent) + last;
    *spare = max_of(0.0, (q->ejects ? 0.0 : flits * taken + held * (taken == 1.0)) - send);
    return send + *spare;
}

enum { PERIOD_PACKETS = 24, PERIOD_BUFFER_MOST = 128 };

/* Cycles from packet to packet of an endless stream through one VC: a flit is sent a cycle after
 * the one before it, and when the one a buffer's length ahead has left and its credit is back. A
 * head leaves its turnaround later than a body, at the earliest when it is routed, and was sent so
 * by a router. Counted over a few packets, after as many have filled the loop. */
double noc_sending_period(const noc_class_queue *q, const noc_network *net, unsigned flits)
{
    double credits[PERIOD_BUFFER_MOST], sent = 0.0, left = 0.0, begun = 0.0;
    const unsigned buffer = net->vc.buffer_flits;
    const double cycles = q->ejects ? 1.0 : noc_network_flit_cycles(net);
    /* a buffer's length of flits that never takes longer than it lasts does not hold up any */
    if (buffer * cycles >= q->loop + q->turnaround + cycles - 1.0 || buffer > PERIOD_BUFFER_MOST)
        return cycles * flits;
    const unsigned rounds = 2 * buffer / flits; /* in packets: a buffer's length twice */
    const unsigned packets = rounds > PERIOD_PACKETS ? rounds : PERIOD_PACKETS;
    for (unsigned i = 0; i < buffer; i++) credits[i] = 0.0;
    for (unsigned i = 0; i <= 2 * packets * flits; i++) {
        const bool is_head = i % flits == 0 && !q->ejects;
        const double ahead = is_head ? q->turnaround : 0.0, routed = is_head ? q->routed : 0.0;
        double *credit = &credits[i % buffer];
        sent = max_of(sent + (q->injects ? 1.0 : cycles + ahead), *credit);
        if (i == packets * flits) begun = sent;
        left = max_of(left + cycles + ahead, sent + cycles - 1.0 + routed);
        *credit = left + noc_loop_of_body(q);
    }
    return max_of(cycles * flits, (sent - begun) / packets);
}
