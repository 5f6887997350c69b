#include "reports/writers/plots/gnuplot.h"

#include <errno.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reports/writers/glyph.h"
#include "reports/writers/memory_text.h"
#include "reports/writers/output.h"

/* ---- texts ---------------------------------------------------------------------------------- */

static void put(FILE *out, const char *text, const char *doubled)
{
    for (size_t left = strlen(text); left > 0;) {
        const noc_glyph g = noc_glyph_at(text, left);
        if (!g.shown) {
            fputc(' ', out);
        } else {
            if (strchr(doubled, *text)) fputc(*text, out);
            fwrite(text, 1, g.bytes, out);
        }
        text += g.bytes;
        left -= g.bytes;
    }
}

/* In its strings a quote is written twice. */
static void quote(FILE *out, const char *text, const char *doubled)
{
    fputc('\'', out);
    put(out, text, doubled);
    fputc('\'', out);
}

void noc_gnuplot_quote(FILE *out, const char *text)
{
    quote(out, text, "'");
}

void noc_gnuplot_quote_tick(FILE *out, const char *text)
{
    quote(out, text, "'%");
}

void noc_gnuplot_comment(FILE *out, const char *text)
{
    fputs("# ", out);
    put(out, text, "");
    fputc('\n', out);
}

/* ---- drawing -------------------------------------------------------------------------------- */

extern char **environ;

static const double png_scale = 2.0; /* pixels of a PNG to one of the SVG */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool ends_in(const noc_gnuplot *f, const char *suffix)
{
    const char *dot = f->path ? strrchr(f->path, '.') : NULL;
    return dot && strcmp(dot, suffix) == 0;
}

/* Names of files, which may hold quotes, as gnuplot reads them. */
static void put_quoted(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text; text++) fprintf(out, *text == '\'' ? "''" : "%c", *text);
    fputc('\'', out);
}

/* The terminal that the suffix asks for, and its fonts; SVG without a path. */
static void put_terminal(FILE *out, const noc_gnuplot *f)
{
    const double letters = ends_in(f, ".pdf") ? f->point : 13.0;
    if (ends_in(f, ".pdf"))
        fprintf(out, "set terminal pdfcairo size %gcm,%gcm fontscale 0.8 font 'sans,%g'\n",
                f->width / f->pixels_per_cm, f->height / f->pixels_per_cm, letters);
    else if (ends_in(f, ".png"))
        fprintf(out,
                "set terminal pngcairo size %g,%g fontscale %g linewidth %g pointscale %g font "
                "'sans,%g'\n",
                png_scale * f->width, png_scale * f->height, 0.8 * png_scale, png_scale, png_scale,
                letters);
    else
        fprintf(out, "set terminal svg size %g,%g font 'sans,%g'\n", f->width, f->height, letters);
    fprintf(out, "small = ',%.3g'\nlarge = ',%.3g'\n", 0.82 * letters, 1.1 * letters);
}

/* Up to where output and data are named. */
static void put_head(FILE *out, const noc_gnuplot *f)
{
    noc_gnuplot_comment(out, f->title);
    put_terminal(out, f);
    fputs("set datafile separator ','\nset encoding utf8\n", out);
}

static char *script_text(const noc_gnuplot *f, const char *csv)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    put_head(out, f);
    fputs("set output ", out);
    put_quoted(out, base_name(f->path));
    fputs("\ndata = ", out);
    put_quoted(out, base_name(csv));
    fprintf(out, "\n%s", f->commands);
    return noc_memory_text(out, &text);
}

/* Waits for gnuplot, if it was started. */
static bool has_drawn(int started, pid_t child)
{
    int state = 0;
    return started == 0 && waitpid(child, &state, 0) == child && WIFEXITED(state) &&
           WEXITSTATUS(state) == 0;
}

