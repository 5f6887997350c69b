/* Costs by component: public calls. */
#include <math.h>
#include <stdlib.h>

#include "bindings/c/query.h"
#include "bindings/c/system.h"
#include "hybrid/answers/explain/breakdown.h"
#include "reports/facts/breakdown.h"

struct noc_costs {
    noc_arena memory;
    noc_component_cost *rows;
    size_t count;
};

/* Lists the parts of all networks that have some. */
static noc_status list_parts(const noc_breakdown *b, noc_costs *costs, noc_diag *diag)
{
    const size_t capacity = (size_t)b->network_count * NOC_PARTS;
    costs->rows = noc_arena_array(&costs->memory, capacity, sizeof *costs->rows);
    if (!costs->rows) return noc_fail_memory(diag);
    for (uint16_t n = 0; n < b->network_count && !b->cost.has_no_silicon; n++)
        for (size_t part = 0; part < NOC_PARTS; part++) {
            const noc_part_cost *p = &b->networks[n].parts[part];
            if (!noc_breakdown_has_part(&b->networks[n], part)) continue;
            costs->rows[costs->count++] = (noc_component_cost){
                .network = b->names[n],
                .part = noc_part_name(part),
                .count = (double)p->count,
                .area_mm2 = p->area_mm2,
                .leakage_mw = p->leakage_mw,
                .dynamic_mw = p->dynamic_mw,
            };
        }
    return NOC_OK;
}

static noc_status find(noc_context *context, const noc_design *design, const noc_query *query,
                       noc_costs *costs, noc_diag *diag)
{
    noc_built_system built = {0};
    noc_breakdown breakdown;
    double load;
    noc_status status = noc_built_system_make(context, design, true, &built, diag);
    if (status == NOC_OK) status = noc_query_find_load(query, context, built.system, &load, diag);
    if (status == NOC_OK)
        status = noc_breakdown_make(built.system, noc_context_calibration(context), load, NAN,
                                    &costs->memory, &breakdown, diag);
    if (status == NOC_OK) status = list_parts(&breakdown, costs, diag);
    noc_built_system_clear(&built);
    return status;
}

int noc_design_costs(noc_context *context, const noc_design *design, const noc_query *query,
                     noc_costs **costs, noc_error *error)
{
    static const noc_query plain_query = {0};
    noc_call call = noc_call_begin(error);
    if (costs) *costs = NULL;
    if (!query) query = &plain_query;
    noc_status status =
        noc_call_require(&call, "context", context, "design", design, "costs", costs, NULL);
    if (status == NOC_OK) status = noc_query_check(query, &call.diag);
    noc_costs *made = status == NOC_OK ? calloc(1, sizeof *made) : NULL;
    if (status == NOC_OK && !made) status = noc_fail_memory(&call.diag);
    if (status == NOC_OK) status = find(context, design, query, made, &call.diag);
    if (status == NOC_OK)
        *costs = made;
    else
        noc_costs_release(made);
    return noc_call_end(&call, status);
}

void noc_costs_release(noc_costs *costs)
{
    if (!costs) return;
    noc_arena_clear(&costs->memory);
    free(costs);
}

size_t noc_costs_count(const noc_costs *costs)
{
    return costs ? costs->count : 0;
}

int noc_costs_component(const noc_costs *costs, size_t i, noc_component_cost *component,
                        noc_error *error)
{
    noc_call call = noc_call_begin(error);
    if (component) *component = (noc_component_cost){.network = "", .part = ""};
    noc_status status = noc_call_require(&call, "costs", costs, "component", component, NULL);
    if (status == NOC_OK) status = noc_call_check_position(&call, "component", i, costs->count);
    if (status == NOC_OK) *component = costs->rows[i];
    return noc_call_end(&call, status);
}
