/* Payload: bytes that packets carry, whatever the flits are; data: bytes that programs asked
 * for. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "hybrid/answers/figures/offered_load.h"
#include "hybrid/correction/calibration/shipped.h"
#include "sampler/sources/trace_planning.h"
#include "tests/support/helpers.h"

static double value(const noc_estimate *e, noc_metric_id id)
{
    return e->metrics[id].value;
}

static const noc_sampling quick = {.precision = 0.02, .seed = 5, .jobs = 2, .skips_cause = true};

/* ---- how much is delivered ------------------------------------------------------------------ */

typedef struct payload_case {
    const char *name, *file;
    const char *overrides[4]; /* the last stays NULL */
    double nodes;             /* nodes that create packets */
    double reads;             /* share of the packets; the others are writes */
    double bytes[2];          /* bytes of a read, of a write, each with its reply */
    double flits[2];          /* flits of a created read, of a created write */
    double data;              /* bytes of data of either, with its reply */
} payload_case;

static const char te13[] = "configs/te13-baseline.cfg", mesh[] = "configs/synthetic-mesh.cfg";

/* Packets of te13: 8 + 64 bytes of a read, 72 + 8 of a write, in flits of 16. */
static const payload_case payload_cases[] = {
    {"te13", te13, {NULL}, 28, 0.9, {72, 80}, {1, 5}, 64},
    {"te13, flits of 32 bytes", te13, {"network.flit_bytes=32"}, 28, 0.9, {72, 80}, {1, 3}, 64},
    {"te13, half of writes", te13, {"traffic.read_fraction=0.5"}, 28, 0.5, {72, 80}, {1, 5}, 64},
    {"synthetic packets are all payload",
     mesh,
     {"traffic.packet_flits=(2, 4)", "network.flit_bytes=8"},
     64,
     1.0,
     {24},
     {3},
     24},
};

/* The model alone is asked: samples count in the same way. */
static const payload_case data_cases[] = {
    {"sectors of 32 bytes behind a header",
     te13,
     {"traffic.read_reply_bytes=40", "traffic.write_request_bytes=40"},
     28,
     0.9,
     {48, 48},
     {1, 3},
     32},
    {"reads only, their reply all data",
     te13,
     {"traffic.read_reply_bytes=40", "traffic.read_fraction=1"},
     28,
     1.0,
     {48},
     {1},
     40},
    {"writes as long as reads",
     te13,
     {"traffic.write_request_bytes=8"},
     28,
     0.9,
     {72, 16},
     {1, 1},
     64},
    {"data that the design states", te13, {"traffic.data_bytes=48"}, 28, 0.9, {72, 80}, {1, 5}, 48},
    {"synthetic packets with a header of 4 bytes",
     mesh,
     {"traffic.packet_flits=(2, 4)", "network.flit_bytes=8", "traffic.data_bytes=20"},
     64,
     1.0,
     {24},
     {3},
     20},
};

/* Mean over reads and writes. */
static double mean_of(const payload_case *c, const double of[2])
{
    return c->reads * of[0] + (1.0 - c->reads) * of[1];
}

static double data_share(const payload_case *c)
{
    return c->data / mean_of(c, c->bytes);
}

/* Bytes of the whole network in a cycle at a load, where each packet counts that many. */
static double offered_of(const payload_case *c, double load, double bytes)
{
    return load / mean_of(c, c->flits) * c->nodes * bytes;
}

/* Metrics of data beside those of payload, which differ by what is counted of a packet. */
static void check_data_beside(const noc_estimate *e, double share, double mhz)
{
    static const noc_metric_id beside[][2] = {
        {NOC_METRIC_delivered_data_gb_per_s, NOC_METRIC_delivered_gb_per_s},
        {NOC_METRIC_offered_data_gb_per_s, NOC_METRIC_offered_gb_per_s},
        {NOC_METRIC_saturation_data_gb_per_s, NOC_METRIC_saturation_gb_per_s},
    };
    for (size_t i = 0; i < TEST_COUNT(beside); i++) {
        const noc_metric *data = &e->metrics[beside[i][0]], *payload = &e->metrics[beside[i][1]];
        if (isnan(payload->value)) continue; /* a sample's saturation */
        assert_near(data->value, share * payload->value, 1e-9 * payload->value);
        assert_int_equal(isnan(data->lo), isnan(payload->lo));
        if (isfinite(data->lo)) assert_near(data->lo, share * payload->lo, 1e-9 * payload->lo);
        if (isfinite(data->hi)) assert_near(data->hi, share * payload->hi, 1e-9 * payload->hi);
    }
    const double area = value(e, NOC_METRIC_chip_area_mm2);
    const double payload = value(e, NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2);
    if (area > 0.0 && isfinite(payload))
        assert_near(value(e, NOC_METRIC_data_throughput_per_area_gb_per_s_mm2),
                    share * payload * mhz / 1e3, 1e-9 * payload * mhz);
}

