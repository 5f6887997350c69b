#include "reports/figures.h"

#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reports/figure.h"
#include "reports/output.h"

extern char **environ;

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

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static char *script_text(const noc_front_view *v, const char *csv, const char *figure, bool pdf)
{
    const noc_candidates *all = v->candidates;
    const noc_metric_id x = all->objectives.list[1].metric, y = all->objectives.list[0].metric;
    char *text = NULL;
    /* fsteps holds the level of the next member, steps that of the last: the worse of both */
    const bool rising = all->objectives.list[0].maximize && !all->objectives.list[1].maximize;
    const int length = asprintf(
        &text,
        "# The front of %s\n"
        "set terminal %s\n"
        "set output '%s'\n"
        "set datafile separator ','\n"
        "set encoding utf8\n"
        "set xlabel '%s [%s]' noenhanced\n"
        "set ylabel '%s [%s]' noenhanced\n"
        "set key %s\n"
        "set grid lc rgb '#dddddd'\n"
        "data = '%s'\n"
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
        v->space->name,
        pdf ? "pdfcairo size 12cm,8cm font 'sans,10'" : "svg size 720,480 font 'sans,13'",
        base_name(figure), noc_metric_label(x).text, noc_metric_info_of(x)->unit,
        noc_metric_label(y).text, noc_metric_info_of(y)->unit,
        rising ? "bottom right" : "top right", base_name(csv), rising ? "steps" : "fsteps");
    return length < 0 ? NULL : text;
}

/* Runs "gnuplot SCRIPT" in the folder of the script. */
static noc_status run_gnuplot(const char *path, const char *script, bool *missing, noc_diag *diag)
{
    char *folder = strdup(path);
    char *slash = folder ? strrchr(folder, '/') : NULL;
    posix_spawn_file_actions_t actions;
    if (!folder || posix_spawn_file_actions_init(&actions) != 0) {
        free(folder);
        return noc_fail_memory(diag);
    }
    if (slash) {
        *slash = '\0';
        posix_spawn_file_actions_addchdir_np(&actions, slash == folder ? "/" : folder);
    }
    char *const arguments[] = {(char *)(uintptr_t) "gnuplot", (char *)(uintptr_t)base_name(script),
                               NULL};
    pid_t child;
    const int started = posix_spawnp(&child, "gnuplot", &actions, NULL, arguments, environ);
    int state = 0;
    posix_spawn_file_actions_destroy(&actions);
    free(folder);
    if (started == ENOENT) {
        *missing = true;
        return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                        "gnuplot not found, so %s was not drawn; %s and its data are written (apt "
                        "install gnuplot-nox; then: gnuplot %s)",
                        path, script, base_name(script));
    }
    if (started == 0 && waitpid(child, &state, 0) == child && WIFEXITED(state) &&
        WEXITSTATUS(state) == 0)
        return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, (noc_place){script, 0}, "gnuplot could not draw it");
}

noc_status noc_report_figure(const char *path, bool pdf, const noc_front_view *v, bool *missing,
                             noc_diag *diag)
{
    const int stem = (int)(strrchr(path, '.') - path);
    char *csv = NULL, *script = NULL, *data = NULL, *commands = NULL;
    noc_status status = noc_output_check(path, diag);
    if (status != NOC_OK) return status;
    if (asprintf(&csv, "%.*s-data.csv", stem, path) < 0) csv = NULL;
    if (asprintf(&script, "%.*s.gp", stem, path) < 0) script = NULL;
    data = data_text(v->candidates);
    if (csv && script && data) commands = script_text(v, csv, path, pdf);
    if (!commands)
        status = noc_fail_memory(diag);
    else
        status = noc_output_write(csv, data, strlen(data), diag);
    if (status == NOC_OK) status = noc_output_write(script, commands, strlen(commands), diag);
    if (status == NOC_OK) status = run_gnuplot(path, script, missing, diag);
    free(csv);
    free(script);
    free(data);
    free(commands);
    return status;
}
