#include <stdio.h>
#include <stdlib.h>
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
typedef struct request {
    noc_precision precision;
    const char *store;
    noc_front_choice space;
    const char *why; /* identifier of a design to explain */
    const char *sort;
    const char *by; /* path of a setting */
    uint64_t top;   /* rows; 0: all; TOP_USUAL: not given */
    noc_texts requires;
    bool measure;
    uint64_t budget;              /* largest number of designs to measure */
    double tolerance, confidence; /* shares */
} request;

enum { TOP_MOST = 100000000 };
#define TOP_USUAL (TOP_MOST + 1)

static const noc_option own_options[] = {
    {"top", 0, "N",
     "list N designs at most: the most probable, or the first by --sort; 0: all that may be on the "
     "front (those on it by value, and the 10 most probable of the others)",
     NOC_OPTION_COUNT, .offset = offsetof(request, top), .least = 0, .most = TOP_MOST},
    {"sort", 0, "METRIC",
     "list the best in METRIC first, or the largest number: of a setting "
     "(networks[1].flit_bytes), of an EXPR; max:METRIC and min:METRIC say which way is better",
     NOC_OPTION_TEXT, .offset = offsetof(request, sort)},
    {"by", 0, "KEY",
     "the best design of each value of a setting (nodes.memory, networks[1].flit_bytes): in the "
     "first objective, or in the METRIC of --sort; with --top the best N of each",
     NOC_OPTION_TEXT, .offset = offsetof(request, by)},
    {"why", 0, "ID", "what dominates that design, and by how much", NOC_OPTION_TEXT,
     .offset = offsetof(request, why)},
    {"measure", 0, NULL, "sample the designs that may be on the front until it is decided",
     NOC_OPTION_FLAG, .offset = offsetof(request, measure)},
    {"budget", 0, "N", "with --measure: at most N samples (1000)", NOC_OPTION_COUNT,
     .offset = offsetof(request, budget), .least = 1, .most = 1000000},
    {"tolerance", 0, "X",
     "with --measure: what does not matter in any objective, as a share (0.01)", NOC_OPTION_REAL,
     .offset = offsetof(request, tolerance), .above = -1e-300, .below = 1.0,
     .expected = "a share from 0 to below 1, for example 0.01"},
    {"confidence", 0, "P", "of the intervals that are learned from measured designs (0.95)",
     NOC_OPTION_REAL, .offset = offsetof(request, confidence), .above = 0.5, .below = 1.0,
     .expected = "a number above 0.5 and below 1, for example 0.95"},
    {0},
};

static const request usual = {.top = TOP_USUAL,
                              .budget = NOC_FRONT_BUDGET,
                              .tolerance = 0.01,
                              .confidence = NOC_FRONT_CONFIDENCE};

static const noc_option_group own_group = {NULL, own_options, NULL, 0};

static const noc_option_use uses[] = {
    {&noc_sampling_options, offsetof(request, precision)},
    {&noc_within_options, offsetof(request, precision)},
    {&noc_store_options, offsetof(request, store)},
    {&noc_space_options, offsetof(request, space)},
    {&own_group, 0},
    {&noc_require_options, offsetof(request, requires)},
    {0},
};

/* Makes the options of measuring: with --within its width, otherwise those of each option. */
static noc_front_measuring measuring_of(const request *own)
{
    const double within = own->precision.within;
    noc_front_measuring how = noc_front_within(within, &own->precision);
    if (within == 0.0) how.precision = own->precision;
    if (within == 0.0) how.tolerance = own->tolerance;
    how.budget = own->budget;
    how.confidence = own->confidence;
    return how;
}

/* ---- listing -------------------------------------------------------------------------------- */

/* True for "max:METRIC" and "min:METRIC", false for "METRIC". */
static bool says_which_way(const char *sort)
{
    return strchr(sort, ':') != NULL;
}

/* Finds the expression to sort by: "min:EXPR" without its "min:"; NULL: a metric sorts. */
static const char *sorts_by(const char *sort)
{
    const bool led = strncmp(sort, "max:", 4) == 0 || strncmp(sort, "min:", 4) == 0;
    const char *what = sort + (led ? 4 : 0);
    return noc_metric_find(what) >= 0 || (!led && says_which_way(sort)) ? NULL : what;
}

