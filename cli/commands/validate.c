#include <math.h>
#include <stdlib.h>

#include "base/affix.h"
#include "base/config_file.h"
#include "cli/commands/parts/booksim_comparison.h"
#include "cli/commands/parts/calibration_choice.h"
#include "cli/commands/parts/kept_samples.h"
#include "cli/commands/parts/suites.h"
#include "cli/frame/cases.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/load.h"
#include "cli/frame/measure.h"
#include "cli/frame/messages.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "hybrid/answers/estimate_sample.h"
#include "hybrid/answers/explain/contrast.h"
#include "hybrid/answers/figures/offered_load.h"
#include "hybrid/training/suites/suite_validate.h"
#include "network/compile/compile.h"
#include "reports/compare/validation.h"
#include "reports/compare/validation_picture.h"
#include "reports/curve/suite_comparison.h"
#include "reports/words/comparison.h"
#include "reports/writers/output.h"
#include "studies/study_picture.h"
#include "studies/suites/suites.h"

/* Values of the options. */
typedef struct option_values {
    noc_offered_load load;
    noc_texts set_texts, vary_texts;
    noc_precision precision;
    double max_error; /* largest mean error, a share (not %); NAN: not given */
    noc_suite_choice suite;
    noc_sample_choice samples; /* samples of a published suite */
    const char *booksim_path;
    bool held_back_only; /* only designs of a suite that calibration does not use */
    bool wants_check;
    noc_calibration_choice calibration;
} option_values;

/* ---- a suite -------------------------------------------------------------------------------- */

enum { RANDOM_PAIRS = 200 };

static bool continue_run(void *context, double done)
{
    (void)context;
    (void)done;
    return !noc_is_interrupted();
}

static noc_status compare_suite(const noc_request *r, const noc_calibration_use *c,
                                const noc_suite *suite, noc_suite_comparisons *trials,
                                noc_diag *diag)
{
    const option_values *values = r->values;
    const noc_sampling checking = {.precision = values->precision.precision,
                                   .seed = values->precision.seed,
                                   .jobs = r->jobs,
                                   .progress = continue_run};
    if (values->wants_check) noc_interrupt_catch();
    const noc_status status = noc_suite_compare(
        suite, c->calibration, values->wants_check ? &checking : NULL, trials, diag);
    if (status != NOC_EINTERRUPTED) return status;
    noc_diag_clear(diag);
    return noc_fail(diag, status, NOC_NOWHERE, "interrupted: nothing is shown");
}

static noc_status show_suite(const noc_request *r, const noc_calibration_use *c,
                             const noc_suite *suite, const noc_suite_comparisons *trials,
                             noc_diag *diag)
{
    noc_page page;
    noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    const noc_ranking ranking = noc_suite_rank(suite, trials, RANDOM_PAIRS);
    page.sheet.run.calibration = noc_calibration_use_name(c);
    status = noc_report_trials(&page.sheet, suite, trials, &ranking, diag);
    return noc_page_finish(r, &page, status, diag);
}

static bool exceeds_limit(double max_error, const noc_suite_comparisons *trials, noc_diag *diag)
{
    const noc_tally t = noc_comparisons_tally_low(trials);
    if (!isfinite(max_error) || t.mean_error <= max_error) return false;
    noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
             "validate: the mean latency error up to 85 %% of saturation is %.2f%%, above "
             "--max-error %g",
             100.0 * t.mean_error, 100.0 * max_error);
    return true;
}

/* Validates a suite. Returns the exit status. */
static int validate_suite(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    NOC_AUTO(noc_suite_clear) noc_suite suite = {0};
    noc_suite_comparisons trials = {0};
    NOC_AUTO_FREE noc_calibration_use *c = calloc(1, sizeof *c);
    noc_status status =
        c ? noc_calibration_use_open(&values->calibration, c, diag) : noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_suites_open(r, &values->suite, &suite, diag);
    if (values->held_back_only) noc_suite_keep_held_back(&suite);
    if (status == NOC_OK && suite.measured_count == 0)
        status = noc_fail(diag, NOC_EINPUT, (noc_place){suite.file, 0},
                          values->held_back_only ? "none of its designs is measured and held back"
                                                 : "none of its designs is measured");
    if (status == NOC_OK) status = compare_suite(r, c, &suite, &trials, diag);
    if (status == NOC_OK) status = show_suite(r, c, &suite, &trials, diag);
    int exit_status = noc_exit_from_status(status);
    if (status == NOC_OK && suite.bad_count) exit_status = NOC_EXIT_FAILED_POINTS;
    if (status == NOC_OK && exceeds_limit(values->max_error, &trials, diag))
        exit_status = NOC_EXIT_LIMITS;
    free(trials.list);
    if (c) noc_calibration_use_close(c);
    return exit_status;
}

