#include "reports/estimates/whatif.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/metrics.h"
#include "network/graph/resources.h"
#include "reports/words/caveats.h"
#include "reports/words/change.h"
#include "reports/words/figure.h"
#include "reports/words/label.h"
#include "reports/words/load_words.h"
#include "reports/writers/sheet.h"
#include "reports/writers/style.h"
#include "reports/writers/table_print.h"

/* A column of the table: a metric and its header. */
typedef struct column {
    noc_metric_id id;
    const char *header;
} column;

enum { COLUMNS = 5, POWER_COLUMN = 3 };

static bool has_loads(const noc_estimate *estimates, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(estimates[i].load)) return false;
    return true;
}

/* True if all answers are of closed loops. */
static bool has_only_loops(const noc_estimate *estimates, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (isfinite(estimates[i].load) ||
            !noc_metric_has_value(&estimates[i].metrics[NOC_METRIC_ipc]))
            return false;
    return true;
}

/* Returns the column of a metric that only some designs have, such as a makespan; NULL: no design
 * has one. */
static const column *find_rare_column(const noc_estimate *estimates, size_t count)
{
    static const column rare_columns[] = {
        {NOC_METRIC_stp, "STP"},
        {NOC_METRIC_makespan_cycles, "makespan\ncycles"},
        {NOC_METRIC_absorbed_share, "absorbed\nshare"},
    };
    for (size_t p = 0; p < sizeof rare_columns / sizeof rare_columns[0]; p++)
        for (size_t i = 0; i < count; i++)
            if (!noc_metric_part_reason(estimates[i].design, rare_columns[p].id))
                return &rare_columns[p];
    return NULL;
}

/* True if the nodes of all designs send as fast as the network accepts packets. */
static bool has_only_eager_nodes(const noc_estimate *estimates, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (isfinite(estimates[i].load) || !noc_traffic_is_eager(&estimates[i].design->traffic))
            return false;
    return true;
}

/* Chooses the columns for batches, and for nodes that keep a number of packets in flight. */
static void choose_eager_columns(const noc_estimate *estimates, column columns[COLUMNS])
{
    columns[1] = (column){NOC_METRIC_delivered_data_gb_per_s, "delivered\nbandwidth\nGB/s"};
    if (estimates[0].design->traffic.batch_packets > 0)
        columns[4] = (column){NOC_METRIC_makespan_cycles, "makespan\ncycles"};
}

static bool is_missing_everywhere(const noc_estimate *estimates, size_t count, noc_metric_id id)
{
    for (size_t i = 0; i < count; i++)
        if (!isnan(estimates[i].metrics[id].value)) return false;
    return true;
}

/* Chooses the columns of samples at a load, which have a 99th percentile and no saturation. */
static void choose_sampled_columns(const noc_estimate *estimates, size_t count,
                                   column columns[COLUMNS])
{
    if (is_missing_everywhere(estimates, count, NOC_METRIC_p99_ns) ||
        !is_missing_everywhere(estimates, count, NOC_METRIC_saturation_data_gb_per_s))
        return;
    columns[1] = (column){NOC_METRIC_p99_ns, "p99\nns"};
    columns[4] = (column){NOC_METRIC_energy_per_bit_pj, "energy\nper bit\npJ"};
}

static column latency_column(const noc_estimate *estimates, bool is_loaded)
{
    const bool has_replies =
        noc_latency_metric(estimates[0].design) == NOC_METRIC_round_trip_cycles;
    if (!is_loaded)
        return (column){NOC_METRIC_zero_load_latency_ns,
                        has_replies ? "round trip\nidle\nns" : "one way\nidle\nns"};
    if (has_replies) return (column){NOC_METRIC_round_trip_ns, "round trip\nloaded\nns"};
    return (column){NOC_METRIC_packet_latency_ns, "one way\nloaded\nns"};
}

/* Chooses the columns. GB/s and ns compare designs with different clocks and flit sizes. The
 * latency is at zero load unless each design has a load. */
