#include "reports/writers/table_print.h"

#include <stdint.h>
#include <string.h>

#include "base/auto.h"
#include "base/min_max.h"
#include "reports/writers/pen.h"
#include "reports/writers/style.h"
#include "reports/writers/table_layout.h"

/* ---- printing ------------------------------------------------------------------------------- */

static void print_number(noc_pen *pen, const noc_column_widths *m, const noc_cell_parts *p,
                         noc_align align)
{
    const size_t number_width = p->integer_width + p->fraction_width;
    const size_t content = m->text + (m->tail ? 1 + m->tail : 0);
    noc_pen_fill(pen, m->width, content);
    const bool has_point = align == NOC_ALIGN_POINT && p->is_number;
    size_t lead = m->text - number_width;
    if (has_point) lead = m->text - m->integer - m->fraction + m->integer - p->integer_width;
    noc_pen_blanks(pen, lead);
    noc_pen_text(pen, p->text, p->main_bytes);
    noc_pen_fill(pen, m->text, number_width + lead);
    if (m->tail) noc_pen_fill(pen, 1 + m->tail, p->tail_width);
    noc_pen_text(pen, p->tail, strlen(p->tail));
}

static void print_left_cell(noc_pen *pen, const noc_column_widths *m, const noc_cell_parts *p)
{
    noc_pen_text(pen, p->text, p->main_bytes);
    noc_pen_fill(pen, m->width, p->integer_width + p->fraction_width);
}

/* Prints a text from the pen's column to the page's end, on as many lines as needed. */
static void print_folded(noc_pen *pen, size_t page, const char *text)
{
    const size_t start = pen->column, width = page > start ? page - start : 1;
    while (*text) {
        const char *next;
        const size_t bytes = noc_text_fit_line(text, width, &next);
        noc_pen_text(pen, text, bytes);
        text = next;
        if (!*text) break;
        noc_pen_newline(pen);
        noc_pen_blanks(pen, start);
    }
}

/* Prints the first column; a wider cell has its own lines. */
static void print_first(noc_pen *pen, size_t width, size_t page, const char *cell)
{
    const bool is_fitting = noc_text_width(cell, strlen(cell)) <= width;
    print_folded(pen, page, cell);
    if (!is_fitting) noc_pen_newline(pen);
    noc_pen_fill(pen, width, pen->column);
}

/* Prints the part of a folded cell that fits into this line, and moves *remaining after it. */
static void print_folded_part(noc_pen *pen, size_t width, const char **remaining)
{
    const char *text = *remaining;
    const size_t bytes = noc_text_fit_line(text, width, remaining);
    noc_pen_text(pen, text, bytes);
    noc_pen_fill(pen, width, noc_text_width(text, bytes));
}

/* Prints further lines of a row's folded cells. */
static void print_folded_lines(const noc_table_layout *l, const char *remaining[], FILE *out)
{
    for (bool continues = true; continues;) {
        noc_pen pen = {.out = out};
        continues = false;
        for (size_t i = 0; i < l->shown_count; i++) {
            const size_t width = l->columns[l->shown_columns[i]].width;
            if (i > 0) noc_pen_blanks(&pen, NOC_TABLE_GAP);
            if (*remaining[i])
                print_folded_part(&pen, width, &remaining[i]);
            else
                noc_pen_blanks(&pen, width);
            continues |= *remaining[i] != '\0';
        }
        noc_pen_newline(&pen);
    }
}

/* Writes a mark of style around the text of a dim column. */
static void write_style(const noc_table *table, size_t column, const char *cell, const char *mark,
                        noc_pen *pen)
{
    if (table->columns[column].is_dim && *cell) noc_pen_mark(pen, mark);
}

static void print_row(const noc_table *table, const noc_table_layout *l, size_t row, FILE *out,
                      size_t page)
{
    noc_pen pen = {.out = out};
    const char *remaining[NOC_TABLE_COLUMNS_MAX];
    bool is_unfinished = false;
    for (size_t i = 0; i < l->shown_count; i++) {
        const size_t c = l->shown_columns[i], width = l->columns[c].width;
        const noc_align align = table->columns[c].align;
        const char *cell = noc_table_cell_text(table, row, c);
        const noc_cell_parts p = noc_cell_split(cell);
        remaining[i] = "";
        if (i > 0) noc_pen_blanks(&pen, NOC_TABLE_GAP);
        write_style(table, c, cell, NOC_DIM, &pen);
        if (i == 0 && align == NOC_ALIGN_LEFT) {
            print_first(&pen, width, page, cell);
        } else if (l->is_folded[i]) {
            remaining[i] = cell;
            print_folded_part(&pen, width, &remaining[i]);
            is_unfinished |= *remaining[i] != '\0';
        } else if (align == NOC_ALIGN_LEFT) {
            print_left_cell(&pen, &l->columns[c], &p);
        } else {
            print_number(&pen, &l->columns[c], &p, align);
        }
        write_style(table, c, cell, NOC_PLAIN, &pen);
    }
    noc_pen_newline(&pen);
    if (is_unfinished) print_folded_lines(l, remaining, out);
}

