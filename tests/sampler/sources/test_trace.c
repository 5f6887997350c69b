/* Traces played by the sampler: schedules worked out by hand, all packets delivered, the latency of
 * a trace that Bernoulli sources could have made, and what is refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "hybrid/answers/estimate.h"
#include "sampler/sources/trace_planning.h"
#include "tests/support/runs/traces.h"

#define HEADER_LINE "cycle,source,destination,class,bytes"
#define HEADER      HEADER_LINE "\n"

static noc_status play_text(const char *design, const char *text, noc_play *play,
                            uint64_t deliveries[NOC_CLASSES], noc_diag *diag)
{
    test_system t = test_compile_file(design, NULL);
    const noc_status status =
        test_play_trace(&t, text, NOC_TRACE_NODES_USUAL, play, deliveries, diag);
    test_system_free(&t);
    return status;
}

/* ---- by hand -------------------------------------------------------------------------------- */

/* On te13's mesh (16-byte flits, 4 stages, 1 cycle of channel) a packet of F flits over H routers
 * takes 3 + 5 H - 1 + F - 1 cycles; node 1 is the memory node at (1,0), 8 is (2,1), 9 is (3,1). A
 * reply of a memory node enters the network a cycle after its request has come. Behind another
 * packet of a virtual channel two more cycles are lost: its head asks for the next channel when
 * that one's tail has gone. */
typedef struct schedule {
    const char *name, *text;
    double request, reply, round_trip; /* means; NAN: there is none */
    uint64_t makespan, requests, replies;
} schedule;

static const schedule schedules[] = {
    {"a read and its answer", HEADER "7,8,1,read,8\n", 17, 21, 38, 38, 1, 1},
    {"two reads far apart", HEADER "0,8,1,read,8\n1000,9,1,read,8\n", (17 + 22) / 2.0,
     (21 + 26) / 2.0, (38 + 48) / 2.0, 1048, 2, 2},
    {"two reads, two boots apart", HEADER "0,8,1,read,8\n1823846288366,9,1,read,8\n",
     (17 + 22) / 2.0, (21 + 26) / 2.0, (38 + 48) / 2.0, 1823846288366 + 48, 2, 2},
    {"two reads as far apart as there can be",
     HEADER "5,8,1,read,8\n9223372036854775813,9,1,read,8\n", (17 + 22) / 2.0, (21 + 26) / 2.0,
     (38 + 48) / 2.0, NOC_TRACE_CYCLES_MAX + 48, 2, 2},
    {"a write is as long as its bytes", HEADER "0,8,1,write,72\n", 21, 18, 39, 39, 1, 1},
    {"bytes of the trace, not of the design", HEADER "0,8,1,read,33\n", 19, 21, 40, 40, 1, 1},
    {"replies of its own", HEADER "0,8,1,read,8\n500,1,8,reply,64\n", 17, 20, NAN, 520, 1, 1},
    {"a source sends one packet after the other",
     HEADER "0,8,1,write,72\n0,8,33,write,72\n1000,8,1,read,8\n", (21 + (36 + 5) + 17) / 3.0, NAN,
     NAN, 0, 3, 3},
};

static void schedule_is_kept(void **state)
{
    const schedule *s = *state;
    noc_play play;
    noc_diag diag = {0};
    uint64_t deliveries[NOC_CLASSES];
    assert_int_equal(play_text(test_trace_design, s->text, &play, deliveries, &diag), NOC_OK);
    assert_int_equal(deliveries[NOC_REQUEST], s->requests);
    assert_int_equal(deliveries[NOC_REPLY], s->replies);
    assert_int_equal(play.packets, s->requests + s->replies);
    if (s->makespan) assert_int_equal(play.makespan, s->makespan);
    assert_near(play.request_latency, s->request, 1e-9);
    if (!isnan(s->reply)) assert_near(play.reply_latency, s->reply, 1e-9);
    if (!isnan(s->round_trip)) assert_near(play.round_trip, s->round_trip, 1e-9);
}

/* ---- by class and phase ---------------------------------------------------------------------- */

typedef struct counted {
    unsigned phase;
    noc_trace_kind kind;
    uint64_t packets, latency;
} counted;

/* Packets that are alone, worked out as those above: reads of 8 and 9 take 17 + 21 and 22 + 26,
 * a write of 8 takes 21 + 18; phases need not follow each other. */
