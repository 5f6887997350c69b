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

static void put_escaped(FILE *out, const char *text, const char *doubled)
{
    for (size_t remaining = strlen(text); remaining > 0;) {
        const noc_glyph g = noc_glyph_at(text, remaining);
        if (!g.is_printable) {
            fputc(' ', out);
        } else {
            if (strchr(doubled, *text)) fputc(*text, out);
            fwrite(text, 1, g.bytes, out);
        }
        text += g.bytes;
        remaining -= g.bytes;
    }
}

/* Writes a string of gnuplot, in which a quote is doubled. */
static void put_quoted(FILE *out, const char *text, const char *doubled)
{
    fputc('\'', out);
    put_escaped(out, text, doubled);
    fputc('\'', out);
}

void noc_gnuplot_quote(FILE *out, const char *text)
{
    put_quoted(out, text, "'");
}

void noc_gnuplot_quote_tick(FILE *out, const char *text)
{
    put_quoted(out, text, "'%");
}

void noc_gnuplot_comment(FILE *out, const char *text)
{
    fputs("# ", out);
    put_escaped(out, text, "");
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

static bool has_suffix(const noc_gnuplot *f, const char *suffix)
{
    const char *dot = strrchr(f->path, '.');
    return dot && strcmp(dot, suffix) == 0;
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

/* Writes the terminal by the path's suffix, and its fonts. */
static void put_terminal(FILE *out, const noc_gnuplot *f)
{
    const double font_points = has_suffix(f, ".pdf") ? f->font_points : 13.0;
    if (has_suffix(f, ".pdf"))
        fprintf(out, "set terminal pdfcairo size %gcm,%gcm fontscale 0.8 font 'sans,%g'\n",
                f->width_pixels / f->pixels_per_cm, f->height_pixels / f->pixels_per_cm,
                font_points);
    else if (has_suffix(f, ".png"))
        fprintf(out,
                "set terminal pngcairo size %g,%g fontscale %g linewidth %g pointscale %g font "
                "'sans,%g'\n",
                png_scale * f->width_pixels, png_scale * f->height_pixels, 0.8 * png_scale,
                png_scale, png_scale, font_points);
    else
        fprintf(out, "set terminal svg size %g,%g font 'sans,%g'\n", f->width_pixels,
                f->height_pixels, font_points);
    fprintf(out, "small = ',%.3g'\nlarge = ',%.3g'\n", 0.82 * font_points, 1.1 * font_points);
}

/* Writes the head of a script, up to the names of output and data. */
static void put_head(FILE *out, const noc_gnuplot *f)
{
    noc_gnuplot_comment(out, f->title);
    put_terminal(out, f);
    fputs("set datafile separator ','\nset encoding utf8\n", out);
}

static char *make_script(const noc_gnuplot *f, const char *csv)
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
    return noc_memory_text_close(out, &text);
}

/* Waits for gnuplot, if it was started. True if it has drawn. */
static bool wait_for_gnuplot(int started, pid_t child)
{
    int exit_state = 0;
    return started == 0 && waitpid(child, &exit_state, 0) == child && WIFEXITED(exit_state) &&
           WEXITSTATUS(exit_state) == 0;
}

/* ---- gnuplot itself ------------------------------------------------------------------------- */

/* Starts gnuplot with the script as its standard input and the picture as its standard output. */
static int start_gnuplot(FILE *script, FILE *picture, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    char *const arguments[] = {(char *)(uintptr_t) "gnuplot", NULL};
    if (posix_spawn_file_actions_init(&actions) != 0) return ENOMEM;
    int error = posix_spawn_file_actions_adddup2(&actions, fileno(script), STDIN_FILENO);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, fileno(picture), STDOUT_FILENO);
    if (!error) error = posix_spawnp(child, "gnuplot", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Reads all bytes of a file. The caller frees them; NULL: out of memory. */
static char *read_all(FILE *in, size_t *size)
{
    char *bytes = NULL, buffer[4096];
    size_t count;
    FILE *out = open_memstream(&bytes, size);
    if (!out) return NULL;
    rewind(in);
    while ((count = fread(buffer, 1, sizeof buffer, in)) > 0) fwrite(buffer, 1, count, out);
    return noc_memory_text_close(out, &bytes);
}

/* Escapes "]]>" outside of CDATA sections, as XML requires and gnuplot does not. Frees the old
 * picture and returns a new one; NULL: out of memory. */
static char *escape_ends(char *svg, size_t *size)
{
    static const char section_start[] = "<![CDATA[", section_end[] = "]]>";
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    bool is_literal = false;
    for (const char *c = svg; out && *c; c++) {
        if (strncmp(c, section_start, strlen(section_start)) == 0) is_literal = true;
        const bool is_end =
            *c == '>' && c - svg >= 2 && strncmp(c - 2, section_end, strlen(section_end)) == 0;
        fputs(is_end && !is_literal ? "&gt;" : (char[]){*c, '\0'}, out);
        if (is_end) is_literal = false;
    }
    free(svg);
    return out ? noc_memory_text_close(out, &text) : NULL;
}

/* True if a picture has the end of its format; gnuplot does not report incomplete writing. */
static bool is_complete(const char *bytes, size_t size)
{
    static const char *const ends[] = {"</svg>", "%%EOF", "IEND"};
    const size_t end_bytes = size < 32 ? size : 32;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (memmem(bytes + size - end_bytes, end_bytes, ends[i], strlen(ends[i]))) return true;
    return false;
}

static noc_status report_no_file(noc_diag *diag)
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
    if (fflush(script) != 0 || ferror(script)) return report_no_file(diag);
    rewind(script);
    return NOC_OK;
}

static noc_status run_gnuplot(const noc_gnuplot *f, FILE *script, FILE *output, char **picture,
                              size_t *size, bool *is_missing, noc_diag *diag)
{
    pid_t child = 0;
    const int started = start_gnuplot(script, output, &child);
    *is_missing = started == ENOENT;
    if (*is_missing) return NOC_EFAILED;
    if (wait_for_gnuplot(started, child)) {
        *picture = read_all(output, size);
        if (*picture && has_suffix(f, ".svg")) *picture = escape_ends(*picture, size);
        if (!*picture) return noc_fail_memory(diag);
        if (is_complete(*picture, *size)) return NOC_OK;
    }
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "gnuplot could not draw it");
}