/* A picture is whole or not there. */
static void remove_part(const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0 && S_ISREG(info.st_mode)) unlink(path);
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
    int started = 0;
    if (slash) {
        *slash = '\0';
        started = posix_spawn_file_actions_addchdir_np(&actions, slash == folder ? "/" : folder);
    }
    char *const arguments[] = {(char *)(uintptr_t) "gnuplot", (char *)(uintptr_t)base_name(script),
                               NULL};
    pid_t child = 0;
    if (!started) started = posix_spawnp(&child, "gnuplot", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    free(folder);
    if (started == ENOENT) {
        *missing = true;
        return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                        "gnuplot not found, so %s was not drawn; %s and its data are written (apt "
                        "install gnuplot-nox; then: gnuplot %s)",
                        path, script, base_name(script));
    }
    if (has_drawn(started, child)) return NOC_OK;
    if (started == 0) remove_part(path);
    return noc_fail(diag, NOC_EFAILED, (noc_place){script, 0}, "gnuplot could not draw it");
}

static noc_status draw_file(const noc_gnuplot *f, bool *missing, noc_diag *diag)
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

/* ---- SVG as a text -------------------------------------------------------------------------- */

/* Starts gnuplot with the script as its standard input. */
static int start(FILE *script, FILE *svg, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    char *const arguments[] = {(char *)(uintptr_t) "gnuplot", NULL};
    if (posix_spawn_file_actions_init(&actions) != 0) return ENOMEM;
    int failed = posix_spawn_file_actions_adddup2(&actions, fileno(script), STDIN_FILENO);
    if (!failed) failed = posix_spawn_file_actions_adddup2(&actions, fileno(svg), STDOUT_FILENO);
    if (!failed) failed = posix_spawnp(child, "gnuplot", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/* The text in a file. */
static char *read_all(FILE *in)
{
    char *text = NULL, part[4096];
    size_t size = 0, count;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    rewind(in);
    while ((count = fread(part, 1, sizeof part, in)) > 0) fwrite(part, 1, count, out);
    return noc_memory_text(out, &text);
}

/* From where SVG begins, as declarations have no place inside a page, to its end. False: a part is
 * missing, as gnuplot does not look at whether it could write. */
static bool take_svg(char *text)
{
    const char *begin = strstr(text, "<svg");
    if (!begin || !strstr(begin, "</svg>")) return false;
    memmove(text, begin, strlen(begin) + 1);
    return true;
}

static noc_status no_file(noc_diag *diag)
{
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "no temporary file for gnuplot: %s",
                    strerror(errno));
}

/* With the data in the script. */
static noc_status write_script(FILE *script, const noc_gnuplot *f, noc_diag *diag)
{
    put_head(script, f);
    fprintf(script, "$data << NOCSIGHT_END\n%sNOCSIGHT_END\ndata = '$data'\n%s", f->data,
            f->commands);
    if (fflush(script) != 0 || ferror(script)) return no_file(diag);
    rewind(script);
    return NOC_OK;
}

static noc_status run_text(FILE *script, FILE *drawn, char **svg, bool *missing, noc_diag *diag)
{
    pid_t child = 0;
    const int started = start(script, drawn, &child);
    *missing = started == ENOENT;
    if (*missing)
        return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                        "gnuplot not found, so nothing was drawn (apt install gnuplot-nox)");
    if (has_drawn(started, child)) {
        *svg = read_all(drawn);
        if (!*svg) return noc_fail_memory(diag);
        if (take_svg(*svg)) return NOC_OK;
    }
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "gnuplot could not draw it");
}

static noc_status draw_text(const noc_gnuplot *f, char **svg, bool *missing, noc_diag *diag)
{
    FILE *script = tmpfile(), *drawn = tmpfile();
    *svg = NULL;
    noc_status status = script && drawn ? write_script(script, f, diag) : no_file(diag);
    if (status == NOC_OK) status = run_text(script, drawn, svg, missing, diag);
    if (script) fclose(script);
    if (drawn) fclose(drawn);
    return status;
}

noc_status noc_gnuplot_draw(const noc_gnuplot *f, char **svg, bool *missing, noc_diag *diag)
{
    if (!f->data || !f->commands) return noc_fail_memory(diag);
    return f->path ? draw_file(f, missing, diag) : draw_text(f, svg, missing, diag);
}

bool noc_gnuplot_is_there(void)
{
    FILE *nothing = tmpfile();
    pid_t child = 0;
    const int started = nothing ? start(nothing, nothing, &child) : 0;
    if (nothing && started == 0) waitpid(child, &(int){0}, 0);
    if (nothing) fclose(nothing);
    return started != ENOENT;
}
