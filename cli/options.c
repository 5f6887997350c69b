#include "cli/options.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/suggest.h"

enum {
    KEY_FORMAT = 256,
    KEY_SET,
    KEY_VARY,
    KEY_LOAD,
    KEY_SATURATION,
    KEY_PRECISION,
    KEY_SEED,
    KEY_MAX_ERROR,
    KEY_POINTS,
    KEY_SAMPLED,
    KEY_RESOLVED,
    KEY_BREAKDOWN,
    KEY_CHANNELS,
    KEY_ACTIVITY,
    KEY_INPUTS,
    KEY_OUTPUTS,
    KEY_VCS,
    KEY_DEPTH,
    KEY_FLIT_BITS,
    KEY_LENGTH,
    KEY_STAGES,
    KEY_TECHNOLOGY,
    KEY_CLOCK,
    KEY_SCALE,
    KEY_STORE,
    KEY_SHARD,
    KEY_DRY_RUN,
    KEY_OBJECTIVES,
    KEY_SPACE,
    KEY_WHY,
    KEY_MODEL_ERROR,
    KEY_MEASURE,
    KEY_BUDGET,
    KEY_TOLERANCE,
    KEY_CONFIDENCE,
    KEY_MEMORY,
    KEY_KEEP,
    KEY_SUITE,
    KEY_MEASURED,
    KEY_CHECK,
    KEY_CALIBRATION,
    KEY_UNCALIBRATED,
    KEY_TRACE,
    KEY_CSV_SAFE,
    KEY_REQUIRE,
};

static const struct argp_option trace_options[] = {
    {"trace", KEY_TRACE, "FILE", 0,
     "play a trace: CSV of cycle,source,destination,class,bytes; - is standard input", 0},
    {0}};
static const struct argp_option set_options[] = {
    {"set", KEY_SET, "KEY=VALUE", 0,
     "change a setting of the design: network.flit_bytes=32; may be repeated", 0},
    {0}};
static const struct argp_option vary_options[] = {
    {"vary", KEY_VARY, "KEY=V1,V2", 0,
     "a variant for each value; repeated: for each combination of them", 0},
    {0}};
static const struct argp_option load_options[] = {
    {"load", KEY_LOAD, "L", 0,
     "offered load in flits per cycle of each injecting node, what it sends itself; 0.02tx: its "
     "transactions per cycle; 500GB/s: payload of the whole network; 60%: of saturation",
     0},
    {0}};
static const struct argp_option saturation_options[] = {
    {"saturation", KEY_SATURATION, 0, 0, "search for the saturation load and the knee", 0}, {0}};
static const struct argp_option sampling_options[] = {
    {"precision", KEY_PRECISION, "P", 0,
     "half-width of the 95 % interval of the mean latency, or of the saturation, as a share of it "
     "(0.02)",
     0},
    {"seed", KEY_SEED, "N", 0, "seed of the random streams (1)", 0},
    {0}};
static const struct argp_option limit_options[] = {
    {"max-error", KEY_MAX_ERROR, "X", 0,
     "exit with status 4 if the model's mean latency error is larger than X %", 0},
    {0}};
static const struct argp_option points_options[] = {
    {"points", KEY_POINTS, "N", 0, "loads, from near 0 to just under saturation (12)", 0},
    {"sampled", KEY_SAMPLED, 0, 0, "measure every point too", 0},
    {0}};
static const struct argp_option resolved_options[] = {
    {"resolved", KEY_RESOLVED, 0, 0, "print the whole design, every default filled in", 0}, {0}};
static const struct argp_option breakdown_options[] = {
    {"breakdown", KEY_BREAKDOWN, 0, 0, "count the components too, and what each costs", 0}, {0}};
static const struct argp_option channels_options[] = {
    {"channels", KEY_CHANNELS, 0, 0, "tell how busy each channel is at --load, by class", 0}, {0}};
static const struct argp_option activity_options[] = {
    {"activity", KEY_ACTIVITY, "A", 0,
     "power at A flits/cycle on every channel, in place of what the load makes", 0},
    {0}};
