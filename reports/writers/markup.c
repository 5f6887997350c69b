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

/* Writes the character or pair of characters at `text`; returns its bytes. */
static size_t write_latex(FILE *out, const char *text)
{
    const bool is_interval = strncmp(text, "+-", 2) == 0,
               is_minus = *text == '-' && isdigit((unsigned char)text[1]);
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

/* Writes a text on one line: line ends and tabs become blanks; bold marks become the markup's. */
static void write_text(FILE *out, noc_markup markup, const char *text, bool starts_paragraph)
{
    const char *begin = markup == NOC_MARKUP_LATEX ? "\\textbf{" : "**",
               *end = markup == NOC_MARKUP_LATEX ? "}" : "**";
    bool is_bold = false, is_first = starts_paragraph;
    const char *start = text;
    text += strspn(text, " \n");
    while (*text) {
        if (noc_style_is_mark(text, strlen(text))) {
            const bool begins = strncmp(text, NOC_BOLD, NOC_MARK_BYTES) == 0;
            if (begins != is_bold) fputs(begins ? begin : end, out);
            is_bold = begins;
            text += NOC_MARK_BYTES;
        } else if (isspace((unsigned char)*text)) {
            const bool is_split_word = *text == '\n' && text > start && strchr("-=", text[-1]);
            text += strspn(text, " \t\n");
            if (*text && !is_split_word) fputc(' ', out);
        } else {
            text += markup == NOC_MARKUP_LATEX ? write_latex(out, text)
                                               : write_markdown(out, text, is_first);
            is_first = false;
        }
    }
    if (is_bold) fputs(end, out);
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
