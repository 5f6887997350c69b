/* What answers say of clusters and memories: warnings of settings, energies in closed form. */
#include <math.h>
#include <string.h>

#include "design/memory/replies.h"
#include "hybrid/answers/estimate.h"
#include "power_area/access_energy.h"
#include "tests/support/helpers.h"

static const char gpu[] = "nodes = { compute = 12; memory = 4; };\n"
                          "network = { topology = \"crossbar\"; };\n"
                          "traffic = { pattern = \"many-to-few\"; };\n"
                          "workload = \"steady\";\n";

typedef struct table_case {
    const char *name, *entries;
    double load;
    bool warned;
} table_case;

static const table_case table_cases[] = {
    {"merge table: as many as MSHRs", "cluster.merge_entries=24", NAN, false},
    {"merge table: one more", "cluster.merge_entries=25", NAN, true},
    {"merge table: one more, at a load", "cluster.merge_entries=25", 0.01, false},
};

/* Three cores with 8 MSHRs each wait for 24 lines at most. */
static void larger_tables_are_told(void **state)
{
    const table_case *c = *state;
    test_system t = test_compile(
        gpu, (const char *const[]){"cluster.cores=3", "nodes.mshrs=8", c->entries, NULL});
    noc_estimate e;
    assert_int_equal(noc_estimate_model(t.system, c->load, &e, NULL), NOC_OK);
    bool warned = false;
    for (int i = 0; i < e.warning_count; i++)
        warned |= strstr(e.warnings[i], "more than the 24 lines that the 3 cores") != NULL;
    assert_int_equal(warned, c->warned);
    test_system_free(&t);
}

/* ---- energies ------------------------------------------------------------------------------- */

static double energy_at_45(noc_access access)
{
    return noc_access_energy(access, 45.0);
}

typedef struct energy_case {
    const char *name;
    const char *over[10];
    double reads, misses, opened; /* shares: of requests, of them, of misses */
    int entries;                  /* that a request and its reply search */
} energy_case;

/* Lines of 64 bytes, a bus of 16. */
static const energy_case energy_cases[] = {
    {"energies: reads that hit",
     {"workload.read_fraction=1", "workload.l2_hit_rate=1", NULL},
     1.0,
     0.0,
     0.0,
     0},
    {"energies: writes that hit",
     {"workload.read_fraction=0", "workload.l2_hit_rate=1", NULL},
     0.0,
     0.0,
     0.0,
     0},
    {"energies: half of reads miss, rows are open",
     {"workload.read_fraction=1", "workload.l2_hit_rate=0.5", "workload.row_locality=1", NULL},
     1.0,
     0.5,
     0.0,
     0},
    {"energies: clusters",
     {"workload.read_fraction=1", "workload.l2_hit_rate=1", "cluster.cores=3",
      "cluster.merge_entries=8", NULL},
     1.0,
     0.0,
     0.0,
     16},
};

static void energies_in_closed_form(void **state)
{
    const energy_case *c = *state;
    const char *over[12] = {"chip.technology_nm=45"};
    for (size_t i = 0; c->over[i]; i++) over[i + 1] = c->over[i];
    test_system t = test_compile(gpu, over);
    noc_estimate e;
    assert_int_equal(noc_estimate_model(t.system, NAN, &e, NULL), NOC_OK);
    const double writes = 1.0 - c->reads, line = 64.0;
    const double memories =
        line * (c->reads * energy_at_45(NOC_ACCESS_l2_read) +
                (writes + c->misses * c->reads) * energy_at_45(NOC_ACCESS_l2_write) +
                c->misses * (c->reads * energy_at_45(NOC_ACCESS_dram_read) +
                             writes * energy_at_45(NOC_ACCESS_dram_write) +
                             energy_at_45(NOC_ACCESS_dram_interface))) +
        c->misses * c->opened * 16.0 * energy_at_45(NOC_ACCESS_dram_activation);
    const double clusters = c->entries * energy_at_45(NOC_ACCESS_table_search);
    const noc_metric *m = e.metrics;
    const noc_metric *of_memories = &m[NOC_METRIC_memory_energy_per_transaction_pj];
    const noc_metric *of_clusters = &m[NOC_METRIC_cluster_energy_per_transaction_pj];
    assert_near(of_memories->value, memories, 1e-6 * memories);
    if (c->entries) assert_near(of_clusters->value, clusters, 1e-9);
    if (!c->entries) assert_true(isnan(of_clusters->value) && of_clusters->reason);
    /* watts of all over instructions a second; the cores have the network's clock */
    const double network = m[NOC_METRIC_energy_per_transaction_pj].value;
    const double rate = m[NOC_METRIC_ipc].value * t.design->chip.clock_mhz;
    const double power = m[NOC_METRIC_power_mw].value * (network + memories + clusters) / network;
    const double energy = m[NOC_METRIC_system_energy_per_instruction_pj].value;
    assert_near(energy * rate * 1e-3, power, 1e-6 * power);
    assert_near(m[NOC_METRIC_system_energy_delay_product_pj_ns].value, energy * 1e3 / rate,
                1e-9 * energy);
    test_system_free(&t);
}

/* dapper 5.7 and 5.2: 2.3 % at 10, 15 % above that of 5; 2.7 times that of 5 at 20. None without
 * coalesced replies. */
static void output_errors_are_the_published_ones(void **state)
{
    (void)state;
    assert_near(noc_output_error(0.0), 0.0, 1e-12);
    assert_near(noc_output_error(10.0), 2.3, 1e-12);
    assert_near(noc_output_error(10.0) / noc_output_error(5.0), 1.15, 1e-12);
    assert_near(noc_output_error(20.0) / noc_output_error(5.0), 2.7, 1e-12);
    assert_near(noc_output_error(7.5), (noc_output_error(5.0) + 2.3) / 2.0, 1e-12);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, table_cases, larger_tables_are_told);
    test_add(&list, "output errors are the published ones", output_errors_are_the_published_ones);
    TEST_TABLE(&list, energy_cases, energies_in_closed_form);
    return test_run("answers of ends", &list);
}
