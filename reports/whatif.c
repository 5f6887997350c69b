#include "reports/whatif.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hybrid/answers/metric_parts.h"
#include "reports/caveats.h"
#include "reports/change.h"
#include "reports/figure.h"
#include "reports/label.h"
#include "reports/load_words.h"
#include "reports/row_names.h"
#include "reports/writers/say.h"
#include "reports/writers/table.h"

/* The columns of a comparison: a metric each, with the words above it. */
typedef struct column {
    noc_metric_id id;
    const char *header;
} column;

enum { COLUMNS = 4 };

static bool loads_given(const noc_estimate *estimates, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(estimates[i].load)) return false;
    return true;
}

/* All answers are about closed loops: throughput is what counts. */
static bool are_loops(const noc_estimate *estimates, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (isfinite(estimates[i].load) || !noc_metric_given(&estimates[i].metrics[NOC_METRIC_ipc]))
            return false;
    return true;
}

/* What a table is about whose designs have parts that others do not have; NULL: none has any. */
static const column *column_of_parts(const noc_estimate *estimates, size_t count)
{
    static const column parts[] = {
        {NOC_METRIC_stp, "STP"},
        {NOC_METRIC_makespan_cycles, "makespan\ncycles"},
        {NOC_METRIC_absorbed_share, "absorbed\nshare"},
    };
    for (size_t p = 0; p < sizeof parts / sizeof parts[0]; p++)
        for (size_t i = 0; i < count; i++)
            if (!noc_metric_lacks(estimates[i].design, parts[p].id)) return &parts[p];
    return NULL;
}

/* All answers are of nodes that send as fast as the network takes it. */
static bool are_eager(const noc_estimate *estimates, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (isfinite(estimates[i].load) || !noc_traffic_is_eager(&estimates[i].design->traffic))
            return false;
    return true;
}

/* What a batch is about, or what is kept on the way. */
static void choose_eager_columns(const noc_estimate *estimates, column columns[COLUMNS])
{
    const noc_metric_id latency = noc_latency_metric(estimates[0].design);
    const bool trip = latency == NOC_METRIC_round_trip_cycles;
    columns[0] = (column){latency, trip ? "round trip\ncycles" : "latency\ncycles"};
    columns[1] = (column){NOC_METRIC_delivered_bytes_per_cycle, "delivered\npayload\nbytes/cycle"};
    if (estimates[0].design->traffic.batch > 0)
        columns[3] = (column){NOC_METRIC_makespan_cycles, "makespan\ncycles"};
}

/* A search for saturation has no latencies; without a load only that at zero load is there. */
static void choose_columns(const noc_estimate *estimates, size_t count, column columns[COLUMNS])
{
    const noc_design *base = estimates[0].design;
    const noc_metric_id area = noc_area_metric(base), latency = noc_latency_metric(base);
    columns[0] = (column){NOC_METRIC_zero_load_latency_cycles, "zero load\nlatency\ncycles"};
    if (loads_given(estimates, count))
        columns[0] = (column){latency, latency == NOC_METRIC_round_trip_cycles
                                           ? "round trip\nat the load\ncycles"
                                           : "latency\nat the load\ncycles"};
    columns[1] = (column){NOC_METRIC_saturation_delivered_bytes_per_cycle,
                          "saturation\npayload\nbytes/cycle"};
    columns[2] =
        (column){area, area == NOC_METRIC_chip_area_mm2 ? "chip area\nmm2" : "network area\nmm2"};
    columns[3] = (column){NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2,
                          "throughput\nper area\nB/cycle/mm2"};
    if (are_eager(estimates, count)) choose_eager_columns(estimates, columns);
    if (!are_loops(estimates, count)) return;
    columns[0] = (column){NOC_METRIC_ipc, "IPC\ninstr/cycle"};
    if (isnan(estimates[0].metrics[columns[1].id].value))
        columns[1] = (column){latency, "round trip\ncycles"};
    const column *of_parts = column_of_parts(estimates, count);
    if (of_parts) columns[1] = *of_parts;
    columns[3] = (column){NOC_METRIC_ipc_per_mm2, "IPC per area\ninstr/cycle/mm2"};
}

