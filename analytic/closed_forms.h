/* analytic/closed_forms.h: mean waits for the networks of a system that have a closed form
 * (network_model.h), at any rate.
 *
 * A slow form is evaluated only at knots, which are shares of the rate at which the network is
 * full; each knot is evaluated on its first use. Waits between knots are interpolated: waits times
 * the unused rate are nearly linear, as in a queue. Knots are kept for single packets, and for the
 * last requested length of trains. */
#ifndef NOC_ANALYTIC_CLOSED_FORMS_H
#define NOC_ANALYTIC_CLOSED_FORMS_H

#include "analytic/network_model.h"

enum { NOC_WAIT_KNOTS = 35 };

/* Waits of a slow form at the knots. */
typedef struct noc_wait_curve {
    /* rate at which the network is full, packets per cycle of each injecting node */
    double full_rate;
    int train;                                 /* packets of a train */
    double waits[NOC_WAIT_KNOTS][NOC_CLASSES]; /* [knot][class]: mean wait, cycles */
    bool is_known[NOC_WAIT_KNOTS];             /* [knot]: true if the waits have been found */
} noc_wait_curve;

typedef struct noc_closed_forms {
    const noc_system *system; /* borrowed */
    /* [network][0]: curve of single packets; [network][1]: curve of trains; owned. NULL: no form is
     * slow */
    noc_wait_curve (*wait_curves)[2];
} noc_closed_forms;

/* Makes the forms. False when out of memory. The caller clears them in either case. */
bool noc_closed_forms_make(const noc_system *system, noc_closed_forms *forms);
void noc_closed_forms_clear(noc_closed_forms *forms);

/* Finds the mean waits of each class, cycles, summed over the networks with a closed form.
 * `packet_rate`: packets per cycle of each injecting node; `train`: packets in a row from one
 * sender, 1: single packets; `derated_kinds`: set of kinds of resources with 5 % less capacity. */
void noc_find_closed_form_waits(const noc_closed_forms *forms, double packet_rate, int train,
                                unsigned derated_kinds, double waits[NOC_CLASSES]);

#endif