/* ---- designs -------------------------------------------------------------------------------- */

static void read_max_error(const noc_option *option, const char *text, void *stored, noc_diag *diag)
{
    double percent = NAN;
    noc_option_read_real(option, text, &percent, diag);
    *(double *)stored = percent / 100.0;
}

static const noc_option own_options[] = {
    {"max-error", 0, "X", "exit with status 4 if the model's mean latency error is larger than X %",
     NOC_OPTION_CUSTOM, .offset = offsetof(option_values, max_error), .exclusive_min = -1e-300,
     .exclusive_max = INFINITY, .expected_text = "a number of percent, 0 or more",
     .read = read_max_error},
    NOC_TAKE_FLAG(
        "held-back",
        "of a suite only the designs that no calibration learns from (held_back of a family)",
        held_back_only),
    NOC_TAKE_TEXT("booksim", "PROGRAM",
                  "run BookSim 2.0, this program, on the files of 'export booksim' for each "
                  "design, beside model and sampler, at --load or 20, 40, 60 and 80 % of "
                  "saturation, and search for its saturation",
                  booksim_path),
    {0},
};

static const option_values default_values = {.max_error = NAN};

#define AT(member) offsetof(option_values, member)

static const noc_option_use uses[] = {
    {&noc_load_options, AT(load)},
    {&noc_set_options, AT(set_texts)},
    {&noc_vary_options, AT(vary_texts)},
    NOC_OWN_OPTIONS(own_options),
    {&noc_sampling_options, AT(precision)},
    {&noc_suite_options, AT(suite)},
    {&noc_kept_sample_options, AT(samples)},
    {&noc_check_options, AT(wants_check)},
    {&noc_calibration_options, AT(calibration)},
    {0},
};

/* Load of a row without --load, as a share of the model's saturation. */
static const double share_of_saturation = 0.5;

static noc_status choose_load(const option_values *values, const noc_calibration_use *c,
                              const noc_system *system, double *load, noc_diag *diag)
{
    noc_estimate unloaded_estimate;
    noc_status status = noc_offered_load_convert(system, c->calibration, &values->load, load, diag);
    if (status != NOC_OK || isfinite(*load)) return status;
    /* nodes send as fast as the network accepts */
    if (noc_traffic_is_eager(&system->design->traffic)) return NOC_OK;
    status = noc_estimate_calibrated(system, c->calibration, NAN, NULL, &unloaded_estimate, diag);
    if (status != NOC_OK) return status;
    *load = share_of_saturation *
            unloaded_estimate.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    if (*load > 0.0 && isfinite(*load)) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, (noc_place){system->design->file, 0},
                    "the model gives no saturation to choose a load by (give --load)");
}

/* Adds the throughput of the closed loop, by both methods. */
static noc_status compare_loop(const noc_calibration_use *c, const noc_system *system,
                               noc_measurement *m, size_t position, noc_comparison *row,
                               noc_diag *diag)
{
    noc_estimate model, sample;
    noc_status status = noc_estimate_calibrated(system, c->calibration, NAN, NULL, &model, diag);
    if (status != NOC_OK) return status;
    noc_measure_task(m, 1.0, system->design, position, ", closed loop");
    status = noc_estimate_sample_closed(system, &m->sampling, &sample, diag);
    if (status == NOC_OK) noc_comparison_add_loop(row, &model, &sample);
    return status;
}

/* Finds the model's answer, the sample at the load and the sampled saturation of one design. */
static noc_status compare(const option_values *values, const noc_calibration_use *c,
                          const noc_system *system, noc_measurement *m, size_t position,
                          noc_comparison *row, noc_diag *diag)
{
    noc_estimate saturation;
    double load;
    noc_status status = choose_load(values, c, system, &load, diag);
    if (status == NOC_OK)
        status = noc_estimate_calibrated(system, c->calibration, load, NULL, &row->model, diag);
    if (status != NOC_OK) return status;
    noc_measure_task(m, 1.0, system->design, position, ", latency");
    status = isnan(load) ? noc_estimate_sample_closed(system, &m->sampling, &row->sample, diag)
                         : noc_estimate_sample(system, load, &m->sampling, &row->sample, diag);
    if (status != NOC_OK) return status;
    noc_measure_task(m, NOC_SEARCH_WEIGHT, system->design, position, ", saturation");
    status = noc_estimate_sample_saturation(system, &m->sampling, &saturation, diag);
    if (status != NOC_OK) return status;
    noc_comparison_add_saturation(row, &saturation);
    row->has_sample = true;
    return system->design->closed_loop ? compare_loop(c, system, m, position, row, diag) : NOC_OK;
}

