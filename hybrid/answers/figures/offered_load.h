/* hybrid/answers/figures/offered_load.h: the forms in which a load is asked for. But for flits they
 * mean the same work on every design with the same clock, whatever its flits and packets are. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_OFFERED_LOAD_H
#define NOC_HYBRID_ANSWERS_FIGURES_OFFERED_LOAD_H

#include "hybrid/correction/calibration/calibration.h"

typedef enum noc_load_form {
    NOC_LOAD_NONE,
    NOC_LOAD_FLITS,        /* flits per cycle of each injecting node, what it sends itself */
    NOC_LOAD_TRANSACTIONS, /* packets of its own, per cycle and injecting node: 0.02tx */
    NOC_LOAD_BANDWIDTH,    /* data of the whole network at its clock: 500GB/s, 2TB/s, 4000Gb/s */
    NOC_LOAD_DATA,         /* data of the whole network in a cycle: 64B/cycle, 64B/clk */
    NOC_LOAD_SHARE,        /* per cent of the model's saturation: 60% */
} noc_load_form;

typedef struct noc_offered_load {
    noc_load_form form;
    double amount; /* in the unit of its form; above 0, but for NOC_LOAD_NONE */
} noc_offered_load;

/* What would be right, for messages. */
#define NOC_LOAD_EXPECTED                                                                    \
    "a load above 0: 0.03 (flits per cycle of each injecting node), 0.02tx (transactions), " \
    "500GB/s, 2TB/s, 4000Gb/s or 64B/cycle (data of the whole network) or 60% (of saturation)"

/* False if the text is no load above 0. */
bool noc_offered_load_read(const char *text, noc_offered_load *load);

enum { NOC_LOAD_CHARS = 40 };

/* As it is read, "" for none. */
void noc_offered_load_text(const noc_offered_load *load, char text[NOC_LOAD_CHARS]);

/* The mean load of a system in flits per cycle of each injecting node; for none the one that the
 * design itself says (traffic.rates), or NAN. A share is one of the saturation that the model gives
 * with that calibration (NULL: as derived). NOC_EUSAGE where
 * there is no saturation, or where a port cannot inject so much. */
noc_status noc_offered_load_of(const noc_system *system, const noc_calibration *calibration,
                               const noc_offered_load *load, double *flits, noc_diag *diag);

#endif
