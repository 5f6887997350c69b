#include "reports/writers/say.h"

#include <stdarg.h>
#include <stdlib.h>

#include "reports/writers/pen.h"

static void say(const noc_sheet *sheet, size_t indent, const char *format, va_list arguments)
{
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0) return;
    noc_pen_paragraph(sheet->out, sheet->width, indent, text);
    free(text);
}

void noc_text_say(const noc_sheet *sheet, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(sheet, 2, format, arguments);
    va_end(arguments);
}

void noc_text_hang(const noc_sheet *sheet, size_t indent, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(sheet, indent, format, arguments);
    va_end(arguments);
}
