#include "hybrid/correction/calibration/calibration.h"

#include <math.h>

void noc_calibration_clear(noc_calibration *c)
{
    noc_kriging_clear(&c->deviations);
}

/* Utilisation of the most utilised port with a codec when the first queue overflows. */
static double find_fullest_port(const noc_system *system, noc_model *model)
{
    const noc_loads *loads = noc_model_loads(model);
    noc_model_limits limits;
    double largest = 0.0;
    noc_model_find_limits(model, &limits);
    for (uint32_t c = 0; c < system->graph.channel_count; c++)
        if (noc_system_codec_cycles(system, c) > 0.0)
            largest = fmax(largest, loads->busy_cycles[c]);
    return largest * noc_system_packet_rate(system, limits.overflow);
}

/* Factor of deviations for faster switches. The measured designs have routers of one step per
 * cycle, and deviate by the behaviour of their switches. With s steps per cycle, a switch is a
 * server s times as fast, at which packets wait 1/s^2 as long while it is not full. */
static double find_switch_factor(const noc_system *system)
{
    double fastest = 1.0;
    for (uint16_t n = 0; n < system->graph.network_count; n++)
        fastest = fmax(fastest, system->graph.networks[n].vc.internal_speedup);
    return 1.0 / (fastest * fastest);
}

/* Reduces the learned deviations for faster switches and for codecs. A port with a codec accepts
 * packets one by one, a queue that the model has exactly. Above a utilisation of 0.8 the deviations
 * of routers matter less, and at 1 not at all. */
static void reduce_deviations(const noc_system *system, noc_model *model, noc_deviation *predicted)
{
    static const double busy_share = 0.8;
    double *deviations = (double *)predicted;
    for (size_t i = 0; i < NOC_DEVIATIONS; i++) deviations[i] *= find_switch_factor(system);
    if (system->design->codec.cycles == 0) return;
    const double idle_ratio = (1.0 - find_fullest_port(system, model)) / (1.0 - busy_share);
    for (size_t i = 0; i < NOC_DEVIATIONS; i++) deviations[i] *= fmax(0.0, fmin(idle_ratio, 1.0));
}

noc_corrected_model noc_calibration_correct(const noc_system *system, noc_model *model,
                                            const noc_calibration *c)
{
    noc_prediction predicted = {.distance = 0.0};
    if (c &&
        noc_graph_has_only_buffers(&system->graph)) { /* the measured designs have buffers only */
        const noc_features features = noc_features_find(system, model);
        predicted = noc_predict_deviation(&c->deviations, &features);
        reduce_deviations(system, model, &predicted.deviation);
    }
    return noc_correct_model(model, &predicted);
}
