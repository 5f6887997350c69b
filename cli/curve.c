#include "reports/curve.h"

#include <math.h>
#include <stdlib.h>

#include "cli/cases.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/measure.h"
#include "cli/option.h"
#include "cli/page.h"
#include "cli/request.h"
#include "hybrid/answers/estimate_sample.h"
#include "reports/comparison.h"

/* What the options say. */
typedef struct request {
    unsigned points;
    bool sampled;
    noc_texts sets;
    noc_precision precision;
} request;

static const noc_option own_options[] = {
    {"points", 0, "N", "loads, from near 0 to just under saturation (12)", NOC_OPTION_SMALL,
     .offset = offsetof(request, points), .least = 2, .most = 1000},
    {"sampled", 0, NULL, "measure every point too", NOC_OPTION_FLAG,
     .offset = offsetof(request, sampled)},
    {0},
};

static const request usual = {.points = 12};

static const noc_option_group own_group = {NULL, own_options, NULL, 0};

static const noc_option_use uses[] = {
    {&own_group, 0},
    {&noc_set_options, offsetof(request, sets)},
    {&noc_sampling_options, offsetof(request, precision)},
    {0},
};

/* The loads of a curve, as shares of the model's saturation. */
static const double first_share = 0.02, last_share = 0.96;

/* The model's latencies at evenly spaced loads. */
static noc_status model_points(const noc_system *system, noc_comparison *points, size_t count,
                               noc_diag *diag)
{
    noc_estimate idle;
    noc_status status = noc_estimate_model(system, NAN, &idle, diag);
    const double saturation =
        status == NOC_OK ? idle.metrics[NOC_METRIC_saturation_flits_per_cycle].value : NAN;
    if (status == NOC_OK && !isfinite(saturation))
        status = noc_fail(diag, NOC_EFAILED, (noc_place){system->design->file, 0},
                          "the model gives no saturation, so there is no range of loads");
    for (size_t i = 0; i < count && status == NOC_OK; i++) {
        const double share =
            first_share + (last_share - first_share) * (double)i / (double)(count - 1);
        status = noc_estimate_model(system, share * saturation, &points[i].model, diag);
    }
    return status;
}

/* Returns how many points are complete. */
static size_t sample_points(const noc_request *r, const noc_cases *cases, const noc_system *system,
                            noc_comparison *points, noc_status *status, noc_diag *diag)
{
    const request *own = r->own;
    noc_measurement m;
    const size_t count = own->points;
    size_t finished = 0;
    noc_measure_start(r, &own->precision, cases, (double)count, &m);
    for (; finished < count; finished++) {
        noc_comparison *point = &points[finished];
        char step[60];
        snprintf(step, sizeof step, ", load %zu of %zu", finished + 1, count);
        noc_measure_task(&m, 1.0, system->design, 0, step);
        *status = noc_estimate_sample(system, point->model.load, &m.sampling, &point->sample, diag);
        if (*status != NOC_OK) break;
        point->sampled = true;
    }
    noc_measure_end(&m, *status, finished, count, diag);
    return finished;
}

static noc_status draw(const noc_request *r, const noc_cases *cases, const noc_system *system,
                       noc_comparison *points, noc_page *page, noc_diag *diag)
{
    const request *own = r->own;
    size_t finished = own->points;
    noc_status status = model_points(system, points, finished, diag);
    if (status == NOC_OK && own->sampled)
        finished = sample_points(r, cases, system, points, &status, diag);
    if ((status != NOC_OK && status != NOC_EINTERRUPTED) || finished == 0) {
        noc_page_drop(page);
        return status;
    }
    const noc_status written = noc_report_curve(&page->sheet, points, finished, diag);
    const noc_status sent = noc_page_finish(r, page, written, diag);
    return status == NOC_OK ? sent : status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    noc_cases cases = {0};
    noc_system *system = NULL;
    noc_page page;
    noc_comparison *points = calloc(own->points, sizeof *points);
    noc_status status = points ? noc_cases_read(r->operands, 1, &own->sets, NULL, &cases, diag)
                               : noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_cases_compile(&cases, 0, &system, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) status = draw(r, &cases, system, points, &page, diag);
    noc_system_free(system);
    noc_cases_clear(&cases);
    free(points);
    return noc_exit_of(status);
}

const noc_command noc_command_curve = {
    .name = "curve",
    .operands = "DESIGN",
    .purpose = "Latency against offered load, from near 0 to just under the model's saturation.",
    .details = "On a terminal the points are also drawn.",
    .examples = "  nocsight curve te13-baseline --points 8 --sampled\n",
    .operand = NOC_OPERAND_DESIGN,
    .least = 1,
    .most = 1,
    .options = uses,
    .size = sizeof(request),
    .defaults = &usual,
    .run = run,
};