static void choose_columns(const noc_estimate *estimates, size_t count, column columns[COLUMNS])
{
    const noc_metric_id area = noc_area_metric(estimates[0].design);
    const bool is_eager = has_only_eager_nodes(estimates, count);
    columns[0] = latency_column(estimates, is_eager || has_loads(estimates, count));
    columns[1] = (column){NOC_METRIC_saturation_data_gb_per_s, "saturation\nbandwidth\nGB/s"};
    columns[2] =
        (column){area, area == NOC_METRIC_chip_area_mm2 ? "chip area\nmm2" : "network area\nmm2"};
    columns[POWER_COLUMN] = (column){NOC_METRIC_power_mw, "power\nmW"};
    columns[4] =
        (column){NOC_METRIC_data_throughput_per_area_gb_per_s_mm2, "bandwidth\nper area\nGB/s/mm2"};
    if (is_eager)
        choose_eager_columns(estimates, columns);
    else
        choose_sampled_columns(estimates, count, columns);
    if (!has_only_loops(estimates, count)) return;
    columns[0] = (column){NOC_METRIC_ipc, "IPC\ninstr/cycle"};
    if (isnan(estimates[0].metrics[columns[1].id].value))
        columns[1] = latency_column(estimates, true);
    const column *rare_column = find_rare_column(estimates, count);
    if (rare_column) columns[1] = *rare_column;
    columns[4] = (column){NOC_METRIC_ipc_per_mm2, "IPC per area\ninstr/cycle/mm2"};
}

static bool is_loaded_latency(noc_metric_id id)
{
    return id == NOC_METRIC_round_trip_ns || id == NOC_METRIC_packet_latency_ns;
}

/* Returns the metric of a column for an answer; the latency metric depends on the design's
 * traffic. */
static noc_metric_id column_metric(const column *column_info, const noc_estimate *estimate)
{
    if (!is_loaded_latency(column_info->id)) return column_info->id;
    const bool has_replies = noc_latency_metric(estimate->design) == NOC_METRIC_round_trip_cycles;
    return has_replies ? NOC_METRIC_round_trip_ns : NOC_METRIC_packet_latency_ns;
}

static bool is_saturated(const noc_estimate *estimate, noc_metric_id id)
{
    return estimate->answer == NOC_ANSWER_SATURATED && is_loaded_latency(id);
}

static void add_cell(noc_table *table, const column *column_info, const noc_estimate *estimate,
                     const noc_estimate *base)
{
    const noc_metric_id id = column_metric(column_info, estimate),
                        base_id = column_metric(column_info, base);
    const noc_figure value = noc_metric_figure(estimate, id);
    const noc_contrast change = noc_change_find(base, estimate, id);
    if (is_saturated(estimate, id))
        noc_table_add_cell(table, "saturated");
    else if (estimate == base || is_saturated(base, base_id) || id != base_id ||
             isnan(change.change))
        noc_table_add_cell(table, "%s", value.text);
    else
        noc_table_add_cell(table, "%s\t%s", value.text, noc_change_figure(&change).text);
}

/* True if a change in the table is indistinguishable from 0. */
static bool has_indistinct_change(const noc_sheet *sheet, const noc_estimate *estimates,
                                  size_t count)
{
    column columns[COLUMNS];
    const noc_estimate *base = &estimates[sheet->base_index];
    choose_columns(estimates, count, columns);
    for (size_t i = 0; i < count; i++)
        for (int c = 0; c < COLUMNS && i != sheet->base_index; c++) {
            const noc_contrast change =
                noc_change_find(base, &estimates[i], column_metric(&columns[c], base));
            if (change.is_indistinct && change.change != 0.0) return true;
        }
    return false;
}

static bool has_values(const noc_estimate *estimates, size_t count, const column *column_info)
{
    for (size_t i = 0; i < count; i++)
        if (noc_metric_has_value(&estimates[i].metrics[column_metric(column_info, &estimates[i])]))
            return true;
    return false;
}

