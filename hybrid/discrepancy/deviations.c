#include "hybrid/discrepancy/deviations.h"

#include <math.h>
#include <stdlib.h>

noc_told noc_deviation_told(const noc_kriging *field, const noc_traits *traits)
{
    noc_told told = {.apart = 0.0};
    const noc_kriging_told to = {(double *)(void *)&told.deviation, &told.apart, &told.missed};
    if (field->count > 0) noc_kriging_tell(field, traits->of, &to);
    return told;
}

noc_status noc_deviations_learn(const noc_traits *traits, const noc_deviation *measured,
                                size_t count, noc_told *left_out, noc_kriging *field,
                                noc_diag *diag)
{
    const noc_kriging_points points = {
        .coordinates = (const double *)(const void *)traits, /* all members are doubles */
        .figures = (const double *)(const void *)measured,
        .count = count,
        .coordinate_count = NOC_TRAITS,
        .figure_count = NOC_DEVIATIONS,
    };
    noc_deviation *deviations = calloc(count + 1, sizeof *deviations);
    double *apart = calloc(count + 1, sizeof *apart);
    double *missed = calloc(count + 1, sizeof *missed);
    const noc_kriging_told told = {(double *)(void *)deviations, apart, missed};
    noc_status status = deviations && apart && missed ? NOC_OK : noc_fail_memory(diag);
    *field = (noc_kriging){.count = 0};
    if (status == NOC_OK) status = noc_kriging_learn(&points, &told, field, diag);
    for (size_t i = 0; status == NOC_OK && i < count; i++)
        left_out[i] = (noc_told){deviations[i], apart[i], missed[i]};
    free(missed);
    free(apart);
    free(deviations);
    return status;
}
