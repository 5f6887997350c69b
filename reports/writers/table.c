#include "reports/writers/table.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/pen.h"
#include "reports/writers/style.h"

enum {
    GAP = 2,
    FIRST_INDENT = 2,
    LEAST_TEXT = 24, /* columns that words are not folded below */
    NARROW_PAGE = 60,
    LEAST_NARROW = 18, /* likewise, on a page narrower than that */
};

/* ---- filling -------------------------------------------------------------------------------- */

static void add_column(noc_table *table, noc_align align, const char *header, bool detail)
{
    if (table->column_count == NOC_TABLE_COLUMNS_MAX) return;
    table->columns[table->column_count].header = header;
    table->columns[table->column_count].align = align;
    table->columns[table->column_count++].detail = detail;
}

void noc_table_column(noc_table *table, noc_align align, const char *header)
{
    add_column(table, align, header, false);
}

void noc_table_detail(noc_table *table, const char *header)
{
    add_column(table, NOC_ALIGN_LEFT, header, true);
}

void noc_table_spare(noc_table *table, noc_align align, const char *header)
{
    add_column(table, align, header, false);
    if (table->column_count) table->columns[table->column_count - 1].spare = true;
}

void noc_table_dim(noc_table *table)
{
    if (table->column_count) table->columns[table->column_count - 1].dim = true;
}

/* Makes room for one more element of `size` bytes. */
static bool grow(void **elements, size_t *capacity, size_t count, size_t size)
{
    if (count < *capacity) return true;
    const size_t wanted = *capacity ? 2 * *capacity : 64;
    void *grown = realloc(*elements, wanted * size);
    if (!grown) return false;
    *elements = grown;
    *capacity = wanted;
    return true;
}

static noc_table_row *begin_row(noc_table *table, bool span)
{
    if (!grow((void **)&table->rows, &table->row_capacity, table->row_count, sizeof *table->rows))
        return NULL;
    table->rows[table->row_count] = (noc_table_row){table->cell_count, 0, span};
    return &table->rows[table->row_count++];
}

static void add_cell(noc_table *table, noc_table_row *row, const char *format, va_list arguments)
{
    char *text = NULL;
    if (!row || vasprintf(&text, format, arguments) < 0) {
        table->failed = true;
        return;
    }
    if (!grow((void **)&table->cells, &table->cell_capacity, table->cell_count,
              sizeof *table->cells)) {
        free(text);
        table->failed = true;
        return;
    }
    table->cells[table->cell_count++] = text;
    row->count++;
}

void noc_table_cell(noc_table *table, const char *format, ...)
{
    noc_table_row *row = table->row_count ? &table->rows[table->row_count - 1] : NULL;
    if (!row || row->span || row->count == table->column_count) row = begin_row(table, false);
    va_list arguments;
    va_start(arguments, format);
    add_cell(table, row, format, arguments);
    va_end(arguments);
}

void noc_table_span(noc_table *table, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_cell(table, begin_row(table, true), format, arguments);
    va_end(arguments);
}

const char *noc_table_at(const noc_table *table, size_t row, size_t column)
{
    const noc_table_row *r = &table->rows[row];
    return column < r->count ? table->cells[r->first + column] : "";
}

void noc_table_clear(noc_table *table)
{
    for (size_t i = 0; i < table->cell_count; i++) free(table->cells[i]);
    free(table->cells);
    free(table->rows);
    *table = (noc_table){0};
}

/* ---- measuring ------------------------------------------------------------------------------ */

/* A cell's text taken apart: what stands before the decimal point, the point and what follows it,
 * and the part after a tab. Texts without digits have no point to be lined up by. */
typedef struct parts {
    const char *text, *tail;
    size_t main_bytes, before_bytes;
    size_t before, after, tail_width;
    bool number;
} parts;

static parts take_apart(const char *cell)
{
    parts p = {.text = cell};
    const char *tab = strchr(cell, '\t');
    p.main_bytes = tab ? (size_t)(tab - cell) : strlen(cell);
    p.tail = tab ? tab + 1 : "";
    p.tail_width = noc_text_width(p.tail, strlen(p.tail));
    p.before_bytes = p.main_bytes;
    for (size_t i = 0; i < p.main_bytes; i++)
        if (isdigit((unsigned char)cell[i])) p.number = true;
    if (p.number) {
        p.before_bytes = strspn(cell, "+-0123456789");
        if (p.before_bytes > p.main_bytes) p.before_bytes = p.main_bytes;
    }
    p.before = noc_text_width(cell, p.before_bytes);
    p.after = noc_text_width(cell + p.before_bytes, p.main_bytes - p.before_bytes);
    return p;
}