/* Reads an expression to sort by; its values are computed when the designs are known. */
static noc_status read_sort(const char *sort, noc_front_listing *l, noc_expression **e,
                            noc_diag *diag)
{
    const noc_place place = {"--sort", 0};
    l->up = strncmp(sort, "min:", 4) != 0;
    const noc_status status =
        noc_expression_read_any(sorts_by(sort), &noc_setting_names, place, NOC_EUSAGE, e, diag);
    if (status != NOC_OK || noc_expression_kind_of(*e) == NOC_EXPRESSION_NUMBER) return status;
    return noc_fail(diag, NOC_EUSAGE, place, "'%s' is no number (a metric, a setting)",
                    sorts_by(sort));
}

static noc_status read_listing(const request *own, noc_front_listing *l, noc_expression **e,
                               noc_diag *diag)
{
    noc_objectives sort = {.count = 0};
    char *text = NULL;
    *l = (noc_front_listing){.limited = own->top != TOP_USUAL,
                             .top = own->top == TOP_USUAL ? 0 : own->top,
                             .sorted = own->sort != NULL,
                             .by = own->by};
    if (own->by && noc_front_key_check(own->by, diag) != NOC_OK) return NOC_EUSAGE;
    if (!own->sort) return NOC_OK;
    if (sorts_by(own->sort)) return read_sort(own->sort, l, e, diag);
    if (asprintf(&text, "%s%s", says_which_way(own->sort) ? "" : "max:", own->sort) < 0)
        return noc_fail_memory(diag);
    const noc_status status =
        noc_objectives_add(&sort, text, (noc_place){"--sort", 0}, NOC_EUSAGE, diag);
    free(text);
    if (status != NOC_OK) return status;
    l->sort = sort.list[0].metric;
    l->up = sort.list[0].maximize;
    return NOC_OK;
}

static noc_status number_designs(noc_stored_front *f, const noc_expression *sort, double **numbers,
                                 noc_front_listing *l, noc_diag *diag)
{
    if (!sort) return NOC_OK;
    *numbers = calloc(f->candidates.count + 1, sizeof **numbers);
    if (!*numbers) return noc_fail_memory(diag);
    l->numbers = *numbers;
    return noc_candidates_numbers(f->store, &f->candidates, sort, *numbers, diag);
}

/* Checks every listed design against the requirements. */
static noc_status check_listed(const noc_request *r, const noc_requirements *q,
                               const noc_front_listing *l, noc_stored_front *f, bool *met,
                               noc_diag *diag)
{
    noc_front_order o;
    noc_status status = noc_front_list(&f->view, l, r->format == NOC_FORMAT_TABLE, &o, diag);
    *met = true;
    for (size_t i = 0; status == NOC_OK && i < o.count; i++) {
        const noc_candidate *c = &f->candidates.list[o.list[i]];
        char id[NOC_SHORT_ID_CHARS + 3];
        noc_expression_subject chosen;
        noc_chosen_begin(&chosen, f->store, c->model, c->sample, diag);
        status = noc_requirements_meet(q,
                                       &(noc_answerer){noc_chosen_value, &chosen, chosen.fault,
                                                       noc_short_id(noc_candidate_entry(c), id)},
                                       met, diag);
        noc_chosen_clear(&chosen);
        if (status == NOC_OK) status = chosen.status;
    }
    noc_front_order_clear(&o);
    return status;
}