static void check_data(void **state)
{
    static const double load = 0.02, rounding = 1e-9;
    const payload_case *c = *state;
    test_system t = test_compile_file(c->file, c->overrides);
    const double mhz = t.design->chip.clock_mhz;
    const double offered = offered_of(c, load, c->data) * mhz / 1e3;
    noc_estimate model;
    assert_int_equal(noc_estimate_model(t.system, load, &model, NULL), NOC_OK);
    assert_near(value(&model, NOC_METRIC_delivered_data_gb_per_s), offered, rounding * offered);
    check_data_beside(&model, data_share(c), mhz);
    test_system_free(&t);
}

static void check_payload(void **state)
{
    static const double load = 0.02, rounding = 1e-9, noise = 0.03;
    const payload_case *c = *state;
    test_system t = test_compile_file(c->file, c->overrides);
    const double mhz = t.design->chip.clock_mhz;
    const double offered = offered_of(c, load, mean_of(c, c->bytes));
    noc_estimate model, sample;
    assert_int_equal(noc_estimate_model(t.system, load, &model, NULL), NOC_OK);
    assert_int_equal(noc_estimate_sample(t.system, load, &quick, &sample, NULL), NOC_OK);
    assert_near(value(&model, NOC_METRIC_delivered_bytes_per_cycle), offered, rounding * offered);
    assert_near(value(&model, NOC_METRIC_offered_gb_per_s), offered * mhz / 1e3,
                rounding * offered * mhz);
    check_data_beside(&model, data_share(c), mhz);
    check_data_beside(&sample, data_share(c), mhz);
    assert_near(value(&sample, NOC_METRIC_delivered_bytes_per_cycle), offered, noise * offered);
    assert_near(value(&model, NOC_METRIC_saturation_delivered_bytes_per_cycle),
                value(&model, NOC_METRIC_saturation_flits_per_cycle) / load * offered,
                rounding * offered / load);
    if (value(&model, NOC_METRIC_chip_area_mm2) > 0.0)
        assert_near(value(&model, NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2) *
                        value(&model, NOC_METRIC_chip_area_mm2),
                    value(&model, NOC_METRIC_saturation_delivered_bytes_per_cycle),
                    rounding * offered / load);
    test_system_free(&t);
}

/* Twice the width buys 60.8 % of payload, where turnarounds take a pipeline (printed products). */
static void check_twice_the_width(void **state)
{
    (void)state;
    static const double printed[] = {0.24543 * 295.64, 0.28509 * 409.14};
    double delivered[2];
    for (int i = 0; i < 2; i++) {
        const char *const wide[] = {"network.vc_turnaround=pipeline", /* as printed */
                                    i ? "network.flit_bytes=32" : NULL, NULL};
        test_system t = test_compile_file(te13, wide);
        noc_estimate e;
        assert_int_equal(noc_estimate_model(t.system, NAN, &e, NULL), NOC_OK);
        delivered[i] = value(&e, NOC_METRIC_saturation_delivered_bytes_per_cycle);
        assert_near(delivered[i], printed[i], 1e-2 * printed[i]);
        test_system_free(&t);
    }
    assert_near(delivered[1] / delivered[0], 1.6075, 5e-3);
}

