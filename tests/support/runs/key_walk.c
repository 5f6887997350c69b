#include "tests/support/runs/key_walk.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "design/key.h"
#include "network/compile/compile.h"
#include "network/kinds/kinds.h"
#include "reader/design_keys.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "tests/support/runs/key_walk_answers.h"

/* ---- designs -------------------------------------------------------------------------------- */

#define MESH(cores)                                                                   \
    "chip = { technology_nm = 22; };\n"                                               \
    "nodes = { compute = 12; memory = 4; placement = \"explicit\"; " cores "\n"       \
    "  memory_at = ((1, 0), (2, 3), (0, 2), (3, 1)); };\n"                            \
    "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 4;\n" \
    "  router_stages = 2; };\n"                                                       \
    "traffic = { pattern = \"many-to-few\"; };\n"

#define CROSSBAR(cores)                                                                 \
    "chip = { technology_nm = 22; };\n"                                                 \
    "nodes = { compute = 12; memory = 4; " cores " };\n"                                \
    "networks = (\n"                                                                    \
    "  { carries = \"request\"; topology = \"crossbar\"; ports = 6; flit_bytes = 32;\n" \
    "    virtual_channels = 2; router_stages = 3; },\n"                                 \
    "  { carries = \"reply\"; topology = \"crossbar\"; ports = 6; flit_bytes = 32;\n"   \
    "    virtual_channels = 2; router_stages = 3; } );\n"                               \
    "traffic = { pattern = \"many-to-few\"; };\n"

/* Replies of four memory nodes, beside requests that take no time. */
#define REPLIES(topology, side, keys)                                                          \
    "chip = { technology_nm = 22; };\n"                                                        \
    "nodes = { compute = 12; memory = 4; placement = \"staircase\"; };\n"                      \
    "networks = ( { carries = \"reply\"; topology = \"" topology "\"; columns = " #side        \
    "; rows = " #side "; " keys " },\n  { carries = \"request\"; topology = \"ideal\"; } );\n" \
    "traffic = { pattern = \"many-to-few\"; };\n"
#define OVERLAY(keys) REPLIES("overlay", 4, "flit_bytes = 8; " keys)

#define CORES      "core_mhz = 1200.0; simd_width = 16; mshrs = 16;"
#define MANY_CORES "simd_width = 32; mshrs = 32;"

