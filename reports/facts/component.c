#include "reports/facts/component.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "reports/writers/csv.h"
#include "reports/writers/json.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table_print.h"

/* ---- figures -------------------------------------------------------------------------------- */

enum { FIGURES_MAX = 32 };

/* One figure of a component. */
typedef struct entry {
    const char *group; /* object in JSON, first column in tables: "area_um2" */
    const char *name;
    double value;
} entry;

typedef struct entries {
    entry entry[FIGURES_MAX];
    size_t count;
} entries;

static void add(entries *list, const char *group, const char *name, double value)
{
    if (list->count < FIGURES_MAX) list->entry[list->count++] = (entry){group, name, value};
}

static void add_router(entries *list, const noc_component_answer *a)
{
    const noc_router_cost *r = &a->router;
    for (size_t i = 0; i < NOC_COMPONENTS; i++)
        add(list, "area_um2", noc_component_name(i), r->area_um2[i]);
    add(list, "area_um2", "total", noc_router_area_um2(r));
    for (size_t i = 0; i < NOC_COMPONENTS; i++)
        add(list, "leakage_mw", noc_component_name(i), r->leakage_mw[i]);
    add(list, "leakage_mw", "total", noc_router_leakage_mw(r));
    add(list, "energy_pj", "buffer_write", r->write_pj);
    add(list, "energy_pj", "buffer_read", r->read_pj);
    add(list, "energy_pj", "crossbar", r->crossbar_pj - r->crossbar_wire_pj);
    add(list, "energy_pj", "crossbar_wires", r->crossbar_wire_pj);
    add(list, "energy_pj", "allocation", r->allocation_pj);
    add(list, "energy_pj", "vc_allocation", r->vc_allocation_pj);
    add(list, "energy_pj", "clock", r->clock_pj);
    add(list, "delay_ps", "vc_allocation", a->clock.stage_ps[NOC_STAGE_VC_ALLOCATION]);
    add(list, "delay_ps", "switch_allocation", a->clock.stage_ps[NOC_STAGE_SWITCH_ALLOCATION]);
    add(list, "delay_ps", "switch_traversal", a->clock.stage_ps[NOC_STAGE_TRAVERSAL]);
    add(list, "delay_ps", "crossbar_wires", a->clock.stage_wire_ps[NOC_STAGE_TRAVERSAL]);
}

static void add_link(entries *list, const noc_component_answer *a)
{
    const noc_link_cost *l = &a->link;
    add(list, "area_um2", "active", l->area_um2);
    add(list, "area_um2", "wire", l->wire_area_um2);
    add(list, "leakage_mw", "active", l->leakage_mw);
    add(list, "leakage_mw", "wire", isfinite(l->leakage_mw) ? 0.0 : NAN);
    add(list, "leakage_mw", "total", l->leakage_mw);
    add(list, "energy_pj", "link_flit", l->flit_pj);
    add(list, "delay_ps", "link", l->delay_ps);
}