/* Beyond saturation no more is delivered than at it. */
static void check_saturated(void **state)
{
    (void)state;
    test_system t = test_compile_file(te13, NULL);
    noc_estimate e;
    assert_int_equal(noc_estimate_model(t.system, 0.3, &e, NULL), NOC_OK);
    assert_int_equal(e.answer, NOC_ANSWER_SATURATED);
    assert_true(value(&e, NOC_METRIC_delivered_gb_per_s) < value(&e, NOC_METRIC_offered_gb_per_s));
    assert_true(value(&e, NOC_METRIC_delivered_gb_per_s) <
                1.1 * value(&e, NOC_METRIC_saturation_gb_per_s));
    test_system_free(&t);
}

/* Closed loops deliver what their cores ask for, by both methods; whose reads are another share
 * than the traffic's do so in packets of their own. */
static void check_loop(void **state)
{
    static const struct {
        const char *reads, *answers;
        double share;
        int write_bytes; /* there and back */
    } loops[] = {{"workload.read_fraction=0.9", "memory.write_replies=true", 0.9, 80},
                 {"workload.read_fraction=0.6", "memory.write_replies=true", 0.6, 80},
                 {"workload.read_fraction=0.6", "memory.write_replies=false", 0.6, 72}};
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(loops); i++) {
        const double share = loops[i].share;
        const double flits = share * 1 + (1 - share) * 5;
        const double bytes = share * 72 + (1 - share) * loops[i].write_bytes;
        const char *const with[] = {"workload=steady", loops[i].reads, loops[i].answers, NULL};
        test_system t = test_compile_file(te13, with);
        noc_estimate model, sample;
        assert_int_equal(noc_estimate_model(t.system, NAN, &model, NULL), NOC_OK);
        assert_int_equal(noc_estimate_sample_closed(t.system, &quick, &sample, NULL), NOC_OK);
        const noc_estimate *const both[] = {&model, &sample};
        for (int k = 0; k < 2; k++) {
            const double accepted = value(both[k], NOC_METRIC_accepted_flits_per_cycle);
            assert_near(value(both[k], NOC_METRIC_delivered_bytes_per_cycle),
                        accepted / flits * 28 * bytes, 0.01 * accepted / flits * 28 * bytes);
            assert_near(value(both[k], NOC_METRIC_delivered_data_gb_per_s),
                        value(both[k], NOC_METRIC_delivered_gb_per_s) * 64 / bytes, 1e-6);
        }
        assert_near(value(&model, NOC_METRIC_delivered_gb_per_s),
                    value(&sample, NOC_METRIC_delivered_gb_per_s),
                    0.1 * value(&sample, NOC_METRIC_delivered_gb_per_s));
        test_system_free(&t);
    }
}

/* A trace's own bytes, and those of the answers; its data: bytes of writes and of replies without
 * the headers that the design has, none of acknowledgements. */
typedef struct trace_case {
    const char *name, *rows;
    const char *with[2];
    double bytes, data;
} trace_case;

static const trace_case trace_cases[] = {
    {"two reads and a write",
     "cycle,source,destination,class,bytes\n0,0,1,read,8\n5,5,2,write,72\n40,7,3,read,8\n",
     {NULL},
     8 + 64 + 72 + 8 + 8 + 64,
     64 + 64 + 64},
    {"a longer write, and a reply without as much data",
     "cycle,source,destination,class,bytes,reply_bytes\n0,0,1,read,8,40\n5,5,2,write,136,\n",
     {"traffic.data_bytes=56"},
     8 + 40 + 136 + 8,
     40 - 8 + 136 - 16},
    {"replies of its own, one an acknowledgement",
     "cycle,source,destination,class,bytes\n0,0,1,read,8\n5,5,2,write,72\n40,1,0,reply,64\n"
     "50,2,5,reply,8\n",
     {NULL},
     8 + 72 + 64 + 8,
     64 + 64},
    {"addresses",
     "cycle,source,destination,class,bytes,address\n0,0,1,read,8,0x1000\n5,5,2,write,72,0x2040\n",
     {NULL},
     8 + 64 + 72 + 8,
     64 + 64},
};

