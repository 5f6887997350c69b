#include "cli/reproduce_cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/reproduction.h"
#include "cli/shipped.h"
#include "hybrid/explanations/breakdown.h"
#include "reports/writers/listing.h"
#include "reports/writers/say.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

enum { OVERRIDES_MAX = 8, WORDS_MAX = 200 };

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
        cost_of(noc_reproduction_text(r->row, name), noc_reproduction_text(r->words, set),
                noc_reproduction_number(r->words, load),
                noc_reproduction_number(r->words, "activity"), &b, diag);
    if (status != NOC_OK) return status;
    add_up(&b, noc_reproduction_text(r->row, "figure"), noc_reproduction_text(r->words, "without"),
           s);
    noc_breakdown_clear(&b);
    return NOC_OK;
}

static bool is_ratio(const config_setting_t *row)
{
    return strcmp(noc_reproduction_text(row, "form"), "ratio") == 0;
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
    const bool area = strcmp(noc_reproduction_text(r->row, "figure"), "area") == 0;
    noc_table_column(&table, NOC_ALIGN_LEFT, "component");
    noc_table_column(&table, NOC_ALIGN_POINT, area ? "base\nmm2" : "base\nmW");
    noc_table_column(&table, NOC_ALIGN_POINT, area ? "design\nmm2" : "design\nmW");
    noc_table_column(&table, NOC_ALIGN_POINT, "change\n%");
    noc_table_column(&table, NOC_ALIGN_POINT, "of the base's all\npoints");
    put_components(&table, r);
    fputc('\n', sheet->out);
    noc_text_say(sheet, "%s (%s): base %s, design %s.", noc_reproduction_text(r->row, "what"),
                 noc_reproduction_text(r->words, "reading"), noc_reproduction_text(r->row, "base"),
                 noc_reproduction_text(r->row, "design"));
    const noc_status status = noc_table_print(&table, sheet->out, sheet->width, diag);
    noc_table_clear(&table);
    return status;
}

static bool has_components(const config_setting_t *row)
{
    const char *figure = noc_reproduction_text(row, "figure");
    return strcmp(figure, "area") == 0 || strcmp(figure, "power") == 0;
}

static void put_reading(noc_table *table, const reading *r)
{
    noc_table_cell(table, "%s", noc_reproduction_text(r->row, "what"));
    noc_table_cell(table, "%s", noc_reproduction_text(r->row, "published"));
    noc_table_cell(table, is_ratio(r->row) ? "%.3f" : "%+.1f", r->value);
    noc_table_cell(table, "%s%s", is_taken(r->words) ? "* " : "",
                   noc_reproduction_text(r->words, "reading"));
}

static void put_readings(const reading *all, size_t count, noc_table *table)
{
    noc_table_column(table, NOC_ALIGN_LEFT, "figure");
    noc_table_column(table, NOC_ALIGN_RIGHT, "published");
    noc_table_column(table, NOC_ALIGN_POINT, "ours");
    noc_table_column(table, NOC_ALIGN_LEFT, "as read (* taken)");
    for (size_t i = 0; i < count; i++) put_reading(table, &all[i]);
}

static noc_status print_readings(const reading *all, size_t count, const config_setting_t *study,
                                 const noc_table *table, const noc_sheet *sheet, noc_diag *diag)
{
    fprintf(sheet->out, "%s\n\n", noc_reproduction_text(study, "title"));
    noc_status status = noc_table_print(table, sheet->out, sheet->width, diag);
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        if (has_components(all[i].row) &&
            (is_taken(all[i].words) || is_marked(all[i].words, "components")))
            status = print_components(&all[i], sheet, diag);
    fputc('\n', sheet->out);
    noc_text_say(sheet, "%s", noc_reproduction_text(study, "note"));
    fputc('\n', sheet->out);
    return status;
}

