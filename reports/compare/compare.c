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
#include "reports/writers/csv.h"
#include "reports/writers/json.h"
#include "reports/writers/sheet.h"
#include "reports/writers/style.h"
#include "reports/writers/table_print.h"

/* ---- text ----------------------------------------------------------------------------------- */

/* Adds a value, cut to VALUE_CHARACTERS_MAX: lists of tiles are long. */
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

/* Table of the settings in which two designs differ. */
typedef struct pair_table {
    const noc_settings *settings; /* settings of both designs */
    noc_table table;
    char whole[40]; /* latest listed network of only one design: "networks[1]." */
} pair_table;

static bool has_any(const noc_settings *settings, const char *begin)
{
    for (size_t i = 0; i < settings->count; i++)
        if (strncmp(settings->paths[i], begin, strlen(begin)) == 0) return true;
    return false;
}

/* True for a setting of a network that only one design has. Adds one row for the whole network,
 * with its topology. */
static bool is_whole_network(pair_table *p, const char *path)
{
    char begin[sizeof p->whole], name[sizeof p->whole + 20], topology[sizeof p->whole + 20];
    const int length = (int)strcspn(path, ".");
    if (strncmp(path, "networks[", strlen("networks[")) != 0) return false;
    snprintf(begin, sizeof begin, "%.*s.", length, path);
    if (has_any(&p->settings[0], begin) && has_any(&p->settings[1], begin)) return false;
    if (strcmp(begin, p->whole) == 0) return true;
    memcpy(p->whole, begin, sizeof begin);
    snprintf(name, sizeof name, "%.*s, all settings", length, path);
    snprintf(topology, sizeof topology, "%stopology", begin);
    noc_table_cell(&p->table, "%s", name);
    add_value(&p->table, noc_settings_value(&p->settings[0], topology));
    add_value(&p->table, noc_settings_value(&p->settings[1], topology));
    return true;
}

static void add_setting(void *context, const char *path)
{
    pair_table *p = context;
    if (is_whole_network(p, path)) return;
    noc_table_cell(&p->table, "%s", path);
    add_value(&p->table, noc_settings_value(&p->settings[0], path));
    add_value(&p->table, noc_settings_value(&p->settings[1], path));
}

static noc_status print_settings(const noc_sheet *sheet, const noc_settings pair[2],
                                 const char *const names[2], noc_diag *diag)
{
    pair_table p = {.settings = pair};
    noc_table_column(&p.table, NOC_ALIGN_LEFT, "setting that differs");
    for (int i = 0; i < 2; i++) noc_table_column(&p.table, NOC_ALIGN_LEFT, names[i]);
    noc_settings_differing(pair, 2, add_setting, &p);
    noc_status status = NOC_OK;
    if (p.table.row_count > 0)
        status = noc_table_print(&p.table, sheet->out, sheet->width, diag);
    else
        noc_text_say(sheet, "No setting differs.");
    noc_table_clear(&p.table);
    fputc('\n', sheet->out);
    return status;
}

/* Writes the header of a design's column, a word in each line. */
static void header_of(const noc_labels *labels, const noc_design *design,
                      char header[NOC_LABEL_CHARS])
{
    noc_label(labels, design, header);
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
static void narrow_header(const char *header, char narrow[2 * NOC_LABEL_CHARS])
{
    for (const char *c = header; *c; c++) {
        *narrow++ = *c;
        if (*c == '-' || *c == '=') *narrow++ = '\n';
    }
    *narrow = '\0';
}

static int digits_of(double change)
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
    static const char per[] = " per ", ns[] = " (ns)";
    noc_figure label = noc_metric_label_of(design, id), name;
    char *at = strstr(label.text, per), *in_ns = strstr(label.text, ns);
    if (in_ns) *in_ns = '\0';
    if (at) {
        *at++ = '/';
        memmove(at, at + strlen(per) - 1, strlen(at + strlen(per) - 1) + 1);
    }
    const noc_figure unit = short_unit(id);
    snprintf(name.text, sizeof name.text, "%.40s%s%.20s", label.text, *unit.text ? ", " : "",
             unit.text);
    return name;
}

