#include "studies/study.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/listing.h"
#include "reports/writers/plots/plot.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table_print.h"

/* Makes room for an element of `size` bytes behind `count`; the list grows where `count` is a power
 * of two. */
static void *grow_list(void *list, size_t count, size_t size, bool *is_out_of_memory)
{
    if (count & (count - 1)) return list;
    void *larger_list = reallocarray(list, count ? 2 * count : 1, size);
    if (!larger_list) *is_out_of_memory = true;
    return larger_list ? larger_list : list;
}

size_t noc_study_add_series(noc_study *s, const char *name, noc_series_look look, unsigned panel)
{
    if (s->series_count == NOC_STUDY_SERIES) return 0;
    s->series[s->series_count].name = name;
    s->series[s->series_count].look = look;
    s->series[s->series_count].panel = panel;
    return s->series_count++;
}

void noc_study_add_band(noc_study *s, unsigned panel, double lo, double hi, const char *text)
{
    if (s->band_count == NOC_STUDY_SERIES) return;
    s->bands[s->band_count].panel = panel;
    s->bands[s->band_count].lo = lo;
    s->bands[s->band_count].hi = hi;
    s->bands[s->band_count++].text = text;
}

void noc_study_add_row(noc_study *s, const char *name)
{
    s->rows = grow_list(s->rows, s->row_count, sizeof *s->rows, &s->is_out_of_memory);
    if (!s->is_out_of_memory) s->rows[s->row_count++] = (noc_study_row){.name = name};
}

static noc_study_point *add_point(noc_study *s, size_t series, double x, double y)
{
    static noc_study_point unused_point;
    s->points = grow_list(s->points, s->point_count, sizeof *s->points, &s->is_out_of_memory);
    if (s->is_out_of_memory) return &unused_point;
    noc_study_point *p = &s->points[s->point_count++];
    *p = (noc_study_point){series, s->row_count ? s->row_count - 1 : 0, x, y, NAN, NAN, 0, ""};
    return p;
}

void noc_study_add_value(noc_study *s, size_t series, double value, int digits)
{
    noc_study_point *p = add_point(s, series, value, NAN);
    snprintf(p->text, sizeof p->text, "%.*f", digits, value);
}

void noc_study_add_published(noc_study *s, size_t series, const char *text, bool is_change)
{
    noc_study_point *p = add_point(s, series, NAN, NAN);
    const char *digits = text + strcspn(text, "+-0123456789");
    char *end = NULL;
    const double value = strtod(digits, &end);
    if (end != digits) p->x = is_change ? 1.0 + value / 100.0 : value;
    if (*text == '<' || *text == '>') p->bound_sign = *text;
    snprintf(p->text, sizeof p->text, "%s%s", text, is_change ? " %" : "");
}

void noc_study_add_point(noc_study *s, size_t series, double x, double y)
{
    snprintf(add_point(s, series, x, y)->text, sizeof s->points->text, "%g", y);
}

void noc_study_add_note(noc_study *s, const char *format, ...)
{
    va_list values;
    if (s->row_count == 0) return;
    noc_study_row *row = &s->rows[s->row_count - 1];
    va_start(values, format);
    vsnprintf(row->note, sizeof row->note, format, values);
    va_end(values);
}

noc_table *noc_study_add_part(noc_study *s, const char *format, ...)
{
    s->parts = grow_list(s->parts, s->part_count, sizeof *s->parts, &s->is_out_of_memory);
    if (s->is_out_of_memory) return NULL;
    noc_study_part *part = &s->parts[s->part_count++];
    *part = (noc_study_part){.heading = NULL};
    va_list values;
    va_start(values, format);
    if (vasprintf(&part->heading, format, values) < 0) part->heading = NULL;
    va_end(values);
    s->is_out_of_memory = !part->heading;
    return &part->table;
}

void noc_study_clear(noc_study *s)
{
    for (size_t i = 0; i < s->part_count; i++) {
        free(s->parts[i].heading);
        noc_table_clear(&s->parts[i].table);
    }
    free(s->parts);
    noc_table_clear(&s->machine_table);
    free(s->rows);
    free(s->points);
    noc_table_clear(&s->table);
    *s = (noc_study){.rows = NULL};
}

/* ---- printing -------------------------------------------------------------------------------- */

enum { BAR_COLUMNS = 48 };

