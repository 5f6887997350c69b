#include "tests/support/runs/stage_walk.h"

#include <stdio.h>
#include <string.h>

#include "network/kinds/kinds.h"
#include "reader/design_keys.h"

/* ---- designs -------------------------------------------------------------------------------- */

#define NODES   "nodes = { compute = 12; memory = 4; "
#define TRAFFIC "traffic = { pattern = \"many-to-few\"; };\n"
#define LOOP                                                                      \
    "workload = { instructions = 4.0; warps = 16; burst = 2; l2_hit_rate = 0.3; " \
    "row_locality = 0.5; };\n"
#define GRID_OF(chip, keys)                                                               \
    "chip = { technology_nm = 22; " chip " };\n" NODES "placement = \"staircase\"; };\n"  \
    "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 4; " keys \
    " };\n" TRAFFIC
#define GRID(keys) GRID_OF("", keys)
#define SWITCH     "network = { topology = \"crossbar\"; virtual_channels = 4; };\n" TRAFFIC
#define MEMORY(keys)                                                                          \
    NODES "simd_width = 32; };\n" SWITCH "memory = { clock_mhz = 200.0; bus_bytes = 8; " keys \
          " };\n" LOOP
#define OVERLAY(keys)                                                                          \
    "chip = { technology_nm = 22; };\n" NODES "placement = \"staircase\"; };\n"                \
    "networks = ( { carries = \"reply\"; topology = \"overlay\"; columns = 4; rows = 4; " keys \
    " },\n  { carries = \"request\"; topology = \"ideal\"; } );\n" TRAFFIC
#define CTAS(keys)                                                                           \
    "nodes = { compute = 24; memory = 4; simd_width = 32; };\n" SWITCH                       \
    "cluster = { cores = 4; merge_entries = 16; cache_lines = 4; };\n"                       \
    "cta = { " keys " };\n"                                                                  \
    "workload = { instructions = 4.0; warps = 16; sharing = { same = 0.6; distance = 4.0;\n" \
    "  window = 4000.0; reuse = 4.0; }; };\n"

const walk_base stage_bases[] = {
    {"wires", GRID_OF("clock_mhz = 8000.0; tile_mm = 10.0;", "link_timing = \"wire\";"), false,
     "chip network"},
    {"wires in layers",
     "chip = { technology_nm = 22; clock_mhz = 8000.0; tile_mm = 10.0; };\n"
     "nodes = { compute = 32; };\n"
     "network = { topology = \"mesh\"; columns = 4; rows = 4; layers = 2; virtual_channels = 4;\n"
     "  link_timing = \"wire\"; };\ntraffic = { pattern = \"uniform\"; };\n",
     false, "own"},
    {"fast links", GRID("link_flits_per_cycle = 2.0; internal_speedup = 2.0;"), false, "network"},
    {"wires of a clos",
     "chip = { technology_nm = 22; clock_mhz = 8000.0; tile_mm = 10.0; };\n" NODES "};\n"
     "network = { topology = \"clos\"; m = 4; n = 4; r = 4; virtual_channels = 4;\n"
     "  link_timing = \"wire\"; };\n" TRAFFIC,
     false, "own"},
    {"torus",
     "nodes = { compute = 16; };\n"
     "network = { topology = \"torus\"; columns = 4; rows = 4; virtual_channels = 4; };\n"
     "traffic = { pattern = \"uniform\"; };\n",
     false, "network"},
    {"dcie",
     "nodes = { compute = 12; memory = 4; placement = \"explicit\";\n"
     "  memory_at = ((1, 0), (2, 3), (0, 1), (3, 2)); };\n"
     "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 4; slices = 2;\n"
     "  flit_bytes = 32; slice_choice = \"dcie\"; half_routers = \"alternate\"; };\n" TRAFFIC,
     false, "network"},
    {"slices of a mesh", GRID("slices = 2; flit_bytes = 32; memory_ports = 2;"), false, "network"},
    {"dies in a package",
     "chip = { technology_nm = 22; };\nnodes = { compute = 8; memory = 4; };\n"
     "network = { topology = \"hierarchy\"; virtual_channels = 4; buffer_flits = 32; halves = 2;\n"
     "  levels = ( { name = \"gpc\"; groups = 4; } ); crossbar_die = 2; };\n" TRAFFIC,
     false, "own"},
    {"rings",
     "chip = { technology_nm = 22; };\n" NODES "};\n"
     "networks = ( { carries = \"reply\"; topology = \"ring-slices\"; stops = 12; },\n"
     "  { carries = \"request\"; topology = \"ideal\"; } );\n" TRAFFIC,
     false, "network"},
    {"weighed queues", OVERLAY("windows = \"adaptive\"; weight_units = \"normalised\";"), false,
     "memory"},
    {"weighed queues of bursts",
     OVERLAY("windows = \"adaptive\"; weight_units = \"normalised\";") "memory = { reply_order = "
                                                                       "\"burst-first\"; };\n",
     false, "memory"},
    {"acknowledgements", OVERLAY("ack = true; core_queue = 4; bit_error_rate = 1e-5;"), false,
     "own"},
    {"acknowledged replies of several cores",
     OVERLAY("ack = true; multicast = true; output_queue = 24;") "memory = { scheduler = \"amc\"; "
                                                                 "approximable = 0.8; match = 0.8; "
                                                                 "};\n" LOOP,
     true, "own"},
    {"fcfs", MEMORY("scheduler = \"fcfs\"; trc = 60;"), true, "memory"},
    {"sms", MEMORY("scheduler = \"sms\"; slices = 2;"), true, "memory"},
    {"amc", MEMORY("scheduler = \"amc\"; approximable = 0.5; match = 0.3; command_queue = 8;"),
     true, "memory"},
    {"bursts", MEMORY("reply_order = \"burst-first\"; burst_queue = 4; normal_queue = 4;"), true,
     "memory"},
    {"CTAs", CTAS("scheduler = \"two-level\"; slots = 2; length = 200; spread = 0.5;"), true,
     "cluster cta"},
    {"CTAs that end",
     CTAS("scheduler = \"two-level\"; slots = 2; count = 400; length = 200; spread = 0.5;"), true,
     "cluster cta"},
};
const size_t stage_base_count = TEST_COUNT(stage_bases);