static void add_metric(noc_table *table, const noc_estimate *base, const noc_estimate *e,
                       noc_metric_id id)
{
    const noc_contrast c = noc_compared(base, e, id);
    noc_table_cell(table, "%s", row_name(base->design, id).text);
    noc_table_cell(table, "%s", noc_metric_figure(base, id).text);
    noc_table_cell(table, "%s", noc_metric_figure(e, id).text);
    const noc_figure change = noc_percent(c.change);
    if (c.hi > c.lo)
        noc_table_cell(table, "%6s " NOC_DIM "%+.*f..%+.*f%%" NOC_PLAIN "%s", change.text,
                       digits_of(c.lo), 100.0 * c.lo, digits_of(c.hi), 100.0 * c.hi,
                       c.within ? NOC_WITHIN_MARK : "");
    else
        noc_table_cell(table, "%6s", change.text);
}

/* True for a metric of the first table, which has the figures in most demand. */
static bool is_first(noc_metric_id id)
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

/* True if a metric belongs to the first table (is_headline_table) or to the table of details.
 * Designs without replies show the packet latency in place of the round trip. The chip's area is
 * left out if the chip is the network alone. */
static bool belongs(const noc_estimate *base, noc_metric_id id, bool first)
{
    const bool trip = noc_latency_metric(base->design) == NOC_METRIC_round_trip_cycles;
    const bool latency = id == (trip ? NOC_METRIC_round_trip_ns : NOC_METRIC_packet_latency_ns);
    if (id == NOC_METRIC_chip_area_mm2 && base->design->chip.other_area_mm2 <= 0.0) return false;
    if (first) return latency || is_first(id);
    const noc_metric_info *info = noc_metric_info_of(id);
    return !is_first(id) && !info->twin && !info->payload && id != NOC_METRIC_offered_data_gb_per_s;
}

static noc_status print_metrics(const noc_sheet *sheet, const noc_estimate *base,
                                const noc_estimate *e, const char *const names[2], bool first,
                                noc_diag *diag)
{
    noc_table table = {0};
    char headers[2][2 * NOC_LABEL_CHARS];
    noc_table_column(&table, NOC_ALIGN_LEFT, first ? "" : "details");
    for (int i = 0; i < 2; i++) {
        narrow_header(names[i], headers[i]);
        noc_table_column(&table, NOC_ALIGN_POINT, headers[i]);
    }
    noc_table_column(&table, NOC_ALIGN_LEFT, "change and its interval");
    for (int i = 0; i < NOC_METRICS; i++) {
        const noc_metric_id id = (noc_metric_id)i;
        const bool known =
            noc_metric_given(&base->metrics[id]) || noc_metric_given(&e->metrics[id]);
        if (known && belongs(base, id, first)) add_metric(&table, base, e, id);
    }
    const noc_status status = noc_text_table(sheet, &table, diag);
    fputc('\n', sheet->out);
    return status;
}

/* Prints the limit of each design, then the caveats of all answers. */
static void tell_causes(const noc_sheet *sheet, const noc_labels *labels,
                        const noc_estimate *estimates, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char label[NOC_LABEL_CHARS], cause[NOC_CAUSE_CHARS];
        noc_label(labels, estimates[i].design, label);
        const char *how = noc_cause_words(&estimates[i], cause);
        if (*cause)
            noc_text_say(sheet, strcmp(how, "busiest") ? "%s is %s %s." : "%s: %s is %s.", label,
                         how, cause);
    }
    noc_text_caveats(sheet, labels, estimates, count);
    fputc('\n', sheet->out);
}

/* The first design, a variant, and their headers. */
typedef struct pair {
    const noc_estimate *base, *other;
    const noc_settings settings[2];
    char headers[2][NOC_LABEL_CHARS];
} pair;

static pair pair_of(const noc_labels *labels, const noc_estimate *estimates,
                    const noc_settings *all, size_t i)
{
    pair p = {estimates, &estimates[i], {all[0], all[i]}, {"", ""}};
    header_of(labels, estimates->design, p.headers[0]);
    header_of(labels, estimates[i].design, p.headers[1]);
    return p;
}

static noc_status print_head(const noc_sheet *sheet, const pair *p, noc_diag *diag)
{
    const char *const names[2] = {p->headers[0], p->headers[1]};
    return print_metrics(sheet, p->base, p->other, names, true, diag);
}

