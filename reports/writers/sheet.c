#include "reports/writers/sheet.h"

#include <stdarg.h>
#include <stdlib.h>

#include "reports/writers/memory_text.h"
#include "reports/writers/pen.h"
#include "reports/writers/style.h"

const char *noc_format_name(size_t i)
{
    static const char *const names[] = {"table", "json", "csv", "svg"};
    return i < sizeof names / sizeof names[0] ? names[i] : NULL;
}

bool noc_inner_sheet_open(const noc_sheet *outer, int width, noc_inner_sheet *inner)
{
    *inner = (noc_inner_sheet){.sheet = *outer};
    inner->sheet.format = NOC_FORMAT_TABLE;
    inner->sheet.markup = NOC_MARKUP_NONE;
    inner->sheet.width = width;
    inner->sheet.has_plots = false;
    inner->sheet.out = open_memstream(&inner->text, &inner->size);
    return inner->sheet.out != NULL;
}

char *noc_inner_sheet_close(noc_inner_sheet *inner)
{
    char *text = noc_memory_text_close(inner->sheet.out, &inner->text);
    if (text) text[noc_style_remove_marks(text, inner->size)] = '\0';
    return text;
}

void noc_text_begin_verbatim(const noc_sheet *sheet)
{
    if (sheet->markup == NOC_MARKUP_MARKDOWN) fputs("```\n", sheet->out);
    if (sheet->markup == NOC_MARKUP_LATEX) fputs("\\begin{verbatim}\n", sheet->out);
}

void noc_text_end_verbatim(const noc_sheet *sheet)
{
    if (sheet->markup == NOC_MARKUP_MARKDOWN) fputs("```\n\n", sheet->out);
    if (sheet->markup == NOC_MARKUP_LATEX) fputs("\\end{verbatim}\n\n", sheet->out);
}

static void write_paragraph(const noc_sheet *sheet, size_t indent, const char *format,
                            va_list arguments)
{
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0) return;
    if (sheet->markup != NOC_MARKUP_NONE)
        noc_markup_paragraph(sheet->out, sheet->markup, text);
    else
        noc_pen_paragraph(sheet->out, sheet->width, indent, text);
    free(text);
}

void noc_text_paragraph(const noc_sheet *sheet, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_paragraph(sheet, 2, format, arguments);
    va_end(arguments);
}

void noc_text_hanging_paragraph(const noc_sheet *sheet, size_t indent, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_paragraph(sheet, indent, format, arguments);
    va_end(arguments);
}
