/* Hsiao, A Class of Optimal Minimum Odd-weight-column SEC-DED Codes, IBM Journal of R&D 14(4),
 * 1970: each data bit is in an odd number of check bits, three or more, and no two data bits are
 * in equal sets of check bits; the smallest sets come first. With too few check bits for such a
 * code, each is the parity of its share of the data. */
#include "power_area/check_bits.h"

#include <math.h>

static const double pj_per_fj = 1e-3;
static const double mw_per_uw = 1e-3;
static const double least_weight = 3.0;

/* Number of sets of `weight` elements among `elements`. */
static double count_sets(double elements, double weight)
{
    double sets = 1.0;
    for (double i = 0.0; i < weight; i++) sets *= (elements - i) / (i + 1.0);
    return sets;
}

bool noc_check_corrects(double data_bits, double check_bits)
{
    return exp2(check_bits - 1.0) - check_bits >= data_bits;
}

/* Sum over the data bits of the number of check bits that read each. */
static double sum_weights(double data_bits, double check_bits)
{
    double bits_left = data_bits, sum = 0.0;
    if (!noc_check_corrects(data_bits, check_bits)) return data_bits;
    for (double weight = least_weight; bits_left > 0.0 && weight <= check_bits; weight += 2.0) {
        const double bits = fmin(bits_left, count_sets(check_bits, weight));
        sum += weight * bits;
        bits_left -= bits;
    }
    return sum;
}

double noc_encoder_gates(double data_bits, double check_bits)
{
    return fmax(0.0, sum_weights(data_bits, check_bits) - check_bits);
}

/* Each check bit is made again and compared; a corrector has, for each data bit, two gates that
 * recognise its three check bits, and one that inverts the bit. */
double noc_decoder_gates(double data_bits, double check_bits)
{
    const double corrector = noc_check_corrects(data_bits, check_bits) ? 3.0 * data_bits : 0.0;
    return sum_weights(data_bits, check_bits) + corrector;
}

/* Assumed: a gate costs as much as a 2:1 multiplexer of the crossbar, in area, leakage and
 * energy. */
noc_check_cost noc_check_cost_of(const noc_process *p, double data_bits, double check_bits,
                                 bool is_decoder)
{
    const double gates = is_decoder ? noc_decoder_gates(data_bits, check_bits)
                                    : noc_encoder_gates(data_bits, check_bits);
    return (noc_check_cost){
        .area_um2 = gates * p->values[NOC_COEFFICIENT_crossbar_mux_area],
        .leakage_mw = mw_per_uw * gates * p->values[NOC_COEFFICIENT_crossbar_mux_leakage],
        .flit_pj = pj_per_fj * gates * p->values[NOC_COEFFICIENT_crossbar_input_energy],
    };
}