static const struct argp_option component_options[] = {
    {"technology", KEY_TECHNOLOGY, "NM", 0, "feature size of the process in nm", 0},
    {"inputs", KEY_INPUTS, "N", 0, "input ports of a router (5)", 0},
    {"outputs", KEY_OUTPUTS, "N", 0, "output ports (as many as inputs)", 0},
    {"vcs", KEY_VCS, "V", 0, "virtual channels of an input (2)", 0},
    {"depth", KEY_DEPTH, "D", 0, "flits of a virtual channel's buffer (8); 0: no buffers", 0},
    {"flit-bits", KEY_FLIT_BITS, "B", 0, "width of a channel (128)", 0},
    {"length-mm", KEY_LENGTH, "X", 0, "length of a link", 0},
    {"stages", KEY_STAGES, "S", 0, "pipeline of a router, for its clock: 4 (default) to 1", 0},
    {"clock-mhz", KEY_CLOCK, "F", 0, "clock (1000); a link's repeaters depend on it", 0},
    {"scale", KEY_SCALE, 0, 0, "scale to technologies that no table measures or encloses", 0},
    {0}};
static const struct argp_option store_options[] = {
    {"store", KEY_STORE, "FILE", 0, "the results: an SQLite file", 0}, {0}};
static const struct argp_option sweep_options[] = {
    {"dry-run", KEY_DRY_RUN, 0, 0,
     "only tell how many designs there are, how many are invalid and why, and how long it takes",
     0},
    {"shard", KEY_SHARD, "I/N", 0, "the I-th of N parts of the space, for N machines", 0},
    {0}};
static const struct argp_option space_options[] = {
    {"space", KEY_SPACE, "NAME", 0,
     "of a store with several spaces: the one of that name or id (the latest)", 0},
    {"objectives", KEY_OBJECTIVES, "LIST", 0,
     "max:METRIC,min:METRIC; 2 to 4 of them (those of the space file)", 0},
    {"model-error", KEY_MODEL_ERROR, "X", 0,
     "half-width of the intervals of model answers that have none, as a share (0.3)", 0},
    {0}};
static const struct argp_option front_options[] = {
    {"why", KEY_WHY, "ID", 0, "what dominates that design, and by how much", 0}, {0}};
static const struct argp_option measure_options[] = {
    {"measure", KEY_MEASURE, 0, 0,
     "sample the designs that may be on the front until it is decided", 0},
    {"budget", KEY_BUDGET, "N", 0, "with --measure: at most N samples (1000)", 0},
    {"tolerance", KEY_TOLERANCE, "X", 0,
     "with --measure: what does not matter in any objective, as a share (0.01)", 0},
    {"confidence", KEY_CONFIDENCE, "P", 0,
     "of the intervals that are learned from measured designs (0.95)", 0},
    {0}};
static const struct argp_option place_options[] = {
    {"memory", KEY_MEMORY, "N", 0, "memory nodes to place (as many as the design has)", 0},
    {"keep", KEY_KEEP, "K", 0, "placements to show (5)", 0},
    {0}};
static const struct argp_option suite_options[] = {
    {"suite", KEY_SUITE, "FILE", 0,
     "a suite of designs, measured as far as it is not yet; or the name of a shipped one", 0},
    {"measured", KEY_MEASURED, 0, 0, "only the suite's designs that are measured already", 0},
    {0}};
static const struct argp_option check_options[] = {
    {"check", KEY_CHECK, 0, 0, "correct the model by one short measured window of the same design",
     0},
    {0}};
static const struct argp_option calibration_options[] = {
    {"calibration", KEY_CALIBRATION, "FILE", 0,
     "what calibrate wrote, in place of the calibration compiled in", 0},
    {"uncalibrated", KEY_UNCALIBRATED, 0, 0, "the model as derived, without intervals", 0},
    {0}};
static const struct argp_option require_options[] = {
    {"require", KEY_REQUIRE, "EXPR", 0,
     "exit with status 4 unless EXPR holds for every answer: \"round_trip_ns < 90\"; may be "
     "repeated",
     0},
    {0}};