/* Loops that the network limits, the DRAM, and, with so few warps, nothing but latencies. */
const walk_base walk_bases[] = {
    {"mesh", MESH(""), false, "chip nodes network traffic codec"},
    {"mesh, codecs", MESH("") "codec = { cycles = 2; compressible = 0.5; ratio = 0.3; };\n", false,
     "codec"},
    {"mesh, loop",
     MESH(CORES) "memory = { clock_mhz = 1200.0; bus_bytes = 32; };\n"
                 "workload = { instructions = 2.0; warps = 16; active_threads = 16; burst = 2;\n"
                 "  l2_hit_rate = 0.6; row_locality = 0.6; };\n",
     true, "nodes network traffic workload"},
    {"crossbar, loop",
     CROSSBAR(
         MANY_CORES) "memory = { clock_mhz = 1000.0; bus_bytes = 32; slices = 2; };\n"
                     "workload = { instructions = 4.0; warps = 16; burst = 2; l2_hit_rate = 0.2;\n"
                     "  row_locality = 0.5; };\n",
     true, "nodes memory workload"},
    {"few warps",
     MESH(CORES) "memory = { clock_mhz = 1000.0; slices = 2; };\n"
                 "workload = { instructions = 2.0; warps = 2; burst = 2; l2_hit_rate = 0.2;\n"
                 "  row_locality = 0.5; };\n",
     true, "memory workload"},
    {"peers",
     "nodes = { compute = 16; };\n"
     "network = { topology = \"mesh\"; columns = 4; rows = 4; router_stages = 3; };\n"
     "traffic = { pattern = \"uniform\"; packet_flits = (1, 4); };\n",
     false, "nodes network traffic"},
    {"peers that answer",
     "nodes = { compute = 16; };\n"
     "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 4; };\n"
     "traffic = { pattern = \"uniform\"; replies = true; read_fraction = 0.5; };\n",
     false, "own"},
    {"crossbar", CROSSBAR(""), false, "network traffic"},
    {"slices",
     "nodes = { compute = 12; memory = 4; placement = \"explicit\";\n"
     "  memory_at = ((1, 0), (2, 3), (0, 1), (3, 2)); };\n"
     "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 4;\n"
     "  routing = \"checkerboard\"; half_routers = \"odd\"; slices = 2; memory_ports = 2;\n"
     "  flit_bytes = 32; };\n"
     "traffic = { pattern = \"many-to-few\"; };\n",
     false, "network"},
    {"cdxbar",
     "nodes = { compute = 12; memory = 4; };\n"
     "network = { topology = \"cdxbar\"; local_crossbars = 3; converged_ports = 2;\n"
     "  virtual_channels = 4; };\n"
     "traffic = { pattern = \"many-to-few\"; };\n",
     false, "own"},
    {"butterfly",
     "nodes = { compute = 12; memory = 4; };\n"
     "network = { topology = \"butterfly\"; radix = 4; virtual_channels = 4; };\n"
     "traffic = { pattern = \"many-to-few\"; };\n",
     false, "own"},
    {"clos",
     "nodes = { compute = 12; memory = 4; };\n"
     "network = { topology = \"clos\"; m = 4; n = 4; r = 4; virtual_channels = 4; };\n"
     "traffic = { pattern = \"many-to-few\"; };\n",
     false, "own"},
    {"two dies",
     "chip = { technology_nm = 22; };\nnodes = { compute = 8; memory = 4; };\n"
     "network = { topology = \"hierarchy\"; virtual_channels = 4; buffer_flits = 32; halves = 2;\n"
     "  levels = ( { name = \"gpc\"; groups = 4; } ); crossbar_die = 2;\n"
     "  die_links = { cycles = 4; flits_per_cycle = 2.0; pj_per_bit = 0.5; mm_of_edge = 0.5; }; "
     "};\n"
     "traffic = { pattern = \"many-to-few\"; };\n",
     false, "own"},
    {"cmesh",
     "nodes = { compute = 64; };\n"
     "network = { topology = \"cmesh\"; columns = 4; rows = 4; };\n"
     "traffic = { pattern = \"uniform\"; };\n",
     false, "own"},
    {"flattened butterfly",
     "nodes = { compute = 36; };\n"
     "network = { topology = \"flattened-butterfly\"; columns = 3; rows = 3; };\n"
     "traffic = { pattern = \"uniform\"; };\n",
     false, "own"},
    {"dimension-sliced",
     "nodes = { compute = 12; memory = 4; };\n"
     "network = { topology = \"dimension-sliced\"; columns = 4; rows = 4;\n"
     "  virtual_channels = 4; };\n"
     "traffic = { pattern = \"many-to-few\"; };\n",
     false, "own"},
    {"smesh",
     "nodes = { compute = 12; memory = 4; placement = \"bottom-rows\"; };\n"
     "networks = ( { carries = \"request\"; topology = \"smesh\"; columns = 4; rows = 4; },\n"
     "  { carries = \"reply\"; topology = \"smesh\"; columns = 4; rows = 4; } );\n"
     "traffic = { pattern = \"many-to-few\"; };\n",
     false, "own"},
    {"ideal",
     "nodes = { compute = 12; memory = 4; };\n"
     "network = { topology = \"ideal\"; flits_per_cycle = 6; };\n"
     "traffic = { pattern = \"many-to-few\"; };\n",
     false, "nodes network traffic"},
    {"overlay", OVERLAY("multiplex = \"reserved\"; straddle = \"false\";"), false, "own"},
    {"adaptive overlay",
     OVERLAY("windows = \"adaptive\"; period_cycles = 400; epoch_cycles = 400; gom_cycles = 20;"),
     false, "own"},
    {"memory slices", REPLIES("slices", 4, ""), false, "own"},
    {"token slices",
     "chip = { technology_nm = 22; };\n"
     "nodes = { compute = 12; memory = 4; placement = \"staircase\"; };\n"
     "networks = ( { carries = \"request\"; topology = \"token-slices\"; columns = 4; rows = 4; "
     "},\n"
     "  { carries = \"reply\"; topology = \"ideal\"; } );\n"
     "traffic = { pattern = \"many-to-few\"; };\n",
     false, "own"},
    {"hot",
     "nodes = { compute = 16; };\n"
     "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 1; };\n"
     "traffic = { pattern = \"hotspot\"; hotspot_nodes = (5, 6); };\n",
     false, "own"},
};
const size_t walk_base_count = TEST_COUNT(walk_bases);

