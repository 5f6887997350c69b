#include "reports/facts/component.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "reports/writers/json.h"
#include "reports/writers/rows.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table_print.h"

/* ---- figures -------------------------------------------------------------------------------- */

enum { FIGURES_MAX = 32 };

/* One figure of a component. */
typedef struct component_figure {
    const char *group; /* object in JSON, first column in tables: "area_um2" */
    const char *name;
    double value;
} component_figure;

typedef struct figure_list {
    component_figure figures[FIGURES_MAX];
    size_t count;
} figure_list;

static void add_figure(figure_list *list, const char *group, const char *name, double value)
{
    if (list->count < FIGURES_MAX)
        list->figures[list->count++] = (component_figure){group, name, value};
}

static void add_router(figure_list *list, const noc_component_answer *answer)
{
    const noc_router_cost *router = &answer->router;
    for (size_t i = 0; i < NOC_COMPONENTS; i++)
        add_figure(list, "area_um2", noc_component_name(i), router->area_um2[i]);
    add_figure(list, "area_um2", "total", noc_router_area_um2(router));
    for (size_t i = 0; i < NOC_COMPONENTS; i++)
        add_figure(list, "leakage_mw", noc_component_name(i), router->leakage_mw[i]);
    add_figure(list, "leakage_mw", "total", noc_router_leakage_mw(router));
    add_figure(list, "energy_pj", "buffer_write", router->write_pj);
    add_figure(list, "energy_pj", "buffer_read", router->read_pj);
    add_figure(list, "energy_pj", "crossbar", router->crossbar_pj - router->crossbar_wire_pj);
    add_figure(list, "energy_pj", "crossbar_wires", router->crossbar_wire_pj);
    add_figure(list, "energy_pj", "allocation", router->allocation_pj);
    add_figure(list, "energy_pj", "vc_allocation", router->vc_allocation_pj);
    add_figure(list, "energy_pj", "clock", router->clock_pj);
    add_figure(list, "delay_ps", "vc_allocation", answer->clock.stage_ps[NOC_STAGE_VC_ALLOCATION]);
    add_figure(list, "delay_ps", "switch_allocation",
               answer->clock.stage_ps[NOC_STAGE_SWITCH_ALLOCATION]);
    add_figure(list, "delay_ps", "switch_traversal", answer->clock.stage_ps[NOC_STAGE_TRAVERSAL]);
    add_figure(list, "delay_ps", "crossbar_wires",
               answer->clock.stage_wire_ps[NOC_STAGE_TRAVERSAL]);
}

static void add_link(figure_list *list, const noc_component_answer *answer)
{
    const noc_link_cost *link = &answer->link;
    add_figure(list, "area_um2", "active", link->area_um2);
    add_figure(list, "area_um2", "wire", link->wire_area_um2);
    add_figure(list, "leakage_mw", "active", link->leakage_mw);
    add_figure(list, "leakage_mw", "wire", isfinite(link->leakage_mw) ? 0.0 : NAN);
    add_figure(list, "leakage_mw", "total", link->leakage_mw);
    add_figure(list, "energy_pj", "link_flit", link->flit_pj);
    add_figure(list, "delay_ps", "link", link->delay_ps);
}

