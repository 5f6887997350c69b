#include "reports/compare/compare.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/compare/compare_lines.h"
#include "reports/compare/compare_words.h"
#include "reports/estimates/class_table.h"
#include "reports/estimates/estimate_csv.h"
#include "reports/estimates/estimate_json.h"
#include "reports/words/bottleneck.h"
#include "reports/words/caveats.h"
#include "reports/words/change.h"
#include "reports/words/figure.h"
#include "reports/words/label.h"
#include "reports/words/load_words.h"
#include "reports/writers/json.h"
#include "reports/writers/sheet.h"
#include "reports/writers/style.h"
#include "reports/writers/table_print.h"

/* ---- text ----------------------------------------------------------------------------------- */

/* Adds a value, cut to VALUE_CHARACTERS_MAX: lists of tiles are long. */
static void add_value(noc_table *table, const char *value)
{
    enum { VALUE_CHARACTERS_MAX = 22 };
    if (!value)
        noc_table_add_cell(table, "-");
    else if (strlen(value) <= VALUE_CHARACTERS_MAX)
        noc_table_add_cell(table, "%s", value);
    else
        noc_table_add_cell(table, "%.*s..", VALUE_CHARACTERS_MAX - 2, value);
}

/* Context of the table of the settings in which two designs differ. */
typedef struct pair_table {
    const noc_settings *settings; /* settings of both designs */
    noc_table table;
    char last_network[40]; /* latest listed network of only one design: "networks[1]." */
} pair_table;

static bool has_prefix(const noc_settings *settings, const char *prefix)
{
    for (size_t i = 0; i < settings->count; i++)
        if (strncmp(settings->paths[i], prefix, strlen(prefix)) == 0) return true;
    return false;
}

/* Adds one row, with the topology, for a whole network that only one design has, when its first
 * setting comes. False, without a row, for a setting of any other group. */
static bool add_whole_network(pair_table *p, const char *path)
{
    char prefix[sizeof p->last_network], name[sizeof p->last_network + 20],
        topology[sizeof p->last_network + 20];
    const int length = (int)strcspn(path, ".");
    if (strncmp(path, "networks[", strlen("networks[")) != 0) return false;
    snprintf(prefix, sizeof prefix, "%.*s.", length, path);
    if (has_prefix(&p->settings[0], prefix) && has_prefix(&p->settings[1], prefix)) return false;
    if (strcmp(prefix, p->last_network) == 0) return true;
    memcpy(p->last_network, prefix, sizeof prefix);
    snprintf(name, sizeof name, "%.*s, all settings", length, path);
    snprintf(topology, sizeof topology, "%stopology", prefix);
    noc_table_add_cell(&p->table, "%s", name);
    add_value(&p->table, noc_settings_value(&p->settings[0], topology));
    add_value(&p->table, noc_settings_value(&p->settings[1], topology));
    return true;
}

static void add_setting(void *context, const char *path)
{
    pair_table *p = context;
    if (add_whole_network(p, path)) return;
    noc_table_add_cell(&p->table, "%s", path);
    add_value(&p->table, noc_settings_value(&p->settings[0], path));
    add_value(&p->table, noc_settings_value(&p->settings[1], path));
}

static noc_status print_settings(const noc_sheet *sheet, const noc_settings pair[2],
                                 const char *const names[2], noc_diag *diag)
{
    pair_table p = {.settings = pair};
    noc_table_add_column(&p.table, NOC_ALIGN_LEFT, "setting that differs");
    for (int i = 0; i < 2; i++) noc_table_add_column(&p.table, NOC_ALIGN_LEFT, names[i]);
    noc_settings_visit_changed(pair, 2, add_setting, &p);
    noc_status status = NOC_OK;
    if (p.table.row_count > 0)
        status = noc_table_print(sheet, &p.table, diag);
    else
        noc_text_paragraph(sheet, "No setting differs.");
    noc_table_clear(&p.table);
    fputc('\n', sheet->out);
    return status;
}

