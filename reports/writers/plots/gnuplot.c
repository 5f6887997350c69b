#include "reports/writers/plots/gnuplot.h"

#include <errno.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* Writes a string of gnuplot, in which a quote is doubled. */
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

static const double png_scale = 2.0; /* pixels of a PNG per pixel of the SVG */

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

static bool is_svg(const noc_gnuplot *f)
{
    return !ends_in(f, ".pdf") && !ends_in(f, ".png");
}

/* Writes the name of a file in the script's folder. "./" protects names that gnuplot would read as
 * a command ("|", "<"), an option ("-") or data ("$"). */
static void put_name(FILE *out, const char *path)
{
    const char *name = base_name(path);
    fprintf(out, "'%s", strchr("|<-$", *name) ? "./" : "");
    for (; *name; name++) fprintf(out, *name == '\'' ? "''" : "%c", *name);
    fputc('\'', out);
}

/* Writes the terminal by the path's suffix, and its fonts; SVG without a path. */
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

/* Writes the head of a script, up to the names of output and data. */
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
    put_name(out, f->path);
    fputs("\ndata = ", out);
    put_name(out, csv);
    fprintf(out, "\n%s", f->commands);
    return noc_memory_text(out, &text);
}

/* Waits for gnuplot, if it was started. True if it has drawn. */
static bool has_drawn(int started, pid_t child)
{
    int state = 0;
    return started == 0 && waitpid(child, &state, 0) == child && WIFEXITED(state) &&
           WEXITSTATUS(state) == 0;
}

/* ---- gnuplot itself ------------------------------------------------------------------------- */

/* Starts gnuplot with the script as its standard input and the picture as its standard output. */
static int start(FILE *script, FILE *picture, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    char *const arguments[] = {(char *)(uintptr_t) "gnuplot", NULL};
    if (posix_spawn_file_actions_init(&actions) != 0) return ENOMEM;
    int failed = posix_spawn_file_actions_adddup2(&actions, fileno(script), STDIN_FILENO);
    if (!failed)
        failed = posix_spawn_file_actions_adddup2(&actions, fileno(picture), STDOUT_FILENO);
    if (!failed) failed = posix_spawnp(child, "gnuplot", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/* Reads all bytes of a file. The caller frees them; NULL: out of memory. */
static char *read_all(FILE *in, size_t *size)
{
    char *bytes = NULL, part[4096];
    size_t count;
    FILE *out = open_memstream(&bytes, size);
    if (!out) return NULL;
    rewind(in);
    while ((count = fread(part, 1, sizeof part, in)) > 0) fwrite(part, 1, count, out);
    return noc_memory_text(out, &bytes);
}

/* Escapes "]]>" outside of CDATA sections, as XML requires and gnuplot does not. Frees the old
 * picture and returns a new one; NULL: out of memory. */
static char *escape_ends(char *svg, size_t *size)
{
    static const char opens[] = "<![CDATA[", closes[] = "]]>";
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    bool literal = false;
    for (const char *c = svg; out && *c; c++) {
        if (strncmp(c, opens, strlen(opens)) == 0) literal = true;
        const bool end = *c == '>' && c - svg >= 2 && strncmp(c - 2, closes, strlen(closes)) == 0;
        fputs(end && !literal ? "&gt;" : (char[]){*c, '\0'}, out);
        if (end) literal = false;
    }
    free(svg);
    return out ? noc_memory_text(out, &text) : NULL;
}

/* True if a picture has the end of its format; gnuplot does not report incomplete writing. */
static bool is_whole(const char *bytes, size_t size)
{
    static const char *const ends[] = {"</svg>", "%%EOF", "IEND"};
    const size_t tail = size < 32 ? size : 32;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (memmem(bytes + size - tail, tail, ends[i], strlen(ends[i]))) return true;
    return false;
}

static noc_status no_file(noc_diag *diag)
{
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "no temporary file for gnuplot: %s",
                    strerror(errno));
}

/* Writes a script with its data inline, up to a mark that does not occur in the data. */
static noc_status write_script(FILE *script, const noc_gnuplot *f, noc_diag *diag)
{
    char mark[40];
    unsigned number = 0;
    do snprintf(mark, sizeof mark, "NOCSIGHT_END_%u", number++);
    while (strstr(f->data, mark));
    put_head(script, f);
    fprintf(script, "$data << %s\n%s%s\ndata = '$data'\n%s", mark, f->data, mark, f->commands);
    if (fflush(script) != 0 || ferror(script)) return no_file(diag);
    rewind(script);
    return NOC_OK;
}

static noc_status run(const noc_gnuplot *f, FILE *script, FILE *drawn, char **picture, size_t *size,
                      bool *missing, noc_diag *diag)
{
    pid_t child = 0;
    const int started = start(script, drawn, &child);
    *missing = started == ENOENT;
    if (*missing) return NOC_EFAILED;
    if (has_drawn(started, child)) {
        *picture = read_all(drawn, size);
        if (*picture && is_svg(f)) *picture = escape_ends(*picture, size);
        if (!*picture) return noc_fail_memory(diag);
        if (is_whole(*picture, *size)) return NOC_OK;
    }
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "gnuplot could not draw it");
}

