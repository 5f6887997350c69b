#include "analytic/bound/bound_plans.h"

#include "base/auto.h"

/* ---- twins ---------------------------------------------------------------------------------- */

/* True if two channels of a router are equal for every packet: ends, rate, and one terminal
 * each. */
static bool are_twins(const noc_channel *a, const noc_channel *b)
{
    return a->kind == b->kind && a->from == b->from && a->to == b->to && a->sharers <= 1 &&
           b->sharers <= 1 && a->flits_per_cycle == b->flits_per_cycle;
}

static uint32_t find_first_twin(const noc_graph *g, uint32_t c)
{
    const noc_channel *channel = &g->channels[c];
    const bool injects = channel->kind == NOC_INJECTION;
    const noc_router *router = &g->routers[injects ? channel->to : channel->from];
    const uint32_t *ports =
        injects ? &g->inputs[router->first_input] : &g->outputs[router->first_output];
    const uint32_t count = injects ? router->inputs : router->outputs;
    uint32_t first = c;
    for (uint32_t i = 0; i < count; i++)
        if (ports[i] < first && are_twins(channel, &g->channels[ports[i]])) first = ports[i];
    return first;
}

bool noc_bound_twins_find(const noc_graph *g, noc_arena *arena, noc_bound_twins *t)
{
    t->first_twins = noc_arena_array(arena, g->channel_count, sizeof *t->first_twins);
    t->twin_counts = noc_arena_array(arena, g->channel_count, sizeof *t->twin_counts);
    for (uint32_t c = 0; !arena->is_short && c < g->channel_count; c++) {
        t->first_twins[c] = find_first_twin(g, c);
        t->twin_counts[t->first_twins[c]]++;
    }
    return !arena->is_short;
}

/* ---- all plans ------------------------------------------------------------------------------ */

bool noc_bound_plans_new(uint32_t channels, const noc_bound_twins *twins, noc_arena *arena,
                         noc_bound_plans *p)
{
    *p = (noc_bound_plans){
        .arena = arena,
        .twins = twins,
        .channels = channels,
        .load_unit = 1.0,
        .plan_loads = noc_arena_array(arena, channels, sizeof *p->plan_loads),
        .plan_channels = noc_arena_array(arena, channels, sizeof *p->plan_channels),
        .column_rows = noc_arena_array(arena, channels + 2u, sizeof *p->column_rows),
        .column_loads = noc_arena_array(arena, channels + 2u, sizeof *p->column_loads),
    };
    return !arena->is_short;
}

/* ---- the plan under construction ------------------------------------------------------------ */

void noc_bound_plans_add_load(noc_bound_plans *p, uint32_t channel, double load)
{
    const uint32_t twin = p->twins->first_twins[channel];
    if (p->plan_loads[twin] == 0.0) p->plan_channels[p->plan_channel_count++] = twin;
    p->plan_loads[twin] += load / p->twins->twin_counts[twin];
}

void noc_bound_plans_drop(noc_bound_plans *p)
{
    for (uint32_t i = 0; i < p->plan_channel_count; i++) p->plan_loads[p->plan_channels[i]] = 0.0;
    p->plan_channel_count = 0;
}

double noc_bound_plans_cost(const noc_bound_plans *p, const double *prices)
{
    double price = 0.0;
    for (uint32_t i = 0; i < p->plan_channel_count; i++) {
        const uint32_t channel = p->plan_channels[i];
        price += p->plan_loads[channel] * prices[channel] * p->twins->twin_counts[channel];
    }
    return price / p->load_unit;
}

/* Makes room for one more plan with a number of entries. False when out of memory. */
static bool reserve_entries(noc_bound_plans *p, size_t added_entries)
{
    if (p->count == p->capacity) {
        const size_t new_capacity = p->capacity ? 2 * p->capacity : 1024;
        noc_bound_plan *list = noc_arena_resize(p->arena, p->list, new_capacity, sizeof *list);
        if (!list) return false;
        p->list = list;
        p->capacity = new_capacity;
    }
    if (p->entry_count + added_entries <= p->entry_capacity) return true;
    const size_t new_capacity = 2 * p->entry_capacity + added_entries;
    int *rows = noc_arena_resize(p->arena, p->rows, new_capacity, sizeof *rows);
    if (rows) p->rows = rows;
    double *loads = noc_arena_resize(p->arena, p->loads, new_capacity, sizeof *loads);
    if (loads) p->loads = loads;
    if (!rows || !loads) return false;
    p->entry_capacity = new_capacity;
    return true;
}

noc_status noc_bound_plans_keep(noc_bound_plans *p, int block, noc_master *master, noc_diag *diag)
{
    const uint32_t count = p->plan_channel_count;
    if (!reserve_entries(p, count)) return noc_fail_memory(diag);
    p->list[p->count++] = (noc_bound_plan){block, p->entry_count, count};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t channel = p->plan_channels[i];
        p->rows[p->entry_count + i] = (int)channel;
        p->loads[p->entry_count + i] = p->plan_loads[channel];
        p->column_rows[i + 1] = (int)channel + 1;
        p->column_loads[i + 1] = p->plan_loads[channel] / p->load_unit;
    }
    p->entry_count += count;
    noc_bound_plans_drop(p);
    return noc_master_add(master, block, (int)count, p->column_rows, p->column_loads, diag);
}

/* ---- the best mix --------------------------------------------------------------------------- */

bool noc_bound_plans_mix(const noc_bound_plans *p, const noc_master *master,
                         const noc_class *block_classes, int blocks, double *mix)
{
    /* [block]: sum of the plans' shares */
    NOC_AUTO_FREE double *sum = calloc((size_t)blocks + 1, sizeof *sum);
    if (!sum) return false;
    for (size_t i = 0; i < p->count; i++) sum[p->list[i].block] += noc_master_share(master, (int)i);
    for (size_t i = 0; i < p->count; i++) {
        const noc_bound_plan *plan = &p->list[i];
        const double share = noc_master_share(master, (int)i) / sum[plan->block];
        double *loads = mix + block_classes[plan->block] * (size_t)p->channels;
        for (size_t k = 0; k < plan->count && share > 0.0; k++)
            loads[p->rows[plan->first + k]] += share * p->loads[plan->first + k];
    }
    return true;
}