/* Counts the lines of a header. */
static size_t count_header_lines(const char *header)
{
    size_t lines = 1;
    for (; *header; header++) lines += *header == '\n';
    return lines;
}

static const char *find_header_line(const char *header, size_t from_bottom, size_t *bytes)
{
    const size_t lines = count_header_lines(header);
    *bytes = 0;
    if (from_bottom >= lines) return "";
    for (size_t skip = lines - 1 - from_bottom; skip > 0; skip--) header = strchr(header, '\n') + 1;
    *bytes = strcspn(header, "\n");
    return header;
}

static void print_header(const noc_table *table, const noc_table_layout *l, FILE *out)
{
    size_t lines = 1;
    for (size_t i = 0; i < l->shown_count; i++)
        lines = max_size(lines, count_header_lines(table->columns[l->shown_columns[i]].header));
    for (size_t line = lines; line-- > 0;) {
        noc_pen pen = {.out = out};
        noc_pen_mark(&pen, NOC_BOLD);
        for (size_t i = 0; i < l->shown_count; i++) {
            const size_t c = l->shown_columns[i];
            size_t bytes;
            const char *text = find_header_line(table->columns[c].header, line, &bytes);
            const size_t width = l->columns[c].width, text_width = noc_text_width(text, bytes);
            const bool is_left = table->columns[c].align == NOC_ALIGN_LEFT;
            if (i > 0) noc_pen_blanks(&pen, NOC_TABLE_GAP);
            if (!is_left) noc_pen_fill(&pen, width, text_width);
            noc_pen_text(&pen, text, bytes);
            if (is_left) noc_pen_fill(&pen, width, text_width);
        }
        noc_pen_mark(&pen, NOC_PLAIN);
        noc_pen_newline(&pen);
    }
    for (size_t i = 0; i < l->total_width; i++) fputc('-', out);
    fputc('\n', out);
}

/* ---- a line for each cell ------------------------------------------------------------------- */

/* True if a line ends inside a word, after a hyphen or "=". */
static bool is_split_word(const char *text, size_t end)
{
    return end > 0 && text[end] == '\n' && strchr("-=", text[end - 1]);
}

/* Finds the width of a header as one line, with split words joined. */
static size_t find_joined_width(const char *header)
{
    size_t width = noc_text_width(header, strlen(header));
    for (size_t i = 0; header[i]; i++) width -= is_split_word(header, i);
    return width;
}

/* Prints the words of a text from the pen's column to the page's end. Blanks, tabs and line ends
 * separate words; a word wider than a line stays whole. */
static void print_words(noc_pen *pen, size_t page, const char *text)
{
    const size_t start = pen->column;
    for (size_t gap = 0; *text; text += strspn(text, " \t\n")) {
        const size_t bytes = strcspn(text, " \t\n");
        if (pen->column > start && pen->column + gap + noc_text_width(text, bytes) > page) {
            noc_pen_newline(pen);
            noc_pen_blanks(pen, start);
        } else {
            noc_pen_blanks(pen, gap);
        }
        noc_pen_text(pen, text, bytes);
        gap = !is_split_word(text, bytes);
        text += bytes;
    }
}

/* Prints a cell next to its header, or below it if the page is too narrow. */
static void print_cell(noc_pen *pen, size_t column, const char *cell, size_t page)
{
    const size_t cell_width = noc_text_width(cell, strlen(cell));
    if (column + cell_width > page && column + NOC_TABLE_TEXT_MIN > page) {
        noc_pen_newline(pen);
        column = 2 * NOC_TABLE_INDENT;
    }
    noc_pen_fill(pen, column, pen->column);
    if (strchr(cell, '\t'))
        print_words(pen, page, cell);
    else
        print_folded(pen, page, cell);
    noc_pen_newline(pen);
}