static const struct argp_option common_options[] = {
    {"format", KEY_FORMAT, "FORMAT", 0,
     "table (default), json or csv; unless given, FILE.json and FILE.csv choose it", 0},
    {"output", 'o', "FILE", 0, "write to FILE, all or nothing; - is standard output (default)", 0},
    {"csv-safe", KEY_CSV_SAFE, 0, 0,
     "in CSV put a ' before texts that a spreadsheet would run as a formula", 0},
    {"quiet", 'q', 0, 0, "show no progress", 0},
    {"jobs", 'j', "N", 0, "threads; 0 (default): one a processor. Never changes a result", 0},
    {"help", 'h', 0, 0, "show this help", 0},
    {0}};

const noc_option_group *noc_option_group_at(size_t i)
{
    static const noc_option_group groups[] = {
        {NOC_TAKES_RESOLVED, NULL, resolved_options},
        {NOC_TAKES_LOAD, NULL, load_options},
        {NOC_TAKES_CHANNELS, NULL, channels_options},
        {NOC_TAKES_SATURATION, NULL, saturation_options},
        {NOC_TAKES_TRACE, NULL, trace_options},
        {NOC_TAKES_POINTS, NULL, points_options},
        {NOC_TAKES_SET, NULL, set_options},
        {NOC_TAKES_VARY, NULL, vary_options},
        {NOC_TAKES_LIMIT, NULL, limit_options},
        {NOC_TAKES_BREAKDOWN, NULL, breakdown_options},
        {NOC_TAKES_ACTIVITY, NULL, activity_options},
        {NOC_TAKES_COMPONENT, NULL, component_options},
        {NOC_TAKES_SAMPLING, "Measuring:", sampling_options},
        {NOC_TAKES_STORE, NULL, store_options},
        {NOC_TAKES_SWEEP, NULL, sweep_options},
        {NOC_TAKES_SPACE, NULL, space_options},
        {NOC_TAKES_FRONT, NULL, front_options},
        {NOC_TAKES_MEASURE, NULL, measure_options},
        {NOC_TAKES_PLACE, NULL, place_options},
        {NOC_TAKES_SUITE, NULL, suite_options},
        {NOC_TAKES_CHECK, NULL, check_options},
        {NOC_TAKES_CALIBRATION, NULL, calibration_options},
        {NOC_TAKES_REQUIRE, NULL, require_options},
        {0, "Every command:", common_options},
    };
    return i < sizeof groups / sizeof groups[0] ? &groups[i] : NULL;
}

bool noc_option_group_applies(const noc_option_group *group, const noc_command *command)
{
    return group->takes == 0 || (command && (command->takes & group->takes));
}

/* ---- values --------------------------------------------------------------------------------- */

static void refuse(noc_diag *diag, const char *option, const char *value, const char *expected)
{
    char place[120];
    snprintf(place, sizeof place, "%s %s", option, value);
    noc_fail(diag, NOC_EUSAGE, (noc_place){place, 0}, "expected %s", expected);
}

/* A decimal number and nothing else: no blanks, no hexadecimal, no inf. NAN if it is not one. */
static double number_in(const char *text)
{
    if (!*text || text[strspn(text, "+-.0123456789eE")]) return NAN;
    char *end = NULL;
    const double number = strtod(text, &end);
    return *end ? NAN : number;
}

/* A real between the bounds, neither of them included. NAN fails every comparison. */
static void store_real(double *stored, const char *option, const char *text, double above,
                       double below, const char *expected, noc_diag *diag)
{
    const double number = number_in(text);
    if (number > above && number < below && isfinite(number))
        *stored = number;
    else
        refuse(diag, option, text, expected);
}

static bool store_count(uint64_t *stored, const char *option, const char *text, uint64_t least,
                        uint64_t most, noc_diag *diag)
{
    char expected[80];
    errno = 0;
    const bool digits = *text && !text[strspn(text, "0123456789")];
    const uint64_t number = digits ? strtoull(text, NULL, 10) : 0;
    if (digits && errno == 0 && number >= least && number <= most) {
        *stored = number;
        return true;
    }
    snprintf(expected, sizeof expected, "an integer in %llu..%llu", (unsigned long long)least,
             (unsigned long long)most);
    refuse(diag, option, text, expected);
    return false;
}