/* Settings that must move together, or that no rule gives: instead of the rule's values. */
static const struct {
    const char *base, *key;
    const char *overrides[4];
} given[] = {
    {"mesh", "network.columns", {"network.columns=8", "nodes.compute=28"}},
    {"mesh", "network.columns", {"network.columns=5", "nodes.compute=16"}},
    {"mesh", "network.rows", {"network.rows=8", "nodes.compute=28"}},
    {"mesh", "nodes.compute", {"nodes.compute=20", "network.rows=6"}},
    {"mesh",
     "nodes.memory",
     {"nodes.memory=2", "nodes.compute=14", "nodes.memory_at=((1,0),(2,3))"}},
    {"mesh", "nodes.memory_at", {"nodes.memory_at=((0,0),(1,0),(2,0),(3,0))"}},
    {"mesh", "nodes.memory_on", {"nodes.memory_on=compute-tiles", "nodes.compute=16"}},
    {"mesh", "nodes.empty_at", {"nodes.empty_at=((0,0),(3,3))", "nodes.compute=10"}},
    {"cmesh", "network.columns", {"network.columns=8", "nodes.compute=128"}},
    {"cmesh", "network.rows", {"network.rows=2", "nodes.compute=32"}},
    {"cmesh", "network.concentration", {"network.concentration=2", "nodes.compute=32"}},
    {"cmesh", "network.concentration", {"network.concentration=8", "nodes.compute=128"}},
    {"cmesh", "network.express", {"network.express=2"}},
    {"flattened butterfly", "network.columns", {"network.columns=6", "nodes.compute=72"}},
    {"flattened butterfly", "network.rows", {"network.rows=2", "nodes.compute=24"}},
    {"flattened butterfly",
     "network.concentration",
     {"network.concentration=2", "nodes.compute=18"}},
    {"dimension-sliced", "network.columns", {"network.columns=8", "nodes.compute=28"}},
    {"dimension-sliced", "network.rows", {"network.rows=8", "nodes.compute=28"}},
    {"smesh", "network.columns", {"network.columns=8", "nodes.compute=28"}},
    {"smesh", "network.rows", {"network.rows=8", "nodes.compute=28"}},
    {"adaptive overlay", "network.window_min_cycles", {"network.window_min_cycles=100"}},
    {"butterfly", "network.radix", {"network.radix=8"}},
    {"butterfly", "network.stages", {"network.stages=4"}},
    {"clos", "network.n", {"network.n=8"}},
    {"clos", "network.r", {"network.r=8"}},
    {"peers",
     "traffic.classes",
     {"traffic.classes=({name=\"a\"; share=0.8; pattern=\"uniform\"; packet_flits=5;},"
      "{name=\"b\"; share=0.2; pattern=\"transpose\";})"}},
    {"peers", "traffic.packet_flits", {"traffic.packet_flits=(2)"}},
    {"peers", "traffic.packet_flits", {"traffic.packet_flits=(4, 16)"}},
    {"peers", "traffic.packet_mix", {"traffic.packet_mix=(0.9, 0.1)"}},
    {"peers", "traffic.packet_mix", {"traffic.packet_mix=(0.1, 0.9)"}},
    {"hot", "traffic.hotspot_nodes", {"traffic.hotspot_nodes=(5)"}},
    {"hot", "traffic.hotspot_nodes", {"traffic.hotspot_nodes=(0, 3, 12, 15)"}},
    {"hot", "traffic.packet_flits", {"traffic.packet_flits=(5)"}},
    {"hot", "traffic.packet_mix", {"traffic.packet_mix=(0.2, 0.8)", "traffic.packet_flits=(1, 5)"}},
    {"crossbar", "traffic.write_reply_bytes", {"traffic.write_reply_bytes=128"}},
    {"crossbar, loop", "traffic.write_reply_bytes", {"traffic.write_reply_bytes=128"}},
    {"mesh, loop",
     "workload.phases",
     {"workload.phases=({share=0.5;instructions=3.0;},{share=0.5;instructions=60.0;})"}},
    {"token slices", "traffic.read_request_bytes", {"traffic.read_request_bytes=256"}},
    {"wires in layers", "network.layers", {"network.layers=4", "nodes.compute=64"}},
    {"torus",
     "network.directions",
     {"network.directions=positive", "network.dateline=at-crossing"}},
    {"rings", "network.stops", {"networks[0].stops=24"}},
    {"CTAs", "cta.length", {"cta.length=400"}},
    {"CTAs that end", "cta.count", {"cta.count=800"}},
    {"fcfs", "memory.tras", {"memory.tras=50"}},
    {"mesh",
     "traffic.hotspot_memory",
     {"traffic.hotspot_memory=2", "traffic.hotspot_fraction=0.5"}},
};