static void parts_are_those_of_their_packets(void **state)
{
    (void)state;
    static const counted parts[] = {
        {1, NOC_TRACE_KIND_READ, 2, 17 + 22}, {1, NOC_TRACE_KIND_READ_REPLY, 2, 21 + 26},
        {2, NOC_TRACE_KIND_WRITE, 1, 21},     {2, NOC_TRACE_KIND_WRITE_REPLY, 1, 18},
        {0, NOC_TRACE_KIND_READ, 1, 17},      {0, NOC_TRACE_KIND_READ_REPLY, 1, 21},
        {1, NOC_TRACE_KIND_WRITE, 0, 0},
    };
    noc_play play;
    assert_int_equal(play_text(test_trace_design,
                               HEADER_LINE ",phase\n5,8,1,read,8,load\n1005,8,1,write,72,store\n"
                                           "2005,8,1,read,8,\n3005,9,1,read,8,load\n",
                               &play, NULL, NULL),
                     NOC_OK);
    for (size_t i = 0; i < TEST_COUNT(parts); i++) {
        const noc_trace_count *c = &play.trace_tally.phases[parts[i].phase].kinds[parts[i].kind];
        assert_int_equal(c->packets, parts[i].packets);
        assert_int_equal(c->latency_sum, parts[i].latency);
    }
    const noc_phase_count *load = &play.trace_tally.phases[1];
    assert_int_equal(load->round_trips, 2);
    assert_int_equal(load->round_trip_sum, 38 + 48);
    assert_int_equal(load->first_creation, 0);
    assert_int_equal(load->last_arrival, 3000 + 48);
}

/* The same packets without names, whether or not they wait for others. */
static void parts_are_counted_along_chains(void **state)
{
    (void)state;
    noc_play play;
    assert_int_equal(play_text(test_trace_design,
                               HEADER_LINE
                               ",id,after,phase\n0,8,1,read,8,1,,a\n0,9,1,read,8,,1,b\n",
                               &play, NULL, NULL),
                     NOC_OK);
    assert_int_equal(play.trace_tally.phases[1].round_trip_sum, 38);
    assert_int_equal(play.trace_tally.phases[2].round_trip_sum, 48);
    assert_int_equal(play.trace_tally.phases[2].first_creation, 38);
}

/* All packets of a busy network are in one part each. */
static void parts_sum_to_the_whole(const noc_play *play)
{
    noc_trace_count all = {0, 0};
    for (size_t i = 0; i <= NOC_TRACE_PHASES_MAX; i++)
        for (int k = 0; k < NOC_TRACE_KINDS; k++) {
            all.packets += play->trace_tally.phases[i].kinds[k].packets;
            all.latency_sum += play->trace_tally.phases[i].kinds[k].latency_sum;
        }
    assert_int_equal(all.packets, play->packets);
    assert_near((double)all.latency_sum / (double)all.packets, play->latency, 1e-9);
}

/* ---- against Bernoulli sources -------------------------------------------------------------- */

/* 28 sources that create a request a cycle with chance p, 9 of 10 reads, to 8 nodes alike. */
static char *draw_trace(const noc_system *s, double p, unsigned cycles)
{
    char *text = NULL;
    size_t size = 0;
    uint64_t random = 17;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs(HEADER, out);
    for (unsigned cycle = 0; cycle < cycles; cycle++)
        for (uint32_t c = 0; c < s->graph.compute_count; c++) {
            if ((double)test_random_below(&random, 1000000) >= p * 1e6) continue;
            const noc_terminal *from = &s->graph.terminals[s->graph.compute_terminals[c]];
            const size_t m = test_random_below(&random, s->graph.memory_count);
            const noc_terminal *to = &s->graph.terminals[s->graph.memory_terminals[m]];
            const bool read = test_random_below(&random, 10) < 9;
            fprintf(out, "%u,%d,%d,%s,%d\n", cycle, from->column + s->graph.columns * from->row,
                    to->column + s->graph.columns * to->row, read ? "read" : "write",
                    read ? 8 : 72);
        }
    fclose(out);
    return text;
}