static void put_flat(noc_table *table, const reading *r, const char *component, double base,
                     double design)
{
    noc_table_cell(table, "%s", noc_reproduction_text(r->row, "id"));
    noc_table_cell(table, "%s", noc_reproduction_text(r->row, "what"));
    noc_table_cell(table, "%s", noc_reproduction_text(r->row, "published"));
    noc_table_cell(table, "%s", noc_reproduction_text(r->words, "reading"));
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

/* All are ratios in the picture, changes among them: an equal factor is an equal distance. */
static void draw_reading(const reading *r, noc_study *study, const config_setting_t *before)
{
    enum { PUBLISHED, TAKEN, OTHER };
    const double ratio = r->design.total / r->base.total;
    if (r->row != before) {
        noc_study_add_row(study, noc_reproduction_text(r->row, "what"));
        noc_study_add_published(study, PUBLISHED, noc_reproduction_text(r->row, "published"),
                                !is_ratio(r->row));
    }
    noc_study_add_value(study, is_taken(r->words) ? TAKEN : OTHER, ratio, 3);
    if (is_taken(r->words))
        noc_study_note_row(study, is_ratio(r->row) ? "%.3f" : "%+.1f %%", r->value);
}

static void draw_readings(const reading *all, size_t count, noc_study *study)
{
    study->form = NOC_STUDY_DOTS;
    study->x_title = "design / base (1: no change)";
    study->x_marks =
        "'0.1' 0.1, '0.2' 0.2, '0.3' 0.3, '0.5' 0.5, '0.7' 0.7, '1' 1, '1.5' 1.5, '2' 2, '3' 3, "
        "'5' 5, '10' 10";
    study->note_title = "as read";
    noc_study_add_series(study, "published (arrow: bound)", NOC_STUDY_PUBLISHED, 0);
    noc_study_add_series(study, "ours, as read", NOC_STUDY_MODEL, 0);
    noc_study_add_series(study, "ours, other readings", NOC_STUDY_OTHER, 0);
    for (size_t i = 0; i < count; i++) draw_reading(&all[i], study, i ? all[i - 1].row : NULL);
}

static noc_status show_readings(const reading *all, size_t count, const config_setting_t *words,
                                const noc_sheet *sheet, noc_study *study, noc_diag *diag)
{
    put_readings(all, count, &study->table);
    if (!sheet) {
        draw_readings(all, count, study);
        return NOC_OK;
    }
    return sheet->format == NOC_FORMAT_TABLE
               ? print_readings(all, count, words, &study->table, sheet, diag)
               : list_readings(all, count, sheet, diag);
}

noc_status noc_reproduce_cost(const config_setting_t *words, const noc_sheet *sheet,
                              noc_study *study, noc_diag *diag)
{
    const config_setting_t *rows = config_setting_get_member(words, "rows");
    const size_t count = count_readings(rows);
    reading *all = calloc(count + 1, sizeof *all), *r = all;
    noc_status status = all ? NOC_OK : noc_fail_memory(diag);
    *study = (noc_study){.title = noc_reproduction_text(words, "title"),
                         .note = noc_reproduction_text(words, "note")};
    for (int i = 0; i < config_setting_length(rows) && status == NOC_OK; i++) {
        const config_setting_t *row = config_setting_get_elem(rows, (unsigned)i);
        const config_setting_t *readings = config_setting_get_member(row, "readings");
        for (int k = 0; k < config_setting_length(readings) && status == NOC_OK; k++, r++) {
            *r = (reading){.row = row, .words = config_setting_get_elem(readings, (unsigned)k)};
            status = ask(r, diag);
        }
    }
    if (status == NOC_OK) status = show_readings(all, count, words, sheet, study, diag);
    free(all);
    return status;
}

/* ---- clocks --------------------------------------------------------------------------------- */

static noc_router_shape shape_of(const config_setting_t *row)
{
    const double in = noc_reproduction_number(row, "inputs"),
                 out = noc_reproduction_number(row, "outputs");
    const double vcs = noc_reproduction_number(row, "vcs");
    return (noc_router_shape){
        in, out, in * out, vcs, vcs, 4.0, noc_reproduction_number(row, "bits")};
}

/* A node without a table is one with, its gates and wires larger in proportion. */
static noc_status process_for(const config_setting_t *row, noc_process *process, noc_diag *diag)
{
    const double nm = noc_reproduction_number(row, "nm"),
                 from = noc_reproduction_number(row, "scaled_from");
    const noc_status status = noc_process_at(isnan(from) ? nm : from, false, process, diag);
    if (status != NOC_OK || isnan(from)) return status;
    noc_process_enlarge(process, nm / from);
    return NOC_OK;
}

static void put_clock(const config_setting_t *row, const noc_process *process, noc_study *study)
{
    enum { PUBLISHED, ONE, STAGE };
    const noc_router_shape shape = shape_of(row);
    const noc_clock c = noc_clock_of(process, &shape, 4);
    const double one = noc_clock_of(process, &shape, 1).max_mhz;
    noc_table *table = &study->table;
    noc_table_cell(table, "%s", noc_reproduction_text(row, "what"));
    noc_table_cell(table, "%s", noc_reproduction_text(row, "published"));
    noc_table_cell(table, "%.0f", c.max_mhz);
    noc_table_cell(table, "%.0f", one);
    noc_table_cell(table, "%.0f", c.stage_ps[NOC_STAGE_SWITCH_ALLOCATION]);
    noc_table_cell(table, "%.0f", c.stage_ps[NOC_STAGE_TRAVERSAL]);
    noc_table_cell(table, "%.0f", c.stage_wire_ps[NOC_STAGE_TRAVERSAL]);
    noc_table_cell(table, "%s", noc_reproduction_text(row, "source"));
    noc_table_cell(table, "%s", noc_reproduction_text(row, "id"));
    noc_study_add_row(study, noc_reproduction_text(row, "what"));
    noc_study_add_published(study, PUBLISHED, noc_reproduction_text(row, "published"), false);
    noc_study_add_value(study, ONE, one, 0);
    noc_study_add_value(study, STAGE, c.max_mhz, 0);
    noc_study_note_row(study, "%.0f", one);
}

static void begin_clocks(const config_setting_t *words, bool folded, noc_study *study)
{
    *study = (noc_study){
        .form = NOC_STUDY_DOTS,
        .title = noc_reproduction_text(words, "title"),
        .note = noc_reproduction_text(words, "note"),
        .x_title = "clock, MHz",
        .x_marks = "'500' 500, '700' 700, '1000' 1000, '1500' 1500, '2000' 2000, '3000' 3000, "
                   "'5000' 5000, '7000' 7000",
        .note_title = "one cycle",
    };
    noc_table *table = &study->table;
    noc_table_column(table, NOC_ALIGN_LEFT, "router");
    noc_table_column(table, NOC_ALIGN_RIGHT, folded ? "published\nMHz" : "published MHz");
    noc_table_column(table, NOC_ALIGN_RIGHT, folded ? "a cycle\na stage" : "a cycle a stage");
    noc_table_column(table, NOC_ALIGN_RIGHT, folded ? "all in\none" : "all in one cycle");
    noc_table_column(table, NOC_ALIGN_RIGHT, folded ? "allocation\nps" : "allocation ps");
    noc_table_column(table, NOC_ALIGN_RIGHT, folded ? "traversal\nps" : "traversal ps");
    noc_table_column(table, NOC_ALIGN_RIGHT, folded ? "its wires\nps" : "its wires ps");
    noc_table_detail(table, "source");
    noc_table_detail(table, "id");
    noc_study_add_series(study, "published", NOC_STUDY_PUBLISHED, 0);
    noc_study_add_series(study, "our limit, one cycle", NOC_STUDY_MODEL, 0);
    noc_study_add_series(study, "our limit, a cycle a stage", NOC_STUDY_SAMPLE, 0);
}

noc_status noc_reproduce_clock(const config_setting_t *words, bool folded, noc_study *study,
                               noc_diag *diag)
{
    const config_setting_t *rows = config_setting_get_member(words, "rows");
    noc_status status = NOC_OK;
    begin_clocks(words, folded, study);
    for (int i = 0; i < config_setting_length(rows) && status == NOC_OK; i++) {
        const config_setting_t *row = config_setting_get_elem(rows, (unsigned)i);
        noc_process process;
        status = process_for(row, &process, diag);
        if (status == NOC_OK) put_clock(row, &process, study);
    }
    return status;
}
