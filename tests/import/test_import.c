/* Imported designs: against zero loads in closed form of BookSim's networks, against what the
 * configurations of Accel-Sim's GPUs say, and what is told of settings that are not carried
 * over. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analytic/zero_load.h"
#include "import/booksim/import.h"
#include "network/compile/compile.h"
#include "reader/design_read.h"
#include "reports/writers/folder.h"
#include "tests/support/helpers.h"

#define GRAPHS NOC_SOURCE_DIR "/tests/reference/graphs/"
#define ICNT   NOC_SOURCE_DIR "/tests/reference/icnt/"

/* ---- imports -------------------------------------------------------------------------------- */

/* Imports a text as if it were the file t.cfg of a folder of its own. */
static noc_status import_text(const char *text, int compute, int memory, noc_import *out,
                              noc_diag *diag)
{
    char folder[] = "/tmp/nocsight-test-XXXXXX", path[80];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/t.cfg", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    const noc_import_request wish = {
        .path = path, .compute_nodes = compute, .memory_nodes = memory};
    const noc_status status = noc_booksim_import(&wish, out, diag);
    unlink(path);
    rmdir(folder);
    return status;
}

/* Compiles what was imported, from files as the command writes them. */
static test_system compile(const noc_import *import)
{
    char place[] = "/tmp/nocsight-test-XXXXXX";
    noc_folder folder;
    noc_diag diag = {0};
    noc_source source = {0};
    test_system tested = {NULL, NULL};
    assert_non_null(mkdtemp(place));
    assert_int_equal(noc_folder_create(place, &folder, &diag), NOC_OK);
    for (size_t i = 0; i < import->file_count; i++)
        assert_int_equal(noc_folder_write_file(&folder, import->files[i].name,
                                               import->files[i].text, import->files[i].size, &diag),
                         NOC_OK);
    char *path = noc_folder_file_path(&folder, import->files[0].name);
    noc_status status = noc_source_read(path, &source, &diag);
    if (status == NOC_OK) status = noc_design_read(&source, NULL, 0, &tested.design, &diag);
    if (status == NOC_OK) status = noc_system_compile(tested.design, &tested.system, &diag);
    test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    noc_source_clear(&source);
    free(path);
    noc_folder_drop(&folder);
    rmdir(place);
    return tested;
}

static noc_import import_well(const char *text, int compute, int memory)
{
    noc_import import = {0};
    noc_diag diag = {0};
    const noc_status status = import_text(text, compute, memory, &import, &diag);
    test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    return import;
}

/* ---- zero load ------------------------------------------------------------------------------ */

/* Cycles in closed form: 3 + H x P + latencies along the way + F - 1 (Dally and Towles 2004, and
 * BookSim's runs), means over the pattern; with replies the round trip, a cycle between both. */
typedef struct zero_case {
    const char *name, *text;
    int nodes;
    double cycles;
    const char *load;
} zero_case;

#define ROUTER "num_vcs = 4; vc_buf_size = 8; "
#define ANSWERS                                                                             \
    "use_read_write = 1; write_request_size = 5; read_reply_size = 5; read_request_size = " \
    "1; read_request_begin_vc = 0; read_request_end_vc = 1; write_request_begin_vc = 0; "   \
    "write_request_end_vc = 1; read_reply_begin_vc = 2; read_reply_end_vc = 3; "            \
    "write_reply_begin_vc = 2; write_reply_end_vc = 3; injection_rate = 0.01; "