static void trace_of_bernoulli_sources_takes_as_long(void **state)
{
    (void)state;
    enum { CYCLES = 60000 };
    test_system t = test_compile_file(test_trace_design, NULL);
    const double load = 0.035; /* 70 % of saturation */
    const noc_sample_options options = {.precision = 0.01, .seed = 5, .thread_count = 1};
    noc_sample sample;
    noc_play play;
    noc_diag diag = {0};
    uint64_t deliveries[NOC_CLASSES];
    assert_int_equal(noc_sample_at(t.system, load, &options, &sample, &diag), NOC_OK);
    char *text = draw_trace(t.system, noc_system_packet_rate(t.system, load), CYCLES);
    assert_int_equal(play_text(test_trace_design, text, &play, deliveries, &diag), NOC_OK);
    const double trip = sample.quantities[NOC_SAMPLE_ROUND_TRIP].mean;
    assert_near(play.round_trip / trip, 1.0, 0.025);
    assert_near(play.accepted / load, 1.0, 0.02);
    assert_near(play.hops, sample.quantities[NOC_SAMPLE_HOPS].mean, 0.05);
    assert_int_equal(deliveries[NOC_REQUEST], deliveries[NOC_REPLY]);
    assert_int_equal(play.packets, 2 * deliveries[NOC_REQUEST]);
    parts_sum_to_the_whole(&play);
    free(text);
    test_system_free(&t);
}

/* ---- other networks ------------------------------------------------------------------------- */

typedef struct other {
    const char *name, *design, *text;
    uint64_t packets;
} other;

static const other others[] = {
    {"slices", "configs/te13-dcie-2p.cfg", HEADER "0,0,5,read,8\n0,0,5,read,8\n9,1,5,write,72\n",
     6},
    {"crossbars: compute nodes first", "configs/cdx19-fc-16ports.cfg",
     HEADER "0,0,80,read,8\n0,79,95,write,136\n", 4},
    {"an ideal network", "configs/te13-ideal.cfg", HEADER "0,0,28,read,8\n5,27,35,read,8\n", 4},
    {"no memory nodes", "configs/synthetic-mesh.cfg",
     HEADER "0,0,63,request,8\n0,63,0,request,640\n3,5,5,request,16\n", 3},
};

static void all_packets_arrive(void **state)
{
    const other *o = *state;
    noc_play play;
    noc_diag diag = {0};
    uint64_t deliveries[NOC_CLASSES];
    if (play_text(o->design, o->text, &play, deliveries, &diag) != NOC_OK)
        test_print_messages(&diag);
    assert_int_equal(diag.count, 0);
    assert_int_equal(play.packets, o->packets);
}

/* ---- several destinations -------------------------------------------------------------------- */

typedef struct joined_case {
    const char *name, *joined, *apart;
} joined_case;

static const joined_case joined[] = {
    {"reads", HEADER "0,8,1+4,read,8\n", HEADER "0,8,1,read,8\n0,8,4,read,8\n"},
};

/* Requests that several nodes answer are a packet for each. */
static void destinations_that_are_joined_are_as_many_packets(void **state)
{
    const joined_case *c = *state;
    noc_play a, b;
    noc_diag diag = {0};
    uint64_t deliveries[2][NOC_CLASSES];
    assert_int_equal(play_text(test_trace_design, c->joined, &a, deliveries[0], &diag), NOC_OK);
    assert_int_equal(play_text(test_trace_design, c->apart, &b, deliveries[1], &diag), NOC_OK);
    assert_memory_equal(deliveries[0], deliveries[1], sizeof deliveries[0]);
    assert_int_equal(a.packets, b.packets);
    assert_int_equal(a.makespan, b.makespan);
    assert_int_equal(a.flit_hops, b.flit_hops);
    assert_true(a.latency == b.latency);
}

/* On tiles of 4x4 with memory nodes 1, 7, 8, 14. */
#define PLANES(multicast)                                                                       \
    "nodes = { compute = 12; memory = 4; placement = \"staircase\"; };\n"                       \
    "networks = ( { carries = \"request\"; topology = \"ideal\"; flit_bytes = 8; },\n"          \
    "  { carries = \"reply\"; topology = \"overlay\"; columns = 4; rows = 4; flit_bytes = 8;\n" \
    "    multicast = " multicast "; } );\n"                                                     \
    "traffic = { pattern = \"many-to-few\"; };\n"

typedef struct plan_case {
    const char *name, *design;
    uint32_t packets, others; /* of the second line */
    double bytes;
} plan_case;

static const char lines[] = HEADER "9,2,1,read,8\n12,1,2+3+15,reply,64\n";

static const plan_case plans[] = {
    {"an overlay takes one for each", PLANES("false"), 4, 0, 8 + 3 * 64},
    {"an overlay that multicasts takes one for all", PLANES("true"), 2, 2, 8 + 3 * 64},
};