/* ---- values --------------------------------------------------------------------------------- */

enum { VALUES_MOST = 12, VALUE_CHARS = 96 };

typedef struct values {
    char list[VALUES_MOST][VALUE_CHARS];
    size_t count;
} values;

static void add_number(values *v, const noc_key *key, double number)
{
    char text[VALUE_CHARS];
    const double most = fmin(fmax(number, key->low), key->high);
    if (key->type == NOC_INTEGER)
        snprintf(text, sizeof text, "%.0f", floor(most + 0.5));
    else
        snprintf(text, sizeof text, "%.10g%s", most, most == floor(most) ? ".0" : "");
    for (size_t i = 0; i < v->count; i++)
        if (strcmp(v->list[i], text) == 0) return;
    strcpy(v->list[v->count++], text);
}

static void add_numbers(values *v, const noc_key *key, double own)
{
    if (key->low == 0.0 && key->high == 1.0) {
        for (int i = 0; i < 3; i++) add_number(v, key, 0.5 * i);
    } else if (key->low > 0.0 && key->high <= 16.0 * key->low) {
        add_number(v, key, key->low);
        add_number(v, key, sqrt(key->low * key->high));
        add_number(v, key, key->high);
    } else if (own == 0.0) {
        for (int i = 0; i < 3; i++) add_number(v, key, pow(4.0, i));
    } else {
        add_number(v, key, own / 4.0);
        add_number(v, key, own * 2.0);
        add_number(v, key, own * 4.0);
    }
}

static double number_of(const noc_key *key, const char *group)
{
    int whole;
    double real;
    memcpy(&whole, group + key->offset, sizeof whole);
    memcpy(&real, group + key->offset, sizeof real);
    return key->type == NOC_REAL ? real : whole;
}

static values values_of(const noc_key *key, const char *group)
{
    values v = {.count = 0};
    if (noc_key_is_choice(key))
        for (size_t i = 0; key->names(i) && v.count < VALUES_MOST; i++)
            snprintf(v.list[v.count++], VALUE_CHARS, "%s", key->names(i));
    else if (key->type == NOC_INTEGER || key->type == NOC_REAL)
        add_numbers(&v, key, number_of(key, group));
    return v;
}