/* Writes the header of a design's column, a word in each line. */
static void write_header(const noc_labels *labels, const noc_design *design,
                         char header[NOC_LABEL_CHARS])
{
    noc_label_write(labels, design, header);
    const char *word = header;
    for (char *c = header; *c; c++) {
        if (*c != ' ') continue;
        /* a number and its unit share a line: "replies\n64 B" */
        const bool is_number = strspn(word, "0123456789.") == (size_t)(c - word);
        if (!is_number) *c = '\n';
        word = c + 1;
    }
}

/* Splits a header at '-' and '='. */
static void split_header(const char *header, char narrow[2 * NOC_LABEL_CHARS])
{
    for (const char *c = header; *c; c++) {
        *narrow++ = *c;
        if (*c == '-' || *c == '=') *narrow++ = '\n';
    }
    *narrow = '\0';
}

static int percent_digits(double change)
{
    return fabs(change) < 0.0995;
}

/* Returns the unit of a metric, shortened for its column. */
static noc_figure short_unit(noc_metric_id id)
{
    const char *unit = noc_metric_info_of(id)->unit;
    static const char bytes[] = "bytes/";
    noc_figure figure;
    if (strncmp(unit, bytes, strlen(bytes)) == 0)
        snprintf(figure.text, sizeof figure.text, "B/%s", unit + strlen(bytes));
    else
        snprintf(figure.text, sizeof figure.text, "%s",
                 id == NOC_METRIC_ipc_per_mm2 ? "IPC/mm2" : unit);
    return figure;
}

/* Returns the name of a metric's row: "throughput/area, B/cycle/mm2". */
static noc_figure row_name(const noc_design *design, noc_metric_id id)
{
    static const char per_text[] = " per ", ns_text[] = " (ns)";
    noc_figure label = noc_metric_design_label(design, id), name;
    char *per_part = strstr(label.text, per_text), *ns_part = strstr(label.text, ns_text);
    if (ns_part) *ns_part = '\0';
    if (per_part) {
        *per_part++ = '/';
        memmove(per_part, per_part + strlen(per_text) - 1,
                strlen(per_part + strlen(per_text) - 1) + 1);
    }
    const noc_figure unit = short_unit(id);
    snprintf(name.text, sizeof name.text, "%.40s%s%.20s", label.text, *unit.text ? ", " : "",
             unit.text);
    return name;
}

static void add_metric_row(noc_table *table, const noc_estimate *base, const noc_estimate *variant,
                           noc_metric_id id)
{
    const noc_contrast contrast = noc_change_find(base, variant, id);
    noc_table_add_cell(table, "%s", row_name(base->design, id).text);
    noc_table_add_cell(table, "%s", noc_metric_figure(base, id).text);
    noc_table_add_cell(table, "%s", noc_metric_figure(variant, id).text);
    const noc_figure change = noc_percent_figure(contrast.change);
    if (contrast.hi > contrast.lo)
        noc_table_add_cell(table, "%6s " NOC_DIM "%+.*f..%+.*f%%" NOC_PLAIN "%s", change.text,
                           percent_digits(contrast.lo), 100.0 * contrast.lo,
                           percent_digits(contrast.hi), 100.0 * contrast.hi,
                           contrast.is_indistinct ? NOC_WITHIN_MARK : "");
    else
        noc_table_add_cell(table, "%6s", change.text);
}

/* True for a metric of the first table, which has the figures that users need most. */
static bool is_headline(noc_metric_id id)
{
    switch (id) {
    case NOC_METRIC_saturation_data_gb_per_s:
    case NOC_METRIC_delivered_data_gb_per_s:
    case NOC_METRIC_zero_load_latency_ns:
    case NOC_METRIC_ipc:
    case NOC_METRIC_makespan_cycles:
    case NOC_METRIC_network_area_mm2:
    case NOC_METRIC_chip_area_mm2:
    case NOC_METRIC_power_mw:
        return true;
    default:
        return false;
    }
}