static void store_format(noc_format *stored, const char *text, noc_diag *diag)
{
    for (size_t i = 0; noc_format_name(i); i++) {
        if (strcmp(noc_format_name(i), text) == 0) {
            *stored = (noc_format)i;
            return;
        }
    }
    refuse(diag, "--format", text, "table, json or csv");
}

static void store_max_error(double *stored, const char *text, noc_diag *diag)
{
    double percent = NAN;
    store_real(&percent, "--max-error", text, -1e-300, INFINITY, "a number of percent, 0 or more",
               diag);
    *stored = percent / 100.0;
}

/* "I/N", 1 <= I <= N. */
static void store_shard(noc_request *r, const char *text, noc_diag *diag)
{
    unsigned shard = 0, shards = 0;
    int end = 0;
    if (sscanf(text, "%5u/%5u%n", &shard, &shards, &end) == 2 && !text[end] && shard >= 1 &&
        shard <= shards && isdigit((unsigned char)*text)) {
        r->shard = shard;
        r->shards = shards;
    } else {
        refuse(diag, "--shard", text, "I/N with 1 <= I <= N, for example 2/8");
    }
}

/* ---- where values go ------------------------------------------------------------------------ */

typedef enum value_kind {
    VALUE_FLAG,   /* bool: the option has no argument */
    VALUE_TEXT,   /* const char * */
    VALUE_REAL,   /* double, between the bounds, neither of them included */
    VALUE_NUMBER, /* double, any; whether it makes sense is for the command to say */
    VALUE_COUNT,  /* uint64_t, between the bounds */
    VALUE_SMALL,  /* unsigned, between the bounds */
} value_kind;

typedef struct option_value {
    int key;
    value_kind kind;
    size_t offset;      /* in noc_request */
    const char *option; /* for messages */
    double above, below;
    const char *expected; /* VALUE_REAL */
    uint64_t least, most;
} option_value;

#define AT(member) offsetof(noc_request, member)

