#include "studies/study_picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/output.h"
#include "reports/writers/plots/gnuplot.h"
#include "reports/writers/svg_text.h"
#include "reports/writers/table.h"
#include "studies/study_script.h"

static void find_size(const noc_study *s, noc_gnuplot *figure)
{
    const double frame = 130;
    const double row = s->form == NOC_STUDY_BARS ? 15.0 * (double)s->series_count + 8 : 28;
    figure->width = s->form == NOC_STUDY_CURVES && !s->y_titles[1] ? 720 : 860;
    figure->height = s->form == NOC_STUDY_CURVES ? 440 : frame + row * (double)s->row_count;
}

static noc_status draw(const noc_study *s, const char *path, bool *missing, noc_diag *diag)
{
    char *data = noc_study_data(s), *commands = noc_study_commands(s);
    noc_gnuplot figure = {
        .path = path,
        .pixels_per_cm = 48,
        .point = 7.7,
        .title = s->title,
        .data = data,
        .commands = commands,
    };
    find_size(s, &figure);
    const noc_status status = noc_gnuplot_draw(&figure, NULL, missing, diag);
    free(data);
    free(commands);
    return status;
}

/* ---- a page --------------------------------------------------------------------------------- */

/* The picture, from where SVG begins: declarations have no place inside a page. */
static noc_status put_picture(FILE *out, const char *path, noc_diag *diag)
{
    char *line = NULL;
    size_t size = 0;
    bool begun = false;
    FILE *in = fopen(path, "re");
    if (!in) return noc_fail(diag, NOC_EFAILED, (noc_place){path, 0}, "cannot be read");
    while (getline(&line, &size, in) > 0) {
        begun = begun || strncmp(line, "<svg", 4) == 0;
        if (begun) fputs(line, out);
    }
    free(line);
    fclose(in);
    return NOC_OK;
}

static void put_cells(const noc_table *table, FILE *out)
{
    fputs("<table>\n<tr>", out);
    for (size_t c = 0; c < table->column_count; c++) {
        fputs("<th>", out);
        noc_svg_escape(out, table->columns[c].header);
        fputs("</th>", out);
    }
    fputs("</tr>\n", out);
    for (size_t r = 0; r < table->row_count; r++) {
        fputs("<tr>", out);
        for (size_t c = 0; c < table->column_count; c++) {
            fputs(table->columns[c].align == NOC_ALIGN_LEFT ? "<td>" : "<td class=\"number\">",
                  out);
            noc_svg_escape(out, noc_table_at(table, r, c));
            fputs("</td>", out);
        }
        fputs("</tr>\n", out);
    }
    fputs("</table>\n", out);
}

static noc_status put_page(const noc_study *s, FILE *out, const char *picture, noc_diag *diag)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>", out);
    noc_svg_escape(out, s->title);
    fputs("</title>\n<style>\n"
          "body { font: 13px sans-serif; color: #333; margin: 1em; max-width: 900px; }\n"
          "svg { max-width: 100%; height: auto; }\n"
          "table { border-collapse: collapse; margin: 1em 0; }\n"
          "th, td { padding: 2px 8px; border-bottom: 1px solid #ddd; text-align: left; }\n"
          "td.number { text-align: right; font-variant-numeric: tabular-nums; }\n"
          "</style>\n</head>\n<body>\n",
          out);
    const noc_status status = put_picture(out, picture, diag);
    put_cells(&s->table, out);
    fputs("<p>", out);
    noc_svg_escape(out, s->note);
    fputc(' ', out);
    noc_svg_escape(out, s->remark);
    fputs("</p>\n</body>\n</html>\n", out);
    return status;
}

static noc_status write_page(const noc_study *s, const char *path, bool *missing, noc_diag *diag)
{
    char *picture = NULL, *text = NULL;
    size_t size = 0;
    noc_status status = noc_output_check(path, diag);
    if (status != NOC_OK) return status;
    if (asprintf(&picture, "%.*s.svg", (int)(strrchr(path, '.') - path), path) < 0)
        return noc_fail_memory(diag);
    status = draw(s, picture, missing, diag);
    FILE *out = status == NOC_OK ? open_memstream(&text, &size) : NULL;
    if (out) {
        status = put_page(s, out, picture, diag);
        if (fclose(out) != 0) status = noc_fail_memory(diag);
        if (status == NOC_OK) status = noc_output_write(path, text, size, diag);
    } else if (status == NOC_OK) {
        status = noc_fail_memory(diag);
    }
    free(picture);
    free(text);
    return status;
}

noc_status noc_study_draw(const noc_study *s, const char *path, bool *missing, noc_diag *diag)
{
    if (s->failed || s->table.failed) return noc_fail_memory(diag);
    const bool page = strcmp(strrchr(path, '.'), ".html") == 0;
    return page ? write_page(s, path, missing, diag) : draw(s, path, missing, diag);
}