/* True if a metric is in the first table (is_headline_table), or else in the table of details. The
 * latency of the first table is the round trip, or the packet latency for designs without replies.
 * The chip's area is left out if the chip is the network alone. */
static bool is_in_table(const noc_estimate *base, noc_metric_id id, bool is_headline_table)
{
    const bool has_replies = noc_latency_metric(base->design) == NOC_METRIC_round_trip_cycles;
    const bool is_latency =
        id == (has_replies ? NOC_METRIC_round_trip_ns : NOC_METRIC_packet_latency_ns);
    if (id == NOC_METRIC_chip_area_mm2 && base->design->chip.other_area_mm2 <= 0.0) return false;
    if (is_headline_table) return is_latency || is_headline(id);
    const noc_metric_info *info = noc_metric_info_of(id);
    return !is_headline(id) && !info->twin && !info->payload &&
           id != NOC_METRIC_offered_data_gb_per_s;
}

static noc_status print_metrics(const noc_sheet *sheet, const noc_estimate *base,
                                const noc_estimate *variant, const char *const names[2],
                                bool is_headline_table, noc_diag *diag)
{
    noc_table table = {0};
    char headers[2][2 * NOC_LABEL_CHARS];
    noc_table_add_column(&table, NOC_ALIGN_LEFT, is_headline_table ? "" : "details");
    for (int i = 0; i < 2; i++) {
        split_header(names[i], headers[i]);
        noc_table_add_column(&table, NOC_ALIGN_POINT, headers[i]);
    }
    noc_table_add_column(&table, NOC_ALIGN_LEFT, "change and its interval");
    for (int i = 0; i < NOC_METRICS; i++) {
        const noc_metric_id id = (noc_metric_id)i;
        const bool is_given =
            noc_metric_has_value(&base->metrics[id]) || noc_metric_has_value(&variant->metrics[id]);
        if (is_given && is_in_table(base, id, is_headline_table))
            add_metric_row(&table, base, variant, id);
    }
    const noc_status status = noc_text_table(sheet, &table, diag);
    fputc('\n', sheet->out);
    return status;
}

/* Prints the limit of each design, then the caveats of all answers. */
static void print_limits_and_caveats(const noc_sheet *sheet, const noc_labels *labels,
                                     const noc_estimate *estimates, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char label[NOC_LABEL_CHARS], cause[NOC_CAUSE_CHARS];
        noc_label_write(labels, estimates[i].design, label);
        const char *limit_words = noc_limit_words(&estimates[i], cause);
        if (*cause)
            noc_text_paragraph(sheet,
                               strcmp(limit_words, "busiest") ? "%s is %s %s." : "%s: %s is %s.",
                               label, limit_words, cause);
    }
    noc_text_caveats(sheet, labels, estimates, count);
    fputc('\n', sheet->out);
}

/* The first design, a variant, and their headers. */
typedef struct pair {
    const noc_estimate *base, *variant;
    const noc_settings settings[2];
    char headers[2][NOC_LABEL_CHARS];
} pair;

static pair make_pair(const noc_labels *labels, const noc_estimate *estimates,
                      const noc_settings *settings, size_t i)
{
    pair p = {estimates, &estimates[i], {settings[0], settings[i]}, {"", ""}};
    write_header(labels, estimates->design, p.headers[0]);
    write_header(labels, estimates[i].design, p.headers[1]);
    return p;
}

static noc_status print_headlines(const noc_sheet *sheet, const pair *p, noc_diag *diag)
{
    const char *const names[2] = {p->headers[0], p->headers[1]};
    return print_metrics(sheet, p->base, p->variant, names, true, diag);
}

static noc_status print_details(const noc_sheet *sheet, const pair *p, noc_diag *diag)
{
    const char *const names[2] = {p->headers[0], p->headers[1]};
    const noc_status status = print_settings(sheet, p->settings, names, diag);
    return status == NOC_OK ? print_metrics(sheet, p->base, p->variant, names, false, diag)
                            : status;
}

