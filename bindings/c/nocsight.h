/* nocsight.h: estimates of networks-on-chip from C: the answers of the command nocsight.
 *
 *     noc_context *context;
 *     noc_design *design;
 *     noc_estimate *estimate;
 *     noc_value bandwidth;
 *     noc_error error = {0};
 *     if (noc_context_new(&context, &error) ||
 *         noc_design_open(context, "gpu.cfg", &design, &error) ||
 *         noc_design_estimate(context, design, NULL, &estimate, &error) ||
 *         noc_estimate_value(estimate, "saturation_data_gb_per_s", &bandwidth, &error))
 *         fprintf(stderr, "%s:%d: %s\n", error.file, error.line, error.message);
 *
 * Statuses. A function that can fail returns a noc_code, which equals the exit status of the
 * command in the same case, and fills in the caller's noc_error. Outputs of a failed call are NULL
 * or zero, except where this header says otherwise. NULL for a required argument is
 * NOC_CODE_USAGE.
 *
 * Objects. All objects are opaque. A function whose last output is an object gives it to the
 * caller, who releases it with noc_..._release; NULL is accepted there. Designs, estimates and
 * curves never change, and keep what they need: they may be released in any order. Texts are
 * UTF-8, and belong to their object; texts without an object are static. Numbers and structs are
 * copied out.
 *
 * Threads. A context may be used by several threads at once, once its settings are made. Objects
 * never change, so several threads may read one. The library never prints, exits, aborts, catches
 * signals, or changes the locale or another setting of the process. Its copy of GSL is its own,
 * so GSL's error handler in the process is untouched.
 *
 * Compatibility. NOC_API_VERSION grows with each version of this header that adds something.
 * Structs that the caller fills in end in reserved members, which are 0; a struct with zeros has
 * the defaults. The version of the shared library (libnocsight.so.1) changes when programs have
 * to be compiled again.
 *
 * Licence. nocsight is under the MIT licence. The library contains parts of GSL, which is under
 * the GNU General Public License, version 3 or later: who gives away a program that is linked
 * with libnocsight has to respect that licence. GLPK, under the same licence, serves the command
 * alone. */
#ifndef NOCSIGHT_H
#define NOCSIGHT_H

#include <stddef.h>
#include <stdint.h>

#if defined __GNUC__
#define NOC_API __attribute__((visibility("default")))
#else
#define NOC_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define NOC_API_VERSION 1

/* Returns the version of the library, "2.1.0". */
NOC_API const char *noc_version(void);

/* Returns NOC_API_VERSION of the library, which may be newer than that of the header. */
NOC_API int noc_api_version(void);

/* ---- statuses and errors -------------------------------------------------------------------- */

/* Statuses; the numbers are exit statuses of the command. */
typedef enum noc_code {
    NOC_CODE_OK = 0,
    NOC_CODE_FAILED = 1, /* failure of reading, memory, or a computation */
    NOC_CODE_USAGE = 2,  /* fault of an argument: NULL, an unknown name, a value out of range */
    NOC_CODE_INPUT = 3,  /* fault of a file or of a design's text */
    NOC_CODE_CANCELLED = 130, /* stop requested by the progress function */
} noc_code;

/* Faults of a call. The caller initialises it with zeros. Each call that takes it empties it first,
 * so one struct serves many calls of a thread; noc_error_clear frees its memory at the end. A
 * function accepts NULL, and then tells nothing but its status. */
typedef struct noc_error {
    int status;          /* status of the first fault, a noc_code */
    int line;            /* line of the first fault; 0: the whole file, or no file */
    const char *file;    /* file of the first fault, or the setting that has it; "": none */
    const char *message; /* fault, in words: what is wrong, and what would be right; "": none */
    size_t count;        /* number of faults: a design's file may have several */
    void *reserved[2];
} noc_error;

/* One of the faults of an error. */
typedef struct noc_fault {
    int status;
    int line;
    const char *file, *message; /* members of noc_error with these names */
} noc_fault;

/* Copies fault `i` of `error->count`; texts belong to the error. NOC_CODE_USAGE: no such fault. */
NOC_API int noc_error_fault(const noc_error *error, size_t i, noc_fault *fault);

/* Frees the texts, and zeroes the struct. */
NOC_API void noc_error_clear(noc_error *error);

/* ---- context -------------------------------------------------------------------------------- */

/* Calibration of the model, seed, threads and progress. */
typedef struct noc_context noc_context;