/* ---- what answers say ----------------------------------------------------------------------- */

bool walk_is_warned(const walk_step *step)
{
    const size_t length = strlen(step->key);
    for (const char *at = step->answer.warnings; (at = strstr(at, step->key)); at += length)
        if (at[length] == ' ' || at[length] == ',') return true;
    return false;
}

double walk_change(const walk_said *base, const walk_said *said, walk_figure figure)
{
    return said->figures[figure] / base->figures[figure] - 1.0;
}

bool walk_follows(const walk_answer *base, const walk_step *step, walk_figure figure, double least)
{
    static const double still = 0.001; /* of the model: it does not move */
    const double sampled = walk_change(&base->sample, &step->answer.sample, figure);
    const double told = walk_change(&base->model, &step->answer.model, figure);
    return !(fabs(sampled) > least) || (fabs(told) > still && told * sampled > 0.0);
}

static bool is_same(const walk_answer *base, const walk_answer *a)
{
    return a->model.bits == base->model.bits && a->sample.bits == base->sample.bits &&
           a->trace.bits == base->trace.bits;
}

static void end_key(walk_silence *s)
{
    if (*s->value && !s->effective) {
        print_error("%s: %s = %s changes nothing, and nobody says so\n", s->base->name, s->key,
                    s->value);
        s->faults++;
    }
    *s->value = '\0';
    s->effective = false;
}

/* What is not read may still draw other random numbers in the sampler. */
static bool is_unmoved(const walk_answer *base, const walk_answer *a)
{
    static const double noise = 0.01;
    for (int f = 0; f < WALK_FIGURES; f++)
        if (fabs(walk_change(&base->sample, &a->sample, (walk_figure)f)) > noise) return false;
    return a->model.bits == base->model.bits && a->trace.bits == base->trace.bits;
}

void walk_listen(walk_silence *s, const walk_answer *base, const walk_step *step)
{
    if (!step || s->base != step->base || strcmp(s->key, step->key) != 0) end_key(s);
    if (!step) return;
    const bool same = is_same(base, &step->answer), warned = walk_is_warned(step);
    s->base = step->base;
    strcpy(s->key, step->key);
    s->effective |= !same;
    if (same && !warned && !step->usual) strcpy(s->value, step->value);
    const bool partly = strstr(step->answer.warnings, "not read by"); /* some figures read it */
    if (!warned || partly || is_unmoved(base, &step->answer)) return;
    print_error("%s: %s = %s changes the answer, which says: %s\n", s->base->name, s->key,
                step->value, step->answer.warnings);
    s->faults++;
}

const char *walk_figure_name(walk_figure figure)
{
    static const char *const names[] = {"saturation", "latency", "ipc"};
    return names[figure];
}

const walk_base *walk_base_named(const char *name)
{
    for (size_t i = 0; i < walk_base_count; i++)
        if (strcmp(walk_bases[i].name, name) == 0) return &walk_bases[i];
    return NULL;
}

/* ---- the walk ------------------------------------------------------------------------------- */

typedef struct walking {
    const walk_base *base;
    const char *only;
    unsigned efforts;
    walk_use *use;
    void *context;
    noc_source source;
    const noc_design *design;
    noc_trace trace;
    noc_value_cache kept; /* finds of stages, of all designs before */
    walk_answer answer;   /* the base's, once it was asked for, as the trace */
    bool asked;
} walking;

static void answer_base(walking *w)
{
    noc_system *system = NULL;
    if (w->asked) return;
    assert_int_equal(noc_system_compile(w->design, &system, NULL), NOC_OK);
    w->trace = walk_trace_of(system);
    w->answer = walk_answer_of(w->base, system, w->efforts, &w->trace);
    if (w->efforts & WALK_STAGES) w->answer.is_as_kept = walk_is_as_kept(w->design, &w->kept);
    w->asked = true;
    noc_system_free(system);
}