/* Draws through unnamed files, so that no user's file name reaches gnuplot. If gnuplot is missing,
 * the caller writes the message. */
static noc_status draw_picture(const noc_gnuplot *f, char **picture, size_t *size, bool *is_missing,
                               noc_diag *diag)
{
    FILE *script = tmpfile(), *output = tmpfile();
    *picture = NULL;
    noc_status status = script && output ? write_script(script, f, diag) : report_no_file(diag);
    if (status == NOC_OK) status = run_gnuplot(f, script, output, picture, size, is_missing, diag);
    if (script) fclose(script);
    if (output) fclose(output);
    return status;
}

/* ---- files ---------------------------------------------------------------------------------- */

/* Picture, and the files to draw it again: data and script. */
typedef struct picture_files {
    char *csv_path, *script_path; /* paths */
    char *script;                 /* text of the script */
    char *picture;                /* NULL: not drawn */
    size_t size;                  /* bytes of the picture */
} picture_files;

static noc_status write_files(const noc_gnuplot *f, const picture_files *files, noc_diag *diag)
{
    const noc_output_file list[] = {
        {files->csv_path, f->data, strlen(f->data)},
        {files->script_path, files->script, strlen(files->script)},
        {f->path, files->picture, files->size},
    };
    return noc_output_write_files(list, files->picture ? 3 : 2, diag);
}

/* Draws a picture without gnuplot. */
static noc_status draw_own_svg(const noc_gnuplot *f, picture_files *files, noc_diag *diag)
{
    FILE *out = open_memstream(&files->picture, &files->size);
    if (!out) return noc_fail_memory(diag);
    const noc_status status = f->draw_svg(f->context, out, diag);
    return noc_memory_text_close(out, &files->picture) ? status : noc_fail_memory(diag);
}

/* Draws a picture. If gnuplot is missing, data and script are still written. */
static noc_status draw_and_write(const noc_gnuplot *f, picture_files *files, bool *is_missing,
                                 noc_diag *diag)
{
    noc_status status = f->draw_svg && has_suffix(f, ".svg")
                            ? draw_own_svg(f, files, diag)
                            : draw_picture(f, &files->picture, &files->size, is_missing, diag);
    if (status == NOC_OK || *is_missing) status = write_files(f, files, diag);
    if (status != NOC_OK || !*is_missing) return status;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                    "gnuplot not found, so %s was not drawn; %s and its data are written (apt "
                    "install gnuplot-nox; then: gnuplot %s%s)",
                    f->path, files->script_path, *base_name(files->script_path) == '-' ? "./" : "",
                    base_name(files->script_path));
}

static noc_status draw_file(const noc_gnuplot *f, bool *is_missing, noc_diag *diag)
{
    const int stem = (int)(strrchr(f->path, '.') - f->path);
    picture_files files = {.size = 0};
    noc_status status = noc_output_check_path(f->path, diag);
    if (status != NOC_OK) return status;
    if (strchr(base_name(f->path), '\n'))
        return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                        "the name of a picture has a line end, which gnuplot's script cannot name");
    if (asprintf(&files.csv_path, "%.*s-data.csv", stem, f->path) < 0) files.csv_path = NULL;
    if (asprintf(&files.script_path, "%.*s.gp", stem, f->path) < 0) files.script_path = NULL;
    if (files.csv_path && files.script_path) files.script = make_script(f, files.csv_path);
    status = files.script ? draw_and_write(f, &files, is_missing, diag) : noc_fail_memory(diag);
    free(files.csv_path);
    free(files.script_path);
    free(files.script);
    free(files.picture);
    return status;
}

noc_status noc_gnuplot_draw(const noc_gnuplot *f, bool *is_missing, noc_diag *diag)
{
    return f->data && f->commands ? draw_file(f, is_missing, diag) : noc_fail_memory(diag);
}

bool noc_gnuplot_is_installed(void)
{
    FILE *empty_file = tmpfile();
    pid_t child = 0;
    const int started = empty_file ? start_gnuplot(empty_file, empty_file, &child) : 0;
    if (empty_file && started == 0) waitpid(child, &(int){0}, 0);
    if (empty_file) fclose(empty_file);
    return started != ENOENT;
}
