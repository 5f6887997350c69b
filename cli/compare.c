#include "reports/compare.h"

#include <stdlib.h>

#include "cli/cases.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/load.h"
#include "cli/option.h"
#include "cli/page.h"
#include "cli/request.h"
#include "cli/require.h"
#include "hybrid/calibration/shipped.h"
#include "hybrid/explanations/contrast.h"

/* What the options say. */
typedef struct request {
    noc_offered_load load;
    noc_texts sets, varies, requires;
} request;

static const noc_option_use uses[] = {
    {&noc_load_options, offsetof(request, load)},
    {&noc_set_options, offsetof(request, sets)},
    {&noc_vary_options, offsetof(request, varies)},
    {&noc_require_options, offsetof(request, requires)},
    {0},
};

static noc_status answer_all(const request *own, const noc_cases *cases, noc_estimate *estimates,
                             noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < cases->count && status == NOC_OK; i++) {
        noc_system *system = NULL;
        double load;
        status = noc_system_compile(cases->designs[i], &system, diag);
        if (status == NOC_OK)
            status =
                noc_offered_load_of(system, noc_calibration_shipped(), &own->load, &load, diag);
        if (status == NOC_OK) status = noc_estimate_model(system, load, &estimates[i], diag);
        noc_system_free(system);
    }
    if (status == NOC_OK)
        noc_contrast_warn_all(estimates, cases->count, own->load.form == NOC_LOAD_FLITS);
    return status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    noc_cases cases = {0};
    noc_page page;
    noc_estimate *estimates = NULL;
    noc_requirements q = {.list = NULL};
    int unmet = 0;
    noc_status status = noc_requirements_read(&own->requires, &q, diag);
    if (status == NOC_OK)
        status =
            noc_cases_read(r->operands, r->operand_count, &own->sets, &own->varies, &cases, diag);
    if (status == NOC_OK && cases.count < 2)
        status = noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                          "compare: one design is nothing to compare (two designs, or --vary)");
    if (status == NOC_OK) {
        estimates = calloc(cases.count, sizeof *estimates);
        if (!estimates) status = noc_fail_memory(diag);
    }
    if (status == NOC_OK) status = answer_all(own, &cases, estimates, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) {
        page.sheet.load = own->load;
        status = noc_report_compare(&page.sheet, estimates, cases.count, diag);
        status = noc_page_finish(r, &page, status, diag);
    }
    if (status == NOC_OK) unmet = noc_requirements_check(&q, estimates, cases.count, diag);
    noc_requirements_clear(&q);
    free(estimates);
    noc_cases_clear(&cases);
    return unmet ? unmet : noc_exit_of(status);
}

const noc_command noc_command_compare = {
    .name = "compare",
    .operands = "DESIGN...",
    .purpose = "Designs side by side: which settings differ, and every metric's change.",
    .details = "Each design is compared with the first, by the model. Changes have "
               "intervals, without what both designs may have wrong in common; those that hold "
               "0 % are told as indistinguishable.",
    .examples = "  nocsight compare te13-baseline te13-2xbw\n"
                "  nocsight compare te13-baseline --vary network.router_stages=1,2 --load 0.03\n",
    .operand = NOC_OPERAND_DESIGN,
    .least = 1,
    .most = 1000,
    .options = uses,
    .size = sizeof(request),
    .run = run,
};