static void collect(const noc_component_answer *a, entries *list)
{
    list->count = 0;
    if (a->is_link)
        add_link(list, a);
    else
        add_router(list, a);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

/* Returns the cells of the built buffers, "sram" or "table". */
static const char *cells_of(const noc_component_answer *a)
{
    return noc_router_has_sram(&a->shape) ? "sram" : "table";
}

static json_t *shape_object(const noc_component_answer *a)
{
    json_t *object = json_object();
    json_object_set_new(object, "flit_bits", noc_json_real(a->shape.flit_bits));
    if (a->is_link) {
        json_object_set_new(object, "length_mm", noc_json_real(a->length_mm));
        json_object_set_new(object, "repeaters_per_bit", noc_json_real(a->link.repeaters));
        json_object_set_new(object, "repeater_drive", noc_json_real(a->link.drive));
        return object;
    }
    json_object_set_new(object, "inputs", noc_json_real(a->shape.inputs));
    json_object_set_new(object, "outputs", noc_json_real(a->shape.outputs));
    json_object_set_new(object, "vcs", noc_json_real(a->shape.virtual_channels));
    json_object_set_new(object, "depth", noc_json_real(a->shape.buffer_flits));
    if (a->shape.buffer_cells != NOC_BUFFERS_TABLE)
        json_object_set_new(object, "buffer_cells", noc_json_text(cells_of(a)));
    if (a->shape.arrays > 1.0)
        json_object_set_new(object, "buffer_banks", noc_json_real(a->shape.arrays));
    return object;
}

/* Returns the reason for missing figures of a group. */
static const char *why_missing(const noc_component_answer *a, const char *group)
{
    const bool area = strcmp(group, "area_um2") == 0;
    const char *why = area ? "the table for this technology does not separate wires from silicon"
                           : a->process.no_power;
    return why ? why : "not computed";
}

/* Adds an object for each group; an incomplete group has the reason. */
static void add_groups(json_t *object, const noc_component_answer *a)
{
    entries list;
    collect(a, &list);
    json_t *group = NULL;
    for (size_t i = 0; i < list.count; i++) {
        const entry *e = &list.entry[i];
        if (i == 0 || strcmp(e->group, list.entry[i - 1].group) != 0) {
            group = json_object();
            json_object_set_new(object, e->group, group);
        }
        json_object_set_new(group, e->name, noc_json_real(e->value));
        const bool last = i + 1 == list.count || strcmp(e->group, list.entry[i + 1].group) != 0;
        if (last && !isfinite(e->value))
            json_object_set_new(group, "why", noc_json_text(why_missing(a, e->group)));
    }
}

static json_t *interval_object(const noc_built_factor *f)
{
    return json_pack("{s:o, s:o, s:o}", "value", noc_json_real(f->value), "lo",
                     noc_json_real(f->lo), "hi", noc_json_real(f->hi));
}

/* Returns the costs as built; null for unknown power. */
static json_t *built_object(const noc_built_component *b)
{
    return json_pack("{s:o, s:o, s:o}", "area_um2", interval_object(&b->area_um2), "leakage_mw",
                     interval_object(&b->leakage_mw), "flit_pj", interval_object(&b->flit_pj));
}

/* Returns the costs of the buffers' arrays, which are part of the router; flit_pj is for a write
 * and a read. */
static json_t *sram_object(const noc_component_answer *a)
{
    const noc_built_factor um2 = noc_built_given(&a->router.arrays_um2);
    const noc_built_factor mw = noc_built_given(&a->router.arrays_mw);
    const noc_built_factor pj = noc_built_given(&a->router.arrays_pj);
    return json_pack("{s:o, s:o, s:o}", "area_um2", interval_object(&um2), "leakage_mw",
                     interval_object(&mw), "flit_pj", interval_object(&pj));
}

static json_t *check_object(const noc_check_cost *c)
{
    return json_pack("{s:o, s:o, s:o}", "area_um2", noc_json_real(c->area_um2), "leakage_mw",
                     noc_json_real(c->leakage_mw), "flit_pj", noc_json_real(c->flit_pj));
}

/* Returns the costs of the coders at nodes' ports, which are not part of the router. */
static json_t *ecc_object(const noc_component_answer *a)
{
    return json_pack("{s:o, s:b, s:o, s:o}", "bits", noc_json_real(a->ecc_bits), "corrects",
                     noc_check_corrects(a->shape.flit_bits - a->ecc_bits, a->ecc_bits), "encoder",
                     check_object(&a->encoder), "decoder", check_object(&a->decoder));
}

/* Finds the interval of a router's clock, MHz; NAN for a link. */
static void clock_interval(const noc_component_answer *a, double *lo, double *hi)
{
    *lo = *hi = NAN;
    if (!a->is_link) noc_clock_interval(a->max_clock_mhz, lo, hi);
}

static noc_status write_json(const noc_sheet *sheet, const noc_component_answer *a, noc_diag *diag)
{
    json_t *object = json_object(), *remarks = json_array(), *command = json_array();
    char label[NOC_PROCESS_LABEL_CHARS];
    noc_process_label(&a->process, label, sizeof label);
    json_object_set_new(object, "schema", noc_json_text("nocsight.cost/1"));
    json_object_set_new(object, "tool", noc_json_tool(&sheet->run));
    json_object_set_new(object, "component", noc_json_text(a->is_link ? "link" : "router"));
    json_object_set_new(object, "technology_nm", noc_json_real(a->process.nm));
    json_object_set_new(object, "technology_label",
                        *label ? noc_json_text(label) : noc_json_text("measured"));
    json_object_set_new(object, "clock_mhz", noc_json_real(a->clock_mhz));
    json_object_set_new(object, "shape", shape_object(a));
    add_groups(object, a);
    if (!a->is_link)
        json_object_set_new(object, "wire_area_um2", noc_json_real(a->router.wire_area_um2));
    json_object_set_new(object, "built", built_object(&a->built));
    if (noc_router_has_sram(&a->shape)) json_object_set_new(object, "sram", sram_object(a));
    if (a->ecc_bits > 0.0) json_object_set_new(object, "ecc", ecc_object(a));
    json_object_set_new(object, "max_clock_mhz", noc_json_real(a->max_clock_mhz));
    double lo, hi;
    clock_interval(a, &lo, &hi);
    json_object_set_new(object, "max_clock_mhz_lo", noc_json_real(lo));
    json_object_set_new(object, "max_clock_mhz_hi", noc_json_real(hi));
    json_object_set_new(object, "interval_frac",
                        a->spread > 0.0 ? noc_json_real(a->spread) : json_null());
    for (int i = 0; i < a->remark_count; i++)
        json_array_append_new(remarks, noc_json_text(a->remarks[i]));
    json_object_set_new(object, "warnings", remarks);
    for (int i = 0; i < sheet->run.argc; i++)
        json_array_append_new(command, noc_json_text(sheet->run.argv[i]));
    json_object_set_new(object, "run", json_pack("{s:o}", "command", command));
    return noc_json_write(sheet->out, object, diag);
}

/* ---- tables --------------------------------------------------------------------------------- */

static const char *unit_of(const char *group)
{
    if (strcmp(group, "area_um2") == 0) return "um2";
    if (strcmp(group, "leakage_mw") == 0) return "mW";
    return strcmp(group, "energy_pj") == 0 ? "pJ" : "ps";
}

static const char *title_of(const char *group)
{
    if (strcmp(group, "area_um2") == 0) return "area";
    if (strcmp(group, "leakage_mw") == 0) return "leakage";
    return strcmp(group, "energy_pj") == 0 ? "energy" : "delay";
}

static void put_words(const noc_component_answer *a, noc_table *table)
{
    entries list;
    collect(a, &list);
    noc_table_column(table, NOC_ALIGN_LEFT, "figure");
    noc_table_column(table, NOC_ALIGN_LEFT, "of");
    noc_table_column(table, NOC_ALIGN_POINT, "value");
    noc_table_column(table, NOC_ALIGN_LEFT, "unit");
    const char *last = "";
    for (size_t i = 0; i < list.count; i++) {
        const entry *e = &list.entry[i];
        char name[40];
        snprintf(name, sizeof name, "%s", e->name);
        for (char *c = name; *c; c++)
            if (*c == '_') *c = ' ';
        noc_table_cell(table, "%s", strcmp(last, e->group) == 0 ? "" : title_of(e->group));
        noc_table_cell(table, "%s", name);
        if (isfinite(e->value))
            noc_table_cell(table, "%.*f", fabs(e->value) >= 100.0 ? 1 : 4, e->value);
        else
            noc_table_cell(table, "-");
        noc_table_cell(table, "%s", unit_of(e->group));
        last = e->group;
    }
}

/* Prints the arrays of the input buffers, unless they are one array of the table's cells. */
static void say_arrays(const noc_sheet *sheet, const noc_component_answer *a)
{
    const double ports = a->shape.inputs, arrays = fmax(1.0, a->shape.arrays);
    const bool sram = noc_router_has_sram(&a->shape);
    const noc_built_factor um2 = noc_built_given(&a->router.arrays_um2);
    if (a->is_link || (!sram && arrays == 1.0)) return;
    if (sram)
        noc_text_say(sheet,
                     "Its buffers are %g arrays of SRAM, %.0f um2 in all, %.0f to %.0f (%.2g um2 a "
                     "bit).",
                     ports * arrays, um2.value, um2.lo, um2.hi,
                     um2.value / (ports * a->shape.virtual_channels * a->shape.buffer_flits *
                                  a->shape.flit_bits));
    else
        noc_text_say(sheet, "Its buffers are %g arrays of the table's cells.", ports * arrays);
}

/* Prints the coders of check bits at nodes' ports, which are not part of the router. */
static void say_coders(const noc_sheet *sheet, const noc_component_answer *a)
{
    const double data = a->shape.flit_bits - a->ecc_bits;
    if (a->is_link || a->ecc_bits == 0.0) return;
    noc_text_say(sheet,
                 "Of its bits %g check the others (%s); at a node's port an encoder has %.0f um2, "
                 "a decoder %.0f.",
                 a->ecc_bits,
                 noc_check_corrects(data, a->ecc_bits) ? "an error is corrected, two are detected"
                                                       : "parities: an error in each is detected",
                 a->encoder.area_um2, a->decoder.area_um2);
}

static void say_heading(const noc_sheet *sheet, const noc_component_answer *a)
{
    if (a->is_link)
        noc_text_say(
            sheet,
            "A link of %g bit%s and %g mm at %g nm and %g MHz: %g repeater%s of drive %g a bit.",
            a->shape.flit_bits, a->shape.flit_bits == 1.0 ? "" : "s", a->length_mm, a->process.nm,
            a->clock_mhz, a->link.repeaters, a->link.repeaters == 1.0 ? "" : "s", a->link.drive);
    else
        noc_text_say(
            sheet,
            "A router of %g inputs, %g outputs, %g bits, %g virtual channels of %g flits at %g nm.",
            a->shape.inputs, a->shape.outputs, a->shape.flit_bits, a->shape.virtual_channels,
            a->shape.buffer_flits, a->process.nm);
    say_arrays(sheet, a);
    say_coders(sheet, a);
    fputc('\n', sheet->out);
}

/* Writes a range without an exponent: "leakage 1.4 to 90 mW". */
static void say_range(const char *of, const noc_built_factor *range, const char *unit, char *text,
                      size_t size)
{
    const int digits = range->hi >= 1000.0 ? 0 : 3;
    if (digits == 0)
        snprintf(text, size, "%s %.0f to %.0f %s", of, range->lo, range->hi, unit);
    else
        snprintf(text, size, "%s %.*g to %.*g %s", of, digits, range->lo, digits, range->hi, unit);
}

/* Prints the costs with the factors of built chips: "As built: area 36267 to 246159 um2, ...". */
static void say_built(const noc_sheet *sheet, const noc_component_answer *a)
{
    const noc_built_component *b = &a->built;
    char area[80], leakage[80], flit[80];
    say_range("area", &b->area_um2, "um2", area, sizeof area);
    say_range("leakage", &b->leakage_mw, "mW", leakage, sizeof leakage);
    say_range("a flit", &b->flit_pj, "pJ", flit, sizeof flit);
    if (a->process.no_power)
        noc_text_say(sheet, "As built: %s (what nine of ten chips have).", area);
    else
        noc_text_say(sheet, "As built: %s, %s, %s (what nine of ten chips have).", area, leakage,
                     flit);
}

static noc_status write_text(const noc_sheet *sheet, const noc_component_answer *a, noc_diag *diag)
{
    noc_table table = {0};
    say_heading(sheet, a);
    put_words(a, &table);
    const noc_status status = noc_text_table(sheet, &table, diag);
    fputc('\n', sheet->out);
    double lo, hi;
    clock_interval(a, &lo, &hi);
    if (isfinite(lo))
        noc_text_say(sheet,
                     "Clock: up to %.0f MHz by gates and wires alone; such routers are built for "
                     "%.0f to %.0f.",
                     a->max_clock_mhz, lo, hi);
    else if (isfinite(a->max_clock_mhz))
        noc_text_say(sheet, "Clock: up to %.0f MHz.", a->max_clock_mhz);
    say_built(sheet, a);
    if (a->process.no_power) noc_text_say(sheet, "No power: %s.", a->process.no_power);
    for (int i = 0; i < a->remark_count; i++) noc_text_say(sheet, "Warning: %s.", a->remarks[i]);
    return status;
}

static void add_built(entries *list, const noc_component_answer *a)
{
    const noc_built_component *b = &a->built;
    add(list, "built_area_um2", "lo", b->area_um2.lo);
    add(list, "built_area_um2", "hi", b->area_um2.hi);
    add(list, "built_leakage_mw", "lo", b->leakage_mw.lo);
    add(list, "built_leakage_mw", "hi", b->leakage_mw.hi);
    add(list, "built_flit_pj", "lo", b->flit_pj.lo);
    add(list, "built_flit_pj", "hi", b->flit_pj.hi);
}

static noc_status write_csv(const noc_sheet *sheet, const noc_component_answer *a, noc_diag *diag)
{
    entries list;
    noc_table table = {0};
    collect(a, &list);
    static const char *const headers[] = {"component", "technology_nm", "figure", "of", "value"};
    for (size_t i = 0; i < 5; i++) noc_table_column(&table, NOC_ALIGN_LEFT, headers[i]);
    add_built(&list, a);
    add(&list, "max_clock_mhz", a->is_link ? "link" : "router", a->max_clock_mhz);
    for (size_t i = 0; i < list.count; i++) {
        noc_table_cell(&table, "%s", a->is_link ? "link" : "router");
        noc_table_cell(&table, "%g", a->process.nm);
        noc_table_cell(&table, "%s", list.entry[i].group);
        noc_table_cell(&table, "%s", list.entry[i].name);
        if (isfinite(list.entry[i].value))
            noc_table_cell(&table, "%.12g", list.entry[i].value);
        else
            noc_table_cell(&table, "%s", "");
    }
    const noc_status status = noc_csv_table(sheet, &table, diag);
    noc_table_clear(&table);
    return status;
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
