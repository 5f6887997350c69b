#include "reports/words/sections.h"

#include "reports/words/label.h"
#include "reports/writers/sheet.h"

noc_status noc_text_sections(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                             const char *title, bool has_heading, noc_section_printer *print,
                             noc_diag *diag)
{
    noc_labels labels = {0};
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count; i++) noc_labels_add_design(&labels, estimates[i].design);
    for (size_t i = 0; i < count && status == NOC_OK; i++) {
        char label[NOC_LABEL_CHARS];
        noc_label_write(&labels, estimates[i].design, label);
        fputc('\n', sheet->out);
        if (count > 1)
            noc_text_paragraph(sheet, "%s, %s:", title, label);
        else if (has_heading)
            noc_text_paragraph(sheet, "%s:", title);
        status = print(sheet, &estimates[i], diag);
    }
    return status;
}