/* The widths of a column's pieces. */
typedef struct measure {
    size_t before, after, text, tail; /* text: of the whole part left of the tab */
    size_t width;
} measure;

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t header_width(const char *header)
{
    size_t width = 0;
    while (*header) {
        const size_t bytes = strcspn(header, "\n");
        width = larger(width, noc_text_width(header, bytes));
        header += bytes + (header[bytes] == '\n');
    }
    return width;
}

static measure measure_column(const noc_table *table, size_t column)
{
    measure m = {0};
    const bool by_point = table->columns[column].align == NOC_ALIGN_POINT;
    for (size_t r = 0; r < table->row_count; r++) {
        if (table->rows[r].span) continue;
        const parts p = take_apart(noc_table_at(table, r, column));
        if (by_point && p.number) {
            m.before = larger(m.before, p.before);
            m.after = larger(m.after, p.after);
        }
        m.text = larger(m.text, p.before + p.after);
        m.tail = larger(m.tail, p.tail_width);
    }
    m.text = larger(m.text, m.before + m.after);
    m.width =
        larger(m.text + (m.tail ? 1 + m.tail : 0), header_width(table->columns[column].header));
    return m;
}

/* How a table is laid out on a page. */
typedef struct layout {
    measure columns[NOC_TABLE_COLUMNS_MAX];
    size_t order[NOC_TABLE_COLUMNS_MAX]; /* the columns that are shown */
    size_t shown;
    size_t total;
    bool folded
        [NOC_TABLE_COLUMNS_MAX]; /* whose text goes over several lines; by position in `order` */
} layout;

static size_t total_width(const layout *l)
{
    size_t total = 0;
    for (size_t i = 0; i < l->shown; i++) total += l->columns[l->order[i]].width + (i ? GAP : 0);
    return total;
}

/* Position of the widest column of words behind the first; 0 if there is none that can be
 * narrower. */
static size_t widest_words(const noc_table *table, const layout *l, size_t page)
{
    size_t widest = 0, width = page < NARROW_PAGE ? LEAST_NARROW : LEAST_TEXT;
    for (size_t i = 1; i < l->shown; i++) {
        const size_t c = l->order[i];
        if (table->columns[c].align != NOC_ALIGN_LEFT || l->columns[c].width <= width) continue;
        widest = i;
        width = l->columns[c].width;
    }
    return widest;
}

/* Takes `excess` from the columns of words, the widest first. Returns what is still in excess. */
static size_t fold_words(const noc_table *table, layout *l, size_t page, size_t excess)
{
    for (size_t widest; excess > 0 && (widest = widest_words(table, l, page)); excess--) {
        l->folded[widest] = true;
        l->columns[l->order[widest]].width--;
    }
    return excess;
}

/* Narrows the first column: what is wider than that stands above its row. */
static void narrow_first(const noc_table *table, layout *l, size_t excess)
{
    const size_t first = l->order[0];
    const size_t least = larger(header_width(table->columns[first].header), FIRST_INDENT);
    size_t *width = &l->columns[first].width;
    if (table->columns[first].align == NOC_ALIGN_LEFT && *width > least)
        *width = *width - least < excess ? least : *width - excess;
}

/* The columns, without the last `without` of those that are spare. */
static layout choose_columns(const noc_table *table, size_t without)
{
    layout l = {0};
    size_t spares = 0;
    for (size_t c = 0; c < table->column_count; c++) spares += table->columns[c].spare;
    for (size_t c = 0; c < table->column_count; c++) {
        if (table->columns[c].detail) continue;
        if (table->columns[c].spare && spares-- <= without) continue;
        l.columns[c] = measure_column(table, c);
        l.order[l.shown++] = c;
    }
    return l;
}

/* What is wider than the page even when its words are folded. */
static size_t fold(const noc_table *table, layout *l, size_t page)
{
    const size_t wanted = total_width(l);
    const size_t excess = wanted > page ? wanted - page : 0;
    return excess > 0 && l->shown > 1 ? fold_words(table, l, page, excess) : 0;
}