static const zero_case zeros[] = {
    {"torus 4x4", ROUTER "k = 4; routing_function = dim_order;", 16, 19.0, "0.1"},
    {"torus 4x4, channels of 1", ROUTER "k = 4; routing_function = dim_order; use_noc_latency = 0;",
     16, 17.0, "0.1"},
    {"ring of 8", ROUTER "k = 8; n = 1; routing_function = dim_order;", 8, 19.0, "0.1"},
    {"torus 6x6, tornado",
     ROUTER "k = 6; routing_function = dim_order; traffic = tornado; injection_rate = 0.25;", 36,
     31.0, "0.25"},
    {"torus 8x8, bit complement, 5 flits",
     ROUTER "k = 8; routing_function = dim_order; traffic = bitcomp; packet_size = 5;", 64, 35.0,
     "0.5"},
    {"torus 4x4, neighbor, 5 flits",
     "num_vcs = 8; vc_buf_size = 4; k = 4; routing_function = dim_order; traffic = neighbor; "
     "packet_size = 5;",
     16, 26.0, "0.5"},
    {"line of 8, 5 flits",
     ROUTER "topology = mesh; k = 8; n = 1; routing_function = dor; packet_size = 5;", 8, 24.125,
     "0.5"},
    {"mesh 4x4", ROUTER "topology = mesh; k = 4; routing_function = dor;", 16, 19.5, "0.1"},
    {"mesh 4x4, rates in flits",
     ROUTER "topology = mesh; k = 4; routing_function = dor; packet_size = {{1,5}}; "
            "packet_size_rate = {{3,1}}; injection_rate_uses_flits = 1;",
     16, 20.5, "0.1"},
    {"mesh 4x4, the first of two classes",
     ROUTER "topology = mesh; k = 4; routing_function = dor; packet_size = {1,5};", 16, 19.5,
     "0.1"},
    {"mesh 4x4, ROMM", ROUTER "topology = mesh; k = 4; routing_function = romm;", 16, 19.5, "0.1"},
    {"mesh 4x4, Valiant", ROUTER "topology = mesh; k = 4; routing_function = valiant;", 16, 32.0,
     "0.1"},
    {"fat tree of 16", ROUTER "topology = fattree; k = 4; n = 2; routing_function = nca;", 16, 14.5,
     "0.1"},
    {"tree of 64", ROUTER "topology = qtree; k = 4; n = 3; routing_function = nca;", 64, 23.875,
     "0.1"},
    {"tree of 64 with more links up",
     ROUTER "topology = tree4; k = 4; n = 3; routing_function = nca;", 64, 23.875, "0.1"},
    {"mesh 4x4, xy or yx", ROUTER "topology = mesh; k = 4; routing_function = xy_yx;", 16, 19.5,
     "0.1"},
    {"mesh 4x4, routes looked up ahead",
     ROUTER "topology = mesh; k = 4; routing_function = dor; routing_delay = 0;", 16, 16.0, "0.1"},
    {"mesh 4x4, speculation",
     ROUTER "topology = mesh; k = 4; routing_function = dor; routing_delay = 0; speculative = 1;",
     16, 12.5, "0.1"},
    {"mesh 4x4x4, 5 flits",
     ROUTER "topology = mesh; k = 4; n = 3; routing_function = dor; packet_size = 5;", 64, 29.75,
     "0.5"},
    {"cmesh 4x4 of 4",
     ROUTER "topology = cmesh; k = 4; c = 4; x = 4; y = 4; xr = 2; yr = 2; routing_function = "
            "dor_no_express;",
     64, 3.0 + 4.0 * 3.5 + 2.0 * 2.5, "0.1"},
    {"flattened butterfly 4x4 of 4",
     ROUTER "topology = flatfly; k = 4; c = 4; x = 4; y = 4; xr = 2; yr = 2; routing_function = "
            "ran_min;",
     64, 3.0 + 4.0 * 2.5 + 2.0 * 2.5, "0.1"},
    {"crossbar of 16", ROUTER "topology = fly; k = 16; n = 1; routing_function = dest_tag;", 16,
     7.0, "0.1"},
    {"crossbar of 16, two steps a cycle",
     "topology = fly; k = 16; n = 1; routing_function = dest_tag; num_vcs = 2; internal_speedup = "
     "2.0;",
     16, 5.0, "0.1"},
    {"4-ary 2-fly", ROUTER "topology = fly; k = 4; n = 2; routing_function = dest_tag;", 16,
     3.0 + 8.0 + 1.0, "0.1"},
    {"graph: star6",
     ROUTER "topology = anynet; routing_function = min; network_file = " GRAPHS "star6.txt;", 13,
     19.497, "0.1"},
    {"graph: cubic12",
     ROUTER "topology = anynet; routing_function = min; network_file = " GRAPHS "cubic12.txt;", 12,
     18.2361, "0.1"},
    {"graph: gputree, 5 flits",
     ROUTER "topology = anynet; routing_function = min; packet_size = 5; network_file = " GRAPHS
            "gputree.txt;",
     16, 20.625, "0.5"},
    {"replies: mesh 4x4", ROUTER ANSWERS "topology = mesh; k = 4; routing_function = dor;", 16,
     44.0, "0.01tx"},
    {"replies: star6",
     ROUTER ANSWERS "topology = anynet; routing_function = min; network_file = " GRAPHS
                    "star6.txt;",
     13, 43.994, "0.01tx"},
    {"replies: networks of their own",
     ROUTER ANSWERS "topology = mesh; k = 4; routing_function = dor; subnets = 2; "
                    "read_reply_subnet = 1; write_reply_subnet = 1;",
     16, 44.0, "0.01tx"},
};