/* Draws through unnamed files, so that no user's file name reaches gnuplot. If gnuplot is missing,
 * the caller writes the message. */
static noc_status draw(const noc_gnuplot *f, char **picture, size_t *size, bool *missing,
                       noc_diag *diag)
{
    FILE *script = tmpfile(), *drawn = tmpfile();
    *picture = NULL;
    noc_status status = script && drawn ? write_script(script, f, diag) : no_file(diag);
    if (status == NOC_OK) status = run(f, script, drawn, picture, size, missing, diag);
    if (script) fclose(script);
    if (drawn) fclose(drawn);
    return status;
}

/* ---- into a file, or as a text -------------------------------------------------------------- */

/* Picture, and the files to draw it again: data and script. */
typedef struct files {
    char *csv, *script; /* paths */
    char *commands;     /* text of the script */
    char *picture;      /* NULL: not drawn */
    size_t size;        /* bytes of the picture */
} files;

static noc_status write_files(const noc_gnuplot *f, const files *all, noc_diag *diag)
{
    const noc_output_file list[] = {
        {all->csv, f->data, strlen(f->data)},
        {all->script, all->commands, strlen(all->commands)},
        {f->path, all->picture, all->size},
    };
    return noc_output_write_files(list, all->picture ? 3 : 2, diag);
}

/* Draws a picture. If gnuplot is missing, data and script are still written. */
static noc_status draw_all(const noc_gnuplot *f, files *all, bool *missing, noc_diag *diag)
{
    noc_status status = draw(f, &all->picture, &all->size, missing, diag);
    if (status == NOC_OK || *missing) status = write_files(f, all, diag);
    if (status != NOC_OK || !*missing) return status;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                    "gnuplot not found, so %s was not drawn; %s and its data are written (apt "
                    "install gnuplot-nox; then: gnuplot %s%s)",
                    f->path, all->script, *base_name(all->script) == '-' ? "./" : "",
                    base_name(all->script));
}

static noc_status draw_file(const noc_gnuplot *f, bool *missing, noc_diag *diag)
{
    const int stem = (int)(strrchr(f->path, '.') - f->path);
    files all = {.size = 0};
    noc_status status = noc_output_check(f->path, diag);
    if (status != NOC_OK) return status;
    if (strchr(base_name(f->path), '\n'))
        return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                        "the name of a picture has a line end, which gnuplot's script cannot name");
    if (asprintf(&all.csv, "%.*s-data.csv", stem, f->path) < 0) all.csv = NULL;
    if (asprintf(&all.script, "%.*s.gp", stem, f->path) < 0) all.script = NULL;
    if (all.csv && all.script) all.commands = script_text(f, all.csv);
    status = all.commands ? draw_all(f, &all, missing, diag) : noc_fail_memory(diag);
    free(all.csv);
    free(all.script);
    free(all.commands);
    free(all.picture);
    return status;
}

/* Draws SVG without its declarations, for use inside a page. */
static noc_status draw_text(const noc_gnuplot *f, char **svg, bool *missing, noc_diag *diag)
{
    size_t size = 0;
    const noc_status status = draw(f, svg, &size, missing, diag);
    const char *begin = *svg ? strstr(*svg, "<svg") : NULL;
    if (begin) memmove(*svg, begin, strlen(begin) + 1);
    if (*missing)
        return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                        "gnuplot not found, so nothing was drawn (apt install gnuplot-nox)");
    if (status == NOC_OK && !begin)
        return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "gnuplot could not draw it");
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
