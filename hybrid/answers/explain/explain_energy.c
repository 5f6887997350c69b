#include "hybrid/answers/explain/explain_energy.h"

#include <math.h>
#include <stdio.h>

#include "base/auto.h"
#include "hybrid/answers/explain/explanation.h"
#include "hybrid/answers/loop_model.h"
#include "power_area/access_energy.h"

static const char *const table = "data/access_energies.cfg";
static const char *const loop_source = "model of the closed loop (docs/model.md, section 7)";
static const char *const tables =
    "component tables, data/technology_*.cfg (nocsight describe technologies)";

static double get_metric_value(const noc_explainer *x, noc_metric_id metric)
{
    return x->estimate.metrics[metric].value;
}

/* Adds the energy of one kind of access, per packet and its reply: number of accesses times energy
 * of one. */
static void add_access(const noc_explainer *x, noc_explanation *e, int parent, noc_access access,
                       double amount)
{
    const noc_access_info *info = noc_access_info_of(access);
    const double each = noc_access_energy(access, x->system->design->chip.technology_nm);
    char name[64];
    snprintf(name, sizeof name, "%s", info->name);
    for (char *c = name; *c; c++)
        if (*c == '_') *c = ' ';
    if (amount == 0.0) return;
    const int node = NOC_PRODUCT(e, parent, name, amount * each, "pJ", table, "%s", info->meaning);
    NOC_LEAF(e, node, "amount", amount, info->unit + sizeof "pJ/" - 1, loop_source,
             "of a packet and its reply, mean");
    NOC_LEAF(e, node, "energy", each, info->unit, noc_access_source(access),
             "at chip.technology_nm, for all that is on the chip");
}

/* Adds the accesses of clusters, or of memories beside the network. */
static void add_accesses(const noc_explainer *x, noc_explanation *e, int parent,
                         noc_metric_id metric, const noc_loop_activity *activity)
{
    const bool clusters = metric == NOC_METRIC_cluster_energy_per_transaction_pj;
    const int first = clusters ? 0 : NOC_CLUSTER_ACCESSES;
    const int end = clusters ? NOC_CLUSTER_ACCESSES : NOC_ACCESSES;
    const int node =
        NOC_SUM(e, parent, clusters ? "clusters' tables" : "memories", get_metric_value(x, metric),
                "pJ", table, "accesses of a packet and its reply where the closed loop settles");
    for (int a = first; a < end; a++)
        add_access(x, e, node, (noc_access)a, activity->accesses[a] / activity->transactions);
}

static void add_transaction(const noc_explainer *x, noc_explanation *e, int parent,
                            const noc_loop_activity *activity)
{
    static const noc_metric_id memory_metrics[] = {NOC_METRIC_cluster_energy_per_transaction_pj,
                                                   NOC_METRIC_memory_energy_per_transaction_pj};
    const double network = get_metric_value(x, NOC_METRIC_energy_per_transaction_pj);
    double sum = network;
    for (size_t i = 0; i < sizeof memory_metrics / sizeof memory_metrics[0]; i++)
        if (isfinite(get_metric_value(x, memory_metrics[i])))
            sum += get_metric_value(x, memory_metrics[i]);
    const int node = NOC_SUM(e, parent, "energy of a packet and its reply", sum, "pJ", table,
                             "network, clusters, memories");
    NOC_LEAF(e, node, "network", network, "pJ", tables,
             "power over packets: nocsight explain power_mw");
    for (size_t i = 0; i < sizeof memory_metrics / sizeof memory_metrics[0]; i++)
        if (isfinite(get_metric_value(x, memory_metrics[i])))
            add_accesses(x, e, node, memory_metrics[i], activity);
}

/* Adds transactions over thread instructions, both per network cycle. */
static void add_rate(const noc_explainer *x, noc_explanation *e, int parent,
                     const noc_loop_activity *activity)
{
    const noc_design *d = x->system->design;
    const double clocks = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz / d->chip.clock_mhz : 1.0;
    const double instructions = get_metric_value(x, NOC_METRIC_ipc) * clocks;
    const int node =
        NOC_RATIO(e, parent, "packets of an instruction", activity->transactions / instructions, "",
                  loop_source, "of threads, all cores");
    NOC_LEAF(e, node, "packets", activity->transactions, "1/cycle", loop_source,
             "and their replies, in a cycle of the network");
    NOC_LEAF(e, node, "instructions", instructions, "instr/cycle", loop_source,
             "ipc, in a cycle of the network");
}

static void add_instruction(const noc_explainer *x, noc_explanation *e, int parent,
                            const noc_loop_activity *activity)
{
    const int node = NOC_PRODUCT(e, parent, "energy of an instruction",
                                 get_metric_value(x, NOC_METRIC_system_energy_per_instruction_pj),
                                 "pJ", table, "without the cores' own");
    add_transaction(x, e, node, activity);
    add_rate(x, e, node, activity);
}

static void add_delay_product(const noc_explainer *x, noc_explanation *e, int parent,
                              const noc_loop_activity *activity)
{
    const double product = get_metric_value(x, NOC_METRIC_system_energy_delay_product_pj_ns);
    const double energy = get_metric_value(x, NOC_METRIC_system_energy_per_instruction_pj);
    const int node = NOC_PRODUCT(e, parent, "energy-delay product", product, "pJ ns", table,
                                 "energy times time");
    add_instruction(x, e, node, activity);
    NOC_LEAF(e, node, "time of an instruction", product / energy, "ns", loop_source,
             "of a thread: nocsight explain ipc");
}

bool noc_is_memory_energy(noc_metric_id metric)
{
    return metric == NOC_METRIC_cluster_energy_per_transaction_pj ||
           metric == NOC_METRIC_memory_energy_per_transaction_pj ||
           metric == NOC_METRIC_system_energy_per_instruction_pj ||
           metric == NOC_METRIC_system_energy_delay_product_pj_ns;
}

noc_status noc_explain_energy(const noc_explainer *x, noc_explanation *e, int parent,
                              noc_metric_id metric, noc_diag *diag)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    noc_closed_point points[NOC_WORKLOAD_PARTS_MAX];
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_loop_activity activity;
    const size_t count = noc_design_workloads(x->system->design, parts);
    noc_status status = noc_loop_activity_begin(x->system, &scratch, &activity, diag);
    if (status == NOC_OK)
        status = noc_closed_points_find(x->system, x->calibration, &x->corrected, parts, count,
                                        points, &activity, diag);
    if (status != NOC_OK) return status;
    if (metric == NOC_METRIC_system_energy_delay_product_pj_ns)
        add_delay_product(x, e, parent, &activity);
    else if (metric == NOC_METRIC_system_energy_per_instruction_pj)
        add_instruction(x, e, parent, &activity);
    else
        add_accesses(x, e, parent, metric, &activity);
    return NOC_OK;
}
