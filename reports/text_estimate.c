/* One answer: a line a figure. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/figure.h"
#include "reports/pen.h"
#include "reports/text.h"

/* A line of words, folded at the width of the page. */
static void say(const noc_sheet *sheet, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(const noc_sheet *sheet, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    noc_pen_paragraph(sheet->out, sheet->width, 2, text);
    free(text);
}

static void print_heading(const noc_sheet *sheet, const noc_estimate *e)
{
    const noc_design *design = e->design;
    const char *method = e->method == NOC_METHOD_MODEL ? "model" : "sample";
    if (isfinite(e->load))
        say(sheet, "%s, %s at load %.6g flits/cycle per injecting node", design->name, method,
            e->load);
    else
        say(sheet, "%s, %s", design->name, method);
    for (size_t i = 0; i < design->override_count; i++) say(sheet, "with %s", design->overrides[i]);
    fputc('\n', sheet->out);
}

/* The level that all intervals have, NAN when there are none or several levels. */
static double common_confidence(const noc_estimate *e)
{
    double level = NAN;
    for (int id = 0; id < NOC_METRICS; id++) {
        if (!noc_metric_has_interval(&e->metrics[id])) continue;
        if (isfinite(level) && e->metrics[id].confidence != level) return NAN;
        level = e->metrics[id].confidence;
    }
    return level;
}

static bool any_interval(const noc_estimate *e)
{
    for (int id = 0; id < NOC_METRICS; id++)
        if (noc_metric_has_interval(&e->metrics[id])) return true;
    return false;
}

static noc_status print_metrics(const noc_sheet *sheet, const noc_estimate *e, noc_diag *diag)
{
    noc_table table = {0};
    char interval[40] = "interval";
    const bool intervals = any_interval(e);
    const double level = common_confidence(e);
    if (isfinite(level)) snprintf(interval, sizeof interval, "%.3g %% interval", 100.0 * level);
    noc_table_column(&table, NOC_ALIGN_LEFT, "metric");
    noc_table_column(&table, NOC_ALIGN_POINT, "value");
    if (intervals) noc_table_column(&table, NOC_ALIGN_LEFT, interval);
    noc_table_column(&table, NOC_ALIGN_LEFT, "unit");
    for (int i = 0; i < NOC_METRICS; i++) {
        const noc_metric_id id = (noc_metric_id)i;
        if (!noc_metric_given(&e->metrics[id])) continue;
        noc_table_cell(&table, "%s", noc_metric_label(id).text);
        noc_table_cell(&table, "%s", noc_metric_figure(e, id).text);
        if (intervals) noc_table_cell(&table, "%s", noc_metric_interval(e, id).text);
        noc_table_cell(&table, "%s", noc_metric_info_of(id)->unit);
    }
    const noc_status status = noc_table_print(&table, sheet->out, sheet->width, diag);
    noc_table_clear(&table);
    return status;
}

static const char *why_of(const noc_estimate *e, int id)
{
    const noc_metric *metric = &e->metrics[id];
    if (noc_metric_given(metric)) return NULL;
    return metric->why ? metric->why : "not computed";
}

/* Whether a metric before this one is missing for the same reason. */
static bool told_before(const noc_estimate *e, int id)
{
    for (int i = 0; i < id; i++)
        if (why_of(e, i) && strcmp(why_of(e, i), why_of(e, id)) == 0) return true;
    return false;
}

static void print_missing(const noc_sheet *sheet, const noc_estimate *e, int first)
{
    char *names = NULL;
    size_t size = 0;
    FILE *list = open_memstream(&names, &size);
    if (!list) return;
    for (int id = first; id < NOC_METRICS; id++)
        if (why_of(e, id) && strcmp(why_of(e, id), why_of(e, first)) == 0)
            fprintf(list, "%s%s", id == first ? "" : ", ",
                    noc_metric_label((noc_metric_id)id).text);
    if (fclose(list) == 0) say(sheet, "Not given: %s (%s).", names, why_of(e, first));
    free(names);
}

void noc_text_caveats(const noc_sheet *sheet, const noc_estimate *e)
{
    const double saturation = e->metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    if (e->answer == NOC_ANSWER_SATURATED && isfinite(saturation) && isfinite(e->load))
        say(sheet,
            "Saturated: the network takes %.4g flits/cycle of each injecting node, %.4g are "
            "offered.",
            saturation, e->load);
    else if (e->answer == NOC_ANSWER_SATURATED)
        say(sheet, "Saturated: more is offered than the network takes.");
    if (e->answer == NOC_ANSWER_NOT_CONVERGED && e->method == NOC_METHOD_MODEL)
        say(sheet, "Not converged: the model's figures at this load are not to be relied on.");
    else if (e->answer == NOC_ANSWER_NOT_CONVERGED)
        say(sheet, "Not converged: the precision asked for was not reached; the interval holds.");
    for (int i = 0; i < e->warning_count; i++) say(sheet, "Warning: %s", e->warnings[i]);
}

/* The place may name its kind already. */
static const char *kind_words(const noc_bottleneck *b)
{
    if (strncmp(b->where, b->kind, strlen(b->kind)) == 0) return "";
    if (strcmp(b->kind, "injection") == 0) return "the injection port of ";
    if (strcmp(b->kind, "ejection") == 0) return "the ejection port of ";
    return strcmp(b->kind, "link") == 0 ? "link " : b->kind;
}

void noc_text_bottleneck(const noc_sheet *sheet, const noc_estimate *e)
{
    const noc_bottleneck *b = &e->bottleneck;
    if (!b->kind[0]) return;
    const char *when = isfinite(e->load) ? "at this load" : "at saturation";
    if (isfinite(b->utilization))
        say(sheet, "Limited by %s%s, %.0f %% busy %s.", kind_words(b), b->where,
            100.0 * b->utilization, when);
    else
        say(sheet, "Limited by %s%s.", kind_words(b), b->where);
}

static void print_windows(const noc_sheet *sheet, const noc_estimate *e)
{
    if (e->method != NOC_METHOD_SAMPLE) return;
    say(sheet,
        "Measured over %.4g cycles (warm-up %.4g, windows %.4g, flit hops %.4g), seed %.0f, in "
        "%.2f s.",
        (double)e->cycles_simulated, (double)e->warmup_cycles, (double)e->windows,
        (double)e->flit_hops, (double)e->seed, e->wall_s);
}

noc_status noc_text_estimate(const noc_sheet *sheet, const noc_estimate *e, noc_diag *diag)
{
    print_heading(sheet, e);
    const noc_status status = print_metrics(sheet, e, diag);
    fputc('\n', sheet->out);
    for (int id = 0; id < NOC_METRICS; id++)
        if (why_of(e, id) && !told_before(e, id)) print_missing(sheet, e, id);
    print_windows(sheet, e);
    noc_text_caveats(sheet, e);
    noc_text_bottleneck(sheet, e);
    return status;
}
