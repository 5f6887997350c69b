#include "reports/drawings/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/glyph.h"
#include "reports/writers/memory_text.h"

/* Lengths in pixels. */
const double noc_chart_margin = 16, noc_chart_width = 700;
static const double top_margin = 8, bottom_margin = 12;
static const double sample_width = 28, sample_gap = 8, sample_radius = 4.5, legend_line_height = 19;

/* Steps of an entry's width in a legend, as a share of the legend's width: entries that are below
 * each other are aligned. */
static const double legend_steps = 24;

enum { LINE_CHARACTERS_MAX = 400, CUT_COLUMNS_MIN = 3 };

/* ---- colours -------------------------------------------------------------------------------- */

typedef struct colour {
    const char *light, *dark; /* colours on a light and a dark background */
} colour;

/* Colours with a contrast of 3 or more to their background (W3C, Web Content Accessibility
 * Guidelines 2.1, 1.4.11), chosen to differ also for people with one kind of cones missing
 * (simulated as by Machado, Oliveira, Fernandes 2009). */
static const colour words[NOC_CHART_WORD_COLOURS] = {
    {"#2f62c4", "#7b93ff"}, {"#e8505b", "#ff9a9e"}, {"#1c6b2c", "#3aa655"}, {"#6a2478", "#d060b8"},
    {"#c07c00", "#e6d84a"}, {"#2c99cf", "#6ec8ff"}, {"#000000", "#ffffff"}, {"#b0849f", "#77777f"},
};

/* Steps of viridis (van der Walt, Smith 2015), whose lightness grows evenly. */
static const colour numbers[NOC_CHART_NUMBER_COLOURS] = {
    {"#482475", "#3e6d9c"}, {"#3e4a89", "#24868e"}, {"#2e6f8e", "#25ac82"},
    {"#20928c", "#67cc5c"}, {"#2fb47c", "#b5de2b"}, {"#6ece58", "#fde725"},
};

static const colour ink = {"#222222", "#e4e4e4"}, paper = {"#ffffff", "#16181c"};

/* Colours of a palette, and the letter of their classes. */
static const struct {
    const colour *colours;
    size_t count;
    char letter;
} palettes[NOC_CHART_PALETTES] = {
    [NOC_CHART_WORDS] = {words, NOC_CHART_WORD_COLOURS, 'w'},
    [NOC_CHART_NUMBERS] = {numbers, NOC_CHART_NUMBER_COLOURS, 'n'},
    [NOC_CHART_INK] = {&ink, 1, 'i'},
};

const char *noc_chart_colour(noc_chart_look look)
{
    return palettes[look.palette].colours[look.index % palettes[look.palette].count].light;
}

void noc_chart_put_look(const noc_chart *chart, noc_chart_look look, const char *class)
{
    fprintf(chart->out, " class=\"noc-%c%zu%s%s\" color=\"%s\"", palettes[look.palette].letter,
            look.index % palettes[look.palette].count, class ? " " : "", class ? class : "",
            noc_chart_colour(look));
}

static const char scope[] = "nocsight-chart",
                  text_style[] =
                      "  text { font: 12px sans-serif; fill: currentColor; stroke: none; }\n"
                      "  .noc-title { font-size: 15px; font-weight: bold; }\n"
                      "  .noc-small, .noc-faint { font-size: 11px; }\n"
                      "  .noc-faint { fill-opacity: .72; }\n";

/* Writes the styles of texts, and the colours of the dark scheme. */
static void put_styles(FILE *out, noc_chart_scheme scheme)
{
    fputs("<style>\n", out);
    noc_svg_style(out, scope, text_style);
    fprintf(out, ".%s .noc-halo { stroke: %s; stroke-width: 3px; paint-order: stroke; }\n", scope,
            paper.light);
    if (scheme == NOC_CHART_BOTH) {
        fprintf(out,
                "@media screen and (prefers-color-scheme: dark) {\n.%s { color: %s; }\n"
                ".%s .noc-paper { fill: %s; }\n.%s .noc-halo { stroke: %s; }\n"
                ".%s .noc-ringed { stroke: %s; }\n",
                scope, ink.dark, scope, paper.dark, scope, paper.dark, scope, ink.dark);
        for (size_t p = 0; p < NOC_CHART_PALETTES; p++)
            for (size_t i = 0; i < palettes[p].count; i++)
                fprintf(out, ".%s .noc-%c%zu { color: %s; }\n", scope, palettes[p].letter, i,
                        palettes[p].colours[i].dark);
        fputs("}\n", out);
    }
    fputs("</style>\n", out);
}

