#include "reports/estimates/class_table.h"

#include <math.h>
#include <stdio.h>

#include "reports/words/label.h"
#include "reports/writers/table_print.h"

/* True if the table has rows for an answer: its design defines classes, and it has a load. */
static bool has_class_rows(const noc_estimate *estimate)
{
    return estimate->design->traffic.classes.count > 0 && estimate->class_count > 0 &&
           isfinite(estimate->load);
}

static void add_cell(noc_table *table, const char *format, double value)
{
    if (isfinite(value))
        noc_table_add_cell(table, format, value);
    else
        noc_table_add_cell(table, "-");
}

static void add_rows(noc_table *table, const noc_estimate *estimate, const char *label)
{
    for (size_t k = 0; k < estimate->class_count; k++) {
        const noc_class_answer *class = &estimate->classes[k];
        if (label) noc_table_add_cell(table, "%s", k ? "" : label);
        noc_table_add_cell(table, "%s", class->name);
        add_cell(table, "%.4f", class->offered);
        add_cell(table, "%.4f", class->accepted);
        add_cell(table, "%.2f", class->latency.value);
        add_cell(table, "%.1f", class->p99.value);
    }
}

noc_status noc_text_classes(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                            noc_diag *diag)
{
    noc_table table = {0};
    noc_labels labels = {0};
    bool has_rows = false;
    for (size_t i = 0; i < count; i++) {
        noc_labels_add_design(&labels, estimates[i].design);
        has_rows |= has_class_rows(&estimates[i]);
    }
    if (!has_rows) return NOC_OK;
    if (count > 1) noc_table_add_column(&table, NOC_ALIGN_LEFT, "design");
    noc_table_add_columns(
        &table, "class|.offered\nflits/cycle|.accepted\nflits/cycle|.latency\ncycles|.p99\ncycles");
    for (size_t i = 0; i < count; i++) {
        char label[NOC_LABEL_CHARS];
        if (!has_class_rows(&estimates[i])) continue;
        noc_label_write(&labels, estimates[i].design, label);
        add_rows(&table, &estimates[i], count > 1 ? label : NULL);
    }
    const noc_status status = noc_text_table(sheet, &table, diag);
    fputc('\n', sheet->out);
    return status;
}
