#include "reports/facts/explain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "cli/commands/parts/calibration_choice.h"
#include "cli/frame/cases.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/load.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "network/compile/compile.h"
#include "reports/facts/glossary.h"
#include "reports/words/figure.h"

/* Values of the options. */
typedef struct option_values {
    noc_offered_load load;
    noc_texts set_texts;
    noc_calibration_choice calibration;
    bool wants_bound;
} option_values;

/* --bound runs another command (commands.def), with other options. */
static const noc_option own_options[] = {
    NOC_TAKE_FLAG("bound",
                  "the most that any routing could carry, by a linear program ('nocsight explain "
                  "--bound --help')",
                  wants_bound),
    {0},
};

static const noc_option_use uses[] = {
    {&noc_load_options, offsetof(option_values, load)},
    {&noc_set_options, offsetof(option_values, set_texts)},
    NOC_OWN_OPTIONS(own_options),
    {&noc_calibration_options, offsetof(option_values, calibration)},
    {0},
};

/* Makes a metric's name without its unit: "zero_load_latency". */
static noc_figure make_short_name(noc_metric_id id)
{
    noc_figure label = noc_metric_short_name(id);
    for (char *c = label.text; *c; c++)
        if (*c == ' ') *c = '_';
    return label;
}

/* Finds the metric by its name, with or without the unit; NOC_METRICS: none. Adds the compared
 * names to `nearest`; their texts are in `names`. */
static noc_metric_id find_named_metric(const char *word, noc_figure names[NOC_METRICS],
                                       noc_nearest_search *nearest)
{
    for (int i = 0; i < NOC_METRICS; i++) {
        const char *name = noc_metric_info_of((noc_metric_id)i)->name;
        names[i] = make_short_name((noc_metric_id)i);
        if (strcmp(name, word) == 0 || strcmp(names[i].text, word) == 0) return (noc_metric_id)i;
        noc_nearest_consider(nearest, name);
        noc_nearest_consider(nearest, names[i].text);
    }
    return NOC_METRICS;
}

static noc_metric_id find_exact_metric(const char *name)
{
    noc_figure names[NOC_METRICS];
    noc_nearest_search unused = {.wanted = name};
    return find_named_metric(name, names, &unused);
}

/* Finds the metric of a glossary word: its own metric, or, if the answer lacks this, the first
 * metric of the words it refers to that the answer has. NOC_METRICS: the word has no metric. */
static noc_metric_id find_word_metric(const char *text, const noc_estimate *answer)
{
    const noc_word *word = noc_glossary_find(text);
    if (!word || !word->metric) return NOC_METRICS;
    const char *loaded_name = strstr(word->metric, ", ");
    char unloaded_name[80];
    snprintf(unloaded_name, sizeof unloaded_name, "%.*s", (int)strcspn(word->metric, ","),
             word->metric);
    const noc_metric_id default_metric = find_exact_metric(
        loaded_name && answer && !isnan(answer->load) ? loaded_name + 2 : unloaded_name);
    if (!answer || !answer->metrics[default_metric].reason) return default_metric;
    for (const char *see = word->see; *see;) {
        const size_t length = strcspn(see, ",");
        char name[80];
        snprintf(name, sizeof name, "%.*s", (int)length, see);
        const noc_metric_id id = find_exact_metric(name);
        if (id != NOC_METRICS && !answer->metrics[id].reason) return id;
        see += length + strspn(see + length, ", ");
    }
    return default_metric;
}

static noc_status find_metric(const char *word, const noc_estimate *answer, noc_metric_id *id,
                              noc_diag *diag)
{
    noc_figure names[NOC_METRICS];
    noc_nearest_search nearest = {.wanted = word};
    *id = find_named_metric(word, names, &nearest);
    if (*id == NOC_METRICS) *id = find_word_metric(word, answer);
    if (*id != NOC_METRICS) return NOC_OK;
    for (size_t i = 0; noc_glossary_at(i); i++)
        if (noc_glossary_at(i)->metric) noc_nearest_consider(&nearest, noc_glossary_at(i)->name);
    const char *best = noc_nearest_name(&nearest);
    return NOC_REFUSE(diag, "explain: there is no metric '%s' (%s%s%s)", word,
                      best ? "did you mean '" : "nocsight describe metrics", best ? best : "",
                      best ? "'?" : "");
}