/* An overlay's first window begins in the trace's cycle 0. */
static void overlays_take_traces_as_they_are_timed(void **state)
{
    const plan_case *c = *state;
    char path[] = "/tmp/nocsight-trace-XXXXXX";
    test_system t = test_compile(c->design, NULL);
    noc_trace trace;
    noc_trace_schedule list;
    test_write_trace(path, lines);
    assert_int_equal(noc_trace_read(path, &trace, NULL), NOC_OK);
    assert_int_equal(noc_trace_schedule_make(t.system, &trace, path, &list, NULL), NOC_OK);
    assert_int_equal(list.count, c->packets);
    assert_int_equal(list.start, 9);
    assert_int_equal(list.packets[1].cycle, 12);
    assert_int_equal(list.packets[1].extra_count, c->others);
    for (uint32_t d = 0; d < 3; d++) {
        const noc_planned_packet *p = &list.packets[c->others ? 1 : 1 + d];
        const uint32_t flow = c->others && d ? list.extra_flows[p->first_extra + d - 1] : p->flow;
        assert_int_equal(t.system->traffic.flows[flow].destination,
                         t.system->graph.terminal_of_tile[((const uint32_t[]){2, 3, 15})[d]]);
    }
    assert_near(list.bytes, c->bytes, 0.0);
    noc_trace_schedule_clear(&list);
    noc_arena_clear(&trace.arena);
    test_system_free(&t);
    unlink(path);
}

/* ---- windows, slices and tokens ------------------------------------------------------------- */

#define GRID        "columns = 4; rows = 4; "
#define TILES       "nodes = { compute = 12; memory = 4; placement = \"staircase\"; };\n"
#define FEW_TO_MANY "traffic = { pattern = \"many-to-few\"; };\n"
#define REPLIES(flit, keys)                                                                  \
    TILES "networks = ( { carries = \"request\"; topology = \"ideal\"; flit_bytes = 8; },\n" \
          "  { carries = \"reply\"; flit_bytes = " flit "; " keys " } );\n" FEW_TO_MANY

static const char macro[] = REPLIES("8", GRID "topology = \"overlay\"; inject_interval = 3;");
static const char rapid_off[] = REPLIES("8", GRID "topology = \"overlay\"; inject_interval = 2;");
static const char rapid[] =
    REPLIES("8", GRID "topology = \"overlay\"; inject_interval = 2; multiplex = \"reserved\";");
static const char dapper[] = REPLIES(
    "8",
    GRID "topology = \"overlay\"; inject_interval = 2; row_transit_cycles = 2; straddle = false;");
static const char da2[] = REPLIES("2", GRID "topology = \"slices\";");
static const char cenoc[] =
    TILES "networks = ( { carries = \"reply\"; topology = \"ideal\"; flit_bytes = 8; },\n"
          "  { carries = \"request\"; topology = \"token-slices\"; flit_bytes = 2; " GRID
          "} );\n" FEW_TO_MANY;
static const char hrcnet[] =
    "nodes = { compute = 56; memory = 8; };\n"
    "networks = ( { carries = \"request\"; topology = \"ideal\"; flit_bytes = 32; },\n"
    "  { carries = \"reply\"; topology = \"ring-slices\"; flit_bytes = 32; } );\n" FEW_TO_MANY;

typedef struct timed_case {
    const char *name, *design, *text;
    double request, reply; /* mean cycles; NAN: there is none */
} timed_case;

/* Worked out by hand: windows of 250 cycles, of memory node 0 (tile 1) from cycle 0 on, of 1 (7), 2
 * (8), 3 (14) after it; two cycles of switching. Node numbers are column + 4 row. */
static const timed_case timed[] = {
    {"MACRO: a flit", macro, HEADER "9,1,10,reply,8\n", NAN, 3},
    {"MACRO: over the end of a window", macro, HEADER "239,1,10,reply,64\n", NAN, 777},
    {"MACRO: the own window just past", macro, HEADER "760,8,3,reply,64\n", NAN, 765},
    {"RAPID: a packet", rapid, HEADER "9,1,10,reply,64\n", NAN, 17},
    {"RAPID: over the end of a window", rapid_off, HEADER "239,1,10,reply,64\n", NAN, 771},
    {"RAPID: a partner, between the rows", rapid, HEADER "9,8,6,reply,8\n", NAN, 3},
    {"RAPID: a partner, in the owner's row", rapid, HEADER "9,8,0,reply,8\n", NAN, 3},
    {"RAPID: beyond the owner's column", rapid, HEADER "9,8,2,reply,8\n", NAN, 495},
    {"RAPID: beyond both rows", rapid, HEADER "9,8,13,reply,8\n", NAN, 495},
    {"Dapper: in the row", dapper, HEADER "9,1,3,reply,8\n", NAN, 2},
    {"Dapper: the last that fits", dapper, HEADER "232,1,10,reply,64\n", NAN, 17},
    {"Dapper: the first that waits", dapper, HEADER "233,1,10,reply,64\n", NAN, 785},
    {"DA2: two in order", da2, HEADER "9,1,10,reply,64\n20,1,10,reply,8\n", NAN, (35 + 28) / 2.0},
    {"CENOC: the token comes at once", cenoc, HEADER "9,4,14,read,8\n", 8, NAN},
    {"CENOC: the token has passed", cenoc, HEADER "9,4,14,read,8\n10,0,8,read,8\n", (8 + 10) / 2.0,
     NAN},
    {"HRCnet: the nearest", hrcnet, HEADER "9,56,0,reply,128\n", NAN, 4},
    {"HRCnet: the farthest", hrcnet, HEADER "9,56,55,reply,128\n", NAN, 59},
    {"HRCnet: two for one", hrcnet, HEADER "9,56,0,reply,128\n9,56,0,reply,128\n", NAN,
     (4 + 8) / 2.0},
};