static layout lay_out(const noc_table *table, size_t page)
{
    layout l = choose_columns(table, 0);
    size_t excess = fold(table, &l, page), shown = l.shown;
    for (size_t without = 1; excess > 0; without++) {
        l = choose_columns(table, without);
        excess = fold(table, &l, page);
        if (l.shown == shown) break; /* no column is spare any more */
        shown = l.shown;
    }
    if (excess > 0) narrow_first(table, &l, excess);
    l.total = total_width(&l);
    return l;
}

/* ---- printing ------------------------------------------------------------------------------- */

static void print_number(noc_pen *pen, const measure *m, const parts *p, noc_align align)
{
    const size_t own = p->before + p->after;
    const size_t content = m->text + (m->tail ? 1 + m->tail : 0);
    noc_pen_blanks(pen, m->width - content);
    const bool by_point = align == NOC_ALIGN_POINT && p->number;
    size_t lead = m->text - own;
    if (by_point) lead = m->text - m->before - m->after + m->before - p->before;
    noc_pen_blanks(pen, lead);
    noc_pen_text(pen, p->text, p->main_bytes);
    noc_pen_blanks(pen, m->text - own - lead);
    if (m->tail) noc_pen_blanks(pen, 1 + m->tail - p->tail_width);
    noc_pen_text(pen, p->tail, strlen(p->tail));
}

static void print_left(noc_pen *pen, const measure *m, const parts *p)
{
    noc_pen_text(pen, p->text, p->main_bytes);
    noc_pen_blanks(pen, m->width - p->before - p->after);
}

/* A text from here on, over as many lines as it needs. */
static void print_folded(noc_pen *pen, size_t width, const char *text)
{
    const size_t start = pen->at;
    while (*text) {
        const char *next;
        const size_t bytes = noc_text_fit(text, width, &next);
        noc_pen_text(pen, text, bytes);
        text = next;
        if (!*text) break;
        noc_pen_newline(pen);
        noc_pen_blanks(pen, start);
    }
}

/* The first column; a cell that is wider than it goes on a line of its own. */
static void print_first(noc_pen *pen, size_t width, const char *cell)
{
    noc_pen_text(pen, cell, strlen(cell));
    if (pen->at > width) {
        noc_pen_newline(pen);
        noc_pen_blanks(pen, width);
    } else {
        noc_pen_blanks(pen, width - pen->at);
    }
}

/* The part of a folded cell that this line has room for; *rest starts at it, and then behind it. */
static void print_part(noc_pen *pen, size_t width, const char **rest)
{
    const char *text = *rest;
    const size_t bytes = noc_text_fit(text, width, rest);
    noc_pen_text(pen, text, bytes);
    noc_pen_blanks(pen, width - noc_text_width(text, bytes));
}

/* The lines below a row's first, of its folded cells. */
static void print_rest(const layout *l, const char *rest[], FILE *out)
{
    for (bool more = true; more;) {
        noc_pen pen = {.out = out};
        more = false;
        for (size_t i = 0; i < l->shown; i++) {
            const size_t width = l->columns[l->order[i]].width;
            if (i > 0) noc_pen_blanks(&pen, GAP);
            if (*rest[i])
                print_part(&pen, width, &rest[i]);
            else
                noc_pen_blanks(&pen, width);
            more |= *rest[i] != '\0';
        }
        noc_pen_newline(&pen);
    }
}

/* Around what a dim column has. */
static void set_style(const noc_table *table, size_t column, const char *cell, const char *mark,
                      noc_pen *pen)
{
    if (table->columns[column].dim && *cell) noc_pen_mark(pen, mark);
}

static void print_row(const noc_table *table, const layout *l, size_t row, FILE *out)
{
    noc_pen pen = {.out = out};
    const char *rest[NOC_TABLE_COLUMNS_MAX];
    bool more = false;
    for (size_t i = 0; i < l->shown; i++) {
        const size_t c = l->order[i], width = l->columns[c].width;
        const noc_align align = table->columns[c].align;
        const char *cell = noc_table_at(table, row, c);
        const parts p = take_apart(cell);
        rest[i] = "";
        if (i > 0) noc_pen_blanks(&pen, GAP);
        set_style(table, c, cell, NOC_DIM, &pen);
        if (i == 0 && align == NOC_ALIGN_LEFT) {
            print_first(&pen, width, cell);
        } else if (l->folded[i]) {
            rest[i] = cell;
            print_part(&pen, width, &rest[i]);
            more |= *rest[i] != '\0';
        } else if (align == NOC_ALIGN_LEFT) {
            print_left(&pen, &l->columns[c], &p);
        } else {
            print_number(&pen, &l->columns[c], &p, align);
        }
        set_style(table, c, cell, NOC_PLAIN, &pen);
    }
    noc_pen_newline(&pen);
    if (more) print_rest(l, rest, out);
}

