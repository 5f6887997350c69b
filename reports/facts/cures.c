#include "reports/facts/cures.h"

#include <math.h>
#include <stdio.h>

#include "reports/words/change.h"
#include "reports/words/figure.h"
#include "reports/writers/rows.h"
#include "reports/writers/style.h"
#include "reports/writers/table_print.h"

/* Returns the reason that a cure is unranked and last; "" for a ranked cure. */
static const char *cure_note(const noc_cure *cure)
{
    if (cure->misses_clock)
        return cure->has_cost ? "above its clock" : "above its clock, not costed";
    return cure->has_cost ? "" : "not costed";
}

static const char *target_name(const noc_cures *cures)
{
    return cures->target_metric == NOC_METRIC_ipc ? "IPC" : "bandwidth";
}

static double relative_change(double new_value, double old_value)
{
    return isfinite(new_value) && isfinite(old_value) ? new_value / old_value - 1.0 : NAN;
}

/* Returns the difference of two values, divided by `divisor`, in three digits: "+0.738", "-1.44";
 * "" if not known. */
static noc_figure difference_text(double new_value, double old_value, double divisor)
{
    noc_figure figure = {""};
    const double difference = (new_value - old_value) / divisor;
    if (!isfinite(difference)) return figure;
    const noc_figure digits = noc_short_figure(fabs(difference));
    if (difference == 0.0)
        snprintf(figure.text, sizeof figure.text, "0");
    else
        snprintf(figure.text, sizeof figure.text, "%s%.32s", difference < 0.0 ? "-" : "+",
                 digits.text);
    return figure;
}

/* Returns the change of the latency; the latency itself if the base is saturated. */
static noc_figure latency_text(const noc_cure_metrics *figures, const noc_cure_metrics *base)
{
    if (!isfinite(figures->latency_cycles) || isfinite(base->latency_cycles))
        return noc_percent_figure(relative_change(figures->latency_cycles, base->latency_cycles));
    noc_figure cycles;
    snprintf(cycles.text, sizeof cycles.text, "%.32s cycles",
             noc_short_figure(figures->latency_cycles).text);
    return cycles;
}

/* ---- rows ----------------------------------------------------------------------------------- */

static const char columns[] =
    "csv:design csv:hash csv:setting json:set from to metric value gain gain_lo gain_hi "
    "round_trip_change area_mm2 leakage_mw power_mw max_clock_mhz costed above_clock";

static void show_cure(noc_rows *rows, const noc_cures *cures, const noc_cure *cure, bool has_load)
{
    const noc_cure_metrics *figures = &cure->metrics, *base = &cures->base_metrics;
    const double power = has_load ? figures->power_mw : figures->leakage_mw,
                 base_power = has_load ? base->power_mw : base->leakage_mw;
    noc_put_shown(rows, "%s %s -> %s", cure->step.path, cure->step.old_text, cure->step.new_text);
    noc_put_shown(rows, "%s", noc_percent_figure(cure->gain.change).text);
    if (has_load) noc_put_shown(rows, "%s", latency_text(figures, base).text);
    noc_put_shown(rows, "%s", difference_text(figures->area_mm2, base->area_mm2, 1.0).text);
    noc_put_shown(rows, "%s", difference_text(power, base_power, 1000.0).text);
    noc_put_shown(rows, "%s",
                  isfinite(figures->max_clock_mhz) ? noc_figure_make(figures->max_clock_mhz, 0).text
                                                   : "");
    noc_put_shown(rows, "%s", cure_note(cure));
}

static void add_cure(noc_rows *rows, const noc_cures *cures, const noc_cure *cure)
{
    const noc_cure_metrics *figures = &cure->metrics, *base = &cures->base_metrics;
    char setting[2 * NOC_STEP_CHARS + 8];
    snprintf(setting, sizeof setting, "%s=%s", cure->step.path, cure->step.new_text);
    noc_put_text(rows, "setting", cure->step.path);
    noc_put_text(rows, "set", setting);
    noc_put_text(rows, "from", cure->step.old_text);
    noc_put_text(rows, "to", cure->step.new_text);
    noc_put_text(rows, "metric", noc_metric_info_of(cures->target_metric)->name);
    noc_put_real(rows, "value", figures->target_value);
    noc_put_real(rows, "gain", cure->gain.change);
    noc_put_real(rows, "gain_lo", cure->gain.lo);
    noc_put_real(rows, "gain_hi", cure->gain.hi);
    noc_put_real(rows, "round_trip_change",
                 relative_change(figures->latency_cycles, base->latency_cycles));
    noc_put_real(rows, "area_mm2", figures->area_mm2 - base->area_mm2);
    noc_put_real(rows, "leakage_mw", figures->leakage_mw - base->leakage_mw);
    noc_put_real(rows, "power_mw", figures->power_mw - base->power_mw);
    noc_put_real(rows, "max_clock_mhz", figures->max_clock_mhz);
    noc_put_flag(rows, "costed", cure->has_cost);
    noc_put_flag(rows, "above_clock", cure->misses_clock);
}