/* ---- the document --------------------------------------------------------------------------- */

noc_status noc_chart_begin(noc_chart *chart, double width, noc_diag *diag)
{
    *chart = (noc_chart){.width = width, .y = top_margin};
    chart->out = open_memstream(&chart->text, &chart->size);
    return chart->out ? NOC_OK : noc_fail_memory(diag);
}

void noc_chart_drop(noc_chart *chart)
{
    fclose(chart->out);
    free(chart->text);
}

/* Writes a text in a quoted attribute. */
static void put_attribute(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text == '"')
            fputs("&quot;", out);
        else
            fputc(*text, out);
}

static noc_status put_document(const noc_chart *chart, const char *title, const char *description,
                               noc_chart_scheme scheme, FILE *out, noc_diag *diag)
{
    char *label = NULL;
    size_t size = 0;
    FILE *words_of_title = open_memstream(&label, &size);
    if (words_of_title) noc_svg_escape(words_of_title, title);
    if (!noc_memory_text_close(words_of_title, &label)) return noc_fail_memory(diag);
    const double height = ceil(chart->y + bottom_margin);
    fprintf(out,
            "<svg class=\"%s\" xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
            "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" style=\"max-width:100%%;height:auto\" "
            "color=\"%s\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\" aria-label=\"",
            scope, chart->width, height, chart->width, height, ink.light);
    put_attribute(out, label);
    fprintf(out, "\">\n<title>%s</title>\n<desc>", label);
    noc_svg_escape(out, description);
    fputs("</desc>\n", out);
    put_styles(out, scheme);
    fprintf(out, "<rect class=\"noc-paper\" width=\"%.0f\" height=\"%.0f\" fill=\"%s\"/>\n",
            chart->width, height, paper.light);
    fwrite(chart->text, 1, chart->size, out);
    fputs("</svg>\n", out);
    free(label);
    return NOC_OK;
}

noc_status noc_chart_end(noc_chart *chart, const char *title, const char *description,
                         noc_chart_scheme scheme, FILE *out, noc_diag *diag)
{
    if (!noc_memory_text_close(chart->out, &chart->text)) return noc_fail_memory(diag);
    const noc_status status = put_document(chart, title, description, scheme, out, diag);
    free(chart->text);
    return status;
}

/* ---- texts ---------------------------------------------------------------------------------- */

static const struct {
    const char *class, *attribute; /* the attribute is for readers that leave out styles */
    double size, line_height;
} styles[NOC_CHART_TEXT_STYLES] = {
    [NOC_CHART_TITLE] = {"noc-title", " font-size=\"15\" font-weight=\"bold\"", 15, 20},
    [NOC_CHART_NORMAL] = {"noc-normal", "", 12, 16},
    [NOC_CHART_SMALL] = {"noc-small", " font-size=\"11\"", 11, 15},
    [NOC_CHART_FAINT] = {"noc-faint", " font-size=\"11\" fill-opacity=\".72\"", 11, 15},
    [NOC_CHART_LABEL] = {"noc-small noc-halo", " font-size=\"11\"", 11, 15},
};

/* Advances of the characters from ' ' to '~' in DejaVu Sans, the widest of the common fonts, in
 * thousandths of the size; of others, of which few are as wide; and the factor of bold letters. */
static const short advances[] = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635,  611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838,
};
static const double other_advance = 1000, bold_factor = 1.15;

double noc_chart_text_width(noc_chart_text_style style, const char *text)
{
    double width = 0.0;
    for (size_t remaining = strlen(text); remaining > 0;) {
        const noc_glyph g = noc_glyph_at(text, remaining);
        width += *text >= ' ' && *text <= '~' ? advances[*text - ' '] : other_advance;
        text += g.bytes;
        remaining -= g.bytes;
    }
    return width / 1e3 * styles[style].size * (style == NOC_CHART_TITLE ? bold_factor : 1.0);
}

double noc_chart_line_height(noc_chart_text_style style)
{
    return styles[style].line_height;
}

void noc_chart_text_cut(noc_chart_text_style style, char *text, double width)
{
    for (size_t columns = strlen(text);
         columns > CUT_COLUMNS_MIN && noc_chart_text_width(style, text) > width;)
        noc_text_cut(text, --columns);
}

