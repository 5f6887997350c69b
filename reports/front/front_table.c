#include "reports/front/front_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/space/setting_columns.h"
#include "reader/design_walk.h"
#include "reports/words/figure.h"
#include "reports/words/label.h"
#include "reports/words/network_words.h"
#include "reports/writers/memory_text.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table_print.h"

enum { VALUE_CHARACTERS_MAX = 30 }; /* longest value shown, characters */

/* ---- settings ------------------------------------------------------------------------------- */

/* Settings that the designs override, and their values. */
typedef struct settings {
    noc_setting_columns columns;
    noc_network_words words;
    json_t **cells; /* [i * columns.count + k]: column k of design i */
    size_t design_count;
} settings;

static json_t *find_cell(const settings *s, size_t i, size_t k)
{
    return s->cells[i * s->columns.count + k];
}

static bool is_varying(const settings *s, size_t k)
{
    for (size_t i = 1; i < s->design_count; i++)
        if (!json_equal(find_cell(s, i, k), find_cell(s, 0, k))) return true;
    return false;
}

static noc_status read_design(const noc_front_view *view, const noc_entry *entry, settings *s,
                              size_t i, noc_diag *diag)
{
    noc_design *design = NULL;
    const noc_status status =
        noc_store_rebuild_design(view->store, entry->source, entry->overrides, &design, diag);
    for (size_t k = 0; status == NOC_OK && k < s->columns.count; k++)
        s->cells[i * s->columns.count + k] = noc_setting_column_value(&s->columns.list[k], design);
    noc_design_free(design);
    return status;
}

static noc_status read_settings(const noc_front_view *view, const char *group_setting,
                                const noc_front_order *order, settings *s, noc_diag *diag)
{
    *s = (settings){.design_count = order->count, .words = noc_front_network_words(view)};
    noc_status status =
        group_setting ? noc_setting_columns_add(&s->columns, group_setting, diag) : NOC_OK;
    for (size_t i = 0; i < order->count && status == NOC_OK; i++)
        status = noc_setting_columns_add_list(
            &s->columns, noc_candidate_entry(&order->candidates->list[order->list[i]])->overrides,
            diag);
    if (status != NOC_OK) return status;
    s->cells = calloc(order->count * s->columns.count + 1, sizeof(json_t *));
    if (!s->cells) return noc_fail_memory(diag);
    for (size_t i = 0; i < order->count && status == NOC_OK; i++)
        status = read_design(view, noc_candidate_entry(&order->candidates->list[order->list[i]]), s,
                             i, diag);
    return status;
}

static void clear_settings(settings *s)
{
    for (size_t i = 0; s->cells && i < s->design_count * s->columns.count; i++)
        json_decref(s->cells[i]);
    free(s->cells);
    noc_setting_columns_clear(&s->columns);
}

static const char *value_text(const json_t *value, char text[NOC_FIGURE_CHARS])
{
    const char *string = json_string_value(value);
    if (json_is_number(value))
        snprintf(text, NOC_FIGURE_CHARS, "%.12g", json_number_value(value));
    else
        snprintf(text, NOC_FIGURE_CHARS, "%s",
                 !string                                 ? "-"
                 : strlen(string) > VALUE_CHARACTERS_MAX ? "(...)"
                                                         : string);
    return text;
}

/* Writes the header of a setting's column, a word in each line. */
static void setting_header(const noc_network_words *words, const char *path, char *header,
                           size_t size)
{
    char *text = noc_setting_make_label(words, path);
    snprintf(header, size, "%s", text ? text : path);
    for (char *c = header; *c; c++)
        if (*c == ' ') *c = '\n';
    free(text);
}

static void print_shared_settings(const noc_sheet *sheet, const settings *s)
{
    char *text = NULL, value[NOC_FIGURE_CHARS];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return;
    for (size_t k = 0; k < s->columns.count && s->design_count > 0; k++)
        if (!is_varying(s, k))
            fprintf(out, " %s=%s", noc_label_short_setting(s->columns.list[k].path),
                    value_text(find_cell(s, 0, k), value));
    if (noc_memory_text_close(out, &text) && *text)
        noc_text_paragraph(sheet, "%s%s",
                           s->design_count == 1 ? "Its settings:" : "All of these:", text);
    free(text);
}

