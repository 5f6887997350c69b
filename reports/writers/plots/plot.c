#include "reports/writers/plots/plot.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/memory_text.h"
#include "reports/writers/pen.h"

/* Drawing, and the values at its edges. */
typedef struct canvas {
    char cells[NOC_PLOT_ROWS][NOC_PLOT_COLUMNS + 1];
    double x_top, y_bottom, y_top;
} canvas;

/* Rounds up to 1, 1.5, 2, 3, 4, 5, 6 or 8 times a power of ten. */
static double round_up(double value)
{
    static const double steps[] = {1, 1.5, 2, 3, 4, 5, 6, 8, 10};
    if (!(value > 0.0)) return 1.0;
    const double unit = pow(10.0, floor(log10(value)));
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (value <= steps[i] * unit * (1.0 + 1e-9)) return steps[i] * unit;
    return 10.0 * unit;
}

static double find_largest(const double *values, size_t count, double limit)
{
    double top = 0.0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(values[i]) && values[i] > top) top = values[i];
    return limit > 0.0 && top > limit ? limit : top;
}

static int find_column(const canvas *c, double x)
{
    const long column = lround(x / c->x_top * (NOC_PLOT_COLUMNS - 1));
    return column < 0 || column >= NOC_PLOT_COLUMNS ? -1 : (int)column;
}

/* Finds the row of a value, from the top; -1 is above the drawing. */
static int find_row(const canvas *c, double y)
{
    const double from_bottom = (y - c->y_bottom) / (c->y_top - c->y_bottom) * (NOC_PLOT_ROWS - 1);
    if (!(from_bottom >= 0.0)) return NOC_PLOT_ROWS - 1;
    const double row = NOC_PLOT_ROWS - 1 - round(fmin(from_bottom, 2.0 * NOC_PLOT_ROWS));
    return row < 0.0 ? -1 : (int)row;
}

static void draw_bar(canvas *c, int column, double lo, double hi)
{
    if (!isfinite(lo) || !isfinite(hi)) return;
    int top = find_row(c, hi);
    const int bottom = find_row(c, lo);
    if (top < 0) top = 0;
    for (int row = top; row <= bottom; row++)
        if (c->cells[row][column] == ' ') c->cells[row][column] = '|';
}

static void draw_series(canvas *c, const noc_series *s)
{
    for (size_t i = 0; i < s->count; i++) {
        if (!isfinite(s->x[i]) || isnan(s->y[i])) continue;
        const int column = find_column(c, s->x[i]), row = find_row(c, s->y[i]);
        if (column < 0) continue;
        if (s->lo && s->hi) draw_bar(c, column, s->lo[i], s->hi[i]);
        if (row < 0)
            c->cells[0][column] = '^';
        else
            c->cells[row][column] = s->mark;
    }
}

static double find_lowest(const noc_plot *plot, double top)
{
    double low = top;
    for (size_t k = 0; k < plot->series_count; k++)
        for (size_t i = 0; i < plot->series[k].count; i++)
            if (plot->series[k].y[i] < low) low = plot->series[k].y[i];
    return low;
}

/* Chooses three equal steps with round ends, from below the lowest point to above the highest. */
static void choose_rows(canvas *c, double low, double high)
{
    double step = round_up(fmax(high - low, 1e-6 * fabs(high)) / 3.0);
    while (floor(low / step) * step + 3.0 * step < high) step = round_up(1.001 * step);
    c->y_bottom = floor(low / step) * step;
    c->y_top = c->y_bottom + 3.0 * step;
}

static canvas make_canvas(const noc_plot *plot)
{
    canvas c = {.x_top = 0.0};
    double x = 0.0, y = 0.0;
    for (size_t i = 0; i < plot->series_count; i++) {
        const noc_series *s = &plot->series[i];
        x = fmax(x, find_largest(s->x, s->count, 0.0));
        y = fmax(y, find_largest(s->y, s->count, plot->y_limit));
    }
    c.x_top = round_up(x);
    c.y_top = round_up(y);
    if (plot->starts_at_lowest && y > 0.0) choose_rows(&c, find_lowest(plot, y), y);
    for (int row = 0; row < NOC_PLOT_ROWS; row++) {
        memset(c.cells[row], ' ', NOC_PLOT_COLUMNS);
        c.cells[row][NOC_PLOT_COLUMNS] = '\0';
    }
    return c;
}

static void print_canvas(const canvas *c, FILE *out)
{
    for (int row = 0; row < NOC_PLOT_ROWS; row++) {
        int length = NOC_PLOT_COLUMNS;
        while (length > 0 && c->cells[row][length - 1] == ' ') length--;
        const double share = (double)(NOC_PLOT_ROWS - 1 - row) / (NOC_PLOT_ROWS - 1);
        const double value = c->y_bottom + (c->y_top - c->y_bottom) * share;
        if (row % 5 == 0)
            fprintf(out, "%9.4g +%.*s\n", value, length, c->cells[row]);
        else
            fprintf(out, "%9s |%.*s\n", "", length, c->cells[row]);
    }
}

/* Prints a tick and its value at each quarter of the axis. */
static void print_x_axis(const canvas *c, FILE *out)
{
    fprintf(out, "%9s +", "");
    for (int i = 0; i < NOC_PLOT_COLUMNS; i++) fputc(i % 15 == 14 ? '+' : '-', out);
    fprintf(out, "\n%9s 0", "");
    for (int quarter = 1; quarter <= 4; quarter++) fprintf(out, "%15.4g", c->x_top * quarter / 4.0);
    fputc('\n', out);
}

/* Prints the names of the series with their marks, on as many lines as needed. */
static bool print_title(const noc_plot *plot, FILE *out)
{
    char *title = NULL;
    size_t size = 0;
    FILE *words = open_memstream(&title, &size);
    if (!words) return false;
    fprintf(words, "%s", plot->y_title);
    for (size_t i = 0; i < plot->series_count; i++)
        fprintf(words, "   %c %s", plot->series[i].mark, plot->series[i].name);
    if (!noc_memory_text_close(words, &title)) return false;
    noc_pen_paragraph(out, NOC_PLOT_WIDTH, 2, title);
    free(title);
    return true;
}

noc_status noc_plot_print(const noc_plot *plot, FILE *out, noc_diag *diag)
{
    canvas c = make_canvas(plot);
    for (size_t i = 0; i < plot->series_count; i++) draw_series(&c, &plot->series[i]);
    if (!print_title(plot, out)) return noc_fail_memory(diag);
    print_canvas(&c, out);
    print_x_axis(&c, out);
    fprintf(out, "%*s\n", NOC_PLOT_WIDTH, plot->x_title);
    return NOC_OK;
}
