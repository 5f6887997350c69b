#include <stdlib.h>
#include <string.h>

#include "cli/commands/parts/explore.h"
#include "cli/commands/parts/front.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/messages.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "explore/store/store_verify.h"
#include "reports/drawings/page_frame.h"
#include "reports/front/front.h"
#include "reports/front/front_picture.h"
#include "reports/front/importance_report.h"
#include "reports/front/page.h"

/* Values of the options. */
typedef struct option_values {
    const char *store;
    noc_front_choice space;
    bool wants_methods, wants_importance;
    const char *metrics_text;
} option_values;

static const noc_option own_options[] = {
    NOC_TAKE_FLAG("methods",
                  "to .csv and .json: a row each for a design's model and sample, as they are",
                  wants_methods),
    NOC_TAKE_FLAG("importance",
                  "what each setting explains of the variance of the objectives, as a table (or "
                  "--format csv, json, -o FILE.md, .tex); the .html page has it anyway",
                  wants_importance),
    NOC_TAKE_TEXT("metrics", "LIST",
                  "with --importance: of these metrics instead "
                  "(saturation_data_gb_per_s,power_mw)",
                  metrics_text),
    {0},
};

static const noc_option_use uses[] = {
    {&noc_store_options, offsetof(option_values, store)},
    {&noc_space_options, offsetof(option_values, space)},
    NOC_OWN_OPTIONS(own_options),
    {0},
};

typedef enum output_kind {
    KIND_HTML,
    KIND_SVG,
    KIND_PDF,
    KIND_PNG,
    KIND_CSV,
    KIND_JSON,
    KINDS
} output_kind;

static const char *const suffixes[] = {".html", ".svg", ".pdf", ".png", ".csv", ".json"};

static output_kind find_kind(const char *path)
{
    const char *dot = path ? strrchr(path, '.') : NULL;
    output_kind k = KIND_HTML;
    while (k < KINDS && !(dot && strcmp(dot, suffixes[k]) == 0)) k++;
    return k;
}

static noc_status write_page(const noc_request *r, output_kind k, noc_stored_front *f,
                             noc_diag *diag)
{
    const option_values *values = r->values;
    noc_page page;
    NOC_AUTO_FREE char *facts = NULL;
    noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    page.is_file = true;
    if (k == KIND_HTML) {
        status = noc_store_write_facts(f->store, &facts, diag);
        if (status == NOC_OK) status = noc_report_page(&page.sheet, &f->view, facts, diag);
    } else {
        status =
            noc_report_designs(&page.sheet, &f->view, k == KIND_JSON, values->wants_methods, diag);
    }
    return noc_page_finish(r, &page, status, diag);
}

/* ---- importance of settings ----------------------------------------------------------------- */

/* Metrics whose importances are reported. */
typedef struct metric_list {
    noc_metric_id list[NOC_METRICS];
    size_t count;
} metric_list;

static noc_status add_metric(metric_list *metrics, const char *name, noc_diag *diag)
{
    noc_metric_id id;
    const noc_place place = {"--metrics", 0};
    if (noc_metric_read(name, place, NOC_EUSAGE, &id, diag) != NOC_OK) return NOC_EUSAGE;
    for (size_t i = 0; i < metrics->count; i++)
        if (metrics->list[i] == id)
            return noc_fail(diag, NOC_EUSAGE, place, "%s is there twice", name);
    metrics->list[metrics->count++] = id;
    return NOC_OK;
}

static noc_status read_metrics(const char *text, metric_list *metrics, noc_diag *diag)
{
    NOC_AUTO_FREE char *copy = text ? strdup(text) : NULL;
    noc_status status = NOC_OK;
    if (text && !copy) return noc_fail_memory(diag);
    char *remaining = copy;
    for (char *item; status == NOC_OK && (item = strsep(&remaining, ",")) != NULL;)
        status = add_metric(metrics, item, diag);
    return status;
}

/* Computes the metrics that the designs lack; without a list takes the objectives. */
static noc_status complete_metrics(const noc_request *r, noc_stored_front *f, metric_list *metrics,
                                   noc_diag *diag)
{
    const noc_objectives *objectives = &f->candidates.objectives;
    noc_metric_id id = objectives->list[0].metric;
    for (size_t i = 0; i < metrics->count; i++) id = noc_metric_larger_extent(id, metrics->list[i]);
    if (metrics->count) return noc_front_complete(r, f, false, id, diag);
    for (size_t d = 0; d < objectives->count; d++)
        metrics->list[metrics->count++] = objectives->list[d].metric;
    return NOC_OK;
}

