#include <stdio.h>
#include <string.h>

#include "cli/commands/parts/explore.h"
#include "cli/commands/parts/front.h"
#include "cli/commands/parts/measure_front.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/measure.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "cli/frame/require.h"
#include "explore/front/choose.h"
#include "explore/settings/expression_read.h"
#include "reports/front/front.h"
#include "reports/front/front_groups.h"
#include "reports/words/figure.h"

/* Values of the options. */
typedef struct option_values {
    noc_precision precision;
    const char *store;
    noc_front_choice space;
    const char *explained_id; /* identifier of a design to explain */
    const char *sort_text;
    const char *axis_path; /* path of a setting */
    uint64_t row_limit;    /* rows; 0: all; TOP_USUAL: not given */
    noc_texts requirement_texts;
    bool wants_samples;
    uint64_t budget;              /* largest number of designs to measure */
    double tolerance, confidence; /* shares */
} option_values;

enum { ROWS_MAX = 100000000 };
#define TOP_USUAL (ROWS_MAX + 1)

static const noc_option own_options[] = {
    NOC_TAKE_COUNT(
        "top", "N",
        "list N designs at most: the most probable, or the first by --sort; 0: all that may be on "
        "the front (designs on it by value, and the 10 most probable of the others)",
        row_limit, 0, ROWS_MAX),
    NOC_TAKE_TEXT(
        "sort", "METRIC",
        "list the best in METRIC first, or the largest number: of a setting "
        "(networks[1].flit_bytes), of an EXPR; max:METRIC and min:METRIC say which way is better",
        sort_text),
    NOC_TAKE_TEXT(
        "by", "KEY",
        "the best design of each value of a setting (nodes.memory, networks[1].flit_bytes): in the "
        "first objective, or in the METRIC of --sort; with --top the best N of each",
        axis_path),
    NOC_TAKE_TEXT("why", "ID", "designs that dominate that design, and by how much", explained_id),
    NOC_TAKE_FLAG("measure", "sample the designs that may be on the front until it is decided",
                  wants_samples),
    NOC_TAKE_COUNT("budget", "N", "with --measure: at most N samples (1000)", budget, 1, 1000000),
    NOC_TAKE_REAL("tolerance", "X",
                  "with --measure: negligible change of an objective, as a share (0.01)", tolerance,
                  -1e-300, 1.0, "a share from 0 to below 1, for example 0.01", NULL),
    NOC_TAKE_REAL("confidence", "P",
                  "of the intervals that are learned from measured designs (0.95)", confidence, 0.5,
                  1.0, "a number above 0.5 and below 1, for example 0.95", NULL),
    {0},
};

static const option_values default_values = {.row_limit = TOP_USUAL,
                                             .budget = NOC_FRONT_BUDGET,
                                             .tolerance = 0.01,
                                             .confidence = NOC_FRONT_CONFIDENCE};

static const noc_option_use uses[] = {
    {&noc_sampling_options, offsetof(option_values, precision)},
    {&noc_within_options, offsetof(option_values, precision)},
    {&noc_store_options, offsetof(option_values, store)},
    {&noc_space_options, offsetof(option_values, space)},
    NOC_OWN_OPTIONS(own_options),
    {&noc_require_options, offsetof(option_values, requirement_texts)},
    {0},
};

/* Makes the options of measuring: from the half-width of --within if given, otherwise from the
 * other options. */
static noc_front_sampling make_sampling(const option_values *values)
{
    const double has_width = values->precision.half_width;
    noc_front_sampling sampling = noc_front_sampling_within(has_width, &values->precision);
    if (has_width == 0.0) sampling.precision = values->precision;
    if (has_width == 0.0) sampling.tolerance = values->tolerance;
    sampling.budget = values->budget;
    sampling.confidence = values->confidence;
    return sampling;
}

/* ---- listing -------------------------------------------------------------------------------- */

/* True for "max:METRIC" and "min:METRIC", false for "METRIC". */
static bool has_direction(const char *sort)
{
    return strchr(sort, ':') != NULL;
}

/* Finds the expression to sort by: "min:EXPR" without its "min:"; NULL: a metric sorts. */
static const char *find_sort_expression(const char *sort)
{
    const bool led = strncmp(sort, "max:", 4) == 0 || strncmp(sort, "min:", 4) == 0;
    const char *expression = sort + (led ? 4 : 0);
    return noc_metric_find(expression) >= 0 || (!led && has_direction(sort)) ? NULL : expression;
}