/* Makes a context with the calibration of this version, seed 1, a thread for each processor in
 * measurements, and without a progress function. */
NOC_API int noc_context_new(noc_context **context, noc_error *error);
NOC_API void noc_context_release(noc_context *context);

/* Reads a calibration from a file of `nocsight calibrate`; NULL: the calibration of this version;
 * "": the model as derived, without intervals. The settings of a context are made before other
 * threads use it. */
NOC_API int noc_context_set_calibration(noc_context *context, const char *file, noc_error *error);

/* Sets the seed of measurements; equal seeds give equal answers on every machine. */
NOC_API int noc_context_set_seed(noc_context *context, uint64_t seed, noc_error *error);

/* Sets the number of threads of a measurement; 0: one for each processor. Never changes an answer.
 * */
NOC_API int noc_context_set_threads(noc_context *context, unsigned threads, noc_error *error);

/* Hears of a measurement: `share` of it is done, 0 to 1. Returns 0 to stop the measurement, which
 * then returns NOC_CODE_CANCELLED; otherwise 1. Called by the thread that called the library, many
 * times a second while it measures; never by the model alone. */
typedef int (*noc_progress_function)(void *data, double share);

/* Sets the progress function and its first argument; NULL: none. */
NOC_API int noc_context_set_progress(noc_context *context, noc_progress_function progress,
                                     void *data, noc_error *error);

/* ---- designs -------------------------------------------------------------------------------- */

/* A design, checked and complete. */
typedef struct noc_design noc_design;

/* Reads the design of a file, or the shipped design of a name ("te13-baseline") where there is no
 * such file. All faults of the file are reported: NOC_CODE_INPUT. */
NOC_API int noc_design_open(noc_context *context, const char *file, noc_design **design,
                            noc_error *error);

/* Reads a design from the text of a design file. `name`: stands for the file in messages; tables
 * that the text names are sought in its folder; NULL: "design", and the working folder. */
NOC_API int noc_design_parse(noc_context *context, const char *text, const char *name,
                             noc_design **design, noc_error *error);

/* Reads a design from a text, as noc_design_parse, changed by `count` settings, as noc_design_set
 * takes them. Both are read at once: the text alone may be no design. Faults of the text have
 * NOC_CODE_INPUT, faults of settings NOC_CODE_USAGE. */
NOC_API int noc_design_parse_with(noc_context *context, const char *text, const char *name,
                                  const char *const *settings, size_t count, noc_design **design,
                                  noc_error *error);

/* Writes the text of a design file with all settings of a design, changed ones included. A design
 * read from the text has the same fingerprint. Tables of a design are no part of the text, which
 * names their files as the design does. The caller frees the text with noc_text_release. */
NOC_API int noc_design_text(const noc_design *design, char **text, noc_error *error);

/* Puts a changed design in the place of *design, and releases the old one. `settings`: `count`
 * texts "key=value" as the command's option --set takes them: "network.flit_bytes=32",
 * "networks[1].rows=8". They are made at once, since some settings fit together only. A key that
 * was set before gets its new value. On failure *design stays as it is; the faults have
 * NOC_CODE_USAGE, and the setting as their file ("--set network.rows=0"). */
NOC_API int noc_design_set(noc_context *context, noc_design **design, const char *const *settings,
                           size_t count, noc_error *error);

/* Reads a setting as text, as a design file has it: "16", "mesh", "(1, 4)". Of several networks
 * "network.rows" lists all values unless they are equal; "networks[1].rows" is one of them. A key
 * in a list of groups has a number: "network.levels[0].cycles". The caller frees the text with
 * noc_text_release. NOC_CODE_USAGE: the design has no such setting. */
NOC_API int noc_design_get(const noc_design *design, const char *key, char **value,
                           noc_error *error);

/* Lists the names of the shipped designs, a line each, in the order of names. The caller frees the
 * text with noc_text_release. */
NOC_API int noc_shipped_design_list(char **names, noc_error *error);

/* Makes another reference to a design, which lasts until it is released, too. */
NOC_API int noc_design_copy(const noc_design *design, noc_design **copy, noc_error *error);
NOC_API void noc_design_release(noc_design *design);

/* Builds the network of a design, to find settings that do not fit together: routes, deadlocks,
 * memory. An estimate does so, too. */
NOC_API int noc_design_verify(noc_context *context, const noc_design *design, noc_error *error);

/* Returns the name of a design, its file, and its fingerprint (SHA-256 of all settings, in
 * hexadecimal digits); "" for NULL. */
