/* hybrid/answers/cause.h: bottleneck of a design by the model: the kind of resource
 * (network/graph/resources.h) with the largest loss of throughput when derated by 5 %. Throughput
 * is saturation in open loop and IPC in closed loop. */
#ifndef NOC_HYBRID_ANSWERS_CAUSE_H
#define NOC_HYBRID_ANSWERS_CAUSE_H

#include "analytic/loop/closed_derated.h"
#include "hybrid/answers/figures/bottleneck.h"
#include "hybrid/correction/calibration/closed_calibration.h"

/* Kind that limits throughput, and the losses by which it was chosen. */
typedef struct noc_cause {
    noc_resource kind;
    /* [kind]: relative loss of throughput when the kind is derated; 0: none, or not examined */
    double losses[NOC_RESOURCES];
} noc_cause;

/* True if injection limits throughput: saturation is the highest load that nodes can offer, and no
 * channel is utilised to 98 % there. `saturation`: flits per cycle of an injecting node. `model`
 * NULL: the loads of channels are computed here. */
bool noc_cause_is_injection(const noc_system *system, const noc_model *model, double saturation);

/* Guesses the kind without solving the model again: from the station that overflows first, or from
 * the binding resource of the loop. The guess is right where no other kind is nearly as scarce. */
noc_resource noc_cause_guess(const noc_system *system, noc_model *model);
noc_resource noc_cause_guess_loop(const noc_system *system, noc_binding binding);

/* Finds the kind with the largest loss of saturation, by derating one kind after the other. */
noc_cause noc_cause_find(const noc_system *system, noc_model *model);

/* Writes the limiting kind, its busiest member at a load, and the reason, for an answer in open
 * loop. `load`: flits per cycle of an injecting node; NAN: saturation. */
void noc_bottleneck_find(const noc_system *system, const noc_corrected_model *model, double load,
                         noc_bottleneck *bottleneck);

/* Writes a kind and its busiest member at an offered load, flits per cycle of an injecting node.
 * `model` NULL: rates follow from the routes alone. */
void noc_cause_put(const noc_system *system, const noc_corrected_model *model, noc_resource kind,
                   double load, noc_bottleneck *bottleneck);

/* Writes the reason why channels limit throughput, the channel at which packets are held, and its
 * utilisation. `saturation`: flits per cycle of an injecting node. *bottleneck stays unchanged if
 * its kind does not consist of channels. `system` is the system of `model`. */
void noc_cause_put_ceiling(noc_model *model, const noc_system *system, double saturation,
                           noc_bottleneck *bottleneck);

/* True if the reason of a bottleneck is the name of this cause: "full", "head-of-line-blocking"
 * (packets wait behind a blocked packet, or behind one that is being routed), "virtual-channels",
 * "credits", "matching", "codec". */
bool noc_bottleneck_has_reason(const noc_bottleneck *bottleneck, noc_hold_cause reason);

/* Words for the reason of a bottleneck, for tables; "": unknown. */
const char *noc_bottleneck_reason_text(const noc_bottleneck *bottleneck);

/* Finds the kind with the largest loss of IPC at the operating point of a workload. The share of
 * reads is that of the model's system. */
noc_cause noc_cause_find_loop(const noc_open_curve *curve, noc_model *model,
                              const noc_workload *workload, const noc_closed_point *point);

/* Writes a kind and its busiest member at the operating point of a workload. */
void noc_cause_put_loop(const noc_system *system, const noc_model *model, noc_resource kind,
                        const noc_closed_point *point, noc_bottleneck *bottleneck);

#endif
