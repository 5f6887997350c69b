#include "reports/writers/markup.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "reports/writers/glyph.h"
#include "reports/writers/style.h"

/* ---- characters ----------------------------------------------------------------------------- */

/* Returns the form of a character that has a meaning in LaTeX; NULL: the character itself. */
static const char *find_latex_form(const char *text)
{
    static const struct {
        char character;
        const char *form;
    } forms[] = {
        {'\\', "\\textbackslash{}"},
        {'{', "\\{"},
        {'}', "\\}"},
        {'$', "\\$"},
        {'&', "\\&"},
        {'#', "\\#"},
        {'_', "\\_"},
        {'%', "\\%"},
        {'~', "\\textasciitilde{}"},
        {'^', "\\textasciicircum{}"},
        {'<', "$<$"},
        {'>', "$>$"},
        {'|', "$|$"},
        {'"', "\\textquotedbl{}"},
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (forms[i].character == *text) return forms[i].form;
    return NULL;
}

/* Writes the character or pair of characters at `text`; returns its bytes. `begins_word`: a minus
 * can stand here. */
static size_t write_latex(FILE *out, const char *text, bool begins_word)
{
    const bool is_interval = strncmp(text, "+-", 2) == 0,
               is_minus = begins_word && *text == '-' && isdigit((unsigned char)text[1]);
    const char *form = is_interval ? "$\\pm$" : is_minus ? "$-$" : find_latex_form(text);
    const noc_glyph glyph = noc_glyph_at(text, strlen(text));
    if (form)
        fputs(form, out);
    else
        fwrite(glyph.is_printable ? text : "?", 1, glyph.is_printable ? glyph.bytes : 1, out);
    return is_interval ? 2 : glyph.bytes;
}

/* Writes the character at `text`; returns its bytes. `is_first`: start of a paragraph, where lists
 * and headings have their marks. */
static size_t write_markdown(FILE *out, const char *text, bool is_first)
{
    const bool is_link = *text == ']' && text[1] == '(',
               is_mark = strchr("\\`*<|", *text) || (is_first && strchr("#>+-=~", *text));
    const noc_glyph glyph = noc_glyph_at(text, strlen(text));
    if (is_link || is_mark) fputc('\\', out);
    fwrite(glyph.is_printable ? text : "?", 1, glyph.is_printable ? glyph.bytes : 1, out);
    return glyph.bytes;
}

/* State of a text while it is written. */
typedef struct writer {
    FILE *out;
    noc_markup markup;
    bool is_bold;
    bool has_blank; /* a blank is due before the next character */
    bool is_first;  /* no character is written yet */
} writer;

static void switch_bold(writer *w, bool is_bold)
{
    const bool is_latex = w->markup == NOC_MARKUP_LATEX;
    if (is_bold == w->is_bold) return;
    if (is_bold && w->has_blank) fputc(' ', w->out);
    if (is_bold) w->has_blank = false;
    fputs(!is_latex ? "**" : is_bold ? "\\textbf{" : "}", w->out);
    w->is_bold = is_bold;
}

/* Writes a text on one line: line ends and tabs become blanks, bold marks the markup's.
 * `starts_paragraph`: marks of lists are escaped. */
static void write_text(FILE *out, noc_markup markup, const char *text, bool starts_paragraph)
{
    writer w = {.out = out, .markup = markup, .is_first = true};
    for (const char *next = text; *next;) {
        if (noc_style_is_mark(next, strlen(next))) {
            switch_bold(&w, strncmp(next, NOC_BOLD, NOC_MARK_BYTES) == 0);
            next += NOC_MARK_BYTES;
            continue;
        }
        if (isspace((unsigned char)*next)) {
            const bool is_split_word = *next == '\n' && !w.is_first && strchr("-=", next[-1]);
            w.has_blank = !w.is_first && !is_split_word;
            next++;
            continue;
        }
        const bool begins_word = w.is_first || w.has_blank;
        if (w.has_blank) fputc(' ', out);
        next += markup == NOC_MARKUP_LATEX
                    ? write_latex(out, next, begins_word)
                    : write_markdown(out, next, w.is_first && starts_paragraph);
        w.has_blank = w.is_first = false;
    }
    switch_bold(&w, false);
}

void noc_markup_paragraph(FILE *out, noc_markup markup, const char *text)
{
    write_text(out, markup, text, true);
    fputs("\n\n", out);
}

/* ---- tables --------------------------------------------------------------------------------- */

static bool is_shown(const noc_table *table, size_t column)
{
    return !table->columns[column].is_detail;
}

/* Writes the headers (row SIZE_MAX) or a row. */
static void write_row(FILE *out, noc_markup markup, const noc_table *table, size_t row)
{
    const bool is_latex = markup == NOC_MARKUP_LATEX;
    const char *separator = is_latex ? "" : "| ";
    for (size_t c = 0; c < table->column_count; c++) {
        if (!is_shown(table, c)) continue;
        fputs(separator, out);
        write_text(out, markup,
                   row == SIZE_MAX ? table->columns[c].header : noc_table_cell_text(table, row, c),
                   false);
        separator = is_latex ? " & " : " | ";
    }
    fputs(is_latex ? " \\\\\n" : " |\n", out);
}

static void write_span(FILE *out, noc_markup markup, const noc_table *table, size_t row,
                       size_t columns)
{
    const bool is_latex = markup == NOC_MARKUP_LATEX;
    if (is_latex)
        fprintf(out, "\\multicolumn{%zu}{l}{", columns);
    else
        fputs("| ", out);
    write_text(out, markup, noc_table_cell_text(table, row, 0), false);
    for (size_t c = 1; c < columns && !is_latex; c++) fputs(" |", out);
    fputs(is_latex ? "} \\\\\n" : " |\n", out);
}

static void begin_latex(FILE *out, const noc_table *table)
{
    fputs("\\begin{tabular}{", out);
    for (size_t c = 0; c < table->column_count; c++)
        if (is_shown(table, c)) fputc(table->columns[c].align == NOC_ALIGN_LEFT ? 'l' : 'r', out);
    fputs("}\n\\toprule\n", out);
    write_row(out, NOC_MARKUP_LATEX, table, SIZE_MAX);
    fputs("\\midrule\n", out);
}

static void begin_markdown(FILE *out, const noc_table *table)
{
    write_row(out, NOC_MARKUP_MARKDOWN, table, SIZE_MAX);
    for (size_t c = 0; c < table->column_count; c++)
        if (is_shown(table, c))
            fputs(table->columns[c].align == NOC_ALIGN_LEFT ? "|---" : "|--:", out);
    fputs("|\n", out);
}

void noc_markup_table(FILE *out, noc_markup markup, const noc_table *table)
{
    size_t columns = 0;
    for (size_t c = 0; c < table->column_count; c++) columns += is_shown(table, c);
    if (markup == NOC_MARKUP_LATEX)
        begin_latex(out, table);
    else
        begin_markdown(out, table);
    for (size_t r = 0; r < table->row_count; r++)
        if (table->rows[r].is_span)
            write_span(out, markup, table, r, columns);
        else
            write_row(out, markup, table, r);
    fputs(markup == NOC_MARKUP_LATEX ? "\\bottomrule\n\\end{tabular}\n\n" : "\n", out);
}

size_t noc_markup_join_lines(char *text, size_t size)
{
    size_t new_size = 0;
    for (size_t i = 0; i < size; i++) {
        const bool is_empty = text[i] == '\n' && (new_size == 0 || text[new_size - 1] == '\n');
        const bool follows_empty = new_size < 2 || text[new_size - 2] == '\n';
        if (!is_empty || !follows_empty) text[new_size++] = text[i];
    }
    return new_size;
}