static noc_status compare_design(const option_values *values, const noc_calibration_use *c,
                                 const noc_cases *cases, size_t position, noc_measurement *m,
                                 noc_comparison *row, noc_diag *diag)
{
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    noc_status status = noc_system_compile(cases->designs[position], &system, diag);
    if (status != NOC_OK) return status;
    status = compare(values, c, system, m, position, row, diag);
    return status;
}

/* Compares all designs. Returns the number of complete rows. */
static size_t compare_all(const noc_request *r, const noc_calibration_use *c,
                          const noc_cases *cases, noc_comparison *rows, noc_status *status,
                          noc_diag *diag)
{
    const option_values *values = r->values;
    noc_measurement m;
    size_t finished = 0;
    double weight = 0.0;
    for (size_t i = 0; i < cases->count; i++)
        weight += 1.0 + NOC_SEARCH_WEIGHT + cases->designs[i]->closed_loop;
    noc_measure_start(r, &values->precision, cases, weight, &m);
    for (; finished < cases->count; finished++) {
        *status = compare_design(values, c, cases, finished, &m, &rows[finished], diag);
        if (*status != NOC_OK) break;
    }
    noc_measure_end(&m, *status, finished, cases->count, diag);
    return finished;
}

/* Checks the limit of the error; a row without a comparison exceeds it. */
static int check_limit(double max_error, const noc_comparison *rows, size_t count, noc_diag *diag)
{
    if (!isfinite(max_error)) return 0;
    const noc_errors errors = noc_latency_errors(rows, count);
    if (errors.error_rows < count) {
        noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                 "validate: %zu of %zu latencies could not be compared (saturated?)",
                 count - errors.error_rows, count);
        return NOC_EXIT_LIMITS;
    }
    if (errors.mean_error <= max_error) return 0;
    noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
             "validate: the mean latency error is %.2f%%, above --max-error %g",
             100.0 * errors.mean_error, 100.0 * max_error);
    return NOC_EXIT_LIMITS;
}

/* Shows a table, data, a page, or a picture. */
static noc_status show(const noc_request *r, noc_page *page, const noc_comparison *rows,
                       size_t count, bool *is_missing, noc_diag *diag)
{
    const noc_picture picture = noc_picture_requested(r);
    if (picture != NOC_PICTURE_NONE && picture != NOC_PICTURE_HTML) {
        noc_page_drop(page);
        return noc_validation_draw(rows, count, r->output, is_missing, diag);
    }
    page->is_file = picture == NOC_PICTURE_HTML;
    const noc_status written = page->is_file
                                   ? noc_validation_write_page(&page->sheet, rows, count, diag)
                                   : noc_report_validation(&page->sheet, rows, count, diag);
    return noc_page_finish(r, page, written, diag);
}

/* Compares model and sampler with BookSim. */
static int validate_with_booksim(const noc_request *r, const noc_calibration_use *c,
                                 const noc_cases *cases, noc_diag *diag)
{
    const option_values *values = r->values;
    const noc_booksim_request booksim_request = {values->booksim_path, &values->load,
                                                 &values->precision, values->max_error};
    return noc_booksim_compare(r, c, cases, &booksim_request, diag);
}

static int validate(const noc_request *r, const noc_calibration_use *c, const noc_cases *cases,
                    noc_page *page, noc_comparison *rows, noc_diag *diag)
{
    const option_values *values = r->values;
    noc_status status = NOC_OK;
    const size_t finished = compare_all(r, c, cases, rows, &status, diag);
    if ((status != NOC_OK && status != NOC_EINTERRUPTED) || finished == 0) {
        noc_page_drop(page);
        return noc_exit_from_status(status);
    }
    for (size_t i = 1; i < finished; i++)
        noc_contrast_warn(&rows[0].model, &rows[i].model, values->load.form == NOC_LOAD_FLITS);
    bool is_missing = false;
    const noc_status sent = show(r, page, rows, finished, &is_missing, diag);
    if (is_missing) return NOC_EXIT_MISSING_PROGRAM;
    if (status != NOC_OK || sent != NOC_OK)
        return noc_exit_from_status(status == NOC_OK ? sent : status);
    return check_limit(values->max_error, rows, finished, diag);
}