static void windows_and_tokens_keep_the_cycles_of_a_trace(void **state)
{
    const timed_case *c = *state;
    test_system t = test_compile(c->design, NULL);
    noc_play play;
    noc_diag diag = {0};
    uint64_t deliveries[NOC_CLASSES];
    if (test_play_trace(&t, c->text, NOC_TRACE_NODES_USUAL, &play, deliveries, &diag) != NOC_OK)
        test_print_messages(&diag);
    assert_int_equal(diag.count, 0);
    if (!isnan(c->request)) assert_near(play.request_latency, c->request, 1e-9);
    if (!isnan(c->reply)) assert_near(play.reply_latency, c->reply, 1e-9);
    test_system_free(&t);
}

/* ---- refusals ------------------------------------------------------------------------------- */

static const test_trace_refusal refusals[] = {
    {"no such node", HEADER "0,8,1,read,8\n1,8,36,read,8\n", 3, "no node 36 (0 .. 35)"},
    {"a core to a core", HEADER "0,8,9,read,8\n", 2,
     "compute nodes are 0, 5-30, 35, memory nodes 1-4, 31-34 (tiles: column + 6 x row); with "
     "--trace-nodes compute-memory they are 0-27 and 28-35"},
    {"a core's reply", HEADER "0,8,1,read,8\n0,8,1,reply,8\n", 3, "no replies go from node 8"},
    {"a cycle too late", HEADER "5,8,1,read,8\n9223372036854775814,8,1,read,8\n", 3,
     "more than 2^63 after that of the first"},
    {"no number of 64 bits", HEADER "18446744073709551616,8,1,read,8\n", 2, "below 2^64"},
    {"a destination twice", HEADER "0,8,1+4+1,read,8\n", 2, "named twice"},
    {"a destination that is none", HEADER "0,8,1+,read,8\n", 2, "joined by +"},
    {"one of several that is no memory node", HEADER "0,8,1+9,read,8\n", 2,
     "no requests go from node 8 to node 9"},
    {"no packet", HEADER, 0, "there is no packet in it"},
    {"a field too few", "cycle,source,destination,class,bytes,network,id\n0,8,1,write,8,1\n", 2,
     "the line has 6 fields (expected 7)"},
    {"two fields too few",
     "cycle,source,destination,class,bytes,id,after,delay,network\n0,8,1,write,8,,\n", 2,
     "the line has 7 fields (expected 9)"},
    {"another first line", "cycle,source,destination\n", 1, "the first line must be cycle,source"},
    {"a comma behind the names", HEADER_LINE ",\n", 1, "the first line must be cycle,source"},
    {"semicolons", "cycle;source;destination;class;bytes\n", 1, "tr ';' ','"},
    {"tabs", "cycle\tsource\tdestination\tclass\tbytes\n", 1, "separated by tabs"},
    {"no names of columns", "0,8,1,read,8\n", 1, "has no names of columns"},
    {"names of another tool", "cycle,src,dst,class,bytes\n", 1, "'src' is called 'source' here"},
    {"a name of another tool behind", "cycle,source,destination,class,bytes,addr\n", 1,
     "'addr' is called 'address' here"},
    {"a file that is cut off", "\x1f\x8b\x08\x08\n", 0, "is cut off: the data that gzip packed"},
    {"a file of another packing", "\x28\xb5\x2f\xfd\n", 0, "is packed by zstd, which is not"},
    {"a phase too long",
     HEADER_LINE ",phase\n0,8,1,read,8,a name that is longer than a name may be\n", 2,
     "a name of at most 31 characters"},
    {"a packet too long", HEADER "0,8,1,write,1000000\n", 2, "more than 4096 flits"},
};

