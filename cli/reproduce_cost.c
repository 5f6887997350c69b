#include "cli/reproduce_cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shipped.h"
#include "hybrid/breakdown.h"
#include "reports/text.h"

enum { OVERRIDES_MAX = 8, WORDS_MAX = 200 };

static const char *text_of(const config_setting_t *row, const char *key)
{
    const char *text = "";
    config_setting_lookup_string(row, key, &text);
    return text;
}

static double number_of(const config_setting_t *row, const char *key)
{
    double value = NAN;
    int whole;
    if (config_setting_lookup_float(row, key, &value)) return value;
    return config_setting_lookup_int(row, key, &whole) ? (double)whole : NAN;
}

/* ---- what a network costs ------------------------------------------------------------------- */

/* Of all networks of a design, in the unit of the figure asked for. */
typedef struct shares {
    double part[NOC_PARTS];
    double total;
} shares;

static double figure_of(const noc_part_cost *part, const char *figure)
{
    if (strcmp(figure, "area") == 0) return part->area_mm2;
    return part->leakage_mw + part->dynamic_mw;
}

/* "wire_area" has no components; "link_power" is the power of the links alone. */
static void add_up(const noc_breakdown *b, const char *figure, const char *without, shares *s)
{
    *s = (shares){.total = 0.0};
    if (strcmp(figure, "wire_area") == 0) {
        s->total = b->cost.sum.wire_area_mm2;
        return;
    }
    for (size_t i = 0; i < NOC_PARTS; i++) {
        const bool link = i == NOC_PART_LINKS;
        if (strcmp(figure, "link_power") == 0 && !link) continue;
        if (strcmp(noc_part_name(i), without) == 0) continue;
        s->part[i] = figure_of(&b->cost.sum.parts[i], figure);
        s->total += s->part[i];
    }
}

/* A shipped design with settings "key=value key=value" over it. */
static noc_status compile(const char *name, const char *settings, noc_design **design,
                          noc_system **system, noc_diag *diag)
{
    char words[WORDS_MAX], *rest = words, *path = NULL;
    const char *overrides[OVERRIDES_MAX];
    size_t count = 0;
    noc_source source = {0};
    snprintf(words, sizeof words, "%s", settings);
    for (char *word; count < OVERRIDES_MAX && (word = strsep(&rest, " "));)
        if (*word) overrides[count++] = word;
    noc_status status = noc_shipped_resolve(name, &path, diag);
    if (status == NOC_OK) status = noc_source_read(path, &source, diag);
    if (status == NOC_OK) status = noc_design_read(&source, overrides, count, design, diag);
    if (status == NOC_OK) status = noc_system_compile(*design, system, diag);
    noc_source_clear(&source);
    free(path);
    return status;
}

/* At `load`, or with a nominal `activity` on every channel; NAN for both: where the closed loop settles. */
static noc_status cost_of(const char *name, const char *settings, double load, double activity,
                          noc_breakdown *b, noc_diag *diag)
{
    noc_design *design = NULL;
    noc_system *system = NULL;
    noc_status status = compile(name, settings, &design, &system, diag);
    if (status == NOC_OK)
        status = noc_breakdown_make(system, noc_calibration_shipped(), load, activity, b, diag);
    noc_system_free(system);
    noc_design_free(design);
    return status;
}

/* ---- a reading ------------------------------------------------------------------------------ */

typedef struct reading {
    const config_setting_t *row, *words;
    shares base, design;
    double value; /* in % or as a ratio */
} reading;

static noc_status ask_side(const reading *r, const char *name, const char *set, const char *load,
                           shares *s, noc_diag *diag)
{
    noc_breakdown b = {.networks = NULL};
    const noc_status status =
        cost_of(text_of(r->row, name), text_of(r->words, set), number_of(r->words, load),
                number_of(r->words, "activity"), &b, diag);
    if (status != NOC_OK) return status;
    add_up(&b, text_of(r->row, "figure"), text_of(r->words, "without"), s);
    noc_breakdown_clear(&b);
    return NOC_OK;
}

static bool is_ratio(const config_setting_t *row)
{
    return strcmp(text_of(row, "form"), "ratio") == 0;
}

static noc_status ask(reading *r, noc_diag *diag)
{
    noc_status status = ask_side(r, "base", "base_set", "base_load", &r->base, diag);
    if (status == NOC_OK) status = ask_side(r, "design", "set", "load", &r->design, diag);
    const double ratio = r->design.total / r->base.total;
    r->value = is_ratio(r->row) ? ratio : 100.0 * (ratio - 1.0);
    return status;
}

static bool is_marked(const config_setting_t *words, const char *mark)
{
    int marked = 0;
    config_setting_lookup_bool(words, mark, &marked);
    return marked;
}

static bool is_taken(const config_setting_t *words)
{
    return is_marked(words, "taken");
}

/* ---- tables --------------------------------------------------------------------------------- */

static void put_component(noc_table *table, const char *name, double base, double design,
                          double all)
{
    noc_table_cell(table, "%s", name);
    noc_table_cell(table, "%.3f", base);
    noc_table_cell(table, "%.3f", design);
    if (base > 0.0)
        noc_table_cell(table, "%+.1f", 100.0 * (design / base - 1.0));
    else
        noc_table_cell(table, "%s", "");
    noc_table_cell(table, "%+.1f", 100.0 * (design - base) / all);
}