static int validate_with_sampler(const noc_request *r, const noc_calibration_use *c,
                                 const noc_cases *cases, noc_diag *diag)
{
    noc_page page;
    NOC_AUTO_FREE noc_comparison *rows = calloc(cases->count, sizeof *rows);
    noc_status status = rows ? noc_page_open(r, &page, diag) : noc_fail_memory(diag);
    int exit_status = noc_exit_from_status(status);
    if (status == NOC_OK) {
        page.sheet.run.calibration = noc_calibration_use_name(c);
        exit_status = validate(r, c, cases, &page, rows, diag);
    }
    return exit_status;
}

/* ---- measured by others -------------------------------------------------------------------- */

/* Run over published figures. */
typedef struct measured_run {
    const noc_request *request;
    bool is_missing; /* gnuplot is not installed */
} measured_run;

/* True for the name of a published suite, or for a user's table. */
static bool is_measured_suite(const char *word)
{
    return noc_measured_suite_find(word) || ends_with(word, ".csv");
}

static noc_status show_study(void *context, const noc_study *study, noc_diag *diag)
{
    measured_run *s = context;
    const noc_request *r = s->request;
    if (noc_picture_requested(r) != NOC_PICTURE_NONE) {
        const noc_status status = noc_study_draw(study, r->output, &s->is_missing, diag);
        if (status == NOC_OK && !r->is_quiet) noc_message_print("%s: %s", r->output, study->title);
        return status;
    }
    noc_page page;
    const noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    return noc_page_finish(r, &page, noc_study_print(study, &page.sheet, diag), diag);
}

static size_t count_lines(const char *text)
{
    size_t lines = 0;
    for (; *text; text++) lines += *text == '\n';
    return lines;
}

static noc_status make_study(measured_run *s, const noc_measured_suite *suite, const char *text,
                             const char *file, const noc_sample_choice *samples,
                             const noc_precision *precision, noc_diag *diag)
{
    NOC_AUTO_FREE noc_kept_samples *bench = calloc(1, sizeof *bench);
    if (!bench) return noc_fail_memory(diag);
    noc_status status = noc_kept_samples_open(s->request, samples, precision, suite->samples,
                                              count_lines(text), bench, diag);
    if (status == NOC_OK)
        status =
            suite->make_study(&bench->bench, text, file, noc_kept_samples_next_row, show_study, s);
    status = noc_kept_samples_close(bench, status, diag);
    return status;
}

static noc_status check_samples(const noc_measured_suite *suite, const noc_sample_choice *samples,
                                noc_diag *diag)
{
    if (suite->samples || (!samples->allows_sampling && !samples->store)) return NOC_OK;
    return NOC_REFUSE(
        diag, "validate: --measure and --store sample networks (the suite %s has costs alone)",
        suite->name);
}

/* Answers published figures, and shows them. Returns the exit status. */
static int validate_measured(const noc_request *r, const char *word,
                             const noc_sample_choice *samples, const noc_precision *precision,
                             noc_diag *diag)
{
    measured_run s = {.request = r};
    const noc_measured_suite *shipped_suite = noc_measured_suite_find(word), *suite = shipped_suite;
    const char *file = shipped_suite ? shipped_suite->rows[0].path : word;
    NOC_AUTO_FREE char *values = NULL;
    noc_status status = noc_kept_samples_check(samples, diag);
    if (status == NOC_OK && !shipped_suite) status = noc_config_read_text(word, &values, diag);
    if (status == NOC_OK && !shipped_suite) suite = noc_suite_of_table(values);
    if (status == NOC_OK) status = check_samples(suite, samples, diag);
    if (status == NOC_OK && r->output) status = noc_output_check_path(r->output, diag);
    if (status == NOC_OK && noc_picture_requested(r) != NOC_PICTURE_NONE)
        status = noc_picture_check_gnuplot(r, &s.is_missing, diag);
    if (status == NOC_OK)
        status = make_study(&s, suite, shipped_suite ? suite->rows[0].text : values, file, samples,
                            precision, diag);
    return s.is_missing ? NOC_EXIT_MISSING_PROGRAM : noc_exit_from_status(status);
}

