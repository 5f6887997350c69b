#include "hybrid/correction/calibration/calibration.h"

#include <math.h>

void noc_calibration_clear(noc_calibration *c)
{
    noc_kriging_clear(&c->deviations);
}

/* Utilisation of the most utilised port with a codec when the first queue overflows. */
static double fullest_port(const noc_system *system, noc_model *model)
{
    const noc_loads *loads = noc_model_loads(model);
    noc_model_limits limits;
    double most = 0.0;
    noc_model_find_limits(model, &limits);
    for (uint32_t c = 0; c < system->graph.channel_count; c++)
        if (noc_system_codec_cycles(system, c) > 0.0) most = fmax(most, loads->in_use[c]);
    return most * noc_system_packet_rate(system, limits.overflow);
}

/* Factor of deviations for faster switches. The measured designs have routers of one step per
 * cycle, and deviate by the behaviour of their switches. With s steps per cycle, a switch is a
 * server s times as fast, at which packets wait 1/s^2 as long while it is not full. */
static double left_of_switches(const noc_system *system)
{
    double fastest = 1.0;
    for (uint16_t n = 0; n < system->graph.network_count; n++)
        fastest = fmax(fastest, system->graph.networks[n].vc.internal_speedup);
    return 1.0 / (fastest * fastest);
}

/* Reduces the learned deviations for faster switches and for codecs. A port with a codec accepts
 * packets one by one, a queue that the model has exactly. Above a utilisation of 0.8 the deviations
 * of routers matter less, and at 1 not at all. */
static void tell_less(const noc_system *system, noc_model *model, noc_deviation *predicted)
{
    static const double decides = 0.8;
    double *of = (double *)predicted;
    for (size_t i = 0; i < NOC_DEVIATIONS; i++) of[i] *= left_of_switches(system);
    if (system->design->codec.cycles == 0) return;
    const double left = (1.0 - fullest_port(system, model)) / (1.0 - decides);
    for (size_t i = 0; i < NOC_DEVIATIONS; i++) of[i] *= fmax(0.0, fmin(left, 1.0));
}

noc_corrected_model noc_correct_as_calibrated(const noc_system *system, noc_model *model,
                                              const noc_calibration *c)
{
    noc_prediction predicted = {.distance = 0.0};
    if (c &&
        noc_graph_has_only_buffers(&system->graph)) { /* the measured designs have buffers only */
        const noc_features features = noc_features_of(system, model);
        predicted = noc_predict_deviation(&c->deviations, &features);
        tell_less(system, model, &predicted.deviation);
    }
    return noc_correct(model, &predicted);
}
