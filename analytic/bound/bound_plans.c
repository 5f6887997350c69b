#include "analytic/bound/bound_plans.h"

#include <stdlib.h>

/* ---- twins ---------------------------------------------------------------------------------- */

static bool are_twins(const noc_channel *a, const noc_channel *b)
{
    return a->kind == b->kind && a->from == b->from && a->to == b->to && a->sharers <= 1 &&
           b->sharers <= 1 && a->flits_per_cycle == b->flits_per_cycle;
}

static uint32_t first_twin(const noc_graph *g, uint32_t c)
{
    const noc_channel *channel = &g->channels[c];
    const bool injects = channel->kind == NOC_INJECTION;
    const noc_router *at = &g->routers[injects ? channel->to : channel->from];
    const uint32_t *ports = injects ? &g->inputs[at->first_input] : &g->outputs[at->first_output];
    const uint32_t count = injects ? at->inputs : at->outputs;
    uint32_t first = c;
    for (uint32_t i = 0; i < count; i++)
        if (ports[i] < first && are_twins(channel, &g->channels[ports[i]])) first = ports[i];
    return first;
}

bool noc_bound_twins_of(const noc_graph *g, noc_bound_twins *t)
{
    const size_t channels = g->channel_count + (size_t)1;
    t->first = malloc(channels * sizeof *t->first);
    t->width = calloc(channels, sizeof *t->width);
    if (!t->first || !t->width) return false;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        t->first[c] = first_twin(g, c);
        t->width[t->first[c]]++;
    }
    return true;
}

void noc_bound_twins_clear(noc_bound_twins *t)
{
    free(t->first);
    free(t->width);
    *t = (noc_bound_twins){0};
}

/* ---- all plans ------------------------------------------------------------------------------ */

bool noc_bound_plans_new(uint32_t channels, const noc_bound_twins *twins, noc_bound_plans *p)
{
    const size_t room = channels + (size_t)1;
    *p = (noc_bound_plans){.twins = twins, .channels = channels, .scale = 1.0};
    p->load = calloc(room, sizeof *p->load);
    p->touched = malloc(room * sizeof *p->touched);
    p->column_rows = malloc((room + 2) * sizeof *p->column_rows);
    p->column_loads = malloc((room + 2) * sizeof *p->column_loads);
    return p->load && p->touched && p->column_rows && p->column_loads;
}

void noc_bound_plans_clear(noc_bound_plans *p)
{
    free(p->list);
    free(p->rows);
    free(p->loads);
    free(p->load);
    free(p->touched);
    free(p->column_rows);
    free(p->column_loads);
    *p = (noc_bound_plans){0};
}

/* ---- the plan under construction ------------------------------------------------------------ */

void noc_bound_plans_put(noc_bound_plans *p, uint32_t channel, double load)
{
    const uint32_t twin = p->twins->first[channel];
    if (p->load[twin] == 0.0) p->touched[p->touched_count++] = twin;
    p->load[twin] += load / p->twins->width[twin];
}

void noc_bound_plans_drop(noc_bound_plans *p)
{
    for (uint32_t i = 0; i < p->touched_count; i++) p->load[p->touched[i]] = 0.0;
    p->touched_count = 0;
}

double noc_bound_plans_cost(const noc_bound_plans *p, const double *prices)
{
    double price = 0.0;
    for (uint32_t i = 0; i < p->touched_count; i++) {
        const uint32_t channel = p->touched[i];
        price += p->load[channel] * prices[channel] * p->twins->width[channel];
    }
    return price / p->scale;
}

static bool reserve(noc_bound_plans *p, size_t more)
{
    if (p->count == p->capacity) {
        const size_t wanted = p->capacity ? 2 * p->capacity : 1024;
        noc_bound_plan *list = realloc(p->list, wanted * sizeof *list);
        if (!list) return false;
        p->list = list;
        p->capacity = wanted;
    }
    if (p->used + more <= p->room) return true;
    const size_t wanted = 2 * p->room + more;
    int *rows = realloc(p->rows, wanted * sizeof *rows);
    if (rows) p->rows = rows;
    double *loads = realloc(p->loads, wanted * sizeof *loads);
    if (loads) p->loads = loads;
    if (!rows || !loads) return false;
    p->room = wanted;
    return true;
}

noc_status noc_bound_plans_keep(noc_bound_plans *p, int block, noc_master *master, noc_diag *diag)
{
    const uint32_t count = p->touched_count;
    if (!reserve(p, count)) return noc_fail_memory(diag);
    p->list[p->count++] = (noc_bound_plan){block, p->used, count};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t channel = p->touched[i];
        p->rows[p->used + i] = (int)channel;
        p->loads[p->used + i] = p->load[channel];
        p->column_rows[i + 1] = (int)channel + 1;
        p->column_loads[i + 1] = p->load[channel] / p->scale;
    }
    p->used += count;
    noc_bound_plans_drop(p);
    return noc_master_add(master, block, (int)count, p->column_rows, p->column_loads, diag);
}

/* ---- the best mix --------------------------------------------------------------------------- */

bool noc_bound_plans_mix(const noc_bound_plans *p, const noc_master *master,
                         const noc_class *class_of, int blocks, double *mix)
{
    double *sum = calloc((size_t)blocks + 1, sizeof *sum); /* [block]: sum of the plans' shares */
    if (!sum) return false;
    for (size_t i = 0; i < p->count; i++) sum[p->list[i].block] += noc_master_share(master, (int)i);
    for (size_t i = 0; i < p->count; i++) {
        const noc_bound_plan *plan = &p->list[i];
        const double share = noc_master_share(master, (int)i) / sum[plan->block];
        double *loads = mix + class_of[plan->block] * (size_t)p->channels;
        for (size_t k = 0; k < plan->count && share > 0.0; k++)
            loads[p->rows[plan->first + k]] += share * p->loads[plan->first + k];
    }
    free(sum);
    return true;
}