NOC_API const char *noc_design_title(const noc_design *design);
NOC_API const char *noc_design_file(const noc_design *design);
NOC_API const char *noc_design_fingerprint(const noc_design *design);

/* Returns the number of physical networks of a design, whose settings are networks[0].KEY,
 * networks[1].KEY, ...; 0 for NULL. */
NOC_API size_t noc_design_network_count(const noc_design *design);

/* Returns the settings of a design that noc_design_set or noc_design_vary changed, "key=value", one
 * for each index; NULL past the end. */
NOC_API const char *noc_design_setting(const noc_design *design, size_t i);

/* Variants of a design, in the order of the command's option --vary: the design itself, unless a
 * variant equals it, then one for each combination of values. `axes`: `count` texts
 * "key=value,value,..."; the last axis changes fastest. */
typedef struct noc_variants noc_variants;
NOC_API int noc_design_vary(noc_context *context, const noc_design *design, const char *const *axes,
                            size_t count, noc_variants **variants, noc_error *error);

/* Returns the number of variants; 0 for NULL. */
NOC_API size_t noc_variants_count(const noc_variants *variants);

/* Returns the position of the variant that equals the design itself. */
NOC_API size_t noc_variants_base(const noc_variants *variants);

/* Returns variant `i`, which lasts as long as the variants (noc_design_copy); NULL past the end. */
NOC_API const noc_design *noc_variants_design(const noc_variants *variants, size_t i);
NOC_API void noc_variants_release(noc_variants *variants);

/* Draws a design as an SVG document: routers, links and nodes of each network. The caller frees the
 * text with noc_text_release. */
NOC_API int noc_design_svg(noc_context *context, const noc_design *design, char **svg,
                           noc_error *error);

/* Frees a text that a function gave to the caller. */
NOC_API void noc_text_release(char *text);

/* ---- estimates ------------------------------------------------------------------------------ */

/* Ways to an answer. */
typedef enum noc_approach {
    NOC_APPROACH_MODEL,  /* the queueing model, in a millisecond */
    NOC_APPROACH_WINDOW, /* the model, corrected by a short measured window of the design */
    NOC_APPROACH_SAMPLE, /* a cycle-accurate simulation, sampled to a precision */
    NOC_APPROACH_WITHIN, /* the first of the three whose interval is no wider than requested */
} noc_approach;

/* A question about a design. Zeros: the model without a load: limits, costs, and the closed loop if
 * the design has a workload. */
typedef struct noc_query {
    int approach;      /* a noc_approach */
    const char *load;  /* offered load as the option --load takes it: "0.03", "60%", "500GB/s";
                       * NULL: load_flits */
    double load_flits; /* offered load, flits per cycle of each injecting node; 0: none */
    /* relative half-width: of the answer's interval for NOC_APPROACH_WITHIN, of a sample's mean
     * latency otherwise; 0: 0.02 */
    double precision;
    double max_seconds;  /* limit of a sample, s, whatever its precision; 0: none */
    uint64_t max_cycles; /* limit of a run, cycles; a sample has four runs; 0: 1000000 */
    int wants_channels;  /* 1: the load of each channel is found too, for noc_estimate_svg */
    /* progress function of this question, in place of the context's; NULL: the context's */
    noc_progress_function progress;
    void *progress_data;
    void *reserved[4];
} noc_query;

/* An answer: every figure of one design, at one load or without. */
typedef struct noc_estimate noc_estimate;

/* Answers a question; NULL: zeros. A load that the nodes cannot inject is NOC_CODE_USAGE.
 * Saturation is an answer, no fault: see noc_estimate_state. NOC_CODE_CANCELLED: *estimate is NULL,
 * or for NOC_APPROACH_WITHIN the most precise answer so far. */
NOC_API int noc_design_estimate(noc_context *context, const noc_design *design,
                                const noc_query *query, noc_estimate **estimate, noc_error *error);
NOC_API void noc_estimate_release(noc_estimate *estimate);

/* A value with its interval. */
typedef struct noc_value {
    double value;       /* value; NAN: missing, for `reason` */
    double lo, hi;      /* ends of the interval; NAN: none */
    double confidence;  /* confidence of the interval, 0.95 for 95 %; NAN: none, or a judgement */
    const char *unit;   /* unit: "GB/s", "cycles", "mm2"; "": a bare number */
    const char *source; /* "model", "window", "sample", or of costs their table; static */
    const char *reason; /* reason why the value is missing; "": not missing */
} noc_value;