/* ---- blocks --------------------------------------------------------------------------------- */

/* Columns of the table: metrics, then settings. A table that is too wide is split into blocks. */
typedef struct columns {
    noc_metric_id metrics[NOC_OBJECTIVES_MAX + 1];
    size_t metric_count;
    size_t varying_settings
        [NOC_TABLE_COLUMNS_MAX]; /* positions of the settings in which designs differ */
    size_t varying_count;
    bool has_method_column; /* some designs are measured, others are not */
} columns;

/* A part of the columns. */
typedef struct block {
    noc_table table;
    size_t first, end; /* range of positions in varying_settings */
    bool has_metrics;  /* true for the first block */
    char headers[NOC_TABLE_COLUMNS_MAX][120];
} block;

static void find_metrics(const noc_candidates *candidates, const noc_front_listing *listing,
                         columns *c)
{
    bool has_sort_metric = !listing->is_sorted || listing->sort_values;
    for (size_t d = 0; d < candidates->objectives.count; d++) {
        c->metrics[c->metric_count++] = candidates->objectives.list[d].metric;
        has_sort_metric =
            has_sort_metric || candidates->objectives.list[d].metric == listing->sort_metric;
    }
    if (!has_sort_metric) c->metrics[c->metric_count++] = listing->sort_metric;
}

static void find_varying_settings(const settings *s, columns *c)
{
    for (size_t k = 0; k < s->columns.count; k++)
        if (c->varying_count < NOC_TABLE_COLUMNS_MAX - 10 && is_varying(s, k))
            c->varying_settings[c->varying_count++] = k;
}

static void add_columns(block *b, const columns *c, const settings *s)
{
    noc_table *table = &b->table;
    noc_table_add_column(table, NOC_ALIGN_LEFT, "design");
    if (b->has_metrics) noc_table_add_column(table, NOC_ALIGN_RIGHT, "on\nfront");
    if (b->has_metrics && c->has_method_column) noc_table_add_column(table, NOC_ALIGN_LEFT, "by");
    for (size_t m = 0; b->has_metrics && m < c->metric_count; m++) {
        noc_front_write_header(c->metrics[m], b->headers[m], sizeof b->headers[m]);
        noc_table_add_column(table, NOC_ALIGN_POINT, b->headers[m]);
    }
    for (size_t n = b->first; n < b->end; n++) {
        const size_t k = c->varying_settings[n];
        char *header = b->headers[table->column_count];
        setting_header(&s->words, s->columns.list[k].path, header, sizeof b->headers[0]);
        noc_table_add_column(
            table, json_is_number(find_cell(s, 0, k)) ? NOC_ALIGN_RIGHT : NOC_ALIGN_LEFT, header);
    }
}

static void add_metric(noc_table *table, const noc_metric *metric, noc_metric_id id)
{
    const int digits = noc_metric_info_of(id)->digits;
    if (isfinite(metric->lo) && isfinite(metric->hi) && metric->hi > metric->lo)
        noc_table_add_cell(table, "%s\t+-%.*f%%", noc_figure_make(metric->value, digits).text,
                           metric->hi - metric->lo < 0.04 * metric->value ? 1 : 0,
                           50.0 * (metric->hi - metric->lo) / fabs(metric->value));
    else
        noc_table_add_cell(table, "%s", noc_figure_make(metric->value, digits).text);
}

static void add_probability(noc_table *table, const noc_candidates *candidates, size_t i)
{
    const double percent = 100.0 * candidates->odds[i];
    if (noc_candidate_membership(candidates, i) == NOC_FRONT_OFF)
        noc_table_add_cell(table, "no");
    else if (candidates->marks[i].membership == NOC_FRONT_CERTAIN)
        noc_table_add_cell(table, "certain");
    else if (percent < 1.0)
        noc_table_add_cell(table, "<1%%");
    else
        noc_table_add_cell(table, percent > 99.0 ? ">99%%" : "%.0f%%", percent);
}

