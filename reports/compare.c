#include "reports/compare.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/csv.h"
#include "reports/figure.h"
#include "reports/json_values.h"
#include "reports/label.h"
#include "reports/text.h"

bool noc_indistinguishable(const noc_estimate *a, const noc_estimate *b, noc_metric_id id)
{
    const noc_metric *x = &a->metrics[id], *y = &b->metrics[id];
    if (!noc_metric_given(x) || !noc_metric_given(y)) return false;
    if (!noc_metric_has_interval(x) && !noc_metric_has_interval(y))
        return strcmp(noc_metric_figure(a, id).text, noc_metric_figure(b, id).text) == 0;
    const double x_lo = noc_metric_has_interval(x) ? x->lo : x->value;
    const double x_hi = noc_metric_has_interval(x) ? x->hi : x->value;
    const double y_lo = noc_metric_has_interval(y) ? y->lo : y->value;
    const double y_hi = noc_metric_has_interval(y) ? y->hi : y->value;
    return x_lo <= y_hi && y_lo <= x_hi;
}

/* ---- settings ------------------------------------------------------------------------------- */

/* The lines "path = value" of a design's canonical form, cut at the equals. */
typedef struct settings {
    char *text;
    const char **paths, **values;
    size_t count;
} settings;

static bool read_settings(const noc_design *design, settings *s)
{
    *s = (settings){.text = noc_design_canonical(design)};
    size_t lines = 1;
    for (const char *c = s->text; c && *c; c++) lines += *c == '\n';
    s->paths = calloc(lines, sizeof *s->paths);
    s->values = calloc(lines, sizeof *s->values);
    if (!s->text || !s->paths || !s->values) return false;
    char *rest = s->text;
    for (char *line; (line = strsep(&rest, "\n"));) {
        char *equals = strstr(line, " = ");
        if (!equals) continue;
        *equals = '\0';
        s->paths[s->count] = line;
        s->values[s->count++] = equals + 3;
    }
    return true;
}

static void clear_settings(settings *all, size_t count)
{
    for (size_t i = 0; all && i < count; i++) {
        free(all[i].text);
        free(all[i].paths);
        free(all[i].values);
    }
    free(all);
}

static const char *value_at(const settings *s, const char *path)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->paths[i], path) == 0) return s->values[i];
    return NULL;
}

/* NULL when out of memory. */
static settings *read_all(const noc_estimate *estimates, size_t count)
{
    settings *all = calloc(count, sizeof *all);
    for (size_t i = 0; all && i < count; i++) {
        if (read_settings(estimates[i].design, &all[i])) continue;
        clear_settings(all, count);
        return NULL;
    }
    return all;
}

static bool differs(const settings *all, size_t count, const char *path)
{
    const char *first = value_at(&all[0], path);
    for (size_t i = 1; i < count; i++) {
        const char *other = value_at(&all[i], path);
        if (!first != !other || (first && strcmp(first, other) != 0)) return true;
    }
    return false;
}

/* Whether an earlier design has the setting too, so that it was looked at there. */
static bool seen_before(const settings *all, size_t design, const char *path)
{
    for (size_t i = 0; i < design; i++)
        if (value_at(&all[i], path)) return true;
    return false;
}

/* Calls for every setting in which the designs differ. */
static void each_difference(const settings *all, size_t count,
                            void (*call)(void *context, const char *path), void *context)
{
    for (size_t d = 0; d < count; d++)
        for (size_t i = 0; i < all[d].count; i++)
            if (!seen_before(all, d, all[d].paths[i]) && differs(all, count, all[d].paths[i]))
                call(context, all[d].paths[i]);
}

/* ---- text ----------------------------------------------------------------------------------- */

/* Lists of tiles would be wider than the page. */
static void add_value(noc_table *table, const char *value)
{
    enum { WIDEST = 22 };
    if (!value)
        noc_table_cell(table, "-");
    else if (strlen(value) <= WIDEST)
        noc_table_cell(table, "%s", value);
    else
        noc_table_cell(table, "%.*s..", WIDEST - 2, value);
}

/* A table of the first design and another. */
typedef struct pair_table {
    const settings *settings; /* of the two */
    noc_table table;
} pair_table;

static void add_setting(void *context, const char *path)
{
    pair_table *p = context;
    noc_table_cell(&p->table, "%s", path);
    add_value(&p->table, value_at(&p->settings[0], path));
    add_value(&p->table, value_at(&p->settings[1], path));
}

static noc_status print_settings(const noc_sheet *sheet, const settings pair[2],
                                 const char *const names[2], noc_diag *diag)
{
    pair_table p = {.settings = pair};
    noc_table_column(&p.table, NOC_ALIGN_LEFT, "setting that differs");
    for (int i = 0; i < 2; i++) noc_table_column(&p.table, NOC_ALIGN_LEFT, names[i]);
    each_difference(pair, 2, add_setting, &p);
    noc_status status = NOC_OK;
    if (p.table.row_count > 0)
        status = noc_table_print(&p.table, sheet->out, sheet->width, diag);
    else
        noc_text_say(sheet, "No setting differs.");
    noc_table_clear(&p.table);
    fputc('\n', sheet->out);
    return status;
}