static noc_status print_variants(const noc_sheet *sheet, const noc_estimate *estimates,
                                 size_t count, const noc_labels *labels, noc_diag *diag)
{
    noc_row_names names;
    column columns[COLUMNS];
    noc_table table = {0};
    noc_row_names_begin(&names, labels, &table, "variant");
    choose_columns(estimates, count, columns);
    const bool has_power = has_values(estimates, count, &columns[POWER_COLUMN]);
    for (int c = 0; c < COLUMNS; c++)
        if (c != POWER_COLUMN || has_power)
            (c == POWER_COLUMN ? noc_table_add_optional
                               : noc_table_add_column)(&table, NOC_ALIGN_POINT, columns[c].header);
    for (size_t i = 0; i < count; i++) {
        noc_row_names_add(&names, &table, estimates[i].design);
        for (int c = 0; c < COLUMNS; c++)
            if (c != POWER_COLUMN || has_power)
                add_cell(&table, &columns[c], &estimates[i], &estimates[sheet->base_index]);
    }
    return noc_text_table(sheet, &table, diag);
}

/* Prints the reasons for columns without values. */
static void explain_columns(const noc_sheet *sheet, const noc_estimate *estimates, size_t count)
{
    column columns[COLUMNS];
    choose_columns(estimates, count, columns);
    for (int c = 0; c < COLUMNS; c++) {
        const noc_metric_id id = column_metric(&columns[c], estimates);
        const char *why = estimates[0].metrics[id].reason;
        if (c != POWER_COLUMN && !has_values(estimates, count, &columns[c]) && why &&
            estimates[0].answer != NOC_ANSWER_SATURATED)
            noc_text_paragraph(sheet, "Not given: %s: %s.",
                               noc_metric_design_label(estimates[0].design, id).text, why);
    }
}

static bool has_equal_limit(const noc_estimate *a, const noc_estimate *b)
{
    return strcmp(a->bottleneck.kind, b->bottleneck.kind) == 0;
}

/* Lists the variants with the same limit as variant `first`: "; by the cores (mshrs=8;
 * mshrs=16)". */
static void list_limited_variants(const noc_estimate *estimates, size_t count,
                                  const noc_labels *labels, size_t first, FILE *stream)
{
    const noc_resource kind = noc_resource_of_name(estimates[first].bottleneck.kind);
    fprintf(stream, "; by %s", noc_resource_words(kind));
    for (size_t i = first; i < count; i++) {
        char label[NOC_LABEL_CHARS];
        if (!has_equal_limit(&estimates[first], &estimates[i])) continue;
        noc_label_write(labels, estimates[i].design, label);
        fprintf(stream, "%s%s", i == first ? " (" : "; ", label);
    }
    fputc(')', stream);
}

/* True if the base, or an earlier variant, has the same limit. */
static bool is_listed(const noc_estimate *estimates, size_t base, size_t i)
{
    for (size_t earlier = 0; earlier < i; earlier++)
        if (has_equal_limit(&estimates[earlier], &estimates[i])) return true;
    return has_equal_limit(&estimates[base], &estimates[i]);
}

/* Prints the limit of the base, and the variants with another limit. */
static void print_limits(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                         const noc_labels *labels)
{
    char *words = NULL;
    size_t size = 0;
    for (size_t i = 0; i < count; i++)
        if (!*estimates[i].bottleneck.kind || estimates[i].method != NOC_METHOD_MODEL) return;
    FILE *stream = open_memstream(&words, &size);
    if (!stream) return;
    const char *kind = estimates[sheet->base_index].bottleneck.kind;
    fprintf(stream, "%s", noc_resource_words(noc_resource_of_name(kind)));
    for (size_t i = 0; i < count; i++)
        if (!is_listed(estimates, sheet->base_index, i))
            list_limited_variants(estimates, count, labels, i, stream);
    if (fclose(stream) == 0) noc_text_paragraph(sheet, "Limited by %s.", words);
    free(words);
}

/* Prints the notes below a table of variants. */
static void print_notes(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                        const noc_labels *labels)
{
    print_limits(sheet, estimates, count, labels);
    noc_text_caveats(sheet, labels, estimates, count);
    explain_columns(sheet, estimates, count);
    if (has_indistinct_change(sheet, estimates, count)) noc_text_within_note(sheet);
}

static void print_base(const noc_sheet *sheet, const noc_estimate *base, const noc_labels *labels)
{
    char label[NOC_LABEL_CHARS];
    noc_label_write(labels, base->design, label);
    if (labels->has_several_names)
        noc_text_paragraph(sheet, "Changes are against %s.", label);
    else if (sheet->base_index == 0)
        noc_text_paragraph(sheet, "Changes are against the first row, the design as it is.");
    else
        noc_text_paragraph(sheet, "Changes are against %s, the design as it is.", label);
}

