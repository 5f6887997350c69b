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

enum { LONGEST = 30 }; /* longest value shown, characters */

/* ---- settings ------------------------------------------------------------------------------- */

/* Settings that the designs override, and their values. */
typedef struct settings {
    noc_setting_columns columns;
    noc_network_words words;
    json_t **cells; /* [i * columns.count + k]: column k of design i */
    size_t designs;
} settings;

static json_t *cell_at(const settings *s, size_t i, size_t k)
{
    return s->cells[i * s->columns.count + k];
}

static bool varies(const settings *s, size_t k)
{
    for (size_t i = 1; i < s->designs; i++)
        if (!json_equal(cell_at(s, i, k), cell_at(s, 0, k))) return true;
    return false;
}

static noc_status read_design(const noc_front_view *v, const noc_entry *e, settings *s, size_t i,
                              noc_diag *diag)
{
    noc_design *design = NULL;
    const noc_status status = noc_store_rebuild(v->store, e->source, e->overrides, &design, diag);
    for (size_t k = 0; status == NOC_OK && k < s->columns.count; k++)
        s->cells[i * s->columns.count + k] = noc_setting_column_value(&s->columns.list[k], design);
    noc_design_free(design);
    return status;
}

static noc_status read_settings(const noc_front_view *v, const char *by, const noc_front_order *o,
                                settings *s, noc_diag *diag)
{
    *s = (settings){.designs = o->count, .words = noc_front_network_words(v)};
    noc_status status = by ? noc_setting_columns_add(&s->columns, by, diag) : NOC_OK;
    for (size_t i = 0; i < o->count && status == NOC_OK; i++)
        status = noc_setting_columns_add_list(
            &s->columns, noc_candidate_entry(&o->all->list[o->list[i]])->overrides, diag);
    if (status != NOC_OK) return status;
    s->cells = calloc(o->count * s->columns.count + 1, sizeof(json_t *));
    if (!s->cells) return noc_fail_memory(diag);
    for (size_t i = 0; i < o->count && status == NOC_OK; i++)
        status = read_design(v, noc_candidate_entry(&o->all->list[o->list[i]]), s, i, diag);
    return status;
}

static void clear_settings(settings *s)
{
    for (size_t i = 0; s->cells && i < s->designs * s->columns.count; i++) json_decref(s->cells[i]);
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
                 !string                    ? "-"
                 : strlen(string) > LONGEST ? "(...)"
                                            : string);
    return text;
}

/* Writes the header of a setting's column, a word in each line. */
static void setting_header(const noc_network_words *words, const char *path, char *header,
                           size_t size)
{
    char *text = noc_setting_words(words, path);
    snprintf(header, size, "%s", text ? text : path);
    for (char *c = header; *c; c++)
        if (*c == ' ') *c = '\n';
    free(text);
}

static void tell_shared(const noc_sheet *sheet, const settings *s)
{
    char *text = NULL, value[NOC_FIGURE_CHARS];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return;
    for (size_t k = 0; k < s->columns.count && s->designs > 0; k++)
        if (!varies(s, k))
            fprintf(out, " %s=%s", noc_label_setting(s->columns.list[k].path),
                    value_text(cell_at(s, 0, k), value));
    if (noc_memory_text(out, &text) && *text)
        noc_text_say(sheet, "%s%s", s->designs == 1 ? "Its settings:" : "All of these:", text);
    free(text);
}

/* ---- blocks --------------------------------------------------------------------------------- */

/* Columns of the table: metrics, then settings. A table that is too wide is split into blocks. */
typedef struct columns {
    noc_metric_id metrics[NOC_OBJECTIVES_MOST + 1];
    size_t metric_count;
    size_t varying[NOC_TABLE_COLUMNS_MAX]; /* positions of the settings in which designs differ */
    size_t varying_count;
    bool by; /* some designs are measured, others are not */
} columns;

/* A part of the columns. */
typedef struct block {
    noc_table table;
    size_t first, end; /* range of positions in varying_settings */
    bool metrics;      /* true for the first block */
    char headers[NOC_TABLE_COLUMNS_MAX][120];
} block;

static void find_metrics(const noc_candidates *all, const noc_front_listing *l, columns *c)
{
    bool known = !l->sorted || l->numbers;
    for (size_t d = 0; d < all->objectives.count; d++) {
        c->metrics[c->metric_count++] = all->objectives.list[d].metric;
        known = known || all->objectives.list[d].metric == l->sort;
    }
    if (!known) c->metrics[c->metric_count++] = l->sort;
}

static void find_varying(const settings *s, columns *c)
{
    for (size_t k = 0; k < s->columns.count; k++)
        if (c->varying_count < NOC_TABLE_COLUMNS_MAX - 10 && varies(s, k))
            c->varying[c->varying_count++] = k;
}

static void add_columns(block *b, const columns *c, const settings *s)
{
    noc_table *table = &b->table;
    noc_table_column(table, NOC_ALIGN_LEFT, "design");
    if (b->metrics) noc_table_column(table, NOC_ALIGN_RIGHT, "on\nfront");
    if (b->metrics && c->by) noc_table_column(table, NOC_ALIGN_LEFT, "by");
    for (size_t m = 0; b->metrics && m < c->metric_count; m++) {
        noc_front_header(c->metrics[m], b->headers[m], sizeof b->headers[m]);
        noc_table_column(table, NOC_ALIGN_POINT, b->headers[m]);
    }
    for (size_t n = b->first; n < b->end; n++) {
        const size_t k = c->varying[n];
        char *header = b->headers[table->column_count];
        setting_header(&s->words, s->columns.list[k].path, header, sizeof b->headers[0]);
        noc_table_column(table, json_is_number(cell_at(s, 0, k)) ? NOC_ALIGN_RIGHT : NOC_ALIGN_LEFT,
                         header);
    }
}

