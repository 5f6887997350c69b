#include <stdlib.h>

#include "cli/cases.h"
#include "cli/page.h"

static noc_status ask(const noc_design *design, const noc_request *r, noc_components *components,
                      noc_estimate *estimate, noc_diag *diag)
{
    noc_system *system = NULL;
    noc_status status = noc_system_compile(design, &system, diag);
    if (status != NOC_OK) return status;
    status = noc_estimate_model(system, r->load, estimate, diag);
    if (status == NOC_OK && r->breakdown) {
        status = noc_components_of(system, components, diag);
        estimate->components = components;
    }
    noc_system_free(system);
    return status;
}

static noc_status ask_all(const noc_request *r, const noc_cases *cases, noc_components *components,
                          noc_estimate *estimates, noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < cases->count && status == NOC_OK; i++)
        status = ask(cases->designs[i], r, &components[i], &estimates[i], diag);
    return status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    noc_cases cases = {0};
    noc_page page;
    noc_estimate *estimates = NULL;
    noc_components *components = NULL;
    noc_status status = noc_cases_read(r, &cases, diag);
    if (status == NOC_OK) {
        estimates = calloc(cases.count, sizeof *estimates);
        components = calloc(cases.count, sizeof *components);
        status = estimates && components ? ask_all(r, &cases, components, estimates, diag)
                                         : noc_fail_memory(diag);
    }
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) {
        status = noc_report_estimates(&page.sheet, estimates, cases.count, r->vary_count > 0, diag);
        status = noc_page_finish(r, &page, status, diag);
    }
    for (size_t i = 0; components && i < cases.count; i++) noc_components_clear(&components[i]);
    free(components);
    free(estimates);
    noc_cases_clear(&cases);
    return noc_exit_of(status);
}

const noc_command noc_command_query = {
    .name = "query",
    .operands = "DESIGN",
    .purpose = "Estimate a design with the model: latency, saturation, area, throughput per area.",
    .details =
        "Without --load the latencies under load are left out. With --vary there is a row for "
        "the design itself, unless a variant is the same, and one for each variant, with its "
        "change against the first row.",
    .examples = "  nocsight query te13-baseline --load 0.03\n"
                "  nocsight query te13-baseline --vary network.flit_bytes=8,16,32\n"
                "  nocsight query cdx19-clos-80 --breakdown\n",
    .operand = NOC_OPERAND_DESIGN,
    .least = 1,
    .most = 1,
    .takes = NOC_TAKES_LOAD | NOC_TAKES_SET | NOC_TAKES_VARY | NOC_TAKES_BREAKDOWN,
    .run = run,
};
