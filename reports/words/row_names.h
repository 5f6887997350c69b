/* reports/words/row_names.h: the leading columns of a table of designs: what tells its rows
 * apart. */
#ifndef NOC_REPORTS_WORDS_ROW_NAMES_H
#define NOC_REPORTS_WORDS_ROW_NAMES_H

#include "reports/words/label.h"
#include "reports/writers/table.h"

enum { NOC_ROW_NAMES_MAX = 4 };

/* Must live as long as the table: it holds the headers. */
typedef struct noc_row_names {
    const noc_labels *labels;
    size_t axes; /* columns, one a setting; 0: a single column of labels */
    char headers[NOC_ROW_NAMES_MAX][NOC_LABEL_CHARS];
} noc_row_names;

/* Adds the columns: a column a setting where all designs change the same few, else one of labels.
 */
void noc_row_names_begin(noc_row_names *names, const noc_labels *labels, noc_table *table,
                         const char *header);

/* Adds the cells of one design. */
void noc_row_names_add(const noc_row_names *names, noc_table *table, const noc_design *design);

#endif