/* The latency metric depends on the traffic, which may vary too. */
static noc_metric_id metric_for(const column *c, const noc_estimate *e)
{
    const bool latency =
        c->id == NOC_METRIC_round_trip_cycles || c->id == NOC_METRIC_packet_latency_cycles;
    return latency ? noc_latency_metric(e->design) : c->id;
}

static void add_cell(noc_table *table, const column *c, const noc_estimate *e,
                     const noc_estimate *base)
{
    const noc_metric_id id = metric_for(c, e);
    if (e->answer == NOC_ANSWER_SATURATED && id == noc_latency_metric(e->design)) {
        noc_table_cell(table, "saturated");
        return;
    }
    const noc_metric_id base_id = metric_for(c, base);
    const bool base_saturated =
        base->answer == NOC_ANSWER_SATURATED && base_id == noc_latency_metric(base->design);
    const noc_figure value = noc_metric_figure(e, id);
    const noc_contrast change = noc_compared(base, e, id);
    if (e == base || base_saturated || id != base_id || isnan(change.change))
        noc_table_cell(table, "%s", value.text);
    else
        noc_table_cell(table, "%s\t%s", value.text, noc_change_figure(&change).text);
}

/* Whether some change of the table cannot be told from none. */
static bool any_within(const noc_estimate *estimates, size_t count)
{
    column columns[COLUMNS];
    choose_columns(estimates, count, columns);
    for (size_t i = 1; i < count; i++)
        for (int c = 0; c < COLUMNS; c++) {
            const noc_contrast change =
                noc_compared(estimates, &estimates[i], metric_for(&columns[c], estimates));
            if (change.within && change.change != 0.0) return true;
        }
    return false;
}

static noc_status print_variants(const noc_sheet *sheet, const noc_estimate *estimates,
                                 size_t count, noc_diag *diag)
{
    noc_labels labels = {0};
    noc_row_names names;
    column columns[COLUMNS];
    noc_table table = {0};
    for (size_t i = 0; i < count; i++) noc_labels_see(&labels, estimates[i].design);
    noc_row_names_begin(&names, &labels, &table, "variant");
    choose_columns(estimates, count, columns);
    for (int c = 0; c < COLUMNS; c++) noc_table_column(&table, NOC_ALIGN_POINT, columns[c].header);
    for (size_t i = 0; i < count; i++) {
        noc_row_names_add(&names, &table, estimates[i].design);
        for (int c = 0; c < COLUMNS; c++) add_cell(&table, &columns[c], &estimates[i], estimates);
    }
    const noc_status status = noc_table_print(&table, sheet->out, sheet->width, diag);
    noc_table_clear(&table);
    return status;
}

/* Reasons for figures that no variant has, so that a column of dashes is not a riddle. */
static void explain_columns(const noc_sheet *sheet, const noc_estimate *estimates, size_t count)
{
    column columns[COLUMNS];
    choose_columns(estimates, count, columns);
    for (int c = 0; c < COLUMNS; c++) {
        const noc_metric_id id = metric_for(&columns[c], estimates);
        bool given = false;
        for (size_t i = 0; i < count; i++) given |= noc_metric_given(&estimates[i].metrics[id]);
        const char *why = estimates[0].metrics[id].why;
        if (!given && why && estimates[0].answer != NOC_ANSWER_SATURATED)
            fprintf(sheet->out, "Not given: %s; %s.\n", noc_metric_label(id).text, why);
    }
}

noc_status noc_text_whatif(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                           noc_diag *diag)
{
    const noc_estimate *base = &estimates[0];
    char load[NOC_LOAD_WORDS];
    noc_text_say(sheet, "%s, %s%s", base->design->name, noc_method_name(base->method),
                 noc_text_load(sheet, estimates, count, load));
    fprintf(sheet->out, "Changes are against the first row.\n\n");
    const noc_status status = print_variants(sheet, estimates, count, diag);
    fputc('\n', sheet->out);
    explain_columns(sheet, estimates, count);
    if (any_within(estimates, count)) noc_text_within(sheet);
    noc_labels labels = {0};
    for (size_t i = 0; i < count; i++) noc_labels_see(&labels, estimates[i].design);
    noc_text_caveats(sheet, &labels, estimates, count);
    return status;
}