/* ---- several networks ----------------------------------------------------------------------- */

/* Two tori that carry both classes, each one way round, as in a chip of Tenstorrent's: to the right
 * and down, and up and to the left. From (0,0) to (1,2) and back a packet makes 8 hops, the two
 * sides of each ring that it goes along: a read and its answer of 4 flits over 4 + 6 routers of 4
 * cycles take (3 + 16 + 3) + (1 + 3 + 24 + 5 + 3) cycles, in the second network in the other order.
 */
#define TORUS(WAY)                                                                    \
    "{ topology = \"torus\"; columns = 4; rows = 4; dateline = \"at-crossing\"; " WAY \
    " flit_bytes = 16; virtual_channels = 4; buffer_flits = 8; }"

static const char tori[] =
    "name = \"tori\"; chip = { technology_nm = 45; clock_mhz = 1000; };\n"
    "nodes = { compute = 16; memory = 0; };\n"
    "networks = ( " TORUS("routing = \"xy\"; directions = \"positive\";") ",\n" TORUS(
        "routing = \"yx\"; directions = \"negative\";") " );\n"
                                                        "traffic = { pattern = \"uniform\"; "
                                                        "replies = true; read_request_bytes = 8;\n"
                                                        "  read_reply_bytes = 64; "
                                                        "write_request_bytes = 72; "
                                                        "write_reply_bytes = 8; };\n";

static noc_status play_on_tori(const char *text, noc_play *play, noc_diag *diag)
{
    test_system t = test_compile(tori, NULL);
    const noc_status status = test_play_trace(&t, text, NOC_TRACE_NODES_USUAL, play, NULL, diag);
    test_system_free(&t);
    return status;
}

static const schedule chosen[] = {
    {"the first network", HEADER_LINE ",network\n0,0,9,read,8,0\n", 22, 36, 58, 58, 1, 1},
    {"the second network", HEADER_LINE ",network\n0,0,9,read,8,1\n", 32, 26, 58, 58, 1, 1},
    {"a packet that waits names one, too",
     HEADER_LINE ",network,id,after\n0,0,9,read,8,0,1,\n0,9,0,read,8,1,2,1\n", 22, 36, 58, 116, 2,
     2},
    /* 3 + 16 + 3 + 99 and 3 + 24 + 5 + 1 for the write of 100 flits and its answer, and 102 later
     * in their turn; the read in the other network is not held up: its 58 cycles are the rest. */
    {"two long writes do not hold up the other network",
     HEADER_LINE ",network\n0,0,9,write,1600,0\n0,0,9,write,1600,0\n0,0,9,read,8,1\n",
     (121 + (121 + 102) + 32) / 3.0, (33 + 33 + 26) / 3.0, (154 + (154 + 102) + 58) / 3.0, 256, 3,
     3},
};

static void network_is_chosen(void **state)
{
    const schedule *s = *state;
    noc_play play;
    noc_diag diag = {0};
    if (play_on_tori(s->text, &play, &diag) != NOC_OK) fail_msg("%s", diag.messages[0].text);
    assert_int_equal(play.packets, s->requests + s->replies);
    assert_int_equal(play.makespan, s->makespan);
    assert_near(play.request_latency, s->request, 1e-9);
    assert_near(play.reply_latency, s->reply, 1e-9);
    assert_near(play.round_trip, s->round_trip, 1e-9);
    noc_diag_clear(&diag);
}

/* Seconds of a processor that so many packets of one node take, all of cycle 0. */
static double seconds_of(unsigned packets, const char *columns, const char *line)
{
    char *text = malloc(200 + packets * (strlen(line) + 1));
    assert_non_null(text);
    size_t used = (size_t)sprintf(text, HEADER_LINE "%s\n", columns);
    for (unsigned i = 0; i < packets; i++) used += (size_t)sprintf(text + used, "%s\n", line);
    noc_play play;
    noc_diag diag = {0};
    const clock_t began = clock();
    assert_int_equal(play_on_tori(text, &play, &diag), NOC_OK);
    const clock_t ended = clock();
    assert_int_equal(play.packets, 2 * packets);
    noc_diag_clear(&diag);
    free(text);
    return (double)(ended - began) / CLOCKS_PER_SEC;
}

