#include "reports/csv.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/compare.h"
#include "reports/figure.h"

/* A line under construction. */
typedef struct line {
    const noc_sheet *sheet;
    bool begun;
} line;

static void separate(line *l)
{
    if (l->begun) fputc(',', l->sheet->out);
    l->begun = true;
}

/* Whether a spreadsheet may take it for a formula: numbers with signs are none. */
static bool is_formula(const char *text)
{
    char *end;
    if (*text == '\0' || !strchr("=+-@\t\r", *text)) return false;
    strtod(text, &end);
    return end == text || *end;
}

void noc_csv_cell(const noc_sheet *sheet, const char *text)
{
    FILE *out = sheet->out;
    const char *mark = sheet->csv_safe && is_formula(text) ? "'" : "";
    if (!strpbrk(text, ",\"\r\n")) {
        fprintf(out, "%s%s", mark, text);
        return;
    }
    fprintf(out, "\"%s", mark);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void add_text(line *l, const char *text)
{
    separate(l);
    noc_csv_cell(l->sheet, text);
}

static void add_real(line *l, double value)
{
    separate(l);
    if (isfinite(value)) fprintf(l->sheet->out, "%.12g", value);
}

/* Of a sample only: empty in the model's rows. */
static void add_count(line *l, const noc_estimate *e, uint64_t value)
{
    separate(l);
    if (e->method == NOC_METHOD_SAMPLE) fprintf(l->sheet->out, "%" PRIu64, value);
}

static void end_line(line *l)
{
    fputc('\n', l->sheet->out);
    l->begun = false;
}

static const char *const leading[] = {
    "name", "file", "hash", "overrides", "method", "status", "load_flits_per_cycle"};
static const char *const trailing[] = {
    "confidence", "bottleneck_kind",  "bottleneck_where", "bottleneck_utilization",
    "seed",       "cycles_simulated", "warmup_cycles",    "windows",
    "flit_hops",  "warnings",         "version",          "commit"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void add_header(line *l)
{
    for (size_t i = 0; i < COUNT(leading); i++) add_text(l, leading[i]);
    for (int id = 0; id < NOC_METRICS; id++) {
        const char *name = noc_metric_info_of((noc_metric_id)id)->name;
        char column[100];
        add_text(l, name);
        snprintf(column, sizeof column, "%s_lo", name);
        add_text(l, column);
        snprintf(column, sizeof column, "%s_hi", name);
        add_text(l, column);
    }
    for (size_t i = 0; i < COUNT(trailing); i++) add_text(l, trailing[i]);
}

/* Several texts in one cell. */
static void add_joined(line *l, const char *const *texts, size_t count)
{
    char *joined = NULL;
    size_t size = 0;
    FILE *cell = open_memstream(&joined, &size);
    if (!cell) {
        separate(l);
        return;
    }
    for (size_t i = 0; i < count; i++) fprintf(cell, "%s%s", i ? "; " : "", texts[i]);
    if (fclose(cell) == 0)
        add_text(l, joined);
    else
        separate(l);
    free(joined);
}

/* The level of the row's intervals; they are all of one kind. */
static double confidence_of(const noc_estimate *e)
{
    for (int id = 0; id < NOC_METRICS; id++)
        if (isfinite(e->metrics[id].confidence)) return e->metrics[id].confidence;
    return NAN;
}

static void add_trailing(line *l, const noc_run *run, const noc_estimate *e)
{
    const char *warnings[NOC_WARNINGS_MAX];
    for (int i = 0; i < e->warning_count; i++) warnings[i] = e->warnings[i];
    add_real(l, confidence_of(e));
    add_text(l, e->bottleneck.kind);
    add_text(l, e->bottleneck.where);
    add_real(l, e->bottleneck.kind[0] ? e->bottleneck.utilization : NAN);
    add_count(l, e, e->seed);
    add_count(l, e, e->cycles_simulated);
    add_count(l, e, e->warmup_cycles);
    add_count(l, e, e->windows);
    add_count(l, e, e->flit_hops);
    add_joined(l, warnings, (size_t)e->warning_count);
    add_text(l, run->version);
    add_text(l, run->commit);
}

static void add_estimate(line *l, const noc_run *run, const noc_estimate *e)
{
    const noc_design *design = e->design;
    add_text(l, design->name);
    add_text(l, design->file);
    add_text(l, design->hash);
    add_joined(l, (const char *const *)design->overrides, design->override_count);
    add_text(l, noc_method_name(e->method));
    add_text(l, noc_answer_name(e->answer));
    add_real(l, e->load);
    for (int id = 0; id < NOC_METRICS; id++) {
        add_real(l, e->metrics[id].value);
        add_real(l, e->metrics[id].lo);
        add_real(l, e->metrics[id].hi);
    }
    add_trailing(l, run, e);
}

noc_status noc_csv_estimates(const noc_sheet *sheet, const noc_estimate *estimates, size_t count)
{
    line l = {.sheet = sheet};
    add_header(&l);
    end_line(&l);
    for (size_t i = 0; i < count; i++) {
        add_estimate(&l, &sheet->run, &estimates[i]);
        end_line(&l);
    }
    return NOC_OK;
}

static void add_errors(line *l, const noc_comparison *row, bool model)
{
    for (size_t i = 0; noc_compared_metric(i) != NOC_METRICS; i++)
        add_real(l, model ? noc_comparison_error(row, noc_compared_metric(i)) : NAN);
    end_line(l);
}

noc_status noc_csv_comparisons(const noc_sheet *sheet, const noc_comparison *rows, size_t count)
{
    line l = {.sheet = sheet};
    add_header(&l);
    for (size_t i = 0; noc_compared_metric(i) != NOC_METRICS; i++) {
        char column[100];
        snprintf(column, sizeof column, "%s_error_frac",
                 noc_metric_info_of(noc_compared_metric(i))->name);
        add_text(&l, column);
    }
    end_line(&l);
    for (size_t i = 0; i < count; i++) {
        add_estimate(&l, &sheet->run, &rows[i].model);
        add_errors(&l, &rows[i], true);
        if (!rows[i].sampled) continue;
        add_estimate(&l, &sheet->run, &rows[i].sample);
        add_errors(&l, &rows[i], false);
    }
    return NOC_OK;
}

noc_status noc_csv_compared(const noc_sheet *sheet, const noc_estimate *estimates, size_t count)
{
    line l = {.sheet = sheet};
    add_header(&l);
    for (int id = 0; id < NOC_METRICS; id++) {
        const char *name = noc_metric_info_of((noc_metric_id)id)->name;
        char column[100];
        static const char *const parts[] = {"", "_lo", "_hi"};
        for (size_t k = 0; k < 3; k++) {
            snprintf(column, sizeof column, "%s_change%s_frac", name, parts[k]);
            add_text(&l, column);
        }
        snprintf(column, sizeof column, "%s_indistinguishable", name);
        add_text(&l, column);
    }
    end_line(&l);
    for (size_t i = 0; i < count; i++) {
        add_estimate(&l, &sheet->run, &estimates[i]);
        for (int id = 0; id < NOC_METRICS; id++) {
            const noc_contrast c = noc_compared(&estimates[0], &estimates[i], (noc_metric_id)id);
            add_real(&l, c.change);
            add_real(&l, c.lo);
            add_real(&l, c.hi);
            add_text(&l, c.why ? "" : c.within ? "yes" : "no");
        }
        end_line(&l);
    }
    return NOC_OK;
}

noc_status noc_csv_table(const noc_sheet *sheet, const noc_table *table)
{
    line l = {.sheet = sheet};
    for (size_t c = 0; c < table->column_count; c++) add_text(&l, table->columns[c].header);
    end_line(&l);
    for (size_t r = 0; r < table->row_count; r++) {
        for (size_t c = 0; c < table->column_count; c++) add_text(&l, noc_table_at(table, r, c));
        end_line(&l);
    }
    return NOC_OK;
}