static noc_status show(const noc_request *r, const noc_front_listing *l, noc_stored_front *f,
                       noc_diag *diag)
{
    const request *own = r->own;
    size_t design = 0;
    noc_page page;
    noc_status status = NOC_OK;
    if (own->why) status = noc_candidates_by_id(&f->candidates, own->why, &design, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    status = own->why ? noc_report_why(&page.sheet, &f->candidates, design, diag)
                      : noc_report_front(&page.sheet, &f->view, l, diag);
    return noc_page_finish(r, &page, status, diag);
}

/* Computes the metric to sort by or that is required, for the designs that may be listed. */
static noc_status complete_listed(const noc_request *r, const noc_front_listing *l,
                                  const noc_expression *sort, const noc_requirements *q,
                                  noc_stored_front *f, noc_diag *diag)
{
    noc_metric_id id = f->candidates.objectives.list[0].metric;
    if (l->sorted && !sort) id = noc_metric_further(id, l->sort);
    if (sort) id = noc_expression_furthest(sort, id);
    for (size_t i = 0; i < q->count; i++) id = noc_expression_furthest(q->list[i], id);
    return noc_front_complete(r, f, l->by == NULL, id, diag);
}

/* ---- the command ---------------------------------------------------------------------------- */

/* Measures designs. Ctrl-C keeps samples, and the front so far. */
static noc_status measure_wanted(const noc_request *r, const noc_front_wanted *wanted,
                                 noc_stored_front *f, noc_measure_totals *totals,
                                 noc_status *interrupted, noc_diag *diag)
{
    if (!wanted->measure) return NOC_OK;
    const noc_front_measuring how = measuring_of(r->own);
    noc_status status = noc_front_measure(r, &how, f, totals, diag);
    if (status == NOC_EINTERRUPTED) {
        noc_diag_clear(diag);
        *interrupted = noc_fail(diag, status, NOC_NOWHERE,
                                "interrupted: %s samples taken and saved; the same command goes on",
                                noc_grouped_of(totals->coarse + totals->measured).text);
        status = NOC_OK;
    }
    return status == NOC_OK ? noc_front_weigh(wanted, totals, f, diag) : status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    const bool measures = own->measure || own->precision.within > 0.0;
    const noc_front_wanted wanted = {own->store, own->space, measures, own->confidence, false};
    noc_stored_front f = {.store = NULL};
    noc_front_listing listing;
    noc_expression *sort = NULL;
    double *numbers = NULL;
    noc_requirements q = {.list = NULL};
    noc_measure_totals totals = {0};
    bool met = true;
    noc_status interrupted = NOC_OK, status = read_listing(own, &listing, &sort, diag);
    if (status == NOC_OK) status = noc_requirements_read(&own->requires, &q, diag);
    if (status == NOC_OK) status = noc_front_of_store(r, &wanted, &f, diag);
    if (status == NOC_OK && own->sort && !sort && !says_which_way(own->sort))
        listing.up = noc_more_is_better(&f.candidates.objectives, listing.sort);
    if (status == NOC_OK) status = measure_wanted(r, &wanted, &f, &totals, &interrupted, diag);
    if (status == NOC_OK) status = complete_listed(r, &listing, sort, &q, &f, diag);
    if (status == NOC_OK) status = number_designs(&f, sort, &numbers, &listing, diag);
    if (status == NOC_OK && q.count > 0) status = check_listed(r, &q, &listing, &f, &met, diag);
    if (status == NOC_OK) status = show(r, &listing, &f, diag);
    noc_front_of_clear(&f);
    noc_requirements_clear(&q);
    noc_expression_free(sort);
    free(numbers);
    if (status == NOC_OK && interrupted == NOC_OK && !met) return NOC_EXIT_LIMITS;
    return noc_exit_of(status == NOC_OK ? interrupted : status);
}

const noc_command noc_command_pareto = {
    .name = "pareto",
    .operands = "",
    .purpose = "The front of a store's designs: what no other design beats in all objectives.",
    .details =
        "A design is certainly on the front if no other can beat it within the intervals of "
        "both, possibly if some values within them put it there. With --measure the possible "
        "ones are sampled (coarsely at first), and the model's answers corrected by them with "
        "intervals of "
        "--confidence, until what was not measured can beat what was by no more than "
        "--tolerance; --within P is --measure with a tolerance and a precision of P. Measured "
        "designs whose intervals (95 %) overlap are a tie: all of them stay "
        "possible. Measurements are saved as they come; the same command goes on. Possible designs "
        "are listed by the probability of being on the front, for which fronts are drawn from the "
        "intervals, each figure by itself. --format json and csv list all of them. Designs whose "
        "clock is above what their routers reach are off the front, and counted.",
    .examples = "  nocsight pareto --store te13.db\n"
                "  nocsight pareto --store te13.db --where 'network_area_mm2 < 40' --top 3\n"
                "  nocsight pareto --store te13.db --sort min:round_trip_ns --format csv\n"
                "  nocsight pareto --store te13.db --top 1 --require 'round_trip_ns.hi < 90'\n"
                "  nocsight pareto --store te13.db --by nodes.memory\n"
                "  nocsight pareto --store te13.db --why d-f610fbc2\n"
                "  nocsight pareto --store te13.db --measure\n"
                "  nocsight pareto --store te13.db --within 5%\n",
    .least = 0,
    .most = 0,
    .options = uses,
    .size = sizeof(request),
    .defaults = &usual,
    .run = run,
};