static void zero_load_is_exact(void **state)
{
    const zero_case *c = *state;
    noc_import import = import_well(c->text, c->nodes, 0);
    test_system tested = compile(&import);
    assert_near(noc_zero_load_latency(tested.system), c->cycles, 6e-4);
    assert_string_equal(import.load, c->load);
    assert_string_equal(tested.design->name, "t");
    test_system_free(&tested);
    noc_import_clear(&import);
}

/* ---- what became of settings ---------------------------------------------------------------- */

typedef struct fate_case {
    const char *name, *text, *setting;
    noc_import_fate fate;
    const char *here, *why; /* parts of them */
} fate_case;

#define MESH "topology = mesh; k = 4; routing_function = dor;\n"

static const fate_case fates[] = {
    {"fate: an odd number of VCs on a ring",
     "topology = torus; k = 4; routing_function = dim_order;\nnum_vcs = 3;", "num_vcs",
     NOC_IMPORT_CHANGED, "virtual_channels = 3",
     "datelines divide 3 into 1 and 2 here; BookSim shares one and can deadlock"},
    {"fate: an odd number of VCs of replies on a ring",
     "topology = torus; k = 4; routing_function = dim_order;\nnum_vcs = 7; use_read_write = 1; "
     "read_request_begin_vc = 0; read_request_end_vc = 1; write_request_begin_vc = 0; "
     "write_request_end_vc = 1; read_reply_begin_vc = 2; read_reply_end_vc = 6; "
     "write_reply_begin_vc = 2; write_reply_end_vc = 6;",
     "num_vcs", NOC_IMPORT_CHANGED, "virtual_channels = 7", "divide 5 into 2 and 3 here"},
    {"fate: an even number of VCs on a ring",
     "topology = torus; k = 4; routing_function = dim_order;\nnum_vcs = 4;", "num_vcs",
     NOC_IMPORT_CARRIED, "virtual_channels", ""},
    {"fate: an odd number of VCs of XY and YX",
     "topology = mesh; k = 4; routing_function = xy_yx;\nnum_vcs = 5;", "num_vcs",
     NOC_IMPORT_CHANGED, "virtual_channels = 5", "XY and YX divide 5 into 2 and 3 here"},
    {"fate: VCs in no range",
     MESH "num_vcs = 8; use_read_write = 1; read_request_begin_vc = 0; read_request_end_vc = 1; "
          "write_request_begin_vc = 0; write_request_end_vc = 1; read_reply_begin_vc = 2; "
          "read_reply_end_vc = 3; write_reply_begin_vc = 2; write_reply_end_vc = 3;",
     "num_vcs", NOC_IMPORT_CHANGED, "virtual_channels = 4", "4 of them are in no range"},
    {"fate: lengths of classes",
     MESH "classes = 2; packet_size = {1,5}; injection_rate = {0.05,0.02}; "
          "traffic = {uniform,transpose};",
     "packet_size", NOC_IMPORT_CARRIED, "packet_flits = 1", ""},
    {"fate: rates of classes",
     MESH "classes = 2; packet_size = {1,5}; injection_rate = {0.05,0.02}; "
          "traffic = {uniform,transpose};",
     "injection_rate", NOC_IMPORT_CARRIED, "--load 0.15, shares of it", ""},
    {"fate: patterns of classes",
     MESH "classes = 2; packet_size = {1,5}; injection_rate = {0.05,0.02}; "
          "traffic = {uniform,transpose};",
     "traffic", NOC_IMPORT_CARRIED, "traffic.pattern", ""},
    {"fate: priorities of classes",
     MESH "classes = 2; class_priority = {0,9}; priority = class; sw_allocator = select;",
     "class_priority", NOC_IMPORT_CARRIED, "priority of each class", ""},
    {"fate: a priority", MESH "priority = network_age;", "priority", NOC_IMPORT_CARRIED,
     "priority = \"network-age\"", ""},
    {"fate: a priority that there is not here", MESH "priority = hop_count;", "priority",
     NOC_IMPORT_LEFT_OUT, "", "by class or age"},
    {"fate: classes that answer", MESH "classes = 3; use_read_write = 1; injection_rate = 0.01;",
     "classes", NOC_IMPORT_LEFT_OUT, "one class", "offers 0.01 of 0.03 requests"},
    {"fate: a list of one class", MESH "packet_size = {1,5};", "packet_size", NOC_IMPORT_DOUBTFUL,
     "packet_flits = 1", "with classes = 1 BookSim, too, reads the first of 2"},
    {"fate: lengths of one class", MESH "packet_size = {{1,5}};", "packet_size", NOC_IMPORT_CARRIED,
     "packet_flits", ""},
    {"fate: hot spots in single braces", MESH "traffic = hotspot({7,8},{3,1});", "traffic",
     NOC_IMPORT_DOUBTFUL, "hotspot", "reads this as node 7 at rate 8"},
    {"fate: hot spots in double braces", MESH "traffic = hotspot({{7,8},{3,1}});", "traffic",
     NOC_IMPORT_CARRIED, "hotspot", ""},
    {"fate: bits that are no bytes", MESH "channel_width = 130;", "channel_width",
     NOC_IMPORT_CHANGED, "flit_bytes = 17", "136 bits in place of 130"},
    {"fate: num_vcs", MESH "num_vcs = 4;", "num_vcs", NOC_IMPORT_CARRIED, "virtual_channels", ""},
    {"fate: a default", MESH, "vc_buf_size", NOC_IMPORT_CARRIED, "buffer_flits = 8", ""},
    {"fate: buf_size", MESH "num_vcs = 4; buf_size = 64;", "buf_size", NOC_IMPORT_CARRIED,
     "buffer_flits = 16", ""},
    {"fate: vc_buf_size beside it", MESH "num_vcs = 4; buf_size = 64;", "vc_buf_size",
     NOC_IMPORT_CARRIED, "", "buf_size replaces it"},
    {"fate: shared buffers", MESH "buffer_policy = shared;", "buffer_policy", NOC_IMPORT_CHANGED,
     "", "its own buffer"},
    {"fate: credit_delay", MESH "credit_delay = 2;", "credit_delay", NOC_IMPORT_CARRIED,
     "credit_cycles = 2", ""},
    {"fate: wait_for_tail_credit", MESH "wait_for_tail_credit = 1;", "wait_for_tail_credit",
     NOC_IMPORT_CARRIED, "vc_reallocation = \"atomic\"", ""},
    {"fate: an allocator",
     MESH "vc_allocator = separable_input_first; sw_allocator = "
          "separable_input_first;",
     "sw_allocator", NOC_IMPORT_CARRIED, "allocator = \"separable\"", ""},
    {"fate: another allocator", MESH "vc_allocator = wavefront; sw_allocator = wavefront;",
     "sw_allocator", NOC_IMPORT_CARRIED, "allocator = \"wavefront\"", ""},
    {"fate: two allocators", MESH "vc_allocator = separable_input_first; sw_allocator = islip;",
     "vc_allocator", NOC_IMPORT_CARRIED, "vc_allocator = \"separable\"", ""},
    {"fate: rounds", MESH "alloc_iters = 3;", "alloc_iters", NOC_IMPORT_CARRIED,
     "allocator_iterations", ""},
    {"fate: internal_speedup", MESH "internal_speedup = 2;", "internal_speedup", NOC_IMPORT_CARRIED,
     "internal_speedup = 2", ""},
    {"fate: input_speedup", MESH "input_speedup = 2;", "input_speedup", NOC_IMPORT_CARRIED,
     "input_speedup = 2", ""},
    {"fate: output_speedup", MESH "output_speedup = 2;", "output_speedup", NOC_IMPORT_LEFT_OUT, "",
     "one crossbar output"},
    {"fate: output_speedup as usual", MESH "output_speedup = 1;", "output_speedup",
     NOC_IMPORT_DEFAULT, "", ""},
    {"fate: stages", MESH "routing_delay = 0;", "routing_delay", NOC_IMPORT_CARRIED,
     "router_stages = 3", ""},
    {"fate: stages divided otherwise", MESH "speculative = 1;", "speculative", NOC_IMPORT_CHANGED,
     "router_stages = 3", "divided otherwise"},
    {"fate: deep routers", MESH "routing_delay = 3;", "routing_delay", NOC_IMPORT_CHANGED,
     "router_stages = 4", "2 cycles less"},
    {"fate: hold_switch_for_packet", MESH "hold_switch_for_packet = 1;", "hold_switch_for_packet",
     NOC_IMPORT_LEFT_OUT, "", "flit by flit"},
    {"fate: adaptive routing", "topology = mesh; k = 4; routing_function = min_adapt;\n",
     "routing_function", NOC_IMPORT_CHANGED, "min-adaptive", "all but the first"},
    {"fate: express channels",
     "topology = cmesh; k = 4; c = 4; x = 4; y = 4; xr = 2; yr = 2; routing_function = dor;\n",
     "routing_function", NOC_IMPORT_CHANGED, "xy", "express"},
    {"fate: a pattern of chance", MESH "traffic = randperm(3);", "traffic", NOC_IMPORT_CHANGED,
     "pattern = \"uniform\"", "nothing is like it"},
    {"fate: a hot spot of chance", MESH "traffic = hotspot;", "traffic", NOC_IMPORT_CHANGED,
     "pattern = \"uniform\"", "drawn by chance"},
    {"fate: bursts", MESH "injection_process = on_off;", "injection_process", NOC_IMPORT_LEFT_OUT,
     "", "not in bursts"},
    {"fate: subnets of chance", MESH "subnets = 2;", "subnets", NOC_IMPORT_CHANGED, "one network",
     "by chance"},
    {"fate: batches", MESH "sim_type = batch; batch_size = 50; max_outstanding_requests = 4;",
     "batch_size", NOC_IMPORT_CARRIED, "batch = 50", ""},
    {"fate: batches, on the way", MESH "sim_type = batch; max_outstanding_requests = 4;",
     "max_outstanding_requests", NOC_IMPORT_CARRIED, "outstanding = 4", ""},
    {"fate: no batch", MESH "batch_size = 50;", "batch_size", NOC_IMPORT_UNREAD, "", ""},
    {"fate: how long it runs", MESH "sample_period = 10;", "sample_period", NOC_IMPORT_RUN, "", ""},
    {"fate: not read", MESH "in_ports = 4;", "in_ports", NOC_IMPORT_UNREAD, "", ""},
    {"fate: not read with these", MESH "read_reply_size = 4;", "read_reply_size", NOC_IMPORT_UNREAD,
     "", "with these settings"},
    {"fate: an unknown name", MESH "num_vc = 4;", "num_vc", NOC_IMPORT_LEFT_OUT, "",
     "no such setting; did you mean 'num_vcs'?"},
    {"fate: the chip", MESH, "(chip)", NOC_IMPORT_ASSUMED, "22 nm, 1000 MHz", ""},
    {"fate: all settings of use_read_write",
     MESH "num_vcs = 4; use_read_write = 1; read_request_begin_vc = 0; read_request_end_vc = 0; "
          "write_request_begin_vc = 1; write_request_end_vc = 1; read_reply_begin_vc = 2; "
          "read_reply_end_vc = 3; write_reply_begin_vc = 2; write_reply_end_vc = 3;",
     "write_request_begin_vc", NOC_IMPORT_CHANGED, "2 virtual channels for requests",
     "reads and writes have the same"},
};

