#include "reports/facts/cures.h"

#include <math.h>
#include <stdio.h>

#include "reports/words/change.h"
#include "reports/words/figure.h"
#include "reports/writers/csv.h"
#include "reports/writers/json.h"
#include "reports/writers/style.h"
#include "reports/writers/table_print.h"

/* Returns the reason that a cure is unranked and last; "" for a ranked cure. */
static const char *note_of(const noc_cure *c)
{
    if (c->is_too_fast) return c->is_costed ? "above its clock" : "above its clock, not costed";
    return c->is_costed ? "" : "not costed";
}

static const char *gauge_words(const noc_cures *cures)
{
    return cures->gauge == NOC_METRIC_ipc ? "IPC" : "bandwidth";
}

static double change_of(double with, double without)
{
    return isfinite(with) && isfinite(without) ? with / without - 1.0 : NAN;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

json_t *noc_json_cures(const noc_cures *cures)
{
    json_t *array = json_array();
    for (size_t i = 0; i < cures->count; i++) {
        const noc_cure *c = &cures->list[i];
        const noc_cure_figures *with = &c->figures, *base = &cures->base;
        char set[2 * NOC_STEP_CHARS + 8];
        snprintf(set, sizeof set, "%s=%s", c->step.path, c->step.to);
        json_t *object = json_object();
        json_object_set_new(object, "set", noc_json_text(set));
        json_object_set_new(object, "from", noc_json_text(c->step.from));
        json_object_set_new(object, "to", noc_json_text(c->step.to));
        json_object_set_new(object, "metric",
                            noc_json_text(noc_metric_info_of(cures->gauge)->name));
        json_object_set_new(object, "value", noc_json_real(with->gauge));
        json_object_set_new(object, "gain", noc_json_real(c->gain.change));
        json_object_set_new(object, "gain_lo", noc_json_real(c->gain.lo));
        json_object_set_new(object, "gain_hi", noc_json_real(c->gain.hi));
        json_object_set_new(object, "round_trip_change",
                            noc_json_real(change_of(with->trip_cycles, base->trip_cycles)));
        json_object_set_new(object, "area_mm2", noc_json_real(with->area_mm2 - base->area_mm2));
        json_object_set_new(object, "leakage_mw",
                            noc_json_real(with->leakage_mw - base->leakage_mw));
        json_object_set_new(object, "power_mw", noc_json_real(with->power_mw - base->power_mw));
        json_object_set_new(object, "max_clock_mhz", noc_json_real(with->max_clock_mhz));
        json_object_set_new(object, "costed", json_boolean(c->is_costed));
        json_object_set_new(object, "above_clock", json_boolean(c->is_too_fast));
        json_array_append_new(array, object);
    }
    return array;
}

/* ---- for people ----------------------------------------------------------------------------- */

/* Returns the difference of two values in three digits: "+0.738", "-1.44"; "" if not known. */
static noc_figure added(double with, double without, double divisor)
{
    noc_figure figure = {""};
    const double more = (with - without) / divisor;
    if (!isfinite(more)) return figure;
    const noc_figure digits = noc_short_figure(fabs(more));
    if (more == 0.0)
        snprintf(figure.text, sizeof figure.text, "0");
    else
        snprintf(figure.text, sizeof figure.text, "%s%.32s", more < 0.0 ? "-" : "+", digits.text);
    return figure;
}

/* Adds the change of the latency; the latency itself if the base is saturated. */
static void add_latency(noc_table *table, const noc_cure_figures *with,
                        const noc_cure_figures *base)
{
    if (isfinite(with->trip_cycles) && !isfinite(base->trip_cycles))
        noc_table_cell(table, "%s cycles", noc_short_figure(with->trip_cycles).text);
    else
        noc_table_cell(table, "%s",
                       noc_percent(change_of(with->trip_cycles, base->trip_cycles)).text);
}

static void add_row(noc_table *table, const noc_cures *cures, const noc_cure *c, bool loaded)
{
    const noc_cure_figures *with = &c->figures, *base = &cures->base;
    const double power = loaded ? with->power_mw : with->leakage_mw;
    noc_table_cell(table, "%s %s -> %s", c->step.path, c->step.from, c->step.to);
    noc_table_cell(table, "%s", noc_percent(c->gain.change).text);
    if (loaded) add_latency(table, with, base);
    noc_table_cell(table, "%s", added(with->area_mm2, base->area_mm2, 1.0).text);
    noc_table_cell(table, "%s",
                   added(power, loaded ? base->power_mw : base->leakage_mw, 1000.0).text);
    noc_table_cell(table, "%s",
                   isfinite(with->max_clock_mhz) ? noc_figure_of(with->max_clock_mhz, 0).text : "");
    noc_table_cell(table, "%s", note_of(c));
}

static void explain_notes(const noc_sheet *sheet, const noc_estimate *e, const noc_cures *cures)
{
    bool costed = true, fast = false;
    for (size_t i = 0; i < cures->count; i++) {
        costed = costed && cures->list[i].is_costed;
        fast = fast || cures->list[i].is_too_fast;
    }
    if (!costed) noc_text_say(sheet, "not costed: the cost model asks nothing for it.");
    if (fast)
        noc_text_say(sheet, "above its clock: routers then reach less than chip.clock_mhz = %.6g.",
                     e->design->chip.clock_mhz);
    noc_text_say(sheet,
                 "%zu settings were tried; left out are those that bring less than 1%%, or no more "
                 "than their interval.",
                 cures->tried);
    if (cures->count == 0)
        noc_text_say(sheet, "No setting moves the limit by one step.");
    else
        noc_text_say(sheet, "The first: --set %s=%s", cures->list[0].step.path,
                     cures->list[0].step.to);
}

static noc_status print_all(const noc_sheet *sheet, const noc_estimate *e, const noc_cures *cures,
                            noc_diag *diag)
{
    const bool loaded = isfinite(e->load);
    noc_table table = {0};
    noc_status status = NOC_OK;
    fputc('\n', sheet->out);
    noc_text_say(sheet, NOC_BOLD "Cures: settings one step on, best first" NOC_PLAIN);
    noc_table_column(&table, NOC_ALIGN_LEFT, "setting");
    noc_table_column(&table, NOC_ALIGN_POINT, gauge_words(cures));
    if (loaded) noc_table_column(&table, NOC_ALIGN_POINT, "latency");
    noc_table_column(&table, NOC_ALIGN_POINT, "mm2");
    noc_table_column(&table, NOC_ALIGN_POINT, loaded ? "W" : "W leak");
    noc_table_column(&table, NOC_ALIGN_RIGHT, "MHz");
    noc_table_column(&table, NOC_ALIGN_LEFT, "");
    for (size_t i = 0; i < cures->count; i++) add_row(&table, cures, &cures->list[i], loaded);
    if (cures->count > 0) status = noc_text_table(sheet, &table, diag);
    if (status == NOC_OK) explain_notes(sheet, e, cures);
    return status;
}

static void tell_best(const noc_sheet *sheet, const noc_cures *cures)
{
    if (cures->untried)
        noc_text_hang(sheet, 2,
                      "cures: --cures (so large a network is not searched for the cheapest one)");
    if (cures->count == 0) return;
    const noc_cure *c = &cures->list[0];
    const noc_figure area = added(c->figures.area_mm2, cures->base.area_mm2, 1.0);
    char cost[96] = "";
    if (*note_of(c))
        snprintf(cost, sizeof cost, ", %s", note_of(c));
    else if (*area.text)
        snprintf(cost, sizeof cost, ", %.32s mm2", area.text);
    noc_text_hang(
        sheet, 2, NOC_BOLD "cheapest cure:" NOC_PLAIN " %s = %s: %s %s%s (others: --cures)",
        c->step.path, c->step.to, noc_percent(c->gain.change).text, gauge_words(cures), cost);
}

noc_status noc_text_cures(const noc_sheet *sheet, const noc_estimate *e, const noc_cures *cures,
                          noc_diag *diag)
{
    if (cures->are_all) return print_all(sheet, e, cures, diag);
    tell_best(sheet, cures);
    return NOC_OK;
}

/* ---- CSV ------------------------------------------------------------------------------------ */

static void add_csv_row(noc_csv_line *line, const noc_estimate *e, const noc_cures *cures,
                        const noc_cure *c)
{
    const noc_cure_figures *with = &c->figures, *base = &cures->base;
    noc_csv_text(line, e->design->name);
    noc_csv_text(line, e->design->hash);
    noc_csv_text(line, c->step.path);
    noc_csv_text(line, c->step.from);
    noc_csv_text(line, c->step.to);
    noc_csv_text(line, noc_metric_info_of(cures->gauge)->name);
    noc_csv_real(line, with->gauge);
    noc_csv_real(line, c->gain.change);
    noc_csv_real(line, c->gain.lo);
    noc_csv_real(line, c->gain.hi);
    noc_csv_real(line, change_of(with->trip_cycles, base->trip_cycles));
    noc_csv_real(line, with->area_mm2 - base->area_mm2);
    noc_csv_real(line, with->leakage_mw - base->leakage_mw);
    noc_csv_real(line, with->power_mw - base->power_mw);
    noc_csv_real(line, with->max_clock_mhz);
    noc_csv_text(line, c->is_costed ? "true" : "false");
    noc_csv_text(line, c->is_too_fast ? "true" : "false");
    noc_csv_end(line);
}

void noc_csv_cures(const noc_sheet *sheet, const noc_estimate *e, const noc_cures *cures)
{
    static const char *const headers[] = {"design",
                                          "hash",
                                          "setting",
                                          "from",
                                          "to",
                                          "metric",
                                          "value",
                                          "gain",
                                          "gain_lo",
                                          "gain_hi",
                                          "round_trip_change",
                                          "area_mm2",
                                          "leakage_mw",
                                          "power_mw",
                                          "max_clock_mhz",
                                          "costed",
                                          "above_clock"};
    noc_csv_line head = {.sheet = sheet};
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) noc_csv_text(&head, headers[i]);
    noc_csv_end(&head);
    for (size_t i = 0; i < cures->count; i++) {
        noc_csv_line line = {.sheet = sheet};
        add_csv_row(&line, e, cures, &cures->list[i]);
    }
}