static void put_components(noc_table *table, const reading *r)
{
    for (size_t i = 0; i < NOC_PARTS; i++) {
        char name[40];
        if (r->base.part[i] == 0.0 && r->design.part[i] == 0.0) continue;
        snprintf(name, sizeof name, "%s", noc_part_name(i));
        for (char *c = name; *c; c++)
            if (*c == '_') *c = ' ';
        put_component(table, name, r->base.part[i], r->design.part[i], r->base.total);
    }
    put_component(table, "all", r->base.total, r->design.total, r->base.total);
}

static noc_status print_components(const reading *r, const noc_sheet *sheet, noc_diag *diag)
{
    noc_table table = {0};
    const bool area = strcmp(text_of(r->row, "figure"), "area") == 0;
    noc_table_column(&table, NOC_ALIGN_LEFT, "component");
    noc_table_column(&table, NOC_ALIGN_POINT, area ? "base\nmm2" : "base\nmW");
    noc_table_column(&table, NOC_ALIGN_POINT, area ? "design\nmm2" : "design\nmW");
    noc_table_column(&table, NOC_ALIGN_POINT, "change\n%");
    noc_table_column(&table, NOC_ALIGN_POINT, "of the base's all\npoints");
    put_components(&table, r);
    fputc('\n', sheet->out);
    noc_text_say(sheet, "%s (%s): base %s, design %s.", text_of(r->row, "what"),
                 text_of(r->words, "reading"), text_of(r->row, "base"), text_of(r->row, "design"));
    const noc_status status = noc_table_print(&table, sheet->out, sheet->width, diag);
    noc_table_clear(&table);
    return status;
}

static bool has_components(const config_setting_t *row)
{
    const char *figure = text_of(row, "figure");
    return strcmp(figure, "area") == 0 || strcmp(figure, "power") == 0;
}

static void put_reading(noc_table *table, const reading *r)
{
    noc_table_cell(table, "%s", text_of(r->row, "what"));
    noc_table_cell(table, "%s", text_of(r->row, "published"));
    noc_table_cell(table, is_ratio(r->row) ? "%.2f" : "%+.1f", r->value);
    noc_table_cell(table, "%s%s", is_taken(r->words) ? "* " : "", text_of(r->words, "reading"));
}

static noc_status print_readings(const reading *all, size_t count, const config_setting_t *study,
                                 const noc_sheet *sheet, noc_diag *diag)
{
    noc_table table = {0};
    noc_table_column(&table, NOC_ALIGN_LEFT, "figure");
    noc_table_column(&table, NOC_ALIGN_RIGHT, "published");
    noc_table_column(&table, NOC_ALIGN_POINT, "ours");
    noc_table_column(&table, NOC_ALIGN_LEFT, "as read (* taken)");
    for (size_t i = 0; i < count; i++) put_reading(&table, &all[i]);
    fprintf(sheet->out, "%s\n\n", text_of(study, "title"));
    noc_status status = noc_table_print(&table, sheet->out, sheet->width, diag);
    noc_table_clear(&table);
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        if (has_components(all[i].row) &&
            (is_taken(all[i].words) || is_marked(all[i].words, "components")))
            status = print_components(&all[i], sheet, diag);
    fputc('\n', sheet->out);
    noc_text_say(sheet, "%s", text_of(study, "note"));
    fputc('\n', sheet->out);
    return status;
}

static void put_flat(noc_table *table, const reading *r, const char *component, double base,
                     double design)
{
    noc_table_cell(table, "%s", text_of(r->row, "id"));
    noc_table_cell(table, "%s", text_of(r->row, "what"));
    noc_table_cell(table, "%s", text_of(r->row, "published"));
    noc_table_cell(table, "%s", text_of(r->words, "reading"));
    noc_table_cell(table, "%s", is_taken(r->words) ? "yes" : "no");
    noc_table_cell(table, "%s", component);
    noc_table_cell(table, "%.6g", base);
    noc_table_cell(table, "%.6g", design);
    noc_table_cell(table, "%.4g", is_ratio(r->row) ? design / base : 100.0 * (design / base - 1.0));
}

static noc_status list_readings(const reading *all, size_t count, const noc_sheet *sheet,
                                noc_diag *diag)
{
    static const char *const headers[] = {"id",        "figure", "published", "reading", "taken",
                                          "component", "base",   "design",    "ours"};
    noc_table table = {0};
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        noc_table_column(&table, NOC_ALIGN_LEFT, headers[i]);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < NOC_PARTS; k++)
            if (all[i].base.part[k] > 0.0)
                put_flat(&table, &all[i], noc_part_name(k), all[i].base.part[k],
                         all[i].design.part[k]);
        put_flat(&table, &all[i], "all", all[i].base.total, all[i].design.total);
    }
    const noc_status status = noc_report_listing(sheet, &table, diag);
    noc_table_clear(&table);
    return status;
}