static const noc_import_note *find_note(const noc_import *import, const char *setting)
{
    for (size_t i = 0; i < import->note_count; i++)
        if (strcmp(import->notes[i].setting, setting) == 0) return &import->notes[i];
    return NULL;
}

static void fate_is_told(void **state)
{
    const fate_case *c = *state;
    const bool concentrated = strncmp(c->text, "topology = cmesh", 16) == 0;
    noc_import import = import_well(c->text, concentrated ? 64 : 16, 0);
    const noc_import_note *note = find_note(&import, c->setting);
    assert_non_null(note);
    assert_string_equal(noc_import_fate_word(note->fate), noc_import_fate_word(c->fate));
    assert_contains(note->design_setting, c->here);
    assert_contains(note->reason, c->why);
    test_system tested = compile(&import);
    test_system_free(&tested);
    noc_import_clear(&import);
}

/* Of a setting that is there twice the last one counts, as with BookSim. */
static void last_of_two_counts(void **state)
{
    (void)state;
    noc_import import = import_well(MESH "num_vcs = 2;\nnum_vcs = 4;\n", 16, 0);
    const noc_import_note *note = find_note(&import, "num_vcs");
    assert_non_null(note);
    assert_int_equal(note->line, 3);
    test_system tested = compile(&import);
    assert_int_equal(tested.design->networks[0].virtual_channels, 4);
    test_system_free(&tested);
    noc_import_clear(&import);
}