noc_status noc_text_whatif(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                           noc_diag *diag)
{
    const noc_estimate *base = &estimates[sheet->base_index];
    noc_labels labels = {0};
    char load_words[NOC_LOAD_WORDS_CHARS];
    for (size_t i = 0; i < count; i++) noc_labels_add_design(&labels, estimates[i].design);
    char count_words[40];
    snprintf(count_words, sizeof count_words, "%zu designs", count);
    noc_text_paragraph(sheet, NOC_BOLD "%s, %s%s" NOC_PLAIN,
                       labels.has_several_names ? count_words : base->design->name,
                       noc_method_name(base->method),
                       noc_load_words(sheet, estimates, count, load_words));
    for (size_t i = 0; i < labels.shared_overrides; i++) /* overrides shared by all variants */
        noc_text_paragraph(sheet, "with %s", base->design->overrides[i]);
    print_base(sheet, base, &labels);
    fputc('\n', sheet->out);
    const noc_status status = print_variants(sheet, estimates, count, &labels, diag);
    noc_sheet notes = *sheet;
    char *text = NULL;
    size_t size = 0;
    notes.out = open_memstream(&text, &size);
    if (!notes.out) return noc_fail_memory(diag);
    print_notes(&notes, estimates, count, &labels);
    if (fclose(notes.out) == 0 && size > 0) fprintf(sheet->out, "\n%s", text);
    free(text);
    return status;
}

/* ---- changes since an earlier answer -------------------------------------------------------- */

/* Returns the value of a column as text. */
static noc_figure find_value(const column *column_info, const noc_estimate *estimate)
{
    const noc_metric_id id = column_metric(column_info, estimate);
    const noc_figure saturated = {"saturated"};
    return is_saturated(estimate, id) ? saturated : noc_metric_figure(estimate, id);
}

/* Adds the row of a figure, unless it is printed as before. True if the row's change is
 * indistinguishable from 0. */
static bool add_change(noc_table *table, const column *column_info, const noc_estimate answers[2])
{
    const noc_metric_id id = column_metric(column_info, &answers[1]);
    const bool is_comparable = id == column_metric(column_info, &answers[0]);
    const noc_figure before = find_value(column_info, &answers[0]),
                     now = find_value(column_info, &answers[1]);
    const noc_contrast change = noc_change_find(&answers[0], &answers[1], id);
    if (strcmp(before.text, now.text) == 0) return false;
    noc_table_add_cell(table, "%s", noc_metric_design_label(answers[1].design, id).text);
    noc_table_add_cell(table, "%s", before.text);
    noc_table_add_cell(table, "%s", now.text);
    noc_table_add_cell(table, "%s", noc_metric_info_of(id)->unit);
    noc_table_add_cell(table, "%s", is_comparable ? noc_change_figure(&change).text : "");
    return is_comparable && change.is_indistinct;
}

/* Returns words for the limit of an answer. */
static const char *limit_words(const noc_estimate *estimate)
{
    const noc_resource kind = noc_resource_of_name(estimate->bottleneck.kind);
    return kind == NOC_RESOURCE_NONE ? "nothing that is known" : noc_resource_words(kind);
}

noc_status noc_text_whatif_changes(const noc_sheet *sheet, const noc_estimate answers[2],
                                   noc_diag *diag)
{
    noc_table table = {0};
    column columns[COLUMNS];
    noc_status status = NOC_OK;
    bool has_indistinct = false;
    choose_columns(answers, 2, columns);
    noc_table_add_columns(&table, "main figure|.before|.now|unit|.change");
    for (int c = 0; c < COLUMNS; c++) has_indistinct |= add_change(&table, &columns[c], answers);
    if (table.row_count > 0)
        status = noc_text_table(sheet, &table, diag);
    else
        noc_text_paragraph(sheet, "No main figure changed.");
    noc_table_clear(&table);
    if (!has_equal_limit(&answers[0], &answers[1]))
        noc_text_paragraph(sheet, "Limited by %s, before by %s.", limit_words(&answers[1]),
                           limit_words(&answers[0]));
    if (has_indistinct) noc_text_within_note(sheet);
    return status;
}