static noc_status report_importance(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    const noc_front_request request = {.store = values->store,
                                       .choice = values->space,
                                       .confidence = NOC_FRONT_CONFIDENCE,
                                       .skips_odds = true};
    metric_list metrics = {.count = 0};
    NOC_AUTO(noc_stored_front_close) noc_stored_front f = {.store = NULL};
    noc_page page;
    noc_status status = read_metrics(values->metrics_text, &metrics, diag);
    if (status == NOC_OK) status = noc_stored_front_open(r, &request, &f, diag);
    if (status == NOC_OK) status = complete_metrics(r, &f, &metrics, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    status = noc_report_importance(&page.sheet, &f.view, metrics.list, metrics.count, diag);
    return noc_page_finish(r, &page, status, diag);
}

/* ---- the command ---------------------------------------------------------------------------- */

static noc_status check_options(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    const output_kind k = find_kind(r->output);
    if (values->metrics_text && !values->wants_importance)
        return NOC_REFUSE_AT(diag, "--metrics", "goes with --importance");
    if (values->wants_importance && values->wants_methods)
        return NOC_REFUSE_AT(diag, "--methods", "goes with designs, not with --importance");
    if (values->wants_importance && k <= KIND_PNG)
        return NOC_REFUSE_AT(diag, r->output,
                             "--importance is a table (.csv, .json, .md, .tex, or no -o); an .html "
                             "page has it without --importance");
    return NOC_OK;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    const output_kind k = find_kind(r->output);
    const noc_front_request request = {.store = values->store,
                                       .choice = values->space,
                                       .confidence = NOC_FRONT_CONFIDENCE,
                                       .accepts_empty = k == KIND_CSV || k == KIND_JSON};
    if (values->wants_importance) return noc_exit_from_status(report_importance(r, diag));
    noc_stored_front f;
    bool is_missing = false;
    if (k == KINDS)
        return noc_exit_from_status(
            NOC_REFUSE(diag, "report needs -o FILE that ends in .html, .svg, .pdf, .png, .csv or "
                             ".json, or --importance"));
    if (k == KIND_HTML && noc_page_require_library(diag) != NOC_OK) return NOC_EXIT_MISSING_PROGRAM;
    noc_status status = noc_stored_front_open(r, &request, &f, diag);
    if (status == NOC_OK && (k == KIND_SVG || k == KIND_PDF || k == KIND_PNG)) {
        status = noc_front_draw_picture(r->output, &f.view, &is_missing, diag);
    } else if (status == NOC_OK) {
        status = write_page(r, k, &f, diag);
    }
    if (status == NOC_OK && !r->is_quiet)
        noc_message_print("%s: %zu designs of space %s", r->output, f.candidates.count,
                          f.space->name);
    noc_stored_front_close(&f);
    return is_missing ? NOC_EXIT_MISSING_PROGRAM : noc_exit_from_status(status);
}

const noc_command noc_command_report = {
    .name = "report",
    .operands = "",
    .purpose = "Write a store's designs and their front as a page, a figure or data.",
    .details =
        "By the suffix of -o: .html is one page that works offline (the answer in words, a plot "
        "with axes and colours by any setting or metric, filters, comparison, table); .svg, .pdf "
        "and .png (these two by gnuplot) are a figure of the front for papers and slides, with "
        "numbers at its points and a key, with a script of gnuplot (.gp) and its data (-data.csv) "
        "written beside; .csv and .json are all designs with all metrics, one row a design: the "
        "sample's figures where it was measured, the model's elsewhere, which column 'method' "
        "says. --importance tells which settings matter: the share of a metric's variance over the "
        "designs that each of them explains, and how much only combinations explain "
        "(interactions).",
    .examples = "  nocsight report --store te13.db -o te13.html\n"
                "  nocsight report --store te13.db -o te13.pdf\n"
                "  nocsight report --store te13.db --importance\n"
                "  nocsight report --store te13.db --importance --metrics ipc,power_mw -o m.csv\n",
    .options = uses,
    .values_size = sizeof(option_values),
    .picture_suffixes = ".svg .pdf .png .html",
    .has_markup = true,
    .check = check_options,
    .run = run,
};