/* Nothing is dropped in silence: each line of a configuration has a note. */
static void every_setting_has_a_note(void **state)
{
    (void)state;
    noc_import import = {0};
    noc_diag diag = {0};
    const noc_import_request wish = {
        .path = ICNT "config_volta_islip.icnt", .compute_nodes = 80, .memory_nodes = 64};
    size_t lines = 0;
    assert_int_equal(noc_booksim_import(&wish, &import, &diag), NOC_OK);
    for (size_t i = 0; i < import.note_count; i++) lines += import.notes[i].line > 0;
    char *text = test_slurp(wish.path);
    size_t settings = 0;
    for (char *rest = text, *line; (line = strsep(&rest, "\n"));)
        settings += strncmp(line, "//", 2) != 0 && strchr(line, '=');
    free(text);
    assert_int_equal(lines, settings);
    noc_import_clear(&import);
}

/* ---- GPUs ----------------------------------------------------------------------------------- */

typedef struct gpu_case {
    const char *name, *file;
    int compute, memory, buffer_flits;
} gpu_case;

/* By the files, and the clusters and partitions of their gpgpusim.config
 * (tests/reference/icnt/README.md); Turing's network is that of 28 and 24. */
static const gpu_case gpus[] = {
    {"gpu: Volta", ICNT "config_volta_islip.icnt", 80, 64, 256},
    {"gpu: Turing", ICNT "config_turing_islip.icnt", 28, 24, 64},
    {"gpu: Ampere", ICNT "config_ampere_islip.icnt", 46, 32, 256},
};