/* Nobody goes through the packets that wait for one network for one that goes by the other. */
static void names_of_networks_cost_little(void **state)
{
    (void)state;
    enum { PACKETS = 20000 };
    const double without = seconds_of(PACKETS, "", "0,0,9,write,16"),
                 with = seconds_of(PACKETS, ",network", "0,0,9,write,16,0");
    if (with > 10.0 * without) fail_msg("%.2f s with names, %.2f s without", with, without);
}

/* Packets that name a network with slices take these in turn, as where it is the only one. */
#define MESH(SLICES) "{ topology = \"mesh\"; columns = 4; rows = 4; flit_bytes = 16; " SLICES " }"

static void slices_of_a_named_network_take_turns(void **state)
{
    (void)state;
    enum { PACKETS = 64 };
    static const char sliced[] = MESH("slices = 2; slice_choice = \"round-robin\";");
    noc_play of[2];
    for (int both = 0; both < 2; both++) {
        char design[800], text[64 + 32 * PACKETS];
        snprintf(design, sizeof design,
                 "nodes = { compute = 16; memory = 0; };\nnetworks = ( %s%s );\n"
                 "traffic = { pattern = \"uniform\"; packet_flits = 1; };\n",
                 sliced, both ? ", " MESH("") : "");
        size_t used = (size_t)sprintf(text, HEADER_LINE "%s\n", both ? ",network" : "");
        for (int i = 0; i < PACKETS; i++)
            used += (size_t)sprintf(text + used, "0,0,9,write,16%s\n", both ? ",0" : "");
        test_system t = test_compile(design, NULL);
        noc_diag diag = {0};
        assert_int_equal(test_play_trace(&t, text, NOC_TRACE_NODES_USUAL, &of[both], NULL, &diag),
                         NOC_OK);
        test_system_free(&t);
    }
    assert_int_equal(of[1].makespan, of[0].makespan);
    assert_near(of[1].request_latency, of[0].request_latency, 1e-9);
}

/* Packets from (0,0) to (1,2) turn at (1,0) along rows first, at (0,2) along columns first. */
static void rings_are_gone_round_in_their_order(void **state)
{
    (void)state;
    static const int turns[2][2] = {{1, 0}, {0, 2}};
    test_system t = test_compile(tori, NULL);
    const noc_system *s = t.system;
    const uint32_t flow = noc_traffic_find_flow(&s->traffic, NOC_REQUEST, 0, 9);
    const noc_route *route = &s->traffic.flows[flow].route;
    assert_int_equal(route->path_count, 2);
    for (uint32_t p = 0; p < 2; p++) {
        uint32_t hop = s->routes.paths[route->first_path + p].first_hop, last = NOC_NONE,
                 turn = NOC_NONE;
        for (; hop != NOC_NONE; hop = s->routes.hops[hop].next) {
            const uint32_t channel = s->routes.hops[hop].channel;
            if (s->graph.channels[channel].kind != NOC_LINK) continue;
            if (last != NOC_NONE && noc_graph_is_turn(&s->graph, last, channel))
                turn = s->graph.channels[channel].from;
            last = channel;
        }
        assert_int_equal(s->graph.routers[turn].column, turns[p][0]);
        assert_int_equal(s->graph.routers[turn].row, turns[p][1]);
    }
    test_system_free(&t);
}

static void network_that_is_not_there_is_refused(void **state)
{
    (void)state;
    noc_play play;
    noc_diag diag = {0};
    assert_int_equal(
        play_on_tori(HEADER_LINE ",network\n0,0,9,read,8,0\n0,0,9,read,8,2\n", &play, &diag),
        NOC_EINPUT);
    assert_contains(diag.messages[0].text, "there is no network 2 (0 .. 1)");
    assert_int_equal(diag.messages[0].line, 3);
    noc_diag_clear(&diag);
}

/* ---- advice --------------------------------------------------------------------------------- */

/* Files of other tools, and the one packet that the advised command makes of their one line. */
typedef struct advice {
    const char *name, *text;
    noc_trace_packet packet;
} advice;

#define PACKET(of, ...)                                                                  \
    {                                                                                    \
        .cycle = 7, .source = 8, .destination = 1, .class = of, .bytes = 72, __VA_ARGS__ \
    }