/* Explains the named metric; without a name, each metric with a tree of explanation and a value. */
static noc_status explain(const noc_request *r, noc_explainer *x, noc_explanation *trees,
                          size_t *count, noc_diag *diag)
{
    if (r->operand_count > 1) {
        noc_metric_id id = NOC_METRICS;
        const noc_status status = find_metric(r->operands[1], &x->estimate, &id, diag);
        if (status != NOC_OK) return status;
        return noc_explain(x, id, &trees[(*count)++], diag);
    }
    noc_status status = NOC_OK;
    for (size_t i = 0; noc_explain_default_metric(x, i) != NOC_METRICS && status == NOC_OK; i++) {
        const noc_metric_id id = noc_explain_default_metric(x, i);
        if (x->estimate.metrics[id].reason) continue;
        status = noc_explain(x, id, &trees[*count], diag);
        if (status == NOC_OK) ++*count;
    }
    return status;
}

static noc_status answer(const noc_request *r, const noc_calibration_use *calibrated,
                         const noc_design *design, noc_diag *diag)
{
    const option_values *values = r->values;
    noc_explanation trees[NOC_METRICS];
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    NOC_AUTO(noc_explainer_clear) noc_explainer x = {0};
    noc_page page;
    size_t count = 0;
    double load;
    noc_status status = noc_system_compile(design, &system, diag);
    if (status == NOC_OK)
        status =
            noc_offered_load_convert(system, calibrated->calibration, &values->load, &load, diag);
    if (status == NOC_OK)
        status = noc_explainer_make(system, calibrated->calibration, load, &x, diag);
    if (status == NOC_OK) status = explain(r, &x, trees, &count, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) {
        page.sheet.run.calibration = noc_calibration_use_name(calibrated);
        status = noc_report_explanations(&page.sheet, &x, trees, count, diag);
        status = noc_page_finish(r, &page, status, diag);
    }
    return status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    NOC_AUTO(noc_cases_clear) noc_cases cases = {0};
    NOC_AUTO(noc_calibration_use_close) noc_calibration_use calibrated = {.calibration = NULL};
    noc_metric_id id;
    noc_status status =
        r->operand_count > 1 ? find_metric(r->operands[1], NULL, &id, diag) : NOC_OK;
    if (status == NOC_OK)
        status = noc_cases_read(r->operands, 1, &values->set_texts, NULL, &cases, diag);
    if (status == NOC_OK)
        status = noc_calibration_use_open(&values->calibration, &calibrated, diag);
    if (status == NOC_OK) status = answer(r, &calibrated, cases.designs[0], diag);
    return noc_exit_from_status(status);
}

const noc_command noc_command_explain = {
    .name = "explain",
    .operands = "DESIGN [METRIC]",
    .purpose = "Where a figure of the model comes from: its parts, formulas and sources.",
    .details = "Without a METRIC: zero load, saturation, network area and throughput per area; "
               "with --load also latency and power. Parts add up to the figure above them, or make "
               "it as the sign before them says. METRIC may be a word that people use: latency, "
               "bandwidth, area, power, saturation, clock.",
    .examples = "  nocsight explain te13-baseline latency\n"
                "  nocsight explain te13-baseline zero_load_latency_cycles\n"
                "  nocsight explain te13-baseline round_trip_cycles --load 0.03\n"
                "  nocsight explain cdx19-mesh-80 power_mw --load 0.005\n"
                "  nocsight explain te13-baseline --bound\n",
    .min_operands = 1,
    .max_operands = 2,
    .options = uses,
    .values_size = sizeof(option_values),
    .has_markup = true,
    .run = run,
};