static noc_status print_rest(const noc_sheet *sheet, const pair *p, noc_diag *diag)
{
    const char *const names[2] = {p->headers[0], p->headers[1]};
    const noc_status status = print_settings(sheet, p->settings, names, diag);
    return status == NOC_OK ? print_metrics(sheet, p->base, p->other, names, false, diag) : status;
}

/* Prints moved settings, then differing ends, above all figures. */
static void tell_fairness(const noc_sheet *sheet, const noc_labels *labels,
                          const noc_compared_designs *designs, const noc_settings *all)
{
    char line[NOC_COMPARE_LINE];
    bool any = false;
    for (int ends = 0; ends < 2; ends++)
        for (size_t i = 1; i < designs->count; i++) {
            if (ends)
                noc_line_ends(labels, designs, all, i, line);
            else
                noc_line_moved(designs, i, line);
            if (*line) noc_text_say(sheet, NOC_BOLD "%s" NOC_PLAIN, line);
            any = any || *line;
        }
    if (any) fputc('\n', sheet->out);
}

/* Prints a sentence on the ratios of each design to the first. */
static void tell_ratios(const noc_sheet *sheet, const noc_labels *labels,
                        const noc_compared_designs *designs)
{
    char line[NOC_COMPARE_LINE];
    for (size_t i = 1; i < designs->count; i++) {
        noc_line_ratio(labels, designs, i, line);
        if (*line) noc_text_say(sheet, NOC_BOLD "%s" NOC_PLAIN, line);
    }
}

/* Returns the method of all answers; with --within designs may have different methods. */
static const char *answered_by(const noc_estimate *estimates, size_t count)
{
    bool alike = true;
    for (size_t i = 1; i < count; i++)
        alike &=
            strcmp(noc_answer_method_name(&estimates[i]), noc_answer_method_name(estimates)) == 0;
    return alike ? noc_answer_method_name(estimates) : "each as sure as asked";
}

static noc_status print_compare(const noc_sheet *sheet, const noc_compared_designs *designs,
                                const noc_settings *all, noc_diag *diag)
{
    const noc_estimate *estimates = designs->estimates;
    const size_t count = designs->count;
    noc_labels labels = {0};
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count; i++) noc_labels_see(&labels, estimates[i].design);
    char load[NOC_LOAD_WORDS];
    tell_fairness(sheet, &labels, designs, all);
    noc_text_say(sheet, NOC_BOLD "%zu designs, %s%s" NOC_PLAIN, count,
                 answered_by(estimates, count), noc_text_load(sheet, estimates, count, load));
    noc_text_say(sheet, "Changes are against the first.");
    fputc('\n', sheet->out);
    for (size_t i = 1; i < count && status == NOC_OK; i++) {
        const pair p = pair_of(&labels, estimates, all, i);
        status = print_head(sheet, &p, diag);
    }
    tell_causes(sheet, &labels, estimates, count);
    if (status == NOC_OK) status = noc_text_classes(sheet, estimates, count, diag);
    for (size_t i = 1; i < count && status == NOC_OK; i++) {
        const pair p = pair_of(&labels, estimates, all, i);
        status = print_rest(sheet, &p, diag);
    }
    noc_text_say(sheet, NOC_WITHIN_MARK
                 " indistinguishable: the interval of the change holds 0%%. What both have "
                 "wrong in common cancels in a change: a technology's scale, a clock's "
                 "margin.");
    tell_ratios(sheet, &labels, designs);
    return status;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

typedef struct members {
    json_t *object;
    const noc_settings *of;
} members;

static void add_member(void *context, const char *path)
{
    members *m = context;
    const char *value = noc_settings_value(m->of, path);
    json_object_set_new(m->object, path, value ? noc_json_setting(value) : json_null());
}