static void check_trace(void **state)
{
    const trace_case *c = *state;
    char path[] = "/tmp/nocsight-payload-XXXXXX";
    const int fd = mkstemp(path);
    FILE *file = fdopen(fd, "w");
    assert_non_null(file);
    fputs(c->rows, file);
    fclose(file);
    test_system t = test_compile_file(te13, c->with);
    noc_trace trace;
    noc_trace_schedule list;
    noc_estimate e;
    assert_int_equal(noc_trace_read(path, &trace, NULL), NOC_OK);
    assert_int_equal(noc_trace_schedule_make(t.system, &trace, path, &list, NULL), NOC_OK);
    assert_int_equal(noc_estimate_sample_trace(t.system, &list, &quick, &e, NULL), NOC_OK);
    const double cycles = (double)e.cycles_simulated;
    assert_near(value(&e, NOC_METRIC_delivered_bytes_per_cycle), c->bytes / cycles, 1e-9);
    assert_near(value(&e, NOC_METRIC_delivered_data_gb_per_s),
                c->data / cycles * t.design->chip.clock_mhz / 1e3, 1e-9);
    noc_trace_schedule_clear(&list);
    noc_arena_clear(&trace.arena);
    test_system_free(&t);
    unlink(path);
}

/* Where a closed loop settles at one end of its interval, dynamic power is in proportion to its
 * rate, leakage the same, and bits share both. */
static void check_rates_ends(const noc_estimate *e)
{
    const noc_metric *ipc = &e->metrics[NOC_METRIC_ipc];
    const noc_metric *power = &e->metrics[NOC_METRIC_power_mw];
    const noc_metric *bit = &e->metrics[NOC_METRIC_energy_per_bit_pj];
    const double bits_per_ns = 8.0 * value(e, NOC_METRIC_delivered_data_gb_per_s);
    const double leakage = value(e, NOC_METRIC_leakage_power_mw);
    const double dynamic = value(e, NOC_METRIC_dynamic_power_mw);
    const double ends[2] = {ipc->lo / ipc->value, ipc->hi / ipc->value};
    const double powers[2] = {power->lo, power->hi}, bits[2] = {bit->hi, bit->lo};
    assert_true(ends[0] < 1.0 && ends[1] > 1.0);
    for (int i = 0; i < 2; i++) {
        const double then = leakage + dynamic * ends[i];
        assert_near(powers[i], then, 1e-9 * then);
        assert_near(bits[i], then / (bits_per_ns * ends[i]), 1e-9 * bits[i]);
    }
}

/* Power over bits: of what is delivered, by both methods, at a load and in a closed loop. */
static void check_bits(void **state)
{
    (void)state;
    const char *const with[] = {"chip.technology_nm=22", "workload=steady", NULL};
    test_system t = test_compile_file(te13, with);
    noc_estimate e[3];
    assert_int_equal(noc_estimate_model(t.system, 0.03, &e[0], NULL), NOC_OK);
    assert_int_equal(noc_estimate_sample(t.system, 0.03, &quick, &e[1], NULL), NOC_OK);
    assert_int_equal(noc_estimate_model(t.system, NAN, &e[2], NULL), NOC_OK);
    for (int i = 0; i < 3; i++) {
        const noc_metric *bit = &e[i].metrics[NOC_METRIC_energy_per_bit_pj];
        const noc_metric *power = &e[i].metrics[NOC_METRIC_power_mw];
        const double bits_per_ns = 8.0 * value(&e[i], NOC_METRIC_delivered_data_gb_per_s);
        const double rounding = 1e-9 * bit->value;
        assert_true(bit->value > 0.0);
        assert_near(bit->value, power->value / bits_per_ns, rounding);
        assert_int_equal(isnan(bit->lo), isnan(power->lo));
        if (i < 2 && isfinite(bit->lo)) assert_near(bit->lo, power->lo / bits_per_ns, rounding);
        if (i < 2 && isfinite(bit->hi)) assert_near(bit->hi, power->hi / bits_per_ns, rounding);
    }
    check_rates_ends(&e[2]);
    assert_near(e[0].metrics[NOC_METRIC_energy_per_bit_pj].value,
                e[0].metrics[NOC_METRIC_energy_per_transaction_pj].value / (8 * 64), 1e-9);
    test_system_free(&t);
}

/* ---- at the clock --------------------------------------------------------------------------- */