/* Prints moved settings, then differing ends, above all figures. */
static void print_fairness(const noc_sheet *sheet, const noc_labels *labels,
                           const noc_compared_designs *designs, const noc_settings *settings)
{
    char line[NOC_COMPARE_LINE_CHARS];
    bool has_line = false;
    for (int is_ends_pass = 0; is_ends_pass < 2; is_ends_pass++)
        for (size_t i = 1; i < designs->count; i++) {
            if (is_ends_pass)
                noc_write_differing_ends(labels, designs, settings, i, line);
            else
                noc_write_moved_setting(designs, i, line);
            if (*line) noc_text_paragraph(sheet, NOC_BOLD "%s" NOC_PLAIN, line);
            has_line = has_line || *line;
        }
    if (has_line) fputc('\n', sheet->out);
}

/* Prints a sentence on the ratios of each design to the first. */
static void print_ratios(const noc_sheet *sheet, const noc_labels *labels,
                         const noc_compared_designs *designs)
{
    char line[NOC_COMPARE_LINE_CHARS];
    for (size_t i = 1; i < designs->count; i++) {
        noc_write_ratio(labels, designs, i, line);
        if (*line) noc_text_paragraph(sheet, NOC_BOLD "%s" NOC_PLAIN, line);
    }
}

/* Returns the method of all answers; with --within designs may have different methods. */
static const char *common_method(const noc_estimate *estimates, size_t count)
{
    bool is_common = true;
    for (size_t i = 1; i < count; i++)
        is_common &=
            strcmp(noc_answer_method_name(&estimates[i]), noc_answer_method_name(estimates)) == 0;
    return is_common ? noc_answer_method_name(estimates) : "each as sure as asked";
}

static noc_status print_compare(const noc_sheet *sheet, const noc_compared_designs *designs,
                                const noc_settings *settings, noc_diag *diag)
{
    const noc_estimate *estimates = designs->estimates;
    const size_t count = designs->count;
    noc_labels labels = {0};
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count; i++) noc_labels_add_design(&labels, estimates[i].design);
    char load[NOC_LOAD_WORDS_CHARS];
    print_fairness(sheet, &labels, designs, settings);
    noc_text_paragraph(sheet, NOC_BOLD "%zu designs, %s%s" NOC_PLAIN, count,
                       common_method(estimates, count),
                       noc_load_words(sheet, estimates, count, load));
    noc_text_paragraph(sheet, "Changes are against the first.");
    fputc('\n', sheet->out);
    for (size_t i = 1; i < count && status == NOC_OK; i++) {
        const pair p = make_pair(&labels, estimates, settings, i);
        status = print_headlines(sheet, &p, diag);
    }
    print_limits_and_caveats(sheet, &labels, estimates, count);
    if (status == NOC_OK) status = noc_text_classes(sheet, estimates, count, diag);
    for (size_t i = 1; i < count && status == NOC_OK; i++) {
        const pair p = make_pair(&labels, estimates, settings, i);
        status = print_details(sheet, &p, diag);
    }
    noc_text_paragraph(sheet, NOC_WITHIN_MARK
                       " indistinguishable: the interval of the change holds 0%%. What both have "
                       "wrong in common cancels in a change: a technology's scale, a clock's "
                       "margin.");
    print_ratios(sheet, &labels, designs);
    return status;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

typedef struct members {
    json_t *object;
    const noc_settings *settings;
} members;

static void add_member(void *context, const char *path)
{
    members *m = context;
    const char *value = noc_settings_value(m->settings, path);
    json_object_set_new(m->object, path, value ? noc_json_setting(value) : json_null());
}