static void add_metric(noc_table *table, const noc_metric *m, noc_metric_id id)
{
    const int digits = noc_metric_info_of(id)->digits;
    if (isfinite(m->lo) && isfinite(m->hi) && m->hi > m->lo)
        noc_table_cell(table, "%s\t+-%.*f%%", noc_figure_of(m->value, digits).text,
                       m->hi - m->lo < 0.04 * m->value ? 1 : 0,
                       50.0 * (m->hi - m->lo) / fabs(m->value));
    else
        noc_table_cell(table, "%s", noc_figure_of(m->value, digits).text);
}

static void add_odds(noc_table *table, const noc_candidates *all, size_t i)
{
    const double percent = 100.0 * all->odds[i];
    if (noc_candidate_membership(all, i) == NOC_FRONT_OFF)
        noc_table_cell(table, "no");
    else if (all->marks[i].membership == NOC_FRONT_CERTAIN)
        noc_table_cell(table, "certain");
    else if (percent < 1.0)
        noc_table_cell(table, "<1%%");
    else
        noc_table_cell(table, percent > 99.0 ? ">99%%" : "%.0f%%", percent);
}

static void add_row(block *b, const columns *c, const settings *s, const noc_candidates *all,
                    size_t candidate, size_t i)
{
    char id[NOC_SHORT_ID_CHARS + 3], value[NOC_FIGURE_CHARS];
    const noc_candidate *of = &all->list[candidate];
    noc_table *table = &b->table;
    noc_table_cell(table, "%s", noc_short_id(noc_candidate_entry(of), id));
    if (b->metrics) add_odds(table, all, candidate);
    if (b->metrics && c->by)
        noc_table_cell(table, "%s", noc_candidate_sampled(all, of) ? "sample" : "model");
    for (size_t m = 0; b->metrics && m < c->metric_count; m++) {
        const noc_metric metric = noc_candidate_metric(all, of, c->metrics[m], NULL);
        add_metric(table, &metric, c->metrics[m]);
    }
    for (size_t n = b->first; n < b->end; n++)
        noc_table_cell(table, "%s", value_text(cell_at(s, i, c->varying[n]), value));
}

static bool some_sampled(const noc_front_order *o, bool sampled)
{
    for (size_t i = 0; i < o->count; i++)
        if (noc_candidate_sampled(o->all, &o->all->list[o->list[i]]) == sampled) return true;
    return false;
}

static void fill_block(block *b, const columns *c, const settings *s, const noc_front_listing *l,
                       const noc_front_order *o)
{
    bool of_front = false;
    noc_table_clear(&b->table);
    add_columns(b, c, s);
    for (size_t i = 0; i < o->count; i++) {
        const bool by_value = o->all->marks[o->list[i]].by_value;
        if (of_front && !by_value && !l->sorted && !l->limited && !l->by && b->metrics)
            noc_table_span(&b->table,
                           "Not by value, but possibly on the front, most probable first:");
        of_front = by_value;
        add_row(b, c, s, o->all, o->list[i], i);
    }
}

/* Prints the blocks. Each has the largest number of settings that fits the width. */
static noc_status print_blocks(const noc_sheet *sheet, const columns *c, const settings *s,
                               const noc_front_listing *l, const noc_front_order *o, noc_diag *diag)
{
    block b = {.metrics = true};
    noc_status status = NOC_OK;
    do {
        const size_t least = b.first + (b.metrics ? 0 : 1);
        b.end = c->varying_count;
        fill_block(&b, c, s, l, o);
        while (b.end > least && !noc_table_fits(&b.table, sheet->width)) {
            b.end--;
            fill_block(&b, c, s, l, o);
        }
        if (!b.metrics) fputc('\n', sheet->out);
        status = noc_table_print(&b.table, sheet->out, sheet->width, diag);
        if (b.metrics && o->left)
            noc_text_say(sheet, "… %s more possible (--top 0 shows all)",
                         noc_grouped_of(o->left).text);
        b.first = b.end;
        b.metrics = false;
    } while (status == NOC_OK && b.first < c->varying_count);
    noc_table_clear(&b.table);
    return status;
}

noc_status noc_front_table(const noc_sheet *sheet, const noc_front_view *v,
                           const noc_front_listing *l, const noc_front_order *o, noc_diag *diag)
{
    settings s;
    columns c = {.by = some_sampled(o, true) && some_sampled(o, false)};
    noc_status status = read_settings(v, l->by, o, &s, diag);
    if (status == NOC_OK) {
        find_metrics(o->all, l, &c);
        find_varying(&s, &c);
        status = print_blocks(sheet, &c, &s, l, o, diag);
    }
    if (status == NOC_OK) tell_shared(sheet, &s);
    if (status == NOC_OK && !c.by && o->count)
        noc_text_say(sheet, "All by the %s.", some_sampled(o, true) ? "sample" : "model");
    clear_settings(&s);
    return status;
}