static const advice advices[] = {
    {"other names", "time,src,dst,type,size\n7,8,1,write,72\n", PACKET(NOC_TRACE_WRITE, )},
    {"capitals", "Cycle,Source,Destination,Class,Bytes\n7,8,1,write,72\n",
     PACKET(NOC_TRACE_WRITE, )},
    {"four columns", "cycle,source,destination,bytes\n7,8,1,72\n", PACKET(NOC_TRACE_READ, )},
    {"four columns of other names", "time,src,dst,size\n7,8,1,72\n", PACKET(NOC_TRACE_READ, )},
    {"another order", "size,op,t,from,to\n72,write,7,8,1\n", PACKET(NOC_TRACE_WRITE, )},
    {"columns that a trace has not", "time,src,dst,vc,type,size\n7,8,1,3,write,72\n",
     PACKET(NOC_TRACE_WRITE, )},
    {"an address", "time,src,dst,type,size,addr\n7,8,1,write,72,0x40\n",
     PACKET(NOC_TRACE_WRITE, .address = 0x40)},
    {"an address, answers and phases",
     "time,src,dst,type,size,phase,reply_bytes,addr\n7,8,1,write,72,a,9,0x40\n",
     PACKET(NOC_TRACE_WRITE, .address = 0x40, .reply_bytes = 9)},
    {"answers", "time,src,dst,type,size,reply_bytes\n7,8,1,write,72,9\n",
     PACKET(NOC_TRACE_WRITE, .reply_bytes = 9)},
    {"no names", "7,8,1,write,72\n", PACKET(NOC_TRACE_WRITE, )},
    {"no names, four columns", "7,8,1,72\n", PACKET(NOC_TRACE_READ, )},
};

/* The command of a message, with the names of the files in place of FILE and NEW. */
static char *command_of(const char *message, const char *file, const char *made)
{
    const char *awk = strstr(message, "awk "), *start = awk ? awk : strstr(message, "sed ");
    char *command = NULL;
    size_t size = 0;
    assert_non_null(start);
    const char *name = strstr(start, "FILE");
    assert_non_null(name);
    FILE *out = open_memstream(&command, &size);
    assert_non_null(out);
    fprintf(out, "%.*s%s", (int)(name - start), start, file);
    if (awk) fprintf(out, " > %s && mv %s %s", made, made, file);
    fclose(out);
    return command;
}

static void advice_makes_a_trace(void **state)
{
    const advice *a = *state;
    char path[] = "/tmp/nocsight-trace-XXXXXX", made[40];
    noc_trace trace;
    noc_diag diag = {0};
    test_write_trace(path, a->text);
    snprintf(made, sizeof made, "%s.new", path);
    assert_int_equal(noc_trace_read(path, &trace, &diag), NOC_EINPUT);
    char *command = command_of(diag.messages[0].text, path, made);
    assert_int_equal(system(command), 0);
    assert_int_equal(noc_trace_read(path, &trace, NULL), NOC_OK);
    const noc_trace_packet *p = &trace.packets[0];
    assert_int_equal(trace.count, 1);
    assert_int_equal(p->cycle, a->packet.cycle);
    assert_int_equal(p->source, a->packet.source);
    assert_int_equal(p->destination, a->packet.destination);
    assert_int_equal(p->class, a->packet.class);
    assert_int_equal(p->bytes, a->packet.bytes);
    assert_int_equal(p->address, a->packet.address);
    assert_int_equal(p->reply_bytes, a->packet.reply_bytes);
    noc_arena_clear(&trace.arena);
    noc_diag_clear(&diag);
    free(command);
    unlink(path);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "advised", advices, advice_makes_a_trace);
    TEST_TABLE_PREFIXED(&list, "by hand", schedules, schedule_is_kept);
    test_add(&list, "parts by hand", parts_are_those_of_their_packets);
    test_add(&list, "parts along chains", parts_are_counted_along_chains);
    test_add(&list, "as Bernoulli sources", trace_of_bernoulli_sources_takes_as_long);
    TEST_TABLE_PREFIXED(&list, "all arrive", others, all_packets_arrive);
    TEST_TABLE_PREFIXED(&list, "by a network", chosen, network_is_chosen);
    test_add(&list, "names of networks cost little", names_of_networks_cost_little);
    test_add(&list, "slices take turns", slices_of_a_named_network_take_turns);
    test_add(&list, "rings in their order", rings_are_gone_round_in_their_order);
    test_add(&list, "no such network", network_that_is_not_there_is_refused);
    TEST_TABLE_PREFIXED(&list, "joined", joined, destinations_that_are_joined_are_as_many_packets);
    TEST_TABLE_PREFIXED(&list, "planned", plans, overlays_take_traces_as_they_are_timed);
    TEST_TABLE_PREFIXED(&list, "timed", timed, windows_and_tokens_keep_the_cycles_of_a_trace);
    TEST_TABLE_PREFIXED(&list, "refused", refusals, test_trace_refused);
    return test_run("traces", &list);
}