static noc_status write_json(const noc_sheet *sheet, const noc_compared_designs *designs,
                             const noc_settings *settings, noc_diag *diag)
{
    const noc_estimate *estimates = designs->estimates;
    const size_t count = designs->count;
    json_t *array = json_array();
    noc_labels labels = {0};
    for (size_t i = 0; i < count; i++) noc_labels_add_design(&labels, estimates[i].design);
    for (size_t i = 0; i < count; i++) {
        json_t *object = noc_json_estimate(&sheet->run, &estimates[i], &labels, NULL);
        members m = {json_object(), &settings[i]};
        noc_settings_visit_changed(settings, count, add_member, &m);
        json_object_set_new(object, "differs", m.object);
        json_object_set_new(object, "different_ends", noc_json_differing_ends(settings, i));
        json_object_set_new(object, "moved", noc_json_moved_setting(designs, i));
        json_object_set_new(object, "changes",
                            noc_json_changes_object(&estimates[0], &estimates[i]));
        json_array_append_new(array, object);
    }
    return noc_json_write(sheet->out, array, diag);
}

/* ---- CSV ------------------------------------------------------------------------------------ */

static void put_change(noc_rows *rows, noc_metric_id id, const noc_contrast *contrast)
{
    char column[100];
    const char *name = noc_metric_info_of(id)->name;
    snprintf(column, sizeof column, "%s_change_frac", name);
    noc_put_real(rows, column, contrast->change);
    snprintf(column, sizeof column, "%s_change_lo_frac", name);
    noc_put_real(rows, column, contrast->lo);
    snprintf(column, sizeof column, "%s_change_hi_frac", name);
    noc_put_real(rows, column, contrast->hi);
    snprintf(column, sizeof column, "%s_indistinguishable", name);
    noc_put_text(rows, column, contrast->reason ? "" : contrast->is_indistinct ? "yes" : "no");
}

/* Puts the number of differing settings of the ends, and the moved setting. */
static void put_fairness(noc_rows *rows, const noc_compared_designs *designs,
                         const noc_settings *settings, size_t i)
{
    const noc_match *match = noc_find_moved_setting(designs, i);
    noc_put_count(rows, "different_ends", noc_count_differing_ends(settings, i));
    noc_put_text(rows, "moved_setting", match ? match->path : "");
    noc_put_text(rows, "moved_from", match ? match->old_text : "");
    noc_put_text(rows, "moved_to", match ? match->new_text : "");
    noc_put_text(rows, "moved_met", !match ? "" : match->is_met ? "yes" : "no");
}

/* Writes a row for each design: for each metric the change against the first design, as a share,
 * and whether the change is indistinguishable from 0 (yes, no). */
static noc_status write_csv(const noc_sheet *sheet, const noc_compared_designs *compared,
                            const noc_settings *settings, noc_diag *diag)
{
    const noc_estimate *estimates = compared->estimates;
    NOC_AUTO(noc_csv_designs_clear) noc_csv_designs designs = {.settings = {0}};
    for (size_t i = 0; i < compared->count; i++) {
        const noc_status status = noc_csv_designs_add(&designs, estimates[i].design, diag);
        if (status != NOC_OK) return status;
    }
    noc_rows rows = noc_rows_begin(sheet, NULL);
    for (size_t i = 0; i < compared->count; i++) {
        noc_csv_add_estimate(&rows, &designs, &estimates[i]);
        put_fairness(&rows, compared, settings, i);
        for (int id = 0; id < NOC_METRICS; id++) {
            const noc_contrast contrast =
                noc_change_find(&estimates[0], &estimates[i], (noc_metric_id)id);
            put_change(&rows, (noc_metric_id)id, &contrast);
        }
    }
    return noc_rows_write(&rows, diag);
}

/* ---- all formats ---------------------------------------------------------------------------- */

noc_status noc_report_compare(const noc_sheet *sheet, const noc_compared_designs *designs,
                              noc_diag *diag)
{
    noc_settings *settings = noc_settings_collect(designs->estimates, designs->count);
    if (!settings) return noc_fail_memory(diag);
    const noc_status status =
        sheet->format == NOC_FORMAT_CSV    ? write_csv(sheet, designs, settings, diag)
        : sheet->format == NOC_FORMAT_JSON ? write_json(sheet, designs, settings, diag)
                                           : print_compare(sheet, designs, settings, diag);
    noc_settings_clear(settings, designs->count);
    return status;
}
