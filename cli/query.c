#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/calibrated.h"
#include "cli/cases.h"
#include "cli/measure.h"
#include "cli/page.h"
#include "cli/request.h"
#include "cli/require.h"
#include "hybrid/answers/cost_figures.h"
#include "hybrid/explanations/breakdown.h"
#include "hybrid/explanations/contrast.h"
#include "reports/bars.h"
#include "reports/estimates.h"
#include "reports/writers/sheet.h"

/* What each design of the request is answered with. */
typedef struct answers {
    noc_calibrated calibrated;
    noc_estimate *estimates;
    noc_components *components; /* NULL unless asked for, so for all below */
    noc_breakdown *breakdowns;
    noc_channel_rates *channels; /* NULL unless asked for */
    size_t count, finished;
} answers;

/* `checking` NULL: the model alone. */
static noc_status estimate(double load, const noc_calibration *calibration,
                           const noc_system *system, const noc_sampling *checking, double *flits,
                           noc_estimate *e, noc_diag *diag)
{
    if (!checking) return noc_estimate_calibrated(system, calibration, load, flits, e, diag);
    noc_sampling sampling = *checking;
    sampling.channel_flits = flits;
    return noc_estimate_checked(system, calibration, load, &sampling, e, diag);
}

/* With what is accepted at the load on every channel, if that was asked for. */
static noc_status estimate_channels(const noc_request *r, double load, const noc_system *system,
                                    const noc_sampling *checking, answers *a, size_t i,
                                    noc_diag *diag)
{
    noc_estimate *e = &a->estimates[i];
    if (!r->channels) return estimate(load, a->calibrated.use, system, checking, NULL, e, diag);
    double *flits = noc_channels_room(system);
    if (!flits) return noc_fail_memory(diag);
    noc_status status = estimate(load, a->calibrated.use, system, checking, flits, e, diag);
    if (status == NOC_OK) status = noc_channels_of(system, flits, &a->channels[i], diag);
    e->channels = &a->channels[i];
    free(flits);
    return status;
}

static noc_status answer_one(const noc_request *r, const noc_system *system,
                             const noc_sampling *checking, answers *a, size_t i, noc_diag *diag)
{
    double load;
    noc_status status = noc_offered_load_of(system, a->calibrated.use, &r->load, &load, diag);
    if (status == NOC_OK) status = estimate_channels(r, load, system, checking, a, i, diag);
    if (status == NOC_OK && isfinite(r->activity))
        status = noc_figures_put_nominal_power(system, r->activity, &a->estimates[i], diag);
    if (status != NOC_OK || !r->breakdown) return status;
    status = noc_components_of(system, &a->components[i], diag);
    a->estimates[i].components = &a->components[i];
    if (status == NOC_OK)
        status = noc_breakdown_make(system, a->calibrated.use, load, r->activity, &a->breakdowns[i],
                                    diag);
    return status;
}

static noc_status answer_case(const noc_request *r, const noc_cases *cases,
                              const noc_sampling *checking, answers *a, size_t i, noc_diag *diag)
{
    noc_system *system = NULL;
    noc_status status = noc_cases_compile(cases, i, &system, diag);
    if (status == NOC_OK) status = answer_one(r, system, checking, a, i, diag);
    noc_system_free(system);
    return status;
}

/* Windows take time, so with --check there is progress, and Ctrl-C leaves what is finished. */
static noc_status answer_all(const noc_request *r, const noc_cases *cases, answers *a,
                             noc_diag *diag)
{
    noc_measurement m;
    if (r->check) noc_measure_start(r, cases, (double)cases->count, &m);
    noc_status status = NOC_OK;
    while (a->finished < cases->count && status == NOC_OK) {
        const size_t i = a->finished;
        if (r->check) noc_measure_task(&m, 1.0, cases->designs[i], i, "");
        status = answer_case(r, cases, r->check ? &m.sampling : NULL, a, i, diag);
        if (status == NOC_OK) a->finished++;
    }
    if (r->check) noc_measure_end(&m, status, a->finished, cases->count, diag);
    noc_contrast_warn_all(a->estimates, a->finished, r->load.form == NOC_LOAD_FLITS);
    return status;
}

static noc_status make_room(const noc_request *r, size_t count, answers *a, noc_diag *diag)
{
    a->count = count;
    a->estimates = calloc(count, sizeof *a->estimates);
    if (!a->estimates) return noc_fail_memory(diag);
    if (r->channels) a->channels = calloc(count, sizeof *a->channels);
    if (r->channels && !a->channels) return noc_fail_memory(diag);
    if (!r->breakdown) return NOC_OK;
    a->components = calloc(count, sizeof *a->components);
    a->breakdowns = calloc(count, sizeof *a->breakdowns);
    return a->components && a->breakdowns ? NOC_OK : noc_fail_memory(diag);
}