static void print_bar(const noc_study *s, const noc_study_point *p, double largest, FILE *out)
{
    static const char marks[] = {'=', 'm', '#', 'o'};
    const int length = (int)lround(fabs(p->x) / largest * BAR_COLUMNS);
    if (!isfinite(p->x) || p->bound_sign) return;
    fprintf(out, "  %-9s %s", s->series[p->series].name, p->x < 0.0 ? "-" : " ");
    for (int i = 0; i < length; i++) fputc(marks[s->series[p->series].look], out);
    fprintf(out, " %.1f\n", p->x);
}

static void print_bars(const noc_study *s, FILE *out)
{
    double largest = 1.0;
    for (size_t i = 0; i < s->point_count; i++)
        if (!s->points[i].bound_sign) largest = fmax(largest, fabs(s->points[i].x));
    for (size_t row = 0; row < s->row_count; row++) {
        fprintf(out, "\n%s\n", s->rows[row].name);
        for (size_t i = 0; i < s->point_count; i++)
            if (s->points[i].row == row) print_bar(s, &s->points[i], largest, out);
    }
}

/* Collects the points of a series in `x` and `y`. Returns their number. */
static size_t find_coordinates(const noc_study *s, size_t series, double *x, double *y)
{
    size_t count = 0;
    for (size_t i = 0; i < s->point_count; i++) {
        if (s->points[i].series != series) continue;
        x[count] = s->points[i].x;
        y[count++] = s->points[i].y;
    }
    return count;
}

static noc_status print_panel(const noc_study *s, unsigned panel, double *coordinates, FILE *out,
                              noc_diag *diag)
{
    static const char marks[] = {'P', 'm', 'o', '*'};
    noc_series panel_series[NOC_STUDY_SERIES];
    size_t count = 0;
    for (size_t i = 0; i < s->series_count; i++) {
        if (s->series[i].panel != panel) continue;
        double *x = coordinates, *y = coordinates + s->point_count;
        const size_t points = find_coordinates(s, i, x, y);
        panel_series[count++] =
            (noc_series){marks[s->series[i].look], s->series[i].name, x, y, NULL, NULL, points};
        coordinates += 2 * s->point_count;
    }
    fputc('\n', out);
    const noc_plot plot = {.x_title = s->x_title,
                           .y_title = s->y_titles[panel],
                           .series = panel_series,
                           .series_count = count};
    return noc_plot_print(&plot, out, diag);
}

static noc_status print_curves(const noc_study *s, FILE *out, noc_diag *diag)
{
    noc_status status = NOC_OK;
    NOC_AUTO_FREE double *coordinates =
        calloc(2 * s->series_count * s->point_count + 1, sizeof *coordinates);
    if (!coordinates) return noc_fail_memory(diag);
    for (unsigned i = 0; i < NOC_STUDY_PANELS && s->y_titles[i] && status == NOC_OK; i++)
        status = print_panel(s, i, coordinates, out, diag);
    return status;
}

static noc_status print_part(const noc_study_part *part, const noc_sheet *sheet, noc_diag *diag)
{
    fputc('\n', sheet->out);
    noc_text_paragraph(sheet, "%s", part->heading);
    return noc_table_print(sheet, &part->table, diag);
}

/* Prints the main table, with folded headers if any. */
static noc_status print_table(const noc_study *s, const noc_sheet *sheet, noc_diag *diag)
{
    noc_table printed_table = s->table;
    for (size_t c = 0; c < printed_table.column_count; c++)
        if (s->folded_headers[c]) printed_table.columns[c].header = s->folded_headers[c];
    return noc_table_print(sheet, &printed_table, diag);
}

noc_status noc_study_print(const noc_study *s, const noc_sheet *sheet, noc_diag *diag)
{
    if (s->is_out_of_memory) return noc_fail_memory(diag);
    if (sheet->format != NOC_FORMAT_TABLE)
        return noc_report_listing(
            sheet, s->machine_table.column_count ? &s->machine_table : &s->table, diag);
    noc_text_paragraph(sheet, "%s", s->title);
    fputc('\n', sheet->out);
    noc_status status = print_table(s, sheet, diag);
    for (size_t i = 0; i < s->part_count && status == NOC_OK; i++)
        status = print_part(&s->parts[i], sheet, diag);
    if (status != NOC_OK) return status;
    noc_text_begin_verbatim(sheet);
    if (s->form == NOC_STUDY_BARS) print_bars(s, sheet->out);
    if (s->form == NOC_STUDY_CURVES) status = print_curves(s, sheet->out, diag);
    noc_text_end_verbatim(sheet);
    fputc('\n', sheet->out);
    noc_text_paragraph(sheet, "%s%s%s", s->note_text, *s->remark ? " " : "", s->remark);
    fputc('\n', sheet->out);
    return status;
}
