#include "reports/words/row_names.h"

void noc_row_names_begin(noc_row_names *names, const noc_labels *labels, noc_table *table,
                         const char *header)
{
    *names = (noc_row_names){.labels = labels, .axes = noc_label_axes(labels)};
    if (names->axes < 2 || names->axes > NOC_ROW_NAMES_MAX) {
        names->axes = 0;
        noc_table_column(table, NOC_ALIGN_LEFT, header);
        return;
    }
    for (size_t a = 0; a < names->axes; a++) {
        noc_label_axis(labels, a, names->headers[a]);
        noc_table_column(table, NOC_ALIGN_LEFT, names->headers[a]);
    }
}

void noc_row_names_add(const noc_row_names *names, noc_table *table, const noc_design *design)
{
    char label[NOC_LABEL_CHARS];
    if (names->axes == 0) {
        noc_label(names->labels, design, label);
        noc_table_cell(table, "%s", label);
        return;
    }
    for (size_t a = 0; a < names->axes; a++) {
        const char *value = noc_label_value(names->labels, design, a);
        noc_table_cell(table, "%s", a == 0 && !*value ? "base" : value);
    }
}