static size_t count_readings(const config_setting_t *rows)
{
    size_t count = 0;
    for (int i = 0; i < config_setting_length(rows); i++)
        count += (size_t)config_setting_length(
            config_setting_get_member(config_setting_get_elem(rows, (unsigned)i), "readings"));
    return count;
}

noc_status noc_reproduce_cost(const config_setting_t *study, const noc_sheet *sheet, noc_diag *diag)
{
    const config_setting_t *rows = config_setting_get_member(study, "rows");
    const size_t count = count_readings(rows);
    reading *all = calloc(count + 1, sizeof *all), *r = all;
    noc_status status = all ? NOC_OK : noc_fail_memory(diag);
    for (int i = 0; i < config_setting_length(rows) && status == NOC_OK; i++) {
        const config_setting_t *row = config_setting_get_elem(rows, (unsigned)i);
        const config_setting_t *readings = config_setting_get_member(row, "readings");
        for (int k = 0; k < config_setting_length(readings) && status == NOC_OK; k++, r++) {
            *r = (reading){.row = row, .words = config_setting_get_elem(readings, (unsigned)k)};
            status = ask(r, diag);
        }
    }
    if (status == NOC_OK)
        status = sheet->format == NOC_FORMAT_TABLE ? print_readings(all, count, study, sheet, diag)
                                                   : list_readings(all, count, sheet, diag);
    free(all);
    return status;
}

/* ---- clocks --------------------------------------------------------------------------------- */

static noc_router_shape shape_of(const config_setting_t *row)
{
    const double in = number_of(row, "inputs"), out = number_of(row, "outputs");
    const double vcs = number_of(row, "vcs");
    return (noc_router_shape){in, out, in * out, vcs, vcs, 4.0, number_of(row, "bits")};
}

/* A node without a table is one with, its gates and wires larger in proportion. */
static noc_status process_for(const config_setting_t *row, noc_process *process, noc_diag *diag)
{
    const double nm = number_of(row, "nm"), from = number_of(row, "scaled_from");
    const noc_status status = noc_process_at(isnan(from) ? nm : from, false, process, diag);
    if (status != NOC_OK || isnan(from)) return status;
    noc_process_enlarge(process, nm / from);
    return NOC_OK;
}

static void put_clock(const config_setting_t *row, const noc_process *process, noc_table *table)
{
    const noc_router_shape shape = shape_of(row);
    const noc_clock c = noc_clock_of(process, &shape, 4);
    noc_table_cell(table, "%s", text_of(row, "what"));
    noc_table_cell(table, "%s", text_of(row, "published"));
    noc_table_cell(table, "%.0f", c.max_mhz);
    noc_table_cell(table, "%.0f", noc_clock_of(process, &shape, 1).max_mhz);
    noc_table_cell(table, "%.0f", c.stage_ps[NOC_STAGE_SWITCH_ALLOCATION]);
    noc_table_cell(table, "%.0f", c.stage_ps[NOC_STAGE_TRAVERSAL]);
    noc_table_cell(table, "%.0f", c.stage_wire_ps[NOC_STAGE_TRAVERSAL]);
    noc_table_cell(table, "%s", text_of(row, "source"));
    noc_table_cell(table, "%s", text_of(row, "id"));
}

noc_status noc_reproduce_clock(const config_setting_t *study, const noc_sheet *sheet,
                               noc_diag *diag)
{
    const config_setting_t *rows = config_setting_get_member(study, "rows");
    const bool words = sheet->format == NOC_FORMAT_TABLE;
    noc_table table = {0};
    noc_status status = NOC_OK;
    noc_table_column(&table, NOC_ALIGN_LEFT, "router");
    noc_table_column(&table, NOC_ALIGN_RIGHT, words ? "published\nMHz" : "published MHz");
    noc_table_column(&table, NOC_ALIGN_RIGHT, words ? "a cycle\na stage" : "a cycle a stage");
    noc_table_column(&table, NOC_ALIGN_RIGHT, words ? "all in\none" : "all in one cycle");
    noc_table_column(&table, NOC_ALIGN_RIGHT, words ? "allocation\nps" : "allocation ps");
    noc_table_column(&table, NOC_ALIGN_RIGHT, words ? "traversal\nps" : "traversal ps");
    noc_table_column(&table, NOC_ALIGN_RIGHT, words ? "its wires\nps" : "its wires ps");
    noc_table_detail(&table, "source");
    noc_table_detail(&table, "id");
    for (int i = 0; i < config_setting_length(rows) && status == NOC_OK; i++) {
        const config_setting_t *row = config_setting_get_elem(rows, (unsigned)i);
        noc_process process;
        status = process_for(row, &process, diag);
        if (status == NOC_OK) put_clock(row, &process, &table);
    }
    if (status == NOC_OK && words) fprintf(sheet->out, "%s\n\n", text_of(study, "title"));
    if (status == NOC_OK) status = noc_report_listing(sheet, &table, diag);
    if (status == NOC_OK && words) {
        fputc('\n', sheet->out);
        noc_text_say(sheet, "%s", text_of(study, "note"));
        fputc('\n', sheet->out);
    }
    noc_table_clear(&table);
    return status;
}