static void list_figures(const noc_component_answer *answer, figure_list *list)
{
    list->count = 0;
    if (answer->is_link)
        add_link(list, answer);
    else
        add_router(list, answer);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

/* Returns the cells of the built buffers, "sram" or "table". */
static const char *cell_name(const noc_component_answer *answer)
{
    return noc_router_has_sram(&answer->shape) ? "sram" : "table";
}

static json_t *shape_object(const noc_component_answer *answer)
{
    json_t *object = json_object();
    noc_json_set_real(object, "flit_bits", answer->shape.flit_bits);
    if (answer->is_link) {
        noc_json_set_real(object, "length_mm", answer->length_mm);
        noc_json_set_real(object, "repeaters_per_bit", answer->link.repeaters_per_bit);
        noc_json_set_real(object, "repeater_drive", answer->link.drive);
        return object;
    }
    noc_json_set_real(object, "inputs", answer->shape.inputs);
    noc_json_set_real(object, "outputs", answer->shape.outputs);
    noc_json_set_real(object, "vcs", answer->shape.virtual_channels);
    noc_json_set_real(object, "depth", answer->shape.buffer_flits);
    if (answer->shape.buffer_cells != NOC_BUFFERS_TABLE)
        noc_json_set_text(object, "buffer_cells", cell_name(answer));
    if (answer->shape.arrays > 1.0) noc_json_set_real(object, "buffer_banks", answer->shape.arrays);
    return object;
}

/* Returns the reason for missing figures of a group. */
static const char *missing_reason(const noc_component_answer *answer, const char *group)
{
    const bool is_area = strcmp(group, "area_um2") == 0;
    const char *reason = is_area
                             ? "the table for this technology does not separate wires from silicon"
                             : answer->process.no_power_reason;
    return reason ? reason : "not computed";
}

/* Adds an object for each group; an incomplete group has the reason. */
static void add_groups(json_t *object, const noc_component_answer *answer)
{
    figure_list list;
    list_figures(answer, &list);
    json_t *group = NULL;
    for (size_t i = 0; i < list.count; i++) {
        const component_figure *figure = &list.figures[i];
        if (i == 0 || strcmp(figure->group, list.figures[i - 1].group) != 0) {
            group = json_object();
            json_object_set_new(object, figure->group, group);
        }
        noc_json_set_real(group, figure->name, figure->value);
        const bool is_last =
            i + 1 == list.count || strcmp(figure->group, list.figures[i + 1].group) != 0;
        if (is_last && !isfinite(figure->value))
            noc_json_set_text(group, "why", missing_reason(answer, figure->group));
    }
}

static json_t *interval_object(const noc_built_factor *factor)
{
    return json_pack("{s:o, s:o, s:o}", "value", noc_json_real(factor->value), "lo",
                     noc_json_real(factor->lo), "hi", noc_json_real(factor->hi));
}

/* Returns the costs as built; null for unknown power. */
static json_t *built_object(const noc_built_component *built)
{
    return json_pack("{s:o, s:o, s:o}", "area_um2", interval_object(&built->area_um2), "leakage_mw",
                     interval_object(&built->leakage_mw), "flit_pj",
                     interval_object(&built->flit_pj));
}

/* Returns the costs of the buffers' arrays, which are part of the router. flit_pj is the energy of
 * a write and a read of a flit. */
static json_t *sram_object(const noc_component_answer *answer)
{
    const noc_built_factor um2 = noc_built_reported(&answer->router.array_area_um2);
    const noc_built_factor mw = noc_built_reported(&answer->router.array_leakage_mw);
    const noc_built_factor pj = noc_built_reported(&answer->router.array_energy_pj);
    return json_pack("{s:o, s:o, s:o}", "area_um2", interval_object(&um2), "leakage_mw",
                     interval_object(&mw), "flit_pj", interval_object(&pj));
}

static json_t *check_object(const noc_check_cost *cost)
{
    return json_pack("{s:o, s:o, s:o}", "area_um2", noc_json_real(cost->area_um2), "leakage_mw",
                     noc_json_real(cost->leakage_mw), "flit_pj", noc_json_real(cost->flit_pj));
}

/* Returns the costs of the coders at nodes' ports, which are not part of the router. */
static json_t *ecc_object(const noc_component_answer *answer)
{
    return json_pack(
        "{s:o, s:b, s:o, s:o}", "bits", noc_json_real(answer->ecc_bits), "corrects",
        noc_check_corrects(answer->shape.flit_bits - answer->ecc_bits, answer->ecc_bits), "encoder",
        check_object(&answer->encoder), "decoder", check_object(&answer->decoder));
}

/* Finds the interval of a router's clock, MHz; NAN for a link. */
static void clock_interval(const noc_component_answer *answer, double *lo, double *hi)
{
    *lo = *hi = NAN;
    if (!answer->is_link) noc_clock_interval(answer->max_clock_mhz, lo, hi);
}

static noc_status write_json(const noc_sheet *sheet, const noc_component_answer *answer,
                             noc_diag *diag)
{
    json_t *object = noc_json_document(sheet, "nocsight.cost/1"), *remarks = json_array();
    char label[NOC_PROCESS_LABEL_CHARS];
    noc_process_label(&answer->process, label, sizeof label);
    noc_json_set_text(object, "component", answer->is_link ? "link" : "router");
    noc_json_set_real(object, "technology_nm", answer->process.feature_nm);
    json_object_set_new(object, "technology_label",
                        *label ? noc_json_text(label) : noc_json_text("measured"));
    noc_json_set_real(object, "clock_mhz", answer->clock_mhz);
    json_object_set_new(object, "shape", shape_object(answer));
    add_groups(object, answer);
    if (!answer->is_link) noc_json_set_real(object, "wire_area_um2", answer->router.wire_area_um2);
    json_object_set_new(object, "built", built_object(&answer->built));
    if (noc_router_has_sram(&answer->shape))
        json_object_set_new(object, "sram", sram_object(answer));
    if (answer->ecc_bits > 0.0) json_object_set_new(object, "ecc", ecc_object(answer));
    noc_json_set_real(object, "max_clock_mhz", answer->max_clock_mhz);
    double lo, hi;
    clock_interval(answer, &lo, &hi);
    noc_json_set_real(object, "max_clock_mhz_lo", lo);
    noc_json_set_real(object, "max_clock_mhz_hi", hi);
    json_object_set_new(object, "interval_frac",
                        answer->spread > 0.0 ? noc_json_real(answer->spread) : json_null());
    for (int i = 0; i < answer->remark_count; i++)
        json_array_append_new(remarks, noc_json_text(answer->remarks[i]));
    json_object_set_new(object, "warnings", remarks);
    return noc_json_finish(sheet, object, diag);
}

/* ---- tables --------------------------------------------------------------------------------- */

static const char *group_unit(const char *group)
{
    if (strcmp(group, "area_um2") == 0) return "um2";
    if (strcmp(group, "leakage_mw") == 0) return "mW";
    return strcmp(group, "energy_pj") == 0 ? "pJ" : "ps";
}

static const char *group_title(const char *group)
{
    if (strcmp(group, "area_um2") == 0) return "area";
    if (strcmp(group, "leakage_mw") == 0) return "leakage";
    return strcmp(group, "energy_pj") == 0 ? "energy" : "delay";
}

static void add_figure_rows(const noc_component_answer *answer, noc_table *table)
{
    figure_list list;
    list_figures(answer, &list);
    noc_table_add_columns(table, "figure|of|.value|unit");
    const char *last_group = "";
    for (size_t i = 0; i < list.count; i++) {
        const component_figure *figure = &list.figures[i];
        char name[40];
        snprintf(name, sizeof name, "%s", figure->name);
        for (char *c = name; *c; c++)
            if (*c == '_') *c = ' ';
        noc_table_add_cell(
            table, "%s", strcmp(last_group, figure->group) == 0 ? "" : group_title(figure->group));
        noc_table_add_cell(table, "%s", name);
        if (isfinite(figure->value))
            noc_table_add_cell(table, "%.*f", fabs(figure->value) >= 100.0 ? 1 : 4, figure->value);
        else
            noc_table_add_cell(table, "-");
        noc_table_add_cell(table, "%s", group_unit(figure->group));
        last_group = figure->group;
    }
}

/* Prints the arrays of the input buffers, unless they are one array of the table's cells. */
static void print_arrays(const noc_sheet *sheet, const noc_component_answer *answer)
{
    const double ports = answer->shape.inputs, arrays = fmax(1.0, answer->shape.arrays);
    const bool has_sram = noc_router_has_sram(&answer->shape);
    const noc_built_factor um2 = noc_built_reported(&answer->router.array_area_um2);
    if (answer->is_link || (!has_sram && arrays == 1.0)) return;
    if (has_sram)
        noc_text_paragraph(
            sheet,
            "Its buffers are %g arrays of SRAM, %.0f um2 in all, %.0f to %.0f (%.2g um2 a "
            "bit).",
            ports * arrays, um2.value, um2.lo, um2.hi,
            um2.value / (ports * answer->shape.virtual_channels * answer->shape.buffer_flits *
                         answer->shape.flit_bits));
    else
        noc_text_paragraph(sheet, "Its buffers are %g arrays of the table's cells.",
                           ports * arrays);
}

/* Prints the coders of check bits at nodes' ports, which are not part of the router. */
static void print_coders(const noc_sheet *sheet, const noc_component_answer *answer)
{
    const double data_bits = answer->shape.flit_bits - answer->ecc_bits;
    if (answer->is_link || answer->ecc_bits == 0.0) return;
    noc_text_paragraph(
        sheet,
        "Of its bits %g check the others (%s); at a node's port an encoder has %.0f um2, "
        "a decoder %.0f.",
        answer->ecc_bits,
        noc_check_corrects(data_bits, answer->ecc_bits) ? "an error is corrected, two are detected"
                                                        : "parities: an error in each is detected",
        answer->encoder.area_um2, answer->decoder.area_um2);
}

static void print_heading(const noc_sheet *sheet, const noc_component_answer *answer)
{
    if (answer->is_link)
        noc_text_paragraph(
            sheet,
            "A link of %g bit%s and %g mm at %g nm and %g MHz: %g repeater%s of drive %g a bit.",
            answer->shape.flit_bits, answer->shape.flit_bits == 1.0 ? "" : "s", answer->length_mm,
            answer->process.feature_nm, answer->clock_mhz, answer->link.repeaters_per_bit,
            answer->link.repeaters_per_bit == 1.0 ? "" : "s", answer->link.drive);
    else
        noc_text_paragraph(
            sheet,
            "A router of %g inputs, %g outputs, %g bits, %g virtual channels of %g flits at %g nm.",
            answer->shape.inputs, answer->shape.outputs, answer->shape.flit_bits,
            answer->shape.virtual_channels, answer->shape.buffer_flits, answer->process.feature_nm);
    print_arrays(sheet, answer);
    print_coders(sheet, answer);
    fputc('\n', sheet->out);
}

/* Writes a range without an exponent: "leakage 1.4 to 90 mW". */
static void write_range(const char *quantity, const noc_built_factor *range, const char *unit,
                        char *text, size_t size)
{
    const int digits = range->hi >= 1000.0 ? 0 : 3;
    if (digits == 0)
        snprintf(text, size, "%s %.0f to %.0f %s", quantity, range->lo, range->hi, unit);
    else
        snprintf(text, size, "%s %.*g to %.*g %s", quantity, digits, range->lo, digits, range->hi,
                 unit);
}

/* Prints the costs with the factors of built chips: "As built: area 36267 to 246159 um2, ...". */
static void print_built(const noc_sheet *sheet, const noc_component_answer *answer)
{
    const noc_built_component *built = &answer->built;
    char area[80], leakage[80], flit[80];
    write_range("area", &built->area_um2, "um2", area, sizeof area);
    write_range("leakage", &built->leakage_mw, "mW", leakage, sizeof leakage);
    write_range("a flit", &built->flit_pj, "pJ", flit, sizeof flit);
    if (answer->process.no_power_reason)
        noc_text_paragraph(sheet, "As built: %s (what nine of ten chips have).", area);
    else
        noc_text_paragraph(sheet, "As built: %s, %s, %s (what nine of ten chips have).", area,
                           leakage, flit);
}

static noc_status write_text(const noc_sheet *sheet, const noc_component_answer *answer,
                             noc_diag *diag)
{
    noc_table table = {0};
    print_heading(sheet, answer);
    add_figure_rows(answer, &table);
    const noc_status status = noc_text_table(sheet, &table, diag);
    fputc('\n', sheet->out);
    double lo, hi;
    clock_interval(answer, &lo, &hi);
    if (isfinite(lo))
        noc_text_paragraph(
            sheet,
            "Clock: up to %.0f MHz by gates and wires alone; such routers are built for "
            "%.0f to %.0f.",
            answer->max_clock_mhz, lo, hi);
    else if (isfinite(answer->max_clock_mhz))
        noc_text_paragraph(sheet, "Clock: up to %.0f MHz.", answer->max_clock_mhz);
    print_built(sheet, answer);
    if (answer->process.no_power_reason)
        noc_text_paragraph(sheet, "No power: %s.", answer->process.no_power_reason);
    for (int i = 0; i < answer->remark_count; i++)
        noc_text_paragraph(sheet, "Warning: %s.", answer->remarks[i]);
    return status;
}

static void add_built(figure_list *list, const noc_component_answer *answer)
{
    const noc_built_component *built = &answer->built;
    add_figure(list, "built_area_um2", "lo", built->area_um2.lo);
    add_figure(list, "built_area_um2", "hi", built->area_um2.hi);
    add_figure(list, "built_leakage_mw", "lo", built->leakage_mw.lo);
    add_figure(list, "built_leakage_mw", "hi", built->leakage_mw.hi);
    add_figure(list, "built_flit_pj", "lo", built->flit_pj.lo);
    add_figure(list, "built_flit_pj", "hi", built->flit_pj.hi);
}

static noc_status write_csv(const noc_sheet *sheet, const noc_component_answer *answer,
                            noc_diag *diag)
{
    const char *component = answer->is_link ? "link" : "router";
    char technology[20];
    figure_list list;
    noc_rows rows = noc_rows_begin(sheet, "component technology_nm figure of value");
    list_figures(answer, &list);
    add_built(&list, answer);
    add_figure(&list, "max_clock_mhz", component, answer->max_clock_mhz);
    snprintf(technology, sizeof technology, "%g", answer->process.feature_nm);
    for (size_t i = 0; i < list.count; i++) {
        noc_rows_add(&rows);
        noc_put_text(&rows, "component", component);
        noc_put_text(&rows, "technology_nm", technology);
        noc_put_text(&rows, "figure", list.figures[i].group);
        noc_put_text(&rows, "of", list.figures[i].name);
        noc_put_real(&rows, "value", list.figures[i].value);
    }
    return noc_rows_write(&rows, diag);
}

noc_status noc_report_component(const noc_sheet *sheet, const noc_component_answer *answer,
                                noc_diag *diag)
{
    switch (sheet->format) {
    case NOC_FORMAT_JSON:
        return write_json(sheet, answer, diag);
    case NOC_FORMAT_CSV:
        return write_csv(sheet, answer, diag);
    default:
        return write_text(sheet, answer, diag);
    }
}
