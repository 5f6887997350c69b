#include "reports/facts/channels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/drawings/picture_page.h"
#include "reports/drawings/svg.h"
#include "reports/words/figure.h"
#include "reports/words/load_words.h"
#include "reports/words/sections.h"
#include "reports/writers/csv.h"
#include "reports/writers/json.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table_print.h"

enum { CHANNELS_MAX = 20 }; /* limit of channels in a printed table */

/* ---- JSON ----------------------------------------------------------------------------------- */

json_t *noc_json_channels(const noc_channel_rates *rates)
{
    json_t *array = json_array();
    for (uint32_t c = 0; c < rates->count; c++) {
        const noc_channel_rate *channel = &rates->channels[c];
        json_t *object = json_object();
        json_object_set_new(object, "channel", json_integer(c));
        json_object_set_new(object, "kind", noc_json_text(noc_channel_kind_name(channel->kind)));
        json_object_set_new(object, "network", json_integer(channel->network));
        json_object_set_new(object, "where", noc_json_text(channel->name));
        json_object_set_new(object, "request_flits_per_cycle",
                            noc_json_real(channel->flits[NOC_REQUEST]));
        json_object_set_new(object, "reply_flits_per_cycle",
                            noc_json_real(channel->flits[NOC_REPLY]));
        json_object_set_new(object, "flits_per_cycle",
                            noc_json_real(noc_channel_rate_total(channel)));
        json_array_append_new(array, object);
    }
    return array;
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
    noc_table_add_column(&table, NOC_ALIGN_LEFT, "kind");
    noc_table_add_column(&table, NOC_ALIGN_LEFT, "where");
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
    const noc_channel_rate **sorted = malloc(rates->count * sizeof *sorted);
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
    free(sorted);
    return status;
}

noc_status noc_text_channels(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                             noc_diag *diag)
{
    return noc_text_sections(sheet, estimates, count, "Channels in flits/cycle, busiest first",
                             true, print_channels, diag);
}

/* ---- CSV ------------------------------------------------------------------------------------ */

static void add_row(noc_table *table, const noc_estimate *estimate, uint32_t c)
{
    const noc_channel_rate *channel = &estimate->channels->channels[c];
    noc_table_add_cell(table, "%s", estimate->design->name);
    noc_table_add_cell(table, "%s", estimate->design->hash);
    noc_table_add_cell(table, "%s", noc_method_name(estimate->method));
    noc_table_add_cell(table, "%.12g", estimate->load);
    noc_table_add_cell(table, "%u", c);
    noc_table_add_cell(table, "%s", noc_channel_kind_name(channel->kind));
    noc_table_add_cell(table, "%u", channel->network);
    noc_table_add_cell(table, "%s", channel->name);
    noc_table_add_cell(table, "%.12g", channel->flits[NOC_REQUEST]);
    noc_table_add_cell(table, "%.12g", channel->flits[NOC_REPLY]);
    noc_table_add_cell(table, "%.12g", noc_channel_rate_total(channel));
}

noc_status noc_csv_channels(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                            noc_diag *diag)
{
    noc_table table = {0};
    static const char *const headers[] = {"design",
                                          "hash",
                                          "method",
                                          "load_flits_per_cycle",
                                          "channel",
                                          "kind",
                                          "network",
                                          "where",
                                          "request_flits_per_cycle",
                                          "reply_flits_per_cycle",
                                          "total_flits_per_cycle"};
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        noc_table_add_column(&table, NOC_ALIGN_LEFT, headers[i]);
    for (size_t i = 0; i < count; i++)
        for (uint32_t c = 0; c < estimates[i].channels->count; c++)
            add_row(&table, &estimates[i], c);
    const noc_status status = noc_csv_table(sheet, &table, diag);
    noc_table_clear(&table);
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

noc_status noc_channels_draw(const noc_sheet *sheet, const noc_system *system,
                             const noc_estimate *estimate, noc_diag *diag)
{
    char words[LOAD_CHARS];
    write_load(sheet, estimate, words);
    const noc_svg_heat heat = noc_svg_heat_make(estimate->channels, words);
    return noc_svg_draw_heat(system, &heat, sheet->out, diag);
}

noc_status noc_channels_write_page(const noc_sheet *sheet, const noc_system *system,
                                   const noc_estimate *estimate, noc_diag *diag)
{
    char title[300];
    noc_inner_sheet inner;
    snprintf(title, sizeof title, "%.200s: how busy channels are", estimate->design->name);
    noc_picture_page_begin(sheet->out, title);
    noc_picture_page_open(sheet->out, title);
    noc_status status = noc_channels_draw(sheet, system, estimate, diag);
    noc_picture_page_close(sheet->out);
    if (status == NOC_OK) status = noc_picture_page_fold(sheet, &inner, diag);
    if (status != NOC_OK) return status;
    status = noc_text_channels(&inner.sheet, estimate, 1, diag);
    status = noc_picture_page_unfold(sheet->out, "The busiest channels", &inner, status, diag);
    noc_picture_page_end(sheet->out, &sheet->run);
    return status;
}
