#include "studies/study_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reports/writers/listing.h"
#include "reports/writers/plots/plot.h"
#include "reports/writers/say.h"
#include "reports/writers/table_print.h"

enum { BAR_COLUMNS = 48 };

static void print_bar(const noc_study *s, const noc_study_point *p, double largest, FILE *out)
{
    static const char marks[] = {'=', 'm', '#', 'o'};
    const int length = (int)lround(fabs(p->x) / largest * BAR_COLUMNS);
    if (!isfinite(p->x) || p->bound) return;
    fprintf(out, "  %-9s %s", s->series[p->series].name, p->x < 0.0 ? "-" : " ");
    for (int i = 0; i < length; i++) fputc(marks[s->series[p->series].look], out);
    fprintf(out, " %.1f\n", p->x);
}

static void print_bars(const noc_study *s, FILE *out)
{
    double largest = 1.0;
    for (size_t i = 0; i < s->point_count; i++)
        if (!s->points[i].bound) largest = fmax(largest, fabs(s->points[i].x));
    for (size_t row = 0; row < s->row_count; row++) {
        fprintf(out, "\n%s\n", s->rows[row].name);
        for (size_t i = 0; i < s->point_count; i++)
            if (s->points[i].row == row) print_bar(s, &s->points[i], largest, out);
    }
}

/* The points of a series, in `x` and `y`; returns how many. */
static size_t coordinates_of(const noc_study *s, size_t series, double *x, double *y)
{
    size_t count = 0;
    for (size_t i = 0; i < s->point_count; i++) {
        if (s->points[i].series != series) continue;
        x[count] = s->points[i].x;
        y[count++] = s->points[i].y;
    }
    return count;
}

static noc_status print_panel(const noc_study *s, unsigned panel, double *room, FILE *out,
                              noc_diag *diag)
{
    static const char marks[] = {'P', 'm', 'o', '*'};
    noc_series drawn[NOC_STUDY_SERIES];
    size_t count = 0;
    for (size_t i = 0; i < s->series_count; i++) {
        if (s->series[i].panel != panel) continue;
        double *x = room, *y = room + s->point_count;
        const size_t points = coordinates_of(s, i, x, y);
        drawn[count++] =
            (noc_series){marks[s->series[i].look], s->series[i].name, x, y, NULL, NULL, points};
        room += 2 * s->point_count;
    }
    fputc('\n', out);
    const noc_plot plot = {.x_title = s->x_title,
                           .y_title = s->y_titles[panel],
                           .series = drawn,
                           .series_count = count};
    return noc_plot_print(&plot, out, diag);
}

static noc_status print_curves(const noc_study *s, FILE *out, noc_diag *diag)
{
    noc_status status = NOC_OK;
    double *room = calloc(2 * s->series_count * s->point_count + 1, sizeof *room);
    if (!room) return noc_fail_memory(diag);
    for (unsigned i = 0; i < NOC_STUDY_PANELS && s->y_titles[i] && status == NOC_OK; i++)
        status = print_panel(s, i, room, out, diag);
    free(room);
    return status;
}

static noc_status print_part(const noc_study_part *part, const noc_sheet *sheet, noc_diag *diag)
{
    fputc('\n', sheet->out);
    noc_text_say(sheet, "%s", part->words);
    return noc_table_print(&part->table, sheet->out, sheet->width, diag);
}

/* The cells are the study's. */
static noc_status print_table(const noc_study *s, const noc_sheet *sheet, noc_diag *diag)
{
    noc_table shown = s->table;
    for (size_t c = 0; c < shown.column_count; c++)
        if (s->folded[c]) shown.columns[c].header = s->folded[c];
    return noc_table_print(&shown, sheet->out, sheet->width, diag);
}

noc_status noc_study_print(const noc_study *s, const noc_sheet *sheet, noc_diag *diag)
{
    if (s->failed) return noc_fail_memory(diag);
    if (sheet->format != NOC_FORMAT_TABLE)
        return noc_report_listing(sheet, s->data.column_count ? &s->data : &s->table, diag);
    fprintf(sheet->out, "%s\n\n", s->title);
    noc_status status = print_table(s, sheet, diag);
    for (size_t i = 0; i < s->part_count && status == NOC_OK; i++)
        status = print_part(&s->parts[i], sheet, diag);
    if (status != NOC_OK) return status;
    if (s->form == NOC_STUDY_BARS) print_bars(s, sheet->out);
    if (s->form == NOC_STUDY_CURVES) status = print_curves(s, sheet->out, diag);
    fputc('\n', sheet->out);
    noc_text_say(sheet, "%s%s%s", s->note, *s->remark ? " " : "", s->remark);
    fputc('\n', sheet->out);
    return status;
}