static void clear(answers *a)
{
    for (size_t i = 0; i < a->count && a->breakdowns; i++) noc_breakdown_clear(&a->breakdowns[i]);
    for (size_t i = 0; i < a->count && a->components; i++) noc_components_clear(&a->components[i]);
    for (size_t i = 0; i < a->count && a->channels; i++) noc_channels_clear(&a->channels[i]);
    free(a->channels);
    free(a->breakdowns);
    free(a->components);
    free(a->estimates);
}

/* ---- pictures ------------------------------------------------------------------------------- */

typedef enum picture { PICTURE_NONE, PICTURE_SVG, PICTURE_HTML } picture;

/* The costs of --breakdown. */
static noc_status choose_picture(const noc_request *r, picture *chosen, noc_diag *diag)
{
    const bool page = r->format == NOC_FORMAT_TABLE && noc_output_ends_in(r, ".html");
    *chosen = r->format == NOC_FORMAT_SVG ? PICTURE_SVG : page ? PICTURE_HTML : PICTURE_NONE;
    if (*chosen == PICTURE_NONE || r->breakdown) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, (noc_place){r->format_given ? "--format svg" : r->output, 0},
                    "query draws costs only: it needs --breakdown");
}

static noc_status report(const noc_request *r, picture chosen, const noc_page *page,
                         const answers *a, noc_diag *diag)
{
    if (chosen == PICTURE_NONE)
        return noc_report_estimates(&page->sheet, a->estimates, a->breakdowns, a->finished,
                                    r->vary_count > 0, diag);
    const bool html = chosen == PICTURE_HTML;
    return (html ? noc_bars_page : noc_bars_draw)(page->sheet.out, a->estimates, a->breakdowns,
                                                  a->finished, diag);
}

static noc_status show(const noc_request *r, picture chosen, const answers *a, noc_diag *diag)
{
    noc_page page;
    const noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    page.sheet.run.calibration = noc_calibrated_name(&a->calibrated);
    return noc_page_finish(r, &page, report(r, chosen, &page, a, diag), diag);
}

static int run(const noc_request *r, noc_diag *diag)
{
    picture chosen;
    noc_cases cases = {0};
    answers a = {0};
    noc_requirements q = {.list = NULL};
    int unmet = 0;
    noc_status status = choose_picture(r, &chosen, diag);
    if (status == NOC_OK) status = noc_requirements_read(r, &q, diag);
    if (status == NOC_OK) status = noc_calibrated_open(r, &a.calibrated, diag);
    if (status == NOC_OK) status = noc_cases_read(r, &cases, diag);
    if (status == NOC_OK) status = make_room(r, cases.count, &a, diag);
    if (status == NOC_OK) status = answer_all(r, &cases, &a, diag);
    if (status == NOC_OK || (status == NOC_EINTERRUPTED && a.finished > 0)) {
        const noc_status shown = show(r, chosen, &a, diag);
        if (status == NOC_OK) status = shown;
    }
    if (status == NOC_OK) unmet = noc_requirements_check(&q, a.estimates, a.finished, diag);
    noc_requirements_clear(&q);
    clear(&a);
    noc_calibrated_close(&a.calibrated);
    noc_cases_clear(&cases);
    return unmet ? unmet : noc_exit_of(status);
}

const noc_command noc_command_query = {
    .name = "query",
    .operands = "DESIGN",
    .purpose =
        "Estimate a design with the model: latency, saturation, area, power, throughput per area.",
    .details =
        "Without --load a design with a workload is answered in closed loop, and of others the "
        "latencies under load are left out. With --vary there is a row for the design itself, "
        "unless a variant is the same, and one for each variant, with its "
        "change against the first row. --breakdown with -o FILE.svg or FILE.html draws the "
        "costs as bars. --check measures a window at the load, and without one also a window of "
        "the closed loop, which takes the place of the model's operating point.",
    .examples = "  nocsight query te13-baseline --load 0.03\n"
                "  nocsight query te13-baseline --vary network.flit_bytes=8,16,32\n"
                "  nocsight query te13-baseline --load 0.03 --check\n"
                "  nocsight query te13-baseline --set workload=HH --check\n"
                "  nocsight query te13-baseline --load 0.03 --channels\n"
                "  nocsight query cdx19-clos-80 --breakdown\n"
                "  nocsight query te13-baseline --set chip.technology_nm=22 --breakdown\n"
                "  nocsight query cdx19-mesh-80 --load 0.02 --breakdown -o cost.svg\n",
    .operand = NOC_OPERAND_DESIGN,
    .least = 1,
    .most = 1,
    .takes = NOC_TAKES_LOAD | NOC_TAKES_SET | NOC_TAKES_VARY | NOC_TAKES_BREAKDOWN |
             NOC_TAKES_ACTIVITY | NOC_TAKES_REQUIRE | NOC_TAKES_CHANNELS | NOC_TAKES_CHECK |
             NOC_TAKES_CALIBRATION | NOC_TAKES_SVG,
    .pictures = ".html",
    .run = run,
};