/* ---- rows ----------------------------------------------------------------------------------- */

static const char *const stage_names[NOC_ANSWER_STAGES] = {"the graph",  "routes",   "loads",
                                                           "contention", "the loop", "the cost"};

/* The row of a key; keys of different tables with the same name have different rows. */
static stage_row *row_of(stage_walk *w, const char *key, unsigned named)
{
    size_t i = 0;
    while (i < w->count && !(strcmp(w->rows[i].key, key) == 0 && w->rows[i].named == named)) i++;
    assert_true(i < STAGE_ROWS_MOST);
    if (i < w->count) return &w->rows[i];
    w->count++;
    snprintf(w->rows[i].key, sizeof w->rows[i].key, "%s", key);
    w->rows[i].named = named;
    return &w->rows[i];
}

static void complain(stage_walk *w, const walk_step *step, int stage, const char *what)
{
    print_error("%s: %s = %s moves %s, %s\n", step->base->name, step->key, step->value,
                stage_names[stage], what);
    w->faults++;
}

static unsigned changes(const test_stages *a, const test_stages *b)
{
    unsigned changed = 0;
    for (int s = 0; s < NOC_ANSWER_STAGES; s++)
        if (a->of[s] != b->of[s]) changed |= 1u << s;
    return changed;
}

static void note(void *context, const walk_answer *base, const walk_step *step)
{
    enum { KEPT = NOC_BY_GRAPH | NOC_BY_ROUTES | NOC_BY_LOADS | NOC_BY_CONTENTION };
    stage_walk *w = context;
    stage_row *row = row_of(w, step->key, step->read_by);
    const unsigned changed = changes(&base->stages, &step->answer.stages);
    const unsigned chain = changed & (KEPT | NOC_BY_LOOP);
    for (int s = 0; s < NOC_KEPT_STAGES; s++)
        if (changed >> s & 1u && base->stages.read[s] == step->answer.stages.read[s])
            complain(w, step, s, "which has read the same settings");
    if (chain == NOC_BY_LOOP && !(step->read_by & NOC_BY_LOOP))
        complain(w, step, NOC_LOOP_STAGE, "which its row does not name");
    if (changed & NOC_BY_COST && !(step->read_by & NOC_BY_COST))
        complain(w, step, NOC_COST_STAGE, "which its row does not name");
    if (!step->answer.is_as_kept) complain(w, step, NOC_CONTENTION_STAGE, "where it was kept");
    row->touched |= (chain & -chain) | (changed & NOC_BY_COST);
}

void stage_walk_on(stage_walk *w, const walk_base *base, unsigned efforts)
{
    walk_keys(base, NULL, efforts | WALK_STAGES, note, w);
}

/* ---- rows that name too much ---------------------------------------------------------------- */

/* Keys whose values are files, or choose among their ways, and those that decide which others there
 * are, are not moved. */
static bool is_moved(const noc_key *key)
{
    static const char *const others[] = {"topology", "route_ties", "kernels", "stops"};
    for (size_t i = 0; i < TEST_COUNT(others); i++)
        if (strcmp(key->name, others[i]) == 0) return false;
    return key->type != NOC_TEXT;
}

static void check_table(stage_walk *w, size_t group, noc_key_table table)
{
    for (size_t k = 0; k < table.count; k++) {
        char key[64];
        snprintf(key, sizeof key, "%s.%s", noc_design_group_name(group), table.keys[k].name);
        const unsigned named = table.keys[k].reading_stages;
        const unsigned idle = named & ~row_of(w, key, named)->touched;
        for (int s = 0; s < NOC_ANSWER_STAGES && is_moved(&table.keys[k]); s++) {
            if (!(idle >> s & 1u)) continue;
            print_error("%s names %s, which no value of it has touched\n", key, stage_names[s]);
            w->faults++;
        }
    }
}

void stage_walk_end(stage_walk *w)
{
    noc_key_owner owner;
    for (size_t g = 0; noc_design_group_name(g); g++) check_table(w, g, noc_design_group_keys(g));
    for (size_t i = 0; noc_key_owner_at(i, &owner); i++) check_table(w, owner.group, owner.keys);
}