static noc_rows fill_rows(const noc_sheet *sheet, const noc_estimate *estimate,
                          const noc_cures *cures)
{
    const bool has_load = isfinite(estimate->load);
    noc_rows rows = noc_rows_begin(sheet, columns);
    char target[16];
    snprintf(target, sizeof target, ".%s", target_name(cures));
    noc_rows_show(&rows, "setting");
    noc_rows_show(&rows, target);
    noc_rows_show(&rows, has_load ? ".latency|.mm2|.W|>MHz|" : ".mm2|.W leak|>MHz|");
    for (size_t i = 0; i < cures->count; i++) {
        noc_rows_add(&rows);
        noc_put_text(&rows, "design", estimate->design->name);
        noc_put_text(&rows, "hash", estimate->design->hash);
        add_cure(&rows, cures, &cures->list[i]);
        show_cure(&rows, cures, &cures->list[i], has_load);
    }
    return rows;
}

json_t *noc_json_cures(const noc_sheet *sheet, const noc_estimate *estimate, const noc_cures *cures)
{
    noc_rows rows = fill_rows(sheet, estimate, cures);
    return noc_rows_end_json(&rows);
}

noc_status noc_csv_cures(const noc_sheet *sheet, const noc_estimate *estimate,
                         const noc_cures *cures, noc_diag *diag)
{
    noc_rows rows = fill_rows(sheet, estimate, cures);
    return noc_rows_write(&rows, diag);
}

/* ---- for people ----------------------------------------------------------------------------- */

static void print_notes(const noc_sheet *sheet, const noc_estimate *estimate,
                        const noc_cures *cures)
{
    bool has_all_costs = true, has_too_fast = false;
    for (size_t i = 0; i < cures->count; i++) {
        has_all_costs = has_all_costs && cures->list[i].has_cost;
        has_too_fast = has_too_fast || cures->list[i].misses_clock;
    }
    if (!has_all_costs)
        noc_text_paragraph(sheet, "not costed: the cost model asks nothing for it.");
    if (has_too_fast)
        noc_text_paragraph(sheet,
                           "above its clock: routers then reach less than chip.clock_mhz = %.6g.",
                           estimate->design->chip.clock_mhz);
    noc_text_paragraph(
        sheet,
        "%zu settings were tried; left out are those that bring less than 1%%, or no more "
        "than their interval.",
        cures->tried_steps);
    if (cures->count == 0)
        noc_text_paragraph(sheet, "No setting moves the limit by one step.");
    else
        noc_text_paragraph(sheet, "The first: --set %s=%s", cures->list[0].step.path,
                           cures->list[0].step.new_text);
}

static noc_status print_table(const noc_sheet *sheet, const noc_estimate *estimate,
                              const noc_cures *cures, noc_diag *diag)
{
    fputc('\n', sheet->out);
    noc_text_paragraph(sheet, NOC_BOLD "Cures: settings one step on, best first" NOC_PLAIN);
    if (cures->count > 0) {
        noc_rows rows = fill_rows(sheet, estimate, cures);
        const noc_status status = noc_rows_write(&rows, diag);
        if (status != NOC_OK) return status;
    }
    print_notes(sheet, estimate, cures);
    return NOC_OK;
}

static void print_best_cure(const noc_sheet *sheet, const noc_cures *cures)
{
    if (cures->is_skipped)
        noc_text_hanging_paragraph(
            sheet, 2, "cures: --cures (so large a network is not searched for the cheapest one)");
    if (cures->count == 0) return;
    const noc_cure *cure = &cures->list[0];
    const noc_figure area =
        difference_text(cure->metrics.area_mm2, cures->base_metrics.area_mm2, 1.0);
    char cost_words[96] = "";
    if (*cure_note(cure))
        snprintf(cost_words, sizeof cost_words, ", %s", cure_note(cure));
    else if (*area.text)
        snprintf(cost_words, sizeof cost_words, ", %.32s mm2", area.text);
    noc_text_hanging_paragraph(
        sheet, 2, NOC_BOLD "cheapest cure:" NOC_PLAIN " %s = %s: %s %s%s (others: --cures)",
        cure->step.path, cure->step.new_text, noc_percent_figure(cure->gain.change).text,
        target_name(cures), cost_words);
}

noc_status noc_text_cures(const noc_sheet *sheet, const noc_estimate *estimate,
                          const noc_cures *cures, noc_diag *diag)
{
    if (cures->is_complete) return print_table(sheet, estimate, cures, diag);
    print_best_cure(sheet, cures);
    return NOC_OK;
}