static noc_status json_compare(const noc_sheet *sheet, const noc_compared_designs *designs,
                               const noc_settings *all, noc_diag *diag)
{
    const noc_estimate *estimates = designs->estimates;
    const size_t count = designs->count;
    json_t *array = json_array();
    noc_labels labels = {0};
    for (size_t i = 0; i < count; i++) noc_labels_see(&labels, estimates[i].design);
    for (size_t i = 0; i < count; i++) {
        json_t *object = noc_json_estimate(&sheet->run, &estimates[i], &labels, NULL);
        members m = {json_object(), &all[i]};
        noc_settings_differing(all, count, add_member, &m);
        json_object_set_new(object, "differs", m.object);
        json_object_set_new(object, "different_ends", noc_json_ends(all, i));
        json_object_set_new(object, "moved", noc_json_moved(designs, i));
        json_object_set_new(object, "changes", noc_json_changes(&estimates[0], &estimates[i]));
        json_array_append_new(array, object);
    }
    return noc_json_write(sheet->out, array, diag);
}

/* ---- CSV ------------------------------------------------------------------------------------ */

static void add_change_header(noc_csv_line *line, noc_metric_id id)
{
    static const char *const parts[] = {"", "_lo", "_hi"};
    const char *name = noc_metric_info_of(id)->name;
    char column[100];
    for (size_t k = 0; k < 3; k++) {
        snprintf(column, sizeof column, "%s_change%s_frac", name, parts[k]);
        noc_csv_text(line, column);
    }
    snprintf(column, sizeof column, "%s_indistinguishable", name);
    noc_csv_text(line, column);
}

static void add_change(noc_csv_line *line, const noc_contrast *c)
{
    noc_csv_real(line, c->change);
    noc_csv_real(line, c->lo);
    noc_csv_real(line, c->hi);
    noc_csv_text(line, c->why ? "" : c->within ? "yes" : "no");
}

static const char *const moved_columns[] = {"different_ends", "moved_setting", "moved_from",
                                            "moved_to", "moved_met"};

/* Adds the number of differing settings of the ends, and the moved setting. */
static void add_fairness(noc_csv_line *line, const noc_compared_designs *designs,
                         const noc_settings *all, size_t i)
{
    const noc_match *m = noc_moved_of(designs, i);
    noc_csv_real(line, (double)noc_ends_differing_count(all, i));
    noc_csv_text(line, m ? m->path : "");
    noc_csv_text(line, m ? m->from : "");
    noc_csv_text(line, m ? m->to : "");
    noc_csv_text(line, !m ? "" : m->met ? "yes" : "no");
}

/* Writes a row for each design: for each metric the change against the first design, as a share,
 * and whether the change is indistinguishable from 0 (yes, no). */
static noc_status csv_compare(const noc_sheet *sheet, const noc_compared_designs *compared,
                              const noc_settings *all, noc_diag *diag)
{
    const noc_estimate *estimates = compared->estimates;
    const size_t count = compared->count;
    noc_csv_line line = {.sheet = sheet};
    noc_csv_designs designs = {.settings = {0}};
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        status = noc_csv_designs_see(&designs, estimates[i].design, diag);
    noc_csv_estimate_header(&line, &designs);
    for (size_t k = 0; k < sizeof moved_columns / sizeof moved_columns[0]; k++)
        noc_csv_text(&line, moved_columns[k]);
    for (int id = 0; id < NOC_METRICS; id++) add_change_header(&line, (noc_metric_id)id);
    noc_csv_end(&line);
    for (size_t i = 0; i < count; i++) {
        noc_csv_estimate(&line, &designs, &estimates[i]);
        add_fairness(&line, compared, all, i);
        for (int id = 0; id < NOC_METRICS; id++) {
            const noc_contrast c = noc_compared(&estimates[0], &estimates[i], (noc_metric_id)id);
            add_change(&line, &c);
        }
        noc_csv_end(&line);
    }
    noc_csv_designs_clear(&designs);
    return status;
}

/* ---- all formats ---------------------------------------------------------------------------- */

noc_status noc_report_compare(const noc_sheet *sheet, const noc_compared_designs *designs,
                              noc_diag *diag)
{
    noc_settings *all = noc_settings_of(designs->estimates, designs->count);
    if (!all) return noc_fail_memory(diag);
    const noc_status status =
        sheet->format == NOC_FORMAT_CSV    ? csv_compare(sheet, designs, all, diag)
        : sheet->format == NOC_FORMAT_JSON ? json_compare(sheet, designs, all, diag)
                                           : print_compare(sheet, designs, all, diag);
    noc_settings_clear(all, designs->count);
    return status;
}