static void add_metric(noc_table *table, const noc_estimate *base, const noc_estimate *e,
                       noc_metric_id id)
{
    const noc_figure first = noc_metric_figure(base, id), second = noc_metric_figure(e, id);
    const double change = noc_change_of(e->metrics[id].value, base->metrics[id].value);
    noc_table_cell(table, "%s", noc_metric_label(id).text);
    noc_table_cell(table, "%s", first.text);
    if (noc_indistinguishable(base, e, id))
        noc_table_cell(table, "%s\tindistinguishable", second.text);
    else if (isfinite(change))
        noc_table_cell(table, "%s\t%s", second.text, noc_percent(change).text);
    else
        noc_table_cell(table, "%s", second.text);
    noc_table_cell(table, "%s", noc_metric_info_of(id)->unit);
}

static noc_status print_metrics(const noc_sheet *sheet, const noc_estimate *base,
                                const noc_estimate *e, const char *const names[2], noc_diag *diag)
{
    noc_table table = {0};
    noc_table_column(&table, NOC_ALIGN_LEFT, "metric");
    for (int i = 0; i < 2; i++) noc_table_column(&table, NOC_ALIGN_POINT, names[i]);
    noc_table_column(&table, NOC_ALIGN_LEFT, "unit");
    for (int i = 0; i < NOC_METRICS; i++) {
        const noc_metric_id id = (noc_metric_id)i;
        if (noc_metric_given(&base->metrics[id]) || noc_metric_given(&e->metrics[id]))
            add_metric(&table, base, e, id);
    }
    const noc_status status = noc_table_print(&table, sheet->out, sheet->width, diag);
    noc_table_clear(&table);
    fputc('\n', sheet->out);
    return status;
}

/* A word a line: names of variants are long. */
static void header_of(const noc_labels *labels, const noc_design *design,
                      char header[NOC_LABEL_CHARS])
{
    noc_label(labels, design, header);
    for (char *c = header; *c; c++)
        if (*c == ' ') *c = '\n';
}

/* What limits each, and what there is to be warned of. */
static void tell_rest(const noc_sheet *sheet, const noc_labels *labels,
                      const noc_estimate *estimates, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char label[NOC_LABEL_CHARS];
        noc_label(labels, estimates[i].design, label);
        noc_text_say(sheet, "%s:", label);
        noc_text_bottleneck(sheet, &estimates[i]);
        noc_text_caveats(sheet, &estimates[i], NULL);
    }
}

static noc_status print_compare(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                                const settings *all, noc_diag *diag)
{
    noc_labels labels = {0};
    const noc_estimate *base = &estimates[0];
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count; i++) noc_labels_see(&labels, estimates[i].design);
    if (isfinite(base->load))
        noc_text_say(sheet, "%zu designs, model at load %.6g flits/cycle per injecting node", count,
                     base->load);
    else
        noc_text_say(sheet, "%zu designs, model", count);
    fprintf(sheet->out, "Changes are against the first.\n\n");
    for (size_t i = 1; i < count && status == NOC_OK; i++) {
        char headers[2][NOC_LABEL_CHARS];
        const char *const names[2] = {headers[0], headers[1]};
        const settings pair[2] = {all[0], all[i]};
        header_of(&labels, base->design, headers[0]);
        header_of(&labels, estimates[i].design, headers[1]);
        status = print_settings(sheet, pair, names, diag);
        if (status == NOC_OK) status = print_metrics(sheet, base, &estimates[i], names, diag);
    }
    if (status == NOC_OK) tell_rest(sheet, &labels, estimates, count);
    return status;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

typedef struct members {
    json_t *object;
    const settings *of;
} members;

static void add_member(void *context, const char *path)
{
    members *m = context;
    const char *value = value_at(m->of, path);
    json_object_set_new(m->object, path, value ? noc_json_setting(value) : json_null());
}

/* Of every metric the change against the first design. */
static json_t *changes_object(const noc_estimate *base, const noc_estimate *e)
{
    json_t *object = json_object();
    for (int i = 0; i < NOC_METRICS; i++) {
        const noc_metric_id id = (noc_metric_id)i;
        json_t *metric = json_object();
        const double change = noc_change_of(e->metrics[id].value, base->metrics[id].value);
        const bool both = noc_metric_given(&base->metrics[id]) && noc_metric_given(&e->metrics[id]);
        json_object_set_new(metric, "change", noc_json_real(change));
        json_object_set_new(metric, "indistinguishable",
                            both ? json_boolean(noc_indistinguishable(base, e, id)) : json_null());
        if (!isfinite(change))
            json_object_set_new(metric, "why",
                                noc_json_text(both ? "the first design's value is 0"
                                                   : "not given for both designs"));
        json_object_set_new(object, noc_metric_info_of(id)->name, metric);
    }
    return object;
}

static noc_status json_compare(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                               const settings *all, noc_diag *diag)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *object = noc_json_estimate(&sheet->run, &estimates[i]);
        members m = {json_object(), &all[i]};
        each_difference(all, count, add_member, &m);
        json_object_set_new(object, "differs", m.object);
        json_object_set_new(object, "changes", changes_object(&estimates[0], &estimates[i]));
        json_array_append_new(array, object);
    }
    return noc_json_write(sheet->out, array, diag);
}

/* ---- all formats ---------------------------------------------------------------------------- */

noc_status noc_report_compare(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                              noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_CSV) return noc_csv_compared(sheet, estimates, count);
    settings *all = read_all(estimates, count);
    if (!all) return noc_fail_memory(diag);
    const noc_status status = sheet->format == NOC_FORMAT_JSON
                                  ? json_compare(sheet, estimates, count, all, diag)
                                  : print_compare(sheet, estimates, count, all, diag);
    clear_settings(all, count);
    return status;
}