static void add_row(block *b, const columns *c, const settings *s, const noc_candidates *candidates,
                    size_t candidate, size_t i)
{
    char id[NOC_SHORT_ID_CHARS + 3], value[NOC_FIGURE_CHARS];
    const noc_candidate *design = &candidates->list[candidate];
    noc_table *table = &b->table;
    noc_table_add_cell(table, "%s", noc_short_id(noc_candidate_entry(design), id));
    if (b->has_metrics) add_probability(table, candidates, candidate);
    if (b->has_metrics && c->has_method_column)
        noc_table_add_cell(table, "%s",
                           noc_candidate_is_sampled(candidates, design) ? "sample" : "model");
    for (size_t m = 0; b->has_metrics && m < c->metric_count; m++) {
        const noc_metric metric = noc_candidate_metric(candidates, design, c->metrics[m], NULL);
        add_metric(table, &metric, c->metrics[m]);
    }
    for (size_t n = b->first; n < b->end; n++)
        noc_table_add_cell(table, "%s", value_text(find_cell(s, i, c->varying_settings[n]), value));
}

static bool has_sampled(const noc_front_order *order, bool is_sampled)
{
    for (size_t i = 0; i < order->count; i++)
        if (noc_candidate_is_sampled(order->candidates, &order->candidates->list[order->list[i]]) ==
            is_sampled)
            return true;
    return false;
}

static void fill_block(block *b, const columns *c, const settings *s,
                       const noc_front_listing *listing, const noc_front_order *order)
{
    bool was_on_front = false;
    noc_table_clear(&b->table);
    add_columns(b, c, s);
    for (size_t i = 0; i < order->count; i++) {
        const bool is_on_front = order->candidates->marks[order->list[i]].is_on_value_front;
        if (was_on_front && !is_on_front && !listing->is_sorted && !listing->has_limit &&
            !listing->group_setting && b->has_metrics)
            noc_table_add_span(&b->table,
                               "Not by value, but possibly on the front, most probable first:");
        was_on_front = is_on_front;
        add_row(b, c, s, order->candidates, order->list[i], i);
    }
}

/* Prints the blocks. Each has the largest number of settings that fits the width. */
static noc_status print_blocks(const noc_sheet *sheet, const columns *c, const settings *s,
                               const noc_front_listing *listing, const noc_front_order *order,
                               noc_diag *diag)
{
    block b = {.has_metrics = true};
    noc_status status = NOC_OK;
    do {
        const size_t minimum_end = b.first + (b.has_metrics ? 0 : 1);
        b.end = c->varying_count;
        fill_block(&b, c, s, listing, order);
        while (b.end > minimum_end && !noc_table_is_fitting(&b.table, sheet->width)) {
            b.end--;
            fill_block(&b, c, s, listing, order);
        }
        if (!b.has_metrics) fputc('\n', sheet->out);
        status = noc_table_print(sheet, &b.table, diag);
        if (b.has_metrics && order->unlisted_count)
            noc_text_paragraph(sheet, "… %s more possible (--top 0 shows all)",
                               noc_grouped_number_make(order->unlisted_count).text);
        b.first = b.end;
        b.has_metrics = false;
    } while (status == NOC_OK && b.first < c->varying_count);
    noc_table_clear(&b.table);
    return status;
}

noc_status noc_front_print_table(const noc_sheet *sheet, const noc_front_view *view,
                                 const noc_front_listing *listing, const noc_front_order *order,
                                 noc_diag *diag)
{
    settings s;
    columns c = {.has_method_column = has_sampled(order, true) && has_sampled(order, false)};
    noc_status status = read_settings(view, listing->group_setting, order, &s, diag);
    if (status == NOC_OK) {
        find_metrics(order->candidates, listing, &c);
        find_varying_settings(&s, &c);
        status = print_blocks(sheet, &c, &s, listing, order, diag);
    }
    if (status == NOC_OK) print_shared_settings(sheet, &s);
    if (status == NOC_OK && !c.has_method_column && order->count)
        noc_text_paragraph(sheet, "All by the %s.", has_sampled(order, true) ? "sample" : "model");
    clear_settings(&s);
    return status;
}
