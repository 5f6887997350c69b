#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/drawings/svg.h"
#include "reports/facts/detail.h"
#include "reports/facts/details.h"
#include "reports/words/figure.h"
#include "reports/words/load_words.h"
#include "reports/writers/table_print.h"

enum { CHANNELS_MAX = 20 }; /* limit of channels in a printed table */

/* ---- for programs --------------------------------------------------------------------------- */

static const char *find_columns(const noc_estimate *estimate)
{
    return estimate->channels ? NOC_DETAIL_COLUMNS
               "channel kind network where request_flits_per_cycle reply_flits_per_cycle "
               "json:flits_per_cycle csv:total_flits_per_cycle"
                              : NULL;
}

/* Adds all channels, in the order of the graph. */
static void add_rows(noc_rows *rows, const noc_estimate *estimate)
{
    for (uint32_t c = 0; c < estimate->channels->count; c++) {
        const noc_channel_rate *channel = &estimate->channels->channels[c];
        noc_detail_add_row(rows, estimate);
        noc_put_count(rows, "channel", c);
        noc_put_text(rows, "kind", noc_channel_kind_name(channel->kind));
        noc_put_count(rows, "network", channel->network);
        noc_put_text(rows, "where", channel->name);
        noc_put_real(rows, "request_flits_per_cycle", channel->flits[NOC_REQUEST]);
        noc_put_real(rows, "reply_flits_per_cycle", channel->flits[NOC_REPLY]);
        noc_put_real(rows, "flits_per_cycle", noc_channel_rate_total(channel));
        noc_put_real(rows, "total_flits_per_cycle", noc_channel_rate_total(channel));
    }
}

/* ---- for people ----------------------------------------------------------------------------- */

/* Compares rates: busiest first, equal ones in the order of the graph. */
static int compare_rates(const void *a, const void *b)
{
    const noc_channel_rate *const *first = a, *const *second = b;
    const double difference = noc_channel_rate_total(*second) - noc_channel_rate_total(*first);
    if (difference != 0.0) return difference > 0.0 ? 1 : -1;
    return *first < *second ? -1 : 1;
}

static bool is_named(const noc_channel_rate *rate, const char *kind, const char *place_name)
{
    return strcmp(noc_channel_kind_name(rate->kind), kind) == 0 &&
           strcmp(rate->name, place_name) == 0;
}

/* Returns the mark of a channel: "the limit" of the answer, "packets held here", or "". */
static const char *channel_mark(const noc_estimate *estimate, const noc_channel_rate *rate)
{
    const noc_bottleneck *bottleneck = &estimate->bottleneck;
    if (estimate->method != NOC_METHOD_MODEL) return "";
    if (is_named(rate, bottleneck->resource, bottleneck->where)) return "the limit";
    return is_named(rate, bottleneck->held_kind, bottleneck->held_channel) ? "packets held here"
                                                                           : "";
}

static void add_channel(noc_table *table, const noc_estimate *estimate,
                        const noc_channel_rate *rate, bool has_classes)
{
    noc_table_add_cell(table, "%s", noc_channel_kind_name(rate->kind));
    noc_table_add_cell(table, "%s", rate->name);
    if (has_classes) noc_table_add_cell(table, "%.4f", rate->flits[NOC_REQUEST]);
    if (has_classes) noc_table_add_cell(table, "%.4f", rate->flits[NOC_REPLY]);
    noc_table_add_cell(table, "%.4f", noc_channel_rate_total(rate));
    noc_table_add_cell(table, "%s", channel_mark(estimate, rate));
}

/* Prints the busiest channels, and always the limit. Designs without memory nodes have packets
 * only, not requests and replies. */
static noc_status print_busiest(const noc_sheet *sheet, const noc_estimate *estimate,
                                const noc_channel_rate *const *sorted, uint32_t count,
                                noc_diag *diag)
{
    const bool has_classes = estimate->design->nodes.memory > 0;
    noc_table table = {0};
    noc_table_add_columns(&table, "kind|where");
    if (has_classes) noc_table_add_column(&table, NOC_ALIGN_POINT, "requests");
    if (has_classes) noc_table_add_column(&table, NOC_ALIGN_POINT, "replies");
    noc_table_add_column(&table, NOC_ALIGN_POINT, has_classes ? "total" : "flits/cycle");
    noc_table_add_column(&table, NOC_ALIGN_LEFT, "");
    for (uint32_t i = 0; i < count; i++)
        if (i < CHANNELS_MAX || *channel_mark(estimate, sorted[i]))
            add_channel(&table, estimate, sorted[i], has_classes);
    return noc_text_table(sheet, &table, diag);
}

static noc_status print_channels(const noc_sheet *sheet, const noc_estimate *estimate,
                                 noc_diag *diag)
{
    const noc_channel_rates *rates = estimate->channels;
    NOC_AUTO_FREE const noc_channel_rate **sorted = malloc(rates->count * sizeof *sorted);
    if (!sorted) return noc_fail_memory(diag);
    for (uint32_t c = 0; c < rates->count; c++) sorted[c] = &rates->channels[c];
    qsort(sorted, rates->count, sizeof *sorted, compare_rates);
    const noc_status status = print_busiest(sheet, estimate, sorted, rates->count, diag);
    if (rates->count > CHANNELS_MAX)
        noc_text_paragraph(
            sheet,
            "Left out: %u of %u channels, with %.4f flits/cycle and less (--format json "
            "and csv have all).",
            rates->count - CHANNELS_MAX, rates->count,
            noc_channel_rate_total(sorted[CHANNELS_MAX]));
    return status;
}

/* ---- pictures ------------------------------------------------------------------------------- */

enum { LOAD_CHARS = NOC_LOAD_WORDS_CHARS + 120 };

/* Writes the load: " at load 0.03 flits/cycle per injecting node, 26.3 GB/s of data". */
static void write_load(const noc_sheet *sheet, const noc_estimate *estimate, char words[LOAD_CHARS])
{
    char load[NOC_LOAD_WORDS_CHARS];
    const noc_metric *offered = &estimate->metrics[NOC_METRIC_offered_data_gb_per_s];
    noc_load_words(sheet, estimate, 1, load);
    int length = snprintf(words, LOAD_CHARS, "%s", load);
    if (isfinite(offered->value))
        length += snprintf(words + length, LOAD_CHARS - (size_t)length, ", %s GB/s of data",
                           noc_metric_figure(estimate, NOC_METRIC_offered_data_gb_per_s).text);
    if (noc_answer_has_growth(estimate->answer))
        snprintf(words + length, LOAD_CHARS - (size_t)length, "; more than the network accepts");
}

static noc_status draw_channels(const noc_sheet *sheet, const noc_system *system,
                                const noc_estimate *estimate, noc_diag *diag)
{
    char words[LOAD_CHARS];
    write_load(sheet, estimate, words);
    const noc_svg_heat heat = noc_svg_heat_make(estimate->channels, words);
    return noc_svg_draw_heat(system, &heat, sheet->out, diag);
}

const noc_detail noc_channel_detail = {
    .member = "channels",
    .title = "Channels in flits/cycle, busiest first",
    .page_title = "how busy channels are",
    .page_table = "The busiest channels",
    .columns = find_columns,
    .add_rows = add_rows,
    .print = print_channels,
    .draw = draw_channels,
};