void noc_chart_put(const noc_chart *chart, noc_chart_text_style style, noc_chart_anchor anchor,
                   double x, double y, const char *text)
{
    static const char *const anchors[] = {[NOC_CHART_START] = "",
                                          [NOC_CHART_MIDDLE] = " text-anchor=\"middle\"",
                                          [NOC_CHART_END] = " text-anchor=\"end\""};
    fprintf(chart->out, "<text class=\"%s\"%s%s fill=\"currentColor\" x=\"%.1f\" y=\"%.1f\">",
            styles[style].class, styles[style].attribute, anchors[anchor], x, y);
    noc_svg_escape(chart->out, text);
    fputs("</text>\n", chart->out);
}

/* Copies the longest start of a text that is at most `width` wide into `line`, cut between words;
 * at least one word, which is cut. Returns the start of the following line. */
static const char *take_line(noc_chart_text_style style, const char *text, double width,
                             char line[LINE_CHARACTERS_MAX])
{
    size_t taken = 0;
    text += strspn(text, " ");
    for (size_t end = 0; text[end];) {
        end += strspn(text + end, " ");
        end += strcspn(text + end, " ");
        if (end >= LINE_CHARACTERS_MAX) break;
        snprintf(line, LINE_CHARACTERS_MAX, "%.*s", (int)end, text);
        if (taken > 0 && noc_chart_text_width(style, line) > width) break;
        taken = end;
    }
    if (taken == 0) taken = strlen(text);
    snprintf(line, LINE_CHARACTERS_MAX, "%.*s", (int)taken, text);
    noc_chart_text_cut(style, line, width);
    return text + taken + strspn(text + taken, " ");
}

void noc_chart_write(noc_chart *chart, noc_chart_text_style style, double x, const char *text)
{
    char line[LINE_CHARACTERS_MAX];
    while (*text) {
        text = take_line(style, text, chart->width - noc_chart_margin - x, line);
        chart->y += styles[style].line_height;
        noc_chart_put(chart, style, NOC_CHART_START, x, chart->y - 0.3 * styles[style].line_height,
                      line);
    }
}

/* ---- marks and lines ------------------------------------------------------------------------ */

void noc_chart_put_dashes(const noc_chart *chart, noc_chart_look look)
{
    static const char *const dashes[] = {"",    "7 4",  "10 3 2 3", "10 3 2 3 2 3",
                                         "3 3", "14 4", "14 4 3 4", "5 2 1 2"};
    const char *pattern = dashes[look.cue % (sizeof dashes / sizeof dashes[0])];
    if (*pattern) fprintf(chart->out, " stroke-dasharray=\"%s\"", pattern);
}

/* Polygon around a centre: corners at the distance of the radius, and in stars as many between them
 * that are nearer. `turn`: angle of the first corner from the right, downwards, in quarters. */
typedef struct shape {
    int corners; /* 0: circle */
    double size; /* distance of the corners for a circle's area, as a multiple of its radius */
    double inner, turn;
} shape;

static const shape shapes[] = {
    {0, 1, 0, 0},   {4, 1.25, 0, 0.5}, {3, 1.5, 0, -1},     {4, 1.3, 0, 0},
    {3, 1.5, 0, 1}, {4, 1.6, 0.45, 0}, {4, 1.6, 0.45, 0.5}, {5, 1.25, 0, -1},
};

void noc_chart_put_shape(const noc_chart *chart, noc_chart_look look, noc_svg_point centre,
                         double radius)
{
    const shape *s = &shapes[look.cue % (sizeof shapes / sizeof shapes[0])];
    fprintf(chart->out, "M%.1f %.1f", centre.x, centre.y);
    if (s->corners == 0) {
        fprintf(chart->out, "m%.2f 0a%.2f %.2f 0 1 0 %.2f 0a%.2f %.2f 0 1 0 %.2f 0z", -radius,
                radius, radius, 2.0 * radius, radius, radius, -2.0 * radius);
        return;
    }
    const int count = s->inner > 0.0 ? 2 * s->corners : s->corners;
    noc_svg_point last = {0.0, 0.0};
    for (int i = 0; i < count; i++) {
        const double angle = (s->turn + 4.0 * i / count) * acos(0.0);
        const double length = radius * s->size * (s->inner > 0.0 && i % 2 == 1 ? s->inner : 1.0);
        const noc_svg_point corner = {length * cos(angle), length * sin(angle)};
        fprintf(chart->out, "%c%.2f %.2f", i ? 'l' : 'm', corner.x - last.x, corner.y - last.y);
        last = corner;
    }
    fputc('z', chart->out);
}