/* ---- the command ---------------------------------------------------------------------------- */

/* Refuses options that exclude each other. */
static noc_status check(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    const noc_sample_choice *samples = &values->samples;
    const bool is_drawn = noc_picture_requested(r) != NOC_PICTURE_NONE;
    const bool is_measured_word = values->suite.file && is_measured_suite(values->suite.file);
    if ((samples->model_only || samples->allows_sampling || samples->store) && !is_measured_word)
        return NOC_REFUSE(diag, "validate: --model, --measure and --store are for figures that "
                                "others measured (validate --suite silicon)");
    if (values->held_back_only && (!values->suite.file || is_measured_word))
        return NOC_REFUSE(
            diag, "validate: --held-back is for a suite of designs (validate --suite today)");
    if (values->suite.file && !is_measured_word && is_drawn)
        return NOC_REFUSE_AT(diag, r->output,
                             "a suite is a table, .csv or .json (designs are drawn)");
    if (values->booksim_path && (values->suite.file || is_drawn))
        return NOC_REFUSE(diag,
                          "validate --booksim takes designs, and writes a table, .csv or .json");
    if (!values->suite.file == (r->operand_count == 0))
        return NOC_REFUSE(
            diag, "validate: give designs, or a suite of them (validate DESIGN... | --suite FILE)");
    return NOC_OK;
}

static int validate_designs(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    NOC_AUTO(noc_cases_clear) noc_cases cases = {0};
    NOC_AUTO(noc_calibration_use_close) noc_calibration_use calibrated = {.calibration = NULL};
    noc_status status = noc_calibration_use_open(&values->calibration, &calibrated, diag);
    if (status == NOC_OK)
        status = noc_cases_read(r->operands, r->operand_count, &values->set_texts,
                                &values->vary_texts, &cases, diag);
    noc_cases_put_base_first(&cases);
    if (status == NOC_OK) status = noc_cases_check_build(&cases, diag);
    return status != NOC_OK       ? noc_exit_from_status(status)
           : values->booksim_path ? validate_with_booksim(r, &calibrated, &cases, diag)
                                  : validate_with_sampler(r, &calibrated, &cases, diag);
}

static int run(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    const noc_status status = check(r, diag);
    if (status != NOC_OK) return noc_exit_from_status(status);
    if (!values->suite.file) return validate_designs(r, diag);
    if (!is_measured_suite(values->suite.file)) return validate_suite(r, diag);
    return validate_measured(r, values->suite.file, &values->samples, &values->precision, diag);
}

const noc_command noc_command_validate = {
    .name = "validate",
    .operands = "DESIGN... | --suite FILE",
    .purpose = "Put the model beside the measurement: latency, saturation, throughput per area.",
    .details =
        "Every design, and every variant, is estimated, then measured at the load and in a search "
        "for saturation; then its workload is run, if it has one. Without --load each is compared "
        "at half of the model's saturation, one with traffic.batch or traffic.outstanding as these "
        "ask for. A suite is compared by family and load, with how often the model's intervals "
        "hold; its measurements are kept beside its file. Of designs -o draws both methods side by "
        "side with their intervals: .svg, .pdf, .png or a page (.html). The suite silicon has "
        "figures that others measured on GPUs (docs/gpus.md): each beside ours, predicted ones "
        "apart from inputs; samples come with the program; --measure takes new ones. The suite "
        "chips is networks that were built (docs/accuracy.md): area, energy and clock, drawn and "
        "as built. -o draws published against ours. FILE.csv is a table of one's own with the "
        "columns of data/silicon.csv or data/chips.csv. --booksim runs BookSim 2.0 (exit 6 where "
        "there is none) on the files of 'export booksim' for the designs, and both methods on the "
        "same networks: anyone can check these figures.",
    .examples = "  nocsight validate te13-baseline --vary network.flit_bytes=16,32 --max-error 3\n"
                "  nocsight validate te13-baseline te13-2xbw -o both.svg\n"
                "  nocsight validate --suite test\n"
                "  nocsight validate --suite silicon -o silicon.html\n"
                "  nocsight validate --suite chips\n"
                "  nocsight validate synthetic-mesh --booksim ~/booksim2/src/booksim\n",
    .max_operands = 10000,
    .options = uses,
    .values_size = sizeof(option_values),
    .defaults = &default_values,
    .picture_suffixes = ".svg .pdf .png .html",
    .has_markup = true,
    .run = run,
};