static const option_value values[] = {
    {'h', VALUE_FLAG, .offset = AT(help)},
    {'V', VALUE_FLAG, .offset = AT(version)},
    {'q', VALUE_FLAG, .offset = AT(quiet)},
    {'o', VALUE_TEXT, .offset = AT(output)},
    {'j', VALUE_SMALL, AT(jobs), "--jobs", .least = 0, .most = 1024},
    {KEY_SATURATION, VALUE_FLAG, .offset = AT(saturation)},
    {KEY_PRECISION, VALUE_REAL, AT(precision), "--precision", .above = 0.0, .below = 1.0,
     .expected = "a share between 0 and 1, for example 0.02"},
    {KEY_SEED, VALUE_COUNT, AT(seed), "--seed", .least = 0, .most = INT64_MAX},
    {KEY_POINTS, VALUE_SMALL, AT(points), "--points", .least = 2, .most = 1000},
    {KEY_SAMPLED, VALUE_FLAG, .offset = AT(sampled)},
    {KEY_RESOLVED, VALUE_FLAG, .offset = AT(resolved)},
    {KEY_BREAKDOWN, VALUE_FLAG, .offset = AT(breakdown)},
    {KEY_CHANNELS, VALUE_FLAG, .offset = AT(channels)},
    {KEY_ACTIVITY, VALUE_REAL, AT(activity), "--activity", .above = 0.0, .below = 1.0 + 1e-12,
     .expected = "flits per cycle, above 0 and at most 1"},
    {KEY_INPUTS, VALUE_NUMBER, AT(component.inputs), .option = "--inputs"},
    {KEY_OUTPUTS, VALUE_NUMBER, AT(component.outputs), .option = "--outputs"},
    {KEY_VCS, VALUE_NUMBER, AT(component.vcs), .option = "--vcs"},
    {KEY_DEPTH, VALUE_NUMBER, AT(component.depth), .option = "--depth"},
    {KEY_FLIT_BITS, VALUE_NUMBER, AT(component.flit_bits), .option = "--flit-bits"},
    {KEY_LENGTH, VALUE_NUMBER, AT(component.length_mm), .option = "--length-mm"},
    {KEY_STAGES, VALUE_NUMBER, AT(component.stages), .option = "--stages"},
    {KEY_TECHNOLOGY, VALUE_NUMBER, AT(component.technology_nm), .option = "--technology"},
    {KEY_CLOCK, VALUE_NUMBER, AT(component.clock_mhz), .option = "--clock-mhz"},
    {KEY_SCALE, VALUE_FLAG, .offset = AT(component.scale)},
    {KEY_STORE, VALUE_TEXT, .offset = AT(store)},
    {KEY_DRY_RUN, VALUE_FLAG, .offset = AT(dry_run)},
    {KEY_OBJECTIVES, VALUE_TEXT, .offset = AT(objectives)},
    {KEY_SPACE, VALUE_TEXT, .offset = AT(space)},
    {KEY_WHY, VALUE_TEXT, .offset = AT(why)},
    {KEY_MODEL_ERROR, VALUE_REAL, AT(model_error), "--model-error", .above = -1e-300, .below = 1.0,
     .expected = "a share from 0 to below 1, for example 0.1"},
    {KEY_MEASURE, VALUE_FLAG, .offset = AT(measure)},
    {KEY_TOLERANCE, VALUE_REAL, AT(tolerance), "--tolerance", .above = -1e-300, .below = 1.0,
     .expected = "a share from 0 to below 1, for example 0.01"},
    {KEY_CONFIDENCE, VALUE_REAL, AT(confidence), "--confidence", .above = 0.5, .below = 1.0,
     .expected = "a number above 0.5 and below 1, for example 0.95"},
    {KEY_BUDGET, VALUE_COUNT, AT(budget), "--budget", .least = 1, .most = 1000000},
    {KEY_MEMORY, VALUE_COUNT, AT(memory), "--memory", .least = 1, .most = 1024},
    {KEY_KEEP, VALUE_COUNT, AT(keep), "--keep", .least = 1, .most = 100},
    {KEY_TRACE, VALUE_TEXT, .offset = AT(trace)},
    {KEY_CSV_SAFE, VALUE_FLAG, .offset = AT(csv_safe)},
    {KEY_SUITE, VALUE_TEXT, .offset = AT(suite)},
    {KEY_MEASURED, VALUE_FLAG, .offset = AT(measured)},
    {KEY_CHECK, VALUE_FLAG, .offset = AT(check)},
    {KEY_CALIBRATION, VALUE_TEXT, .offset = AT(calibration)},
    {KEY_UNCALIBRATED, VALUE_FLAG, .offset = AT(uncalibrated)},
};

static void store_value(const option_value *o, const char *text, noc_request *r, noc_diag *diag)
{
    void *stored = (char *)r + o->offset;
    uint64_t count = 0;
    switch (o->kind) {
    case VALUE_FLAG:
        *(bool *)stored = true;
        break;
    case VALUE_TEXT:
        *(const char **)stored = text;
        break;
    case VALUE_REAL:
        store_real(stored, o->option, text, o->above, o->below, o->expected, diag);
        break;
    case VALUE_NUMBER:
        store_real(stored, o->option, text, -INFINITY, INFINITY, "a number", diag);
        break;
    case VALUE_COUNT:
        store_count(stored, o->option, text, o->least, o->most, diag);
        break;
    case VALUE_SMALL:
        if (store_count(&count, o->option, text, o->least, o->most, diag))
            *(unsigned *)stored = (unsigned)count;
        break;
    }
}

void noc_option_store(int key, const char *value, noc_request *r, noc_diag *diag)
{
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (values[i].key == key) store_value(&values[i], value, r, diag);
    switch (key) {
    case KEY_FORMAT:
        store_format(&r->format, value, diag);
        r->format_given = true;
        break;
    case KEY_SET:
        r->sets[r->set_count++] = value;
        break;
    case KEY_REQUIRE:
        r->requires
        [r->require_count++] = value;
        break;
    case KEY_VARY:
        r->varies[r->vary_count++] = value;
        break;
    case KEY_LOAD:
        if (!noc_offered_load_read(value, &r->load))
            refuse(diag, "--load", value, NOC_LOAD_EXPECTED);
        break;
    case KEY_MAX_ERROR:
        store_max_error(&r->max_error, value, diag);
        break;
    case KEY_SHARD:
        store_shard(r, value, diag);
        break;
    }
}
