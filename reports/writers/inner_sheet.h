/* reports/writers/inner_sheet.h: the text that a sheet would have, for use inside another one. */
#ifndef NOC_REPORTS_WRITERS_INNER_SHEET_H
#define NOC_REPORTS_WRITERS_INNER_SHEET_H

#include "reports/writers/sheet.h"

typedef struct noc_inner_sheet {
    noc_sheet sheet; /* as the outer one, a table without plots */
    char *text;
    size_t size;
} noc_inner_sheet;

/* Lines that are not to be folded. */
enum { NOC_ONE_LINE = 10000 };

/* False when out of memory. */
bool noc_inner_open(const noc_sheet *outer, int width, noc_inner_sheet *inner);

/* Its text, without styles, which the caller frees; NULL when out of memory. */
char *noc_inner_close(noc_inner_sheet *inner);

#endif