/* What is the base itself, or does not fit the rest of the design, is passed over. */
static void walk_value(walking *w, const char *key, const noc_key *row,
                       const char *const *overrides, size_t count, bool usual)
{
    noc_diag diag = {0};
    noc_design *design = NULL;
    noc_system *system = NULL;
    if (noc_design_read(&w->source, overrides, count, &design, &diag) == NOC_OK &&
        strcmp(design->hash, w->design->hash) != 0 &&
        noc_system_compile(design, &system, &diag) == NOC_OK) {
        walk_step step = {.base = w->base};
        answer_base(w);
        snprintf(step.key, sizeof step.key, "%s", key);
        snprintf(step.value, sizeof step.value, "%s", strchr(overrides[0], '=') + 1);
        step.usual = usual;
        step.read_by = row->reading_stages;
        step.answer = walk_answer_of(w->base, system, w->efforts, &w->trace);
        if (w->efforts & WALK_STAGES) step.answer.is_as_kept = walk_is_as_kept(design, &w->kept);
        w->use(w->context, &w->answer, &step);
    }
    noc_system_free(system);
    noc_design_free(design);
    noc_diag_clear(&diag);
}

static bool is_usual(const noc_key *key, const char *value)
{
    if (noc_key_is_choice(key)) return strcmp(value, key->names((size_t)key->default_value)) == 0;
    return key->standing != NOC_REQUIRED && strtod(value, NULL) == key->default_value;
}

static bool walk_given(walking *w, const char *key, const noc_key *row)
{
    bool any = false;
    for (size_t i = 0; i < TEST_COUNT(given); i++) {
        if (strcmp(given[i].base, w->base->name) != 0 || strcmp(given[i].key, key) != 0) continue;
        walk_value(w, key, row, given[i].overrides, test_count_texts(given[i].overrides), false);
        any = true;
    }
    return any;
}

static void walk_table(walking *w, size_t group, noc_key_table table)
{
    const char *base = (const char *)w->design + noc_design_group_offset(group, 0);
    for (size_t k = 0; k < table.count; k++) {
        char key[64];
        snprintf(key, sizeof key, "%s.%s", noc_design_group_name(group), table.keys[k].name);
        if (w->only && strcmp(w->only, key) != 0) continue;
        if (strcmp(key, "network.topology") == 0 || walk_given(w, key, &table.keys[k])) continue;
        const values v = values_of(&table.keys[k], base);
        for (size_t i = 0; i < v.count; i++) {
            char text[200];
            snprintf(text, sizeof text, "%s=%s", key, v.list[i]);
            const char *const overrides[] = {text};
            walk_value(w, key, &table.keys[k], overrides, 1, is_usual(&table.keys[k], v.list[i]));
        }
    }
}

void walk_keys(const walk_base *base, const char *only, unsigned efforts, walk_use *use,
               void *context)
{
    walking w = {.base = base, .only = only, .efforts = efforts, .use = use, .context = context};
    w.source = test_source("walk.cfg", base->text);
    noc_design *design = test_design(base->text, NULL);
    w.design = design;
    for (size_t g = 0; g < NOC_GROUPS; g++) {
        /* those of topology and pattern come last, and always */
        const size_t own = g == NOC_GROUP_NETWORK ? 2 : 1;
        const bool whole =
            only || efforts & WALK_EVERY || strstr(base->groups, noc_design_group_name(g));
        noc_key_table table;
        for (size_t i = whole ? 0 : own; noc_design_keys(design, g, 0, i, &table); i++)
            walk_table(&w, g, table);
    }
    noc_arena_clear(&w.trace.arena);
    noc_cache_clear(&w.kept);
    noc_design_free(design);
    noc_source_clear(&w.source);
}