/* ---- the legend ----------------------------------------------------------------------------- */

static void put_sample_mark(const noc_chart *chart, noc_chart_look look, noc_svg_point centre,
                            double radius, const char *attributes)
{
    fputs("<path d=\"", chart->out);
    noc_chart_put_shape(chart, look, centre, radius);
    fprintf(chart->out, "\" %s/>\n", attributes);
}

/* Draws the sample of an entry, with its middle at the left end `x` plus half of the width. */
static void put_sample(const noc_chart *chart, const noc_chart_entry *e, double x, double y)
{
    const noc_svg_point centre = {x + sample_width / 2, y};
    fputs("<g", chart->out);
    noc_chart_put_look(chart, e->look, NULL);
    fputs(">\n", chart->out);
    if (e->samples & NOC_SAMPLE_BAND)
        fprintf(chart->out,
                "<path d=\"M%.1f %.1fh%.1fv12h-%.1fz\" fill=\"currentColor\" "
                "fill-opacity=\".18\"/>\n",
                x, y - 6, sample_width, sample_width);
    if (e->samples & NOC_SAMPLE_LINE) {
        fprintf(chart->out,
                "<path d=\"M%.1f %.1fh%.1f\" fill=\"none\" stroke=\"currentColor\" "
                "stroke-width=\"2.2\"",
                x, y, sample_width);
        noc_chart_put_dashes(chart, e->look);
        fputs("/>\n", chart->out);
    }
    if (e->samples & NOC_SAMPLE_MARK)
        put_sample_mark(chart, e->look, centre, sample_radius, "fill=\"currentColor\"");
    if (e->samples & NOC_SAMPLE_RING)
        put_sample_mark(chart, e->look, centre, sample_radius + 0.8,
                        "fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.4\"");
    if (e->samples & NOC_SAMPLE_DOT)
        put_sample_mark(chart, e->look, centre, 2.6, "fill=\"currentColor\"");
    if (e->samples & NOC_SAMPLE_FAINT_DOT)
        put_sample_mark(chart, e->look, centre, 1.8, "fill=\"currentColor\" fill-opacity=\".5\"");
    fputs("</g>\n", chart->out);
}

/* Writes an entry at `x`, cut to `width`. */
static noc_status put_entry(const noc_chart *chart, const noc_chart_entry *e, double x,
                            double width, noc_diag *diag)
{
    const double text_x = x + sample_width + sample_gap;
    const double note_width =
        *e->note ? sample_gap + noc_chart_text_width(NOC_CHART_FAINT, e->note) : 0.0;
    char *name = strdup(e->name);
    if (!name) return noc_fail_memory(diag);
    noc_chart_text_cut(NOC_CHART_NORMAL, name, width - (text_x - x) - note_width);
    put_sample(chart, e, x, chart->y - 9.0);
    fprintf(chart->out, "<text class=\"noc-normal\" fill=\"currentColor\" x=\"%.1f\" y=\"%.1f\">",
            text_x, chart->y - 5.0);
    noc_svg_escape(chart->out, name);
    if (*e->note) {
        fprintf(chart->out, "<tspan class=\"noc-faint\" dx=\"%.0f\"%s>", sample_gap,
                styles[NOC_CHART_FAINT].attribute);
        noc_svg_escape(chart->out, e->note);
        fputs("</tspan>", chart->out);
    }
    fputs("</text>\n", chart->out);
    free(name);
    return NOC_OK;
}

noc_status noc_chart_write_legend(noc_chart *chart, double x, const noc_chart_entry *entries,
                                  size_t count, noc_diag *diag)
{
    const double width = chart->width - noc_chart_margin - x, step = width / legend_steps;
    double left = x;
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count && status == NOC_OK; i++) {
        const noc_chart_entry *e = &entries[i];
        const double text_width =
            noc_chart_text_width(NOC_CHART_NORMAL, e->name) +
            (*e->note ? sample_gap + noc_chart_text_width(NOC_CHART_FAINT, e->note) : 0.0);
        const double least = sample_width + sample_gap + text_width;
        const double entry_width = fmin(step * ceil((least + sample_gap) / step), width);
        if (i == 0 || left + fmin(least, width) > x + width) {
            chart->y += legend_line_height;
            left = x;
        }
        status = put_entry(chart, e, left, entry_width, diag);
        left += entry_width;
    }
    return status;
}