/* A crossbar of requests and one of replies, whose packets are a flit of 40 bytes each: 3 + P
 * cycles a way, P = 2 as three steps take two cycles at two a cycle. */
static void gpu_is_imported(void **state)
{
    const gpu_case *c = *state;
    noc_import import = {0};
    noc_diag diag = {0};
    const noc_import_request wish = {
        .path = c->file, .compute_nodes = c->compute, .memory_nodes = c->memory};
    assert_int_equal(noc_booksim_import(&wish, &import, &diag), NOC_OK);
    test_system tested = compile(&import);
    const noc_design *d = tested.design;
    assert_int_equal(d->nodes.compute, c->compute);
    assert_int_equal(d->nodes.memory, c->memory);
    assert_true(noc_design_has_key(d, "chip", 0, "technology_nm"));
    assert_near(d->chip.technology_nm, 22.0, 0.0);
    assert_int_equal(d->network_count, 2);
    for (int n = 0; n < 2; n++) {
        const noc_network_spec *spec = &d->networks[n];
        assert_int_equal(spec->carried_traffic, n ? NOC_CARRIES_REPLY : NOC_CARRIES_REQUEST);
        assert_int_equal(spec->flit_bytes, 40);
        assert_int_equal(spec->virtual_channels, 1);
        assert_int_equal(spec->buffer_flits, c->buffer_flits);
        assert_int_equal(spec->router_stages, 3);
        assert_int_equal(spec->allocator, NOC_ALLOCATOR_ISLIP);
        assert_near(spec->internal_speedup, 2.0, 0.0);
    }
    assert_int_equal(tested.system->graph.router_count, 2);
    assert_near(noc_zero_load_latency(tested.system), 2.0 * (3.0 + 2.0) + 1.0, 1e-9);
    test_system_free(&tested);
    noc_import_clear(&import);
}

