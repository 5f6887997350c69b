#include "hybrid/correction/calibration/closed_calibration_file.h"

#include <stdio.h>

#include "hybrid/correction/calibration/calibration_embedded.h"
#include "hybrid/correction/discrepancy/kriging_file.h"
#include "hybrid/correction/discrepancy/loop_features.h"

static const char *figure_name(size_t i)
{
    return i == 0 ? "carried" : NULL;
}

/* ---- writing -------------------------------------------------------------------------------- */

char *noc_closed_calibration_text(const noc_closed_calibration *c)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fprintf(out,
            "// What the model of the closed loop has learned from samples (closed_cases.h). Made "
            "by: cmake --build build --target refit_calibration\n\n// Quantiles of log(measured "
            "IPC / model's) of these cases, each told by the others, by what binds:\n// (low, "
            "high, scores).\nconfidence = %.2f;\nipc = (\n",
            c->confidence);
    for (size_t k = 0; k < NOC_LOOP_KINDS; k++)
        fprintf(out, "  (%.4f, %.4f, %zu)%s // %s\n", c->ipc[k].low, c->ipc[k].high,
                c->ipc[k].count, k + 1 < NOC_LOOP_KINDS ? "," : "", noc_loop_kind_name(k));
    fprintf(out,
            ");\n\n/* log(measured IPC / model's) where a network or memory nodes bind, as a "
            "field over the loops' traits\n   (hybrid/correction/discrepancy/kriging.h). A line of "
            "numbers a loop: its scaled traits, its weight, and how much of it\n   the others "
            "miss (base/packed_numbers.h). */\ndeviations = {\n");
    noc_kriging_print(out, &c->deviations, noc_loop_feature_name, figure_name);
    fprintf(out, "};\n");
    fclose(out);
    return text;
}

/* ---- reading -------------------------------------------------------------------------------- */

static bool read_spreads(const config_t *config, noc_spread spreads[NOC_LOOP_KINDS])
{
    const config_setting_t *list = config_lookup(config, "ipc");
    if (!list || config_setting_length(list) != NOC_LOOP_KINDS) return false;
    for (unsigned b = 0; b < NOC_LOOP_KINDS; b++) {
        const config_setting_t *item = config_setting_get_elem(list, b);
        if (config_setting_length(item) != 3) return false;
        spreads[b] = (noc_spread){
            config_setting_get_float_elem(item, 0),
            config_setting_get_float_elem(item, 1),
            (size_t)config_setting_get_int_elem(item, 2),
        };
    }
    return true;
}

static bool read_deviations(const config_t *config, noc_kriging *deviations)
{
    const config_setting_t *group = config_lookup(config, "deviations");
    return group && noc_kriging_read(group, noc_closed_calibration_files[0].file,
                                     noc_closed_calibration_files, noc_loop_feature_name,
                                     figure_name, deviations, NULL) == NOC_OK;
}

bool noc_closed_calibration_embedded(noc_closed_calibration *c)
{
    const config_t *config = noc_closed_calibration_files[0].config;
    return config && read_spreads(config, c->ipc) && read_deviations(config, &c->deviations) &&
           config_lookup_float(config, "confidence", &c->confidence);
}
