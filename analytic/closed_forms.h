/* analytic/closed_forms.h: waits for the networks of a system that have a closed form
 * (network_model.h), at any rate.
 *
 * Where the form takes long to evaluate it is at some shares of the rate at which the network is
 * full, each when it is first needed, and waits between them follow: times what is left of that
 * rate they are nearly straight, as in a queue. Single packets are remembered, and the trains that
 * were asked for last. */
#ifndef NOC_ANALYTIC_CLOSED_FORMS_H
#define NOC_ANALYTIC_CLOSED_FORMS_H

#include "analytic/network_model.h"

enum { NOC_WAIT_KNOTS = 35 };

typedef struct noc_wait_curve {
    double full; /* packet rate of each injecting node */
    int train;   /* packets that come together */
    double waits[NOC_WAIT_KNOTS][NOC_CLASSES];
    bool known[NOC_WAIT_KNOTS];
} noc_wait_curve;

typedef struct noc_closed_forms {
    const noc_system *system; /* borrowed */
    noc_wait_curve (
        *curves)[2]; /* waits by network, of single packets and of trains; NULL if no form
                                  * takes long */
} noc_closed_forms;

/* False when out of memory; the caller clears it in either case. */
bool noc_closed_forms_make(const noc_system *system, noc_closed_forms *forms);
void noc_closed_forms_clear(noc_closed_forms *forms);

/* Sums over the networks that have a closed form; 0 for others. Packets come in trains of `train`
 * from one sender, 1: one by one. `derated`: kinds of resources that
 * do 5 % less. */
void noc_closed_forms_waits(const noc_closed_forms *forms, double packet_rate, int train,
                            unsigned derated, double waits[NOC_CLASSES]);

#endif
