/* hybrid/answers/cause.h: the kind of resource that limits throughput, by the model: the kind whose
 * derating by 5 % costs most (network/graph/resources.h), of saturation in open loop, of IPC in
 * closed loop. */
#ifndef NOC_HYBRID_ANSWERS_CAUSE_H
#define NOC_HYBRID_ANSWERS_CAUSE_H

#include "analytic/loop/closed_derated.h"
#include "hybrid/answers/figures/bottleneck.h"
#include "hybrid/correction/calibration/closed_calibration.h"

typedef struct noc_cause {
    noc_resource kind;
    /* loss of throughput by kind, relative; 0: none, or not examined */
    double losses[NOC_RESOURCES];
} noc_cause;

/* True if nodes cannot offer a load that saturates the network: no channel is full at the highest
 * load. `model` NULL: not made yet. */
bool noc_cause_is_offer(const noc_system *system, const noc_model *model, double saturation);

/* Guesses the kind without solving the model again, from the kind of the station that overflows
 * first, or from the binding resource of the loop. Right where no other kind is nearly as
 * scarce. */
noc_resource noc_cause_guess(const noc_system *system, noc_model *model);
noc_resource noc_cause_guess_of_loop(const noc_system *system, noc_binding binding);

/* Finds the kind whose derating by 5 % costs most, trying each kind. */
noc_cause noc_cause_at_saturation(const noc_system *system, noc_model *model);

/* Names the kind that limits the network, its member at a load (NAN: at saturation) and the reason,
 * as all answers in open loop do. */
void noc_cause_name(const noc_system *system, const noc_corrected_model *model, double load,
                    noc_bottleneck *bottleneck);

/* Names the kind's member by the rates of channels at an offered load, flits per cycle of an
 * injecting node; by the routes alone if there is no model. */
void noc_cause_put(const noc_system *system, const noc_corrected_model *model, noc_resource kind,
                   double load, noc_bottleneck *bottleneck);

/* Names the reason why throughput ends, if channels end it, and the channel at which packets are
 * held, with its utilisation at `saturation`, a load. Leaves *bottleneck alone if its kind is none
 * of channels, or if nodes cannot offer more. The system is the model's. */
void noc_cause_put_ceiling(noc_model *model, const noc_system *system, double saturation,
                           noc_bottleneck *bottleneck);

/* True if a cause has a reason: "full", "head-of-line-blocking" (packets wait behind a packet that
 * waits for others, or that is being routed), "virtual-channels", "credits", "matching",
 * "codec". */
bool noc_held_is(const noc_bottleneck *bottleneck, noc_held_by by);

/* The reason of a cause in words for people, "" if unknown. */
const char *noc_held_words(const noc_bottleneck *bottleneck);

/* Finds the cause at the operating point of a workload with the share of reads of the model's
 * system. */
noc_cause noc_cause_of_loop(const noc_open_curve *curve, noc_model *model,
                            const noc_workload *workload, const noc_closed_point *point);

/* Names the kind's member at the operating point. */
void noc_cause_put_loop(const noc_system *system, const noc_model *model, noc_resource kind,
                        const noc_closed_point *point, noc_bottleneck *bottleneck);

#endif