/* Prints the columns of a row from `first` on; detail columns only with `has_details`. */
static void print_cells(const noc_table *table, size_t row, size_t first, bool has_details,
                        FILE *out, size_t page)
{
    const size_t indent = first > 0 ? NOC_TABLE_INDENT : 0;
    size_t widest = 0;
    for (size_t c = first; c < table->column_count; c++)
        if (*noc_table_cell_text(table, row, c) && (has_details || !table->columns[c].is_detail))
            widest = max_size(widest, find_joined_width(table->columns[c].header));
    for (size_t c = first; c < table->column_count; c++) {
        const char *cell = noc_table_cell_text(table, row, c);
        if (!*cell || (!has_details && table->columns[c].is_detail)) continue;
        noc_pen pen = {.out = out};
        noc_pen_blanks(&pen, indent);
        print_words(&pen, page, table->columns[c].header);
        print_cell(&pen, indent + widest + NOC_TABLE_GAP, cell, page);
    }
}

void noc_table_print_row(const noc_sheet *sheet, const noc_table *table, size_t row)
{
    if (sheet->markup == NOC_MARKUP_NONE) {
        print_cells(table, row, 0, true, sheet->out, (size_t)sheet->width);
        return;
    }
    NOC_AUTO(noc_table_clear) noc_table lines = {0};
    noc_table_add_columns(&lines, "|");
    for (size_t c = 0; c < table->column_count; c++) {
        if (!*noc_table_cell_text(table, row, c)) continue;
        noc_table_add_cell(&lines, "%s", table->columns[c].header);
        noc_table_add_cell(&lines, "%s", noc_table_cell_text(table, row, c));
    }
    noc_markup_table(sheet->out, sheet->markup, &lines);
}

/* Prints a row below its first cell; a number there has its header before it. */
static void print_stacked(const noc_table *table, size_t row, FILE *out, size_t page)
{
    noc_pen pen = {.out = out};
    size_t first = 0;
    while (first + 1 < table->column_count && table->columns[first].is_detail) first++;
    const char *cell = noc_table_cell_text(table, row, first);
    if (row > 0) fputc('\n', out);
    noc_pen_mark(&pen, NOC_BOLD);
    if (strspn(cell, "+-0123456789") > 0) {
        print_words(&pen, page, table->columns[first].header);
        if (pen.column + 1 + noc_text_width(cell, strlen(cell)) > page)
            noc_pen_newline(&pen);
        else
            noc_pen_blanks(&pen, 1);
    }
    print_folded(&pen, page, cell);
    noc_pen_mark(&pen, NOC_PLAIN);
    noc_pen_newline(&pen);
    print_cells(table, row, first + 1, false, out, page);
}

/* Prints the headers of an empty table that is wider than the page. */
static void print_headers(const noc_table *table, FILE *out, size_t page)
{
    noc_pen pen = {.out = out};
    noc_pen_mark(&pen, NOC_BOLD);
    for (size_t c = 0; c < table->column_count; c++) {
        if (table->columns[c].is_detail) continue;
        if (pen.column > 0) noc_pen_newline(&pen);
        print_words(&pen, page, table->columns[c].header);
    }
    noc_pen_mark(&pen, NOC_PLAIN);
    noc_pen_newline(&pen);
}

/* ---- a page --------------------------------------------------------------------------------- */

bool noc_table_is_fitting(const noc_table *table, int width)
{
    return noc_table_make_layout(table, SIZE_MAX).total_width <= (size_t)width;
}

noc_status noc_table_print(const noc_sheet *sheet, const noc_table *table, noc_diag *diag)
{
    FILE *out = sheet->out;
    const int width = sheet->width;
    if (table->arena.is_short) return noc_fail_memory(diag);
    if (sheet->markup != NOC_MARKUP_NONE) {
        noc_markup_table(out, sheet->markup, table);
        return NOC_OK;
    }
    const noc_table_layout l = noc_table_make_layout(table, (size_t)width);
    const bool is_stacked = l.total_width > (size_t)width;
    if (!is_stacked)
        print_header(table, &l, out);
    else if (table->row_count == 0)
        print_headers(table, out, (size_t)width);
    for (size_t r = 0; r < table->row_count; r++) {
        if (table->rows[r].is_span)
            noc_pen_paragraph(out, width, NOC_TABLE_INDENT, noc_table_cell_text(table, r, 0));
        else if (is_stacked)
            print_stacked(table, r, out, (size_t)width);
        else
            print_row(table, &l, r, out, (size_t)width);
    }
    return NOC_OK;
}

noc_status noc_text_table(const noc_sheet *sheet, noc_table *table, noc_diag *diag)
{
    const noc_status status = noc_table_print(sheet, table, diag);
    noc_table_clear(table);
    return status;
}