/* Copies a figure by the name of its metric (noc_metric_at). NOC_CODE_USAGE: no such metric. */
NOC_API int noc_estimate_value(const noc_estimate *estimate, const char *metric, noc_value *value,
                               noc_error *error);

/* Returns the state of an answer: "ok", "saturated", "unbounded", "not-converged", "imprecise"; ""
 * for NULL. Of a saturated network latencies are missing. */
NOC_API const char *noc_estimate_state(const noc_estimate *estimate);

/* Returns the way by which an answer was found: "model", "window", "sample"; "" for NULL. */
NOC_API const char *noc_estimate_approach(const noc_estimate *estimate);

/* Returns the offered load of an answer, flits per cycle of each injecting node; NAN: none. */
NOC_API double noc_estimate_load(const noc_estimate *estimate);

/* Returns the design of an answer, which lasts as long as the answer; NULL for NULL. */
NOC_API const noc_design *noc_estimate_design(const noc_estimate *estimate);

/* Limit of throughput. */
typedef struct noc_limit {
    const char *kind;   /* "link", "injection", "memory", ...; "": unknown */
    const char *where;  /* busiest member: "(0,0) to (1,0)", "memory 3"; "": none */
    const char *words;  /* the limit in a sentence for people; "": unknown */
    double utilization; /* utilisation of the member; NAN: unknown */
} noc_limit;

/* Copies what limits the throughput of an answer; texts belong to the estimate. */
NOC_API int noc_estimate_limit(const noc_estimate *estimate, noc_limit *limit, noc_error *error);

/* Returns warning `i` of an answer, for people; NULL past the end. */
NOC_API const char *noc_estimate_warning(const noc_estimate *estimate, size_t i);

/* Writes an answer as the command's --format json does. The caller frees it with noc_text_release.
 * */
NOC_API int noc_estimate_json(const noc_estimate *estimate, char **json, noc_error *error);

/* Draws the network of an answer with wants_channels as an SVG document, its links as dark and wide
 * as they are busy; NOC_CODE_USAGE without. The caller frees it with noc_text_release. */
NOC_API int noc_estimate_svg(noc_context *context, const noc_estimate *estimate, char **svg,
                             noc_error *error);

/* ---- costs ---------------------------------------------------------------------------------- */

/* Costs of a design by network and component. */
typedef struct noc_costs noc_costs;

typedef struct noc_component_cost {
    const char *network; /* name: "network 0 (request)" */
    const char *part;    /* name: "buffers", "crossbars", "links" */
    double count;        /* number of such parts; NAN: not counted */
    double area_mm2;
    /* power; dynamic power is NAN without a load or a closed loop, and both where the technology
     * has no figures */
    double leakage_mw, dynamic_mw;
} noc_component_cost;

/* Finds the costs of each component, at the query's load or in the closed loop, by the model. */
NOC_API int noc_design_costs(noc_context *context, const noc_design *design, const noc_query *query,
                             noc_costs **costs, noc_error *error);
NOC_API void noc_costs_release(noc_costs *costs);

/* Returns the number of rows; 0 for NULL. */
NOC_API size_t noc_costs_count(const noc_costs *costs);

/* Copies row `i`; texts belong to the costs. NOC_CODE_USAGE: no such row. */
NOC_API int noc_costs_component(const noc_costs *costs, size_t i, noc_component_cost *component,
                                noc_error *error);

/* ---- curves --------------------------------------------------------------------------------- */

/* Latency over load: answers from near 0 to just under the model's saturation. */
typedef struct noc_curve noc_curve;

/* Answers `points` (2 to 1000) evenly spaced loads by the model, and unless the query's approach is
 * NOC_APPROACH_MODEL by this approach, too; the query's load is not read. `added_points` (0 to
 * 1000): further points by the model where the line bends, so that a drawing follows the model.
 * NOC_CODE_FAILED if the model has no saturation. NOC_CODE_CANCELLED: *curve is NULL. */
NOC_API int noc_design_curve(noc_context *context, const noc_design *design, const noc_query *query,
                             size_t points, size_t added_points, noc_curve **curve,
                             noc_error *error);
NOC_API void noc_curve_release(noc_curve *curve);

/* Returns the number of points, added points included; 0 for NULL. */
NOC_API size_t noc_curve_count(const noc_curve *curve);

/* Returns the model's answer at point `i`, in order of load, which lasts as long as the curve; NULL
 * past the end. */