static void check_clock(void **state)
{
    (void)state;
    static const noc_metric_id twins[][2] = {
        {NOC_METRIC_zero_load_latency_ns, NOC_METRIC_zero_load_latency_cycles},
        {NOC_METRIC_round_trip_ns, NOC_METRIC_round_trip_cycles},
        {NOC_METRIC_packet_latency_ns, NOC_METRIC_packet_latency_cycles},
        {NOC_METRIC_p99_ns, NOC_METRIC_latency_p99_cycles},
    };
    test_system t = test_compile_file(te13, (const char *const[]){"chip.clock_mhz=1250", NULL});
    noc_estimate e;
    assert_int_equal(noc_estimate_model(t.system, 0.03, &e, NULL), NOC_OK);
    assert_true(isnan(value(&e, NOC_METRIC_p99_ns)));
    assert_contains(e.metrics[NOC_METRIC_p99_ns].reason, "nocsight sample");
    assert_int_equal(noc_estimate_sample(t.system, 0.03, &quick, &e, NULL), NOC_OK);
    for (size_t i = 0; i < TEST_COUNT(twins); i++) {
        const noc_metric *ns = &e.metrics[twins[i][0]], *cycles = &e.metrics[twins[i][1]];
        assert_near(ns->value, 0.8 * cycles->value, 1e-9);
        if (isfinite(cycles->lo)) assert_near(ns->lo, 0.8 * cycles->lo, 1e-9);
        if (isfinite(cycles->hi)) assert_near(ns->hi, 0.8 * cycles->hi, 1e-9);
    }
    assert_near(value(&e, NOC_METRIC_zero_load_request_latency_cycles) +
                    value(&e, NOC_METRIC_zero_load_reply_latency_cycles),
                value(&e, NOC_METRIC_zero_load_latency_cycles), 1e-9);
    test_system_free(&t);
}

/* ---- loads ---------------------------------------------------------------------------------- */

typedef struct load_case {
    const char *name;
    noc_load_form form; /* NOC_LOAD_NONE: it is no load */
    double amount;
} load_case;

static const load_case load_cases[] = {
    {"0.03", NOC_LOAD_FLITS, 0.03},
    {"3e-2", NOC_LOAD_FLITS, 0.03},
    {"0.02tx", NOC_LOAD_TRANSACTIONS, 0.02},
    {"500GB/s", NOC_LOAD_BANDWIDTH, 500.0},
    {"1.5TB/s", NOC_LOAD_BANDWIDTH, 1500.0},
    {"1e306TB/s", NOC_LOAD_NONE, 0.0},
    {"1.5e3GB/s", NOC_LOAD_BANDWIDTH, 1500.0},
    {"4000Gb/s", NOC_LOAD_BANDWIDTH, 500.0},
    {"2Tb/s", NOC_LOAD_BANDWIDTH, 250.0},
    {"64B/cycle", NOC_LOAD_DATA, 64.0},
    {"64B/clk", NOC_LOAD_DATA, 64.0},
    {"64b/cycle", NOC_LOAD_NONE, 0.0},
    {"64B", NOC_LOAD_NONE, 0.0},
    {"60%", NOC_LOAD_SHARE, 60.0},
    {"0", NOC_LOAD_NONE, 0.0},
    {"-1tx", NOC_LOAD_NONE, 0.0},
    {"0%", NOC_LOAD_NONE, 0.0},
    {"tx", NOC_LOAD_NONE, 0.0},
    {"%", NOC_LOAD_NONE, 0.0},
    {"", NOC_LOAD_NONE, 0.0},
    {"5GB", NOC_LOAD_NONE, 0.0},
    {"5 GB/s", NOC_LOAD_BANDWIDTH, 5.0},
    {"2tb/s", NOC_LOAD_BANDWIDTH, 2000.0},
    {"500Gb/s", NOC_LOAD_BANDWIDTH, 62.5},
    {"512 bit/cycle", NOC_LOAD_DATA, 64.0},
    {"60 %", NOC_LOAD_SHARE, 60.0},
    {"0.02 tx", NOC_LOAD_TRANSACTIONS, 0.02},
    {"0.03 flits/cycle", NOC_LOAD_FLITS, 0.03},
    {"5 GHz", NOC_LOAD_NONE, 0.0},
    {"5 cycles", NOC_LOAD_NONE, 0.0},
    {"0x10tx", NOC_LOAD_NONE, 0.0},
    {"inf", NOC_LOAD_NONE, 0.0},
    {"1e999GB/s", NOC_LOAD_NONE, 0.0},
    {"nan%", NOC_LOAD_NONE, 0.0},
    {"60%%", NOC_LOAD_NONE, 0.0},
    {"00000000000000000000000000000000000000000000000000000000000000001tx", NOC_LOAD_NONE, 0.0},
};

