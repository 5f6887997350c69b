/* reports/writers/say.h: words on a sheet, folded at its width; names of designs are safe in
 * them. */
#ifndef NOC_REPORTS_WRITERS_SAY_H
#define NOC_REPORTS_WRITERS_SAY_H

#include "reports/writers/sheet.h"

/* A paragraph; its lines but the first begin at column 2. */
void noc_text_say(const noc_sheet *sheet, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same; its lines but the first begin at the column `indent`. */
void noc_text_hang(const noc_sheet *sheet, size_t indent, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