/* Reads an expression to sort by; its values are computed when the designs are known. */
static noc_status read_sort(const char *sort, noc_arena *arena, noc_front_listing *l,
                            noc_expression **e, noc_diag *diag)
{
    const noc_place place = {"--sort", 0};
    l->is_descending = strncmp(sort, "min:", 4) != 0;
    const noc_status status = noc_expression_read_any(
        find_sort_expression(sort), &noc_setting_names, place, NOC_EUSAGE, arena, e, diag);
    if (status != NOC_OK || noc_expression_get_kind(*e) == NOC_EXPRESSION_NUMBER) return status;
    return noc_fail(diag, NOC_EUSAGE, place, "'%s' is no number (a metric, a setting)",
                    find_sort_expression(sort));
}

static noc_status read_listing(const option_values *values, noc_arena *arena, noc_front_listing *l,
                               noc_expression **e, noc_diag *diag)
{
    noc_objectives sort = {.count = 0};
    *l = (noc_front_listing){.has_limit = values->row_limit != TOP_USUAL,
                             .row_limit = values->row_limit == TOP_USUAL ? 0 : values->row_limit,
                             .is_sorted = values->sort_text != NULL,
                             .group_setting = values->axis_path};
    if (values->axis_path && noc_front_key_check(values->axis_path, diag) != NOC_OK)
        return NOC_EUSAGE;
    if (!values->sort_text) return NOC_OK;
    if (find_sort_expression(values->sort_text))
        return read_sort(values->sort_text, arena, l, e, diag);
    const char *text = noc_arena_text(
        arena, "%s%s", has_direction(values->sort_text) ? "" : "max:", values->sort_text);
    if (!text) return noc_fail_memory(diag);
    const noc_status status =
        noc_objectives_add(&sort, text, (noc_place){"--sort", 0}, NOC_EUSAGE, diag);
    if (status != NOC_OK) return status;
    l->sort_metric = sort.list[0].metric;
    l->is_descending = sort.list[0].is_maximised;
    return NOC_OK;
}

static noc_status evaluate_designs(noc_stored_front *f, const noc_expression *sort,
                                   noc_front_listing *l, noc_diag *diag)
{
    if (!sort) return NOC_OK;
    double *numbers = noc_arena_array(&f->memory, f->candidates.count, sizeof *numbers);
    if (!numbers) return noc_fail_memory(diag);
    l->sort_values = numbers;
    return noc_candidates_evaluate(f->store, &f->candidates, sort, numbers, diag);
}

/* Checks every listed design against the requirements. */
static noc_status check_listed(const noc_request *r, const noc_requirements *q,
                               const noc_front_listing *l, noc_stored_front *f, bool *is_met,
                               noc_diag *diag)
{
    noc_front_order o;
    noc_status status =
        noc_front_list_designs(&f->view, l, r->format == NOC_FORMAT_TABLE, &o, diag);
    *is_met = true;
    for (size_t i = 0; status == NOC_OK && i < o.count; i++) {
        const noc_candidate *c = &f->candidates.list[o.list[i]];
        char id[NOC_SHORT_ID_CHARS + 3];
        noc_condition_subject chosen;
        noc_condition_begin(&chosen, f->store, c->model, c->sample, diag);
        status = noc_requirements_check_one(
            q,
            &(noc_condition_answer){noc_condition_value, &chosen, chosen.fault,
                                    noc_short_id(noc_candidate_entry(c), id)},
            is_met, diag);
        noc_condition_clear(&chosen);
        if (status == NOC_OK) status = chosen.status;
    }
    noc_front_order_clear(&o);
    return status;
}