/* Lines of a header, and the i-th of them when it is counted from the bottom (0: the last). */
static size_t header_lines(const char *header)
{
    size_t lines = 1;
    for (; *header; header++) lines += *header == '\n';
    return lines;
}

static const char *header_line(const char *header, size_t from_bottom, size_t *bytes)
{
    const size_t lines = header_lines(header);
    *bytes = 0;
    if (from_bottom >= lines) return "";
    for (size_t skip = lines - 1 - from_bottom; skip > 0; skip--) header = strchr(header, '\n') + 1;
    *bytes = strcspn(header, "\n");
    return header;
}

static void print_header(const noc_table *table, const layout *l, FILE *out)
{
    size_t lines = 1;
    for (size_t i = 0; i < l->shown; i++)
        lines = larger(lines, header_lines(table->columns[l->order[i]].header));
    for (size_t line = lines; line-- > 0;) {
        noc_pen pen = {.out = out};
        noc_pen_mark(&pen, NOC_BOLD);
        for (size_t i = 0; i < l->shown; i++) {
            const size_t c = l->order[i];
            size_t bytes;
            const char *text = header_line(table->columns[c].header, line, &bytes);
            const size_t blanks = l->columns[c].width - noc_text_width(text, bytes);
            const bool left = table->columns[c].align == NOC_ALIGN_LEFT;
            if (i > 0) noc_pen_blanks(&pen, GAP);
            if (!left) noc_pen_blanks(&pen, blanks);
            noc_pen_text(&pen, text, bytes);
            if (left) noc_pen_blanks(&pen, blanks);
        }
        noc_pen_mark(&pen, NOC_PLAIN);
        noc_pen_newline(&pen);
    }
    for (size_t i = 0; i < l->total; i++) fputc('-', out);
    fputc('\n', out);
}

/* ---- a line a cell -------------------------------------------------------------------------- */

/* The lines of a header as one. */
static void print_joined(noc_pen *pen, const char *header)
{
    while (*header) {
        const size_t bytes = strcspn(header, "\n");
        noc_pen_text(pen, header, bytes);
        header += bytes;
        if (*header) noc_pen_blanks(pen, 1), header++;
    }
}

static void print_cell(const char *header, size_t widest, const char *cell, FILE *out, int width)
{
    noc_pen pen = {.out = out};
    print_joined(&pen, header);
    noc_pen_blanks(&pen, widest - pen.at + GAP);
    const char *tab = strchr(cell, '\t');
    if (tab) {
        noc_pen_text(&pen, cell, (size_t)(tab - cell));
        noc_pen_blanks(&pen, 1);
        cell = tab + 1;
    }
    print_folded(&pen, larger((size_t)width > pen.at ? (size_t)width - pen.at : 0, LEAST_TEXT),
                 cell);
    noc_pen_newline(&pen);
}

void noc_table_print_row(const noc_table *table, size_t row, FILE *out, int width)
{
    size_t widest = 0;
    for (size_t c = 0; c < table->column_count; c++)
        if (*noc_table_at(table, row, c)) widest = larger(widest, strlen(table->columns[c].header));
    for (size_t c = 0; c < table->column_count; c++) {
        const char *cell = noc_table_at(table, row, c);
        if (*cell) print_cell(table->columns[c].header, widest, cell, out, width);
    }
}

/* A row as lines, a blank line between rows. */
static void print_stacked(const noc_table *table, size_t row, FILE *out, int width)
{
    if (row > 0) fputc('\n', out);
    noc_table_print_row(table, row, out, width);
}

/* ---- a page --------------------------------------------------------------------------------- */

noc_status noc_table_print(const noc_table *table, FILE *out, int width, noc_diag *diag)
{
    if (table->failed) return noc_fail_memory(diag);
    const layout l = lay_out(table, (size_t)width);
    const bool stacked = l.total > (size_t)width && table->row_count > 0;
    if (!stacked) print_header(table, &l, out);
    for (size_t r = 0; r < table->row_count; r++) {
        if (table->rows[r].span)
            noc_pen_paragraph(out, width, FIRST_INDENT, noc_table_at(table, r, 0));
        else if (stacked)
            print_stacked(table, r, out, width);
        else
            print_row(table, &l, r, out);
    }
    return NOC_OK;
}