/* A map of GPGPU-Sim's puts memory nodes 3 and 12 of a mesh 4x4 there. */
static void map_of_memory_nodes_is_kept(void **state)
{
    (void)state;
    noc_import import =
        import_well(MESH "sim_type = gpgpusim; subnets = 2; memory_node_map = {3,12}; use_map = 1; "
                         "num_vcs = 16;\n",
                    14, 2);
    const noc_import_note *note = find_note(&import, "use_map");
    assert_non_null(note);
    assert_int_equal(note->fate, NOC_IMPORT_CARRIED);
    assert_string_equal(note->design_setting, "nodes.memory_at");
    test_system tested = compile(&import);
    const noc_points *at = &tested.design->nodes.memory_positions;
    assert_int_equal(at->count, 2);
    assert_int_equal(at->values[0].column * 10 + at->values[0].row, 30);
    assert_int_equal(at->values[1].column * 10 + at->values[1].row, 3);
    test_system_free(&tested);
    noc_import_clear(&import);
}

/* ---- faults --------------------------------------------------------------------------------- */

typedef struct fault {
    const char *name, *text;
    int compute, memory;
    noc_status status;
    int line;
    const char *says;
} fault;

static const fault faults[] = {
    {"too few nodes", MESH, 15, 0, NOC_EUSAGE, 0,
     "--compute 15 and --memory 0 make 15 nodes, the network has 16 (topology = mesh)"},
    {"an unknown topology", "k = 4;\ntopology = mehs;", 16, 0, NOC_EINPUT, 2,
     "BookSim has no topology 'mehs'; did you mean 'mesh'?"},
    {"a tree of another size", "topology = tree4;\nk = 2; n = 3; routing_function = nca;", 8, 0,
     NOC_EINPUT, 2, "BookSim's tree4 has k = 4 and n = 3"},
    {"a routing of another topology", "topology = fattree; k = 2; n = 3;\nrouting_function = dor;",
     8, 0, NOC_EINPUT, 2,
     "BookSim has no routing_function = dor for topology = fattree: nca, anca"},
    {"no routing", "topology = mesh;\nk = 4;", 16, 0, NOC_EINPUT, 1,
     "BookSim needs a routing_function for topology = mesh: dim_order, dor"},
    {"an unknown routing", "topology = mesh;\nk = 4;\nrouting_function = dro;", 16, 0, NOC_EINPUT,
     3, "BookSim has no routing_function = dro"},
    {"too many dimensions", "topology = mesh;\nk = 2;\nn = 4; routing_function = dor;", 16, 0,
     NOC_EINPUT, 3, "n = 4: expected 1..3 of a mesh"},
    {"no side", "topology = mesh; k = 0; routing_function = dor;", 16, 0, NOC_EINPUT, 1,
     "k = 0: expected 1..1024"},
    {"a cmesh of 2", "topology = cmesh; k = 4; c = 2;", 16, 0, NOC_EINPUT, 1, "c = 4"},
    {"a graph without a file", "topology = anynet; routing_function = min;", 16, 0, NOC_EINPUT, 1,
     "needs a network_file"},
    {"a graph that is not there",
     "topology = anynet; routing_function = min; network_file = nowhere.txt;", 16, 0, NOC_EINPUT, 0,
     "cannot be opened"},
    {"an unknown allocator", MESH "sw_allocator = islop;", 16, 0, NOC_EINPUT, 2,
     "no sw_allocator 'islop'; did you mean 'islip'?"},
    {"an unknown pattern", MESH "traffic = unifrom;", 16, 0, NOC_EINPUT, 2,
     "no traffic 'unifrom'; did you mean 'uniform'?"},
    {"a hot spot that is not there", MESH "traffic = hotspot(16);", 16, 0, NOC_EINPUT, 2,
     "node 16 of rate 1: expected a node of 0..15"},
    {"a packet of no flits", MESH "packet_size = 0;", 16, 0, NOC_EINPUT, 2,
     "packet_size: 0: expected 1 or more"},
    {"too many classes", MESH "classes = 2000000000;", 16, 0, NOC_EINPUT, 2,
     "classes = 2000000000: expected 1..1024"},
    {"a load of two packets", MESH "injection_rate = 2.0;", 16, 0, NOC_EINPUT, 2,
     "injection_rate = 2: expected 0..1 packets"},
    {"no virtual channels", MESH "num_vcs = 0;", 16, 0, NOC_EINPUT, 2, "num_vcs = 0"},
    {"virtual channels that are not there", MESH "num_vcs = 8;\nuse_read_write = 1;", 16, 0,
     NOC_EINPUT, 2, "read_reply_begin_vc = 8: expected 0..7 (num_vcs = 8)"},
    {"a stage without a cycle", MESH "vc_alloc_delay = 0;", 16, 0, NOC_EINPUT, 2,
     "vc_alloc_delay = 0: expected 1..1000"},
    {"an unknown kind of run", MESH "sim_type = speed;", 16, 0, NOC_EINPUT, 2, "sim_type = speed"},
    {"no map for so many", MESH "sim_type = gpgpusim;", 14, 2, NOC_EINPUT, 0, "use_map = 0"},
    {"a map of too few", MESH "sim_type = gpgpusim;\nmemory_node_map = {3};", 14, 2, NOC_EINPUT, 3,
     "has 1 nodes for --memory 2"},
    {"a map of the same", MESH "sim_type = gpgpusim;\nmemory_node_map = {3,3};", 14, 2, NOC_EINPUT,
     3, "each node of 0..15 at most once"},
};

static void fault_is_told(void **state)
{
    const fault *c = *state;
    noc_import import = {0};
    noc_diag diag = {0};
    assert_int_equal(import_text(c->text, c->compute, c->memory, &import, &diag), c->status);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, c->says);
    assert_int_equal(diag.messages[0].line, c->line);
    noc_diag_clear(&diag);
    noc_import_clear(&import);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, zeros, zero_load_is_exact);
    TEST_TABLE(&list, fates, fate_is_told);
    test_add(&list, "the last of two counts", last_of_two_counts);
    test_add(&list, "every setting has a note", every_setting_has_a_note);
    TEST_TABLE(&list, gpus, gpu_is_imported);
    test_add(&list, "a map of memory nodes is kept", map_of_memory_nodes_is_kept);
    TEST_TABLE(&list, faults, fault_is_told);
    return test_run("import", &list);
}