/* What is printed is read as the same. */
static void check_read(void **state)
{
    const load_case *c = *state;
    noc_offered_load load = {NOC_LOAD_NONE, 0.0}, again = {NOC_LOAD_NONE, 0.0};
    char text[NOC_LOAD_CHARS];
    assert_true(noc_offered_load_read(c->name, &load) == (c->form != NOC_LOAD_NONE));
    assert_int_equal(load.form, c->form);
    assert_true(load.amount == c->amount);
    noc_offered_load_format(&load, text);
    assert_true(noc_offered_load_read(text, &again) == (c->form != NOC_LOAD_NONE));
    assert_true(again.form == load.form && again.amount == load.amount);
}

/* The same work on designs with other flits. */
typedef struct work_case {
    const char *name;
    double data; /* GB/s, by hand: 28 nodes, 64 bytes, 602 MHz */
} work_case;

static const work_case work_cases[] = {
    {"20GB/s", 20.0},
    {"0.02tx", 0.02 * 28 * 64 * 0.602},
    {"160Gb/s", 20.0},
    {"32B/cycle", 32.0 * 0.602},
};

static void check_work(void **state)
{
    static const char *const widths[] = {"network.flit_bytes=8", "network.flit_bytes=16",
                                         "network.flit_bytes=64"};
    const work_case *c = *state;
    noc_offered_load load;
    assert_true(noc_offered_load_read(c->name, &load));
    for (size_t i = 0; i < TEST_COUNT(widths); i++) {
        test_system t = test_compile_file(te13, (const char *const[]){widths[i], NULL});
        double flits;
        noc_estimate e;
        assert_int_equal(
            noc_offered_load_convert(t.system, noc_calibration_shipped(), &load, &flits, NULL),
            NOC_OK);
        assert_int_equal(noc_estimate_model(t.system, flits, &e, NULL), NOC_OK);
        assert_near(value(&e, NOC_METRIC_offered_data_gb_per_s), c->data, 1e-9 * c->data);
        assert_near(value(&e, NOC_METRIC_delivered_data_gb_per_s), c->data, 1e-9 * c->data);
        test_system_free(&t);
    }
}

/* A share is one of what the model says, with the calibration at hand. */
static void check_share(void **state)
{
    (void)state;
    const noc_offered_load load = {NOC_LOAD_SHARE, 60.0};
    const noc_calibration *const calibrations[] = {NULL, noc_calibration_shipped()};
    test_system t = test_compile_file(te13, NULL);
    for (size_t i = 0; i < 2; i++) {
        double flits;
        noc_estimate e;
        assert_int_equal(noc_offered_load_convert(t.system, calibrations[i], &load, &flits, NULL),
                         NOC_OK);
        assert_int_equal(noc_estimate_calibrated(t.system, calibrations[i], flits, NULL, &e, NULL),
                         NOC_OK);
        assert_near(flits, 0.6 * value(&e, NOC_METRIC_saturation_flits_per_cycle), 1e-12);
    }
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "payload", payload_cases, check_payload);
    TEST_TABLE_PREFIXED(&list, "data", data_cases, check_data);
    test_add(&list, "twice the width", check_twice_the_width);
    test_add(&list, "beyond saturation", check_saturated);
    test_add(&list, "closed loops", check_loop);
    TEST_TABLE_PREFIXED(&list, "a trace", trace_cases, check_trace);
    test_add(&list, "energy of a bit", check_bits);
    test_add(&list, "nanoseconds", check_clock);
    TEST_TABLE_PREFIXED(&list, "a load", load_cases, check_read);
    TEST_TABLE_PREFIXED(&list, "the same work", work_cases, check_work);
    test_add(&list, "a share of saturation", check_share);
    return test_run("payload", &list);
}