NOC_API const noc_estimate *noc_curve_estimate(const noc_curve *curve, size_t i);

/* Returns the answer at point `i` by the query's approach; NULL: none, at an added point or by the
 * model alone. */
NOC_API const noc_estimate *noc_curve_measured(const noc_curve *curve, size_t i);

/* Returns 1 for a point that was added, else 0. */
NOC_API int noc_curve_is_added(const noc_curve *curve, size_t i);

/* Draws curves of one or several designs as an SVG document: latency in ns over the data of the
 * whole network. The caller frees it with noc_text_release. */
NOC_API int noc_curves_svg(const noc_curve *const *curves, size_t count, char **svg,
                           noc_error *error);

/* ---- fronts --------------------------------------------------------------------------------- */

/* A design of a front: two figures, and a name. Stores of sweeps are SQLite databases, whose view
 * `results_wide` has the figures (docs/fronts.md). */
typedef struct noc_front_entry {
    double x, y;
    double x_lo, x_hi, y_lo, y_hi; /* intervals; NAN: none */
    const char *name;              /* name for a label; NULL: none */
    void *reserved[2];
} noc_front_entry;

/* Marks the designs that no other design beats in both figures: is_best[i] is 1 for these, else 0.
 * Metric names say whether less is better (noc_metric_at). */
NOC_API int noc_front_find(const char *x_metric, const char *y_metric,
                           const noc_front_entry *entries, size_t count, unsigned char *is_best,
                           noc_error *error);

/* Draws designs and their front as an SVG document. The caller frees it with noc_text_release. */
NOC_API int noc_front_svg(const char *x_metric, const char *y_metric,
                          const noc_front_entry *entries, size_t count, char **svg,
                          noc_error *error);

/* ---- keys and metrics ----------------------------------------------------------------------- */

/* A setting that some design can have. All texts are static. */
typedef struct noc_key_info {
    const char *key;     /* path: "network.flit_bytes" */
    const char *unit;    /* unit: "MHz"; "": none */
    const char *meaning; /* meaning, in one line */
    const char *source;  /* paper and section; "": none */
    double lowest,
        highest; /* inclusive range of a number, or of each number of a list; NAN: no number */
    double default_value; /* default of a number; NAN: none, or no number */
    int is_integer;       /* 1: whole numbers */
    int is_list;          /* 1: a list of numbers */
    size_t choice_count;  /* number of words among which a design chooses; 0: no choice */
} noc_key_info;

/* Copies the facts of key `i`. NOC_CODE_USAGE past the end. */
NOC_API int noc_key_at(size_t i, noc_key_info *info, noc_error *error);

/* Finds the number of a key by its path; NOC_CODE_USAGE with the nearest key: no such key. */
NOC_API int noc_key_number(const char *key, size_t *number, noc_error *error);

/* Returns word `choice` of key `i`; NULL: none. */
NOC_API const char *noc_key_choice(size_t i, size_t choice);

/* Copies the facts of member `member` of the groups in a list that key `i` has as its value:
 * network.levels[0].cycles is one. info->key is its name, "cycles". NOC_CODE_USAGE past the last
 * member, and for keys without groups. */
NOC_API int noc_key_member_at(size_t i, size_t member, noc_key_info *info, noc_error *error);

/* Returns word `choice` of a member; NULL: none. */
NOC_API const char *noc_key_member_choice(size_t i, size_t member, size_t choice);

/* Lists the names of the workloads, as workload = "HH" in a design has them, a line each. The
 * caller frees the text with noc_text_release. */
NOC_API int noc_workload_list(char **names, noc_error *error);

/* A figure of an answer. All texts are static. */
typedef struct noc_metric_facts {
    const char *name;    /* "saturation_data_gb_per_s" */
    const char *unit;    /* "GB/s"; "": a bare number */
    const char *meaning; /* meaning, in a line or two */
    const char *label;   /* words for people: "saturation bandwidth" */
    int digits;          /* digits after the point in tables */
    int is_less_better;  /* 1: areas, powers, energies, latencies and utilisations */
} noc_metric_facts;

/* Copies the facts of metric `i`. NOC_CODE_USAGE past the end. */
NOC_API int noc_metric_at(size_t i, noc_metric_facts *facts, noc_error *error);

/* Finds the number of a metric by its name; NOC_CODE_USAGE with the nearest name: no such metric.
 * */
NOC_API int noc_metric_number(const char *metric, size_t *number, noc_error *error);

#ifdef __cplusplus
}
#endif

#endif