static noc_status show(const noc_request *r, const noc_front_listing *l, noc_stored_front *f,
                       noc_diag *diag)
{
    const option_values *values = r->values;
    size_t design = 0;
    noc_page page;
    noc_status status = NOC_OK;
    if (values->explained_id)
        status = noc_candidates_find_id(&f->candidates, values->explained_id, &design, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    status = values->explained_id ? noc_report_dominators(&page.sheet, &f->candidates, design, diag)
                                  : noc_report_front(&page.sheet, &f->view, l, diag);
    return noc_page_finish(r, &page, status, diag);
}

/* Computes the metric to sort by or that is required, for the designs that may be listed. */
static noc_status complete_listed(const noc_request *r, const noc_front_listing *l,
                                  const noc_expression *sort, const noc_requirements *q,
                                  noc_stored_front *f, noc_diag *diag)
{
    noc_metric_id id = f->candidates.objectives.list[0].metric;
    if (l->is_sorted && !sort) id = noc_metric_larger_extent(id, l->sort_metric);
    if (sort) id = noc_expression_max_extent(sort, id);
    for (size_t i = 0; i < q->count; i++) id = noc_expression_max_extent(q->list[i], id);
    return noc_front_complete(r, f, l->group_setting == NULL, id, diag);
}

/* ---- the command ---------------------------------------------------------------------------- */

/* Measures designs. Ctrl-C keeps samples, and the front so far. */
static noc_status measure_front(const noc_request *r, const noc_front_request *request,
                                noc_stored_front *f, noc_measure_totals *totals,
                                noc_status *interrupt_status, noc_diag *diag)
{
    if (!request->is_measuring) return NOC_OK;
    const noc_front_sampling sampling = make_sampling(r->values);
    noc_status status = noc_front_measure(r, &sampling, f, totals, diag);
    if (status == NOC_EINTERRUPTED) {
        noc_diag_clear(diag);
        *interrupt_status = noc_fail(
            diag, status, NOC_NOWHERE,
            "interrupted: %s samples taken and saved; the same command goes on",
            noc_grouped_number_make(totals->coarse_samples + totals->precise_samples).text);
        status = NOC_OK;
    }
    return status == NOC_OK ? noc_front_weigh(request, totals, f, diag) : status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    const bool is_measuring = values->wants_samples || values->precision.half_width > 0.0;
    const noc_front_request request = {values->store,      values->space, is_measuring,
                                       values->confidence, false,         false};
    NOC_AUTO(noc_arena_clear) noc_arena memory = {0};
    NOC_AUTO(noc_stored_front_close) noc_stored_front f = {.store = NULL};
    noc_front_listing listing;
    noc_expression *sort = NULL;
    noc_requirements q = {.list = NULL};
    noc_measure_totals totals = {0};
    bool is_met = true;
    noc_status interrupted = NOC_OK, status = read_listing(values, &memory, &listing, &sort, diag);
    if (status == NOC_OK)
        status = noc_requirements_read("--require", &values->requirement_texts, &memory, &q, diag);
    if (status == NOC_OK) status = noc_stored_front_open(r, &request, &f, diag);
    if (status == NOC_OK && values->sort_text && !sort && !has_direction(values->sort_text))
        listing.is_descending =
            noc_metric_is_maximised(&f.candidates.objectives, listing.sort_metric);
    if (status == NOC_OK) status = measure_front(r, &request, &f, &totals, &interrupted, diag);
    if (status == NOC_OK) status = complete_listed(r, &listing, sort, &q, &f, diag);
    if (status == NOC_OK) status = evaluate_designs(&f, sort, &listing, diag);
    if (status == NOC_OK && q.count > 0) status = check_listed(r, &q, &listing, &f, &is_met, diag);
    if (status == NOC_OK) status = show(r, &listing, &f, diag);
    if (status == NOC_OK && interrupted == NOC_OK && !is_met) return NOC_EXIT_LIMITS;
    return noc_exit_from_status(status == NOC_OK ? interrupted : status);
}

const noc_command noc_command_pareto = {
    .name = "pareto",
    .operands = "",
    .purpose = "The front of a store's designs: designs that no other one beats in all objectives.",
    .details =
        "A design is certainly on the front if no other can beat it within the intervals of both, "
        "possibly if some values within them put it there. With --measure the possible ones are "
        "sampled (coarsely at first), and the model's answers corrected by them with intervals of "
        "--confidence, until unmeasured designs can beat measured ones by no more than "
        "--tolerance; --within P is --measure with a tolerance and a precision of P. Measured "
        "designs whose intervals (95 %) overlap are a tie: all of them stay possible. Measurements "
        "are saved as they come; the same command goes on. Possible designs are listed by the "
        "probability of being on the front, for which fronts are drawn from the intervals, each "
        "figure by itself. --format json and csv list all of them. Designs whose clock is above "
        "the clock of their routers are off the front, and counted.",
    .examples = "  nocsight pareto --store te13.db\n"
                "  nocsight pareto --store te13.db --where 'network_area_mm2 < 40' --top 3\n"
                "  nocsight pareto --store te13.db --sort min:round_trip_ns --format csv\n"
                "  nocsight pareto --store te13.db --top 1 --require 'round_trip_ns.hi < 90'\n"
                "  nocsight pareto --store te13.db --by nodes.memory\n"
                "  nocsight pareto --store te13.db --why d-f610fbc2\n"
                "  nocsight pareto --store te13.db --measure\n"
                "  nocsight pareto --store te13.db --within 5%\n",
    .options = uses,
    .values_size = sizeof(option_values),
    .defaults = &default_values,
    .has_markup = true,
    .run = run,
};
