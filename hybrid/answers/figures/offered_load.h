/* hybrid/answers/figures/offered_load.h: units in which a user can give a load. Unlike a load in
 * flits, a load in transactions or data is equal work for designs with other flits and packets. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_OFFERED_LOAD_H
#define NOC_HYBRID_ANSWERS_FIGURES_OFFERED_LOAD_H

#include "hybrid/correction/calibration/calibration.h"

typedef enum noc_load_form {
    NOC_LOAD_NONE,
    NOC_LOAD_FLITS,        /* flits per cycle that each injecting node creates: 0.03 */
    NOC_LOAD_TRANSACTIONS, /* packets created per cycle and injecting node: 0.02tx */
    NOC_LOAD_BANDWIDTH, /* data rate of the whole network at its clock: 500GB/s, 2TB/s, 4000Gb/s */
    NOC_LOAD_DATA,      /* data of the whole network per cycle: 64B/cycle, 64B/clk */
    NOC_LOAD_SHARE,     /* share of the model's saturation, %: 60% */
} noc_load_form;

typedef struct noc_offered_load {
    noc_load_form form;
    double amount; /* amount in the form's unit; above 0, except for NOC_LOAD_NONE */
} noc_offered_load;

/* Valid forms of a load, for messages. */
#define NOC_LOAD_EXPECTED                                                                    \
    "a load above 0: 0.03 (flits per cycle of each injecting node), 0.02tx (transactions), " \
    "500GB/s, 2TB/s, 4000Gb/s or 64B/cycle (data of the whole network) or 60% (of saturation)"

/* Reads a load. False if the text is no load above 0. */
bool noc_offered_load_read(const char *text, noc_offered_load *load);

enum { NOC_LOAD_CHARS = 40 };

/* Writes a load as noc_offered_load_read accepts it, "" for none. */
void noc_offered_load_format(const noc_offered_load *load, char text[NOC_LOAD_CHARS]);

/* Converts a load to flits per cycle of each injecting node. NOC_LOAD_NONE: the design's mean load
 * (traffic.rates), or NAN. A share is relative to the model's saturation with the calibration
 * (NULL: as derived). NOC_EUSAGE if there is no saturation, or if a port cannot inject the load. */
noc_status noc_offered_load_convert(const noc_system *system, const noc_calibration *calibration,
                                    const noc_offered_load *load, double *flits, noc_diag *diag);

#endif
