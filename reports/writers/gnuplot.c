#include "reports/writers/gnuplot.h"

#include <ctype.h>
#include <errno.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reports/writers/output.h"

extern char **environ;

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool ends_in(const noc_gnuplot *f, const char *suffix)
{
    return strcmp(strrchr(f->path, '.'), suffix) == 0;
}

/* The terminal of the file's kind, for letters of that size. PNG has twice the pixels, for screens
 * that are sharp. */
static void put_terminal(FILE *out, const noc_gnuplot *f, double letters)
{
    if (ends_in(f, ".pdf"))
        fprintf(out, "set terminal pdfcairo size %gcm,%gcm fontscale 0.8 font 'sans,%g'\n",
                f->width / f->pixels_per_cm, f->height / f->pixels_per_cm, letters);
    else if (ends_in(f, ".png"))
        fprintf(out,
                "set terminal pngcairo size %g,%g fontscale 1.5 linewidth 2 pointscale 2 font "
                "'sans,%g'\n",
                2.0 * f->width, 2.0 * f->height, letters);
    else
        fprintf(out, "set terminal svg size %g,%g font 'sans,%g'\n", f->width, f->height, letters);
}

/* Names of files, which may hold quotes, as gnuplot reads them. */
static void put_quoted(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text; text++) fprintf(out, *text == '\'' ? "''" : "%c", *text);
    fputc('\'', out);
}

static char *script_text(const noc_gnuplot *f, const char *csv)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fputs("# ", out);
    for (const char *c = f->title; *c; c++) fputc(iscntrl((unsigned char)*c) ? ' ' : *c, out);
    fputc('\n', out);
    const double letters = ends_in(f, ".pdf") ? f->point : 13.0;
    put_terminal(out, f, letters);
    fprintf(out, "small = ',%.3g'\nlarge = ',%.3g'\n", 0.82 * letters, 1.1 * letters);
    fputs("set output ", out);
    put_quoted(out, base_name(f->path));
    fputs("\nset datafile separator ','\nset encoding utf8\ndata = ", out);
    put_quoted(out, base_name(csv));
    fprintf(out, "\n%s", f->commands);
    return fclose(out) == 0 ? text : NULL;
}

/* Runs "gnuplot SCRIPT" in the folder of the script. */
static noc_status run(const char *path, const char *script, bool *missing, noc_diag *diag)
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

noc_status noc_gnuplot_draw(const noc_gnuplot *f, bool *missing, noc_diag *diag)
{
    const int stem = (int)(strrchr(f->path, '.') - f->path);
    char *csv = NULL, *script = NULL, *commands = NULL;
    noc_status status = noc_output_check(f->path, diag);
    if (status != NOC_OK) return status;
    if (asprintf(&csv, "%.*s-data.csv", stem, f->path) < 0) csv = NULL;
    if (asprintf(&script, "%.*s.gp", stem, f->path) < 0) script = NULL;
    if (csv && script) commands = script_text(f, csv);
    status =
        commands ? noc_output_write(csv, f->data, strlen(f->data), diag) : noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_output_write(script, commands, strlen(commands), diag);
    if (status == NOC_OK) status = run(f->path, script, missing, diag);
    free(csv);
    free(script);
    free(commands);
    return status;
}
