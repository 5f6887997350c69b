#include "reports/front_picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reports/figure.h"
#include "reports/writers/gnuplot.h"

static const char *const kinds[] = {"other", "possible", "front"};

static size_t kind_of(const noc_front_mark *mark)
{
    return mark->by_value ? 2 : mark->membership != NOC_FRONT_OFF ? 1 : 0;
}

/* Objectives are stored turned; here they are as people know them. */
static void put_point(FILE *out, const noc_candidates *all, size_t i, size_t kind)
{
    fputs(kinds[kind], out);
    for (size_t k = 0; k < 2; k++) {
        const size_t d = 1 - k;
        const bool up = all->objectives.list[d].maximize;
        const double a = up ? all->points[i].worst[d] : -all->points[i].best[d];
        const double b = up ? all->points[i].best[d] : -all->points[i].worst[d];
        fprintf(out, ",%.12g,%.12g,%.12g", up ? all->points[i].value[d] : -all->points[i].value[d],
                a, b);
    }
    fprintf(out, ",%s\n", noc_candidate_measured(all, &all->list[i]) ? "sample" : "model");
}

static int by_x(const void *a, const void *b, void *context)
{
    const noc_candidates *all = context;
    const double x = fabs(all->points[*(const size_t *)a].value[1]);
    const double y = fabs(all->points[*(const size_t *)b].value[1]);
    return x < y ? -1 : x > y;
}

static char *data_text(const noc_candidates *all)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    size_t *front = malloc((all->count + 1) * sizeof *front), count = 0;
    noc_candidates cast = *all;
    if (!out || !front) return NULL;
    const char *x = noc_metric_info_of(all->objectives.list[1].metric)->name;
    const char *y = noc_metric_info_of(all->objectives.list[0].metric)->name;
    fprintf(out, "kind,%s,%s_lo,%s_hi,%s,%s_lo,%s_hi,method\n", x, x, x, y, y, y);
    for (size_t kind = 0; kind < 2; kind++)
        for (size_t i = 0; i < all->count; i++)
            if (kind_of(&all->marks[i]) == kind) put_point(out, all, i, kind);
    for (size_t i = 0; i < all->count; i++)
        if (all->marks[i].by_value) front[count++] = i;
    qsort_r(front, count, sizeof *front, by_x, &cast);
    for (size_t i = 0; i < count; i++) put_point(out, all, front[i], 2);
    free(front);
    fclose(out);
    return text;
}

static char *commands_text(const noc_front_view *v)
{
    const noc_candidates *all = v->candidates;
    const noc_metric_id x = all->objectives.list[1].metric, y = all->objectives.list[0].metric;
    char *text = NULL;
    /* fsteps holds the level of the next member, steps that of the last: the worse of both */
    const bool rising = all->objectives.list[0].maximize && !all->objectives.list[1].maximize;
    const int length = asprintf(
        &text,
        "set xlabel '%s [%s]' noenhanced\n"
        "set ylabel '%s [%s]' noenhanced\n"
        "set key %s\n"
        "set grid lc rgb '#dddddd'\n"
        "x(kind) = strcol(1) eq kind ? column(2) : NaN\n"
        "plot data skip 1 using (x('other')):5 with points pt 7 ps 0.25 lc rgb '#bbbbbb' title "
        "'designs', \\\n"
        "     data skip 1 using (x('possible')):5 with points pt 7 ps 0.3 lc rgb '#66ccee' title "
        "'possibly on the "
        "front', \\\n"
        "     data skip 1 using (x('front')):5 with %s lw 1.5 lc rgb '#4477aa' notitle, \\\n"
        "     data skip 1 using (x('front')):5:6:7 with yerrorbars pt 5 ps 0.5 lw 1 lc rgb "
        "'#4477aa' title "
        "'front, with intervals'\n",
        noc_metric_label(x).text, noc_metric_info_of(x)->unit, noc_metric_label(y).text,
        noc_metric_info_of(y)->unit, rising ? "bottom right" : "top right",
        rising ? "steps" : "fsteps");
    return length < 0 ? NULL : text;
}

noc_status noc_report_figure(const char *path, const noc_front_view *v, bool *missing,
                             noc_diag *diag)
{
    char title[200], *data = data_text(v->candidates), *commands = commands_text(v);
    snprintf(title, sizeof title, "The front of %s", v->space->name);
    const noc_gnuplot figure = {
        .path = path,
        .width = 720,
        .height = 480,
        .pixels_per_cm = 60,
        .point = 7,
        .title = title,
        .data = data,
        .commands = commands,
    };
    const noc_status status =
        data && commands ? noc_gnuplot_draw(&figure, missing, diag) : noc_fail_memory(diag);
    free(data);
    free(commands);
    return status;
}
