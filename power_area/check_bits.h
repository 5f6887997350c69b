/* power_area/check_bits.h: cost of the encoders and decoders of check bits of flits
 * (network.ecc_bits). */
#ifndef NOC_POWER_AREA_CHECK_BITS_H
#define NOC_POWER_AREA_CHECK_BITS_H

#include "power_area/process.h"

/* True if `check_bits` correct one error and detect two in `data_bits` (Hsiao's code). */
bool noc_check_corrects(double data_bits, double check_bits);

/* Number of gates of two inputs: of an encoder, the trees that make the check bits of a flit; of
 * a decoder, which compares the bits and corrects one. */
double noc_encoder_gates(double data_bits, double check_bits);
double noc_decoder_gates(double data_bits, double check_bits);

typedef struct noc_check_cost {
    double area_um2, leakage_mw, flit_pj;
} noc_check_cost;

/* Cost of an encoder, or of a decoder, that accepts a flit a cycle. */
noc_check_cost noc_check_cost_of(const noc_process *process, double data_bits, double check_bits,
                                 bool is_decoder);

#endif
