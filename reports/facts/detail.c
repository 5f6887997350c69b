#include "reports/facts/detail.h"

#include "reports/drawings/picture_page.h"

void noc_detail_add_row(noc_rows *rows, const noc_estimate *estimate)
{
    noc_rows_add(rows);
    noc_put_text(rows, "design", estimate->design->name);
    noc_put_text(rows, "hash", estimate->design->hash);
    noc_put_text(rows, "method", noc_method_name(estimate->method));
    noc_put_real(rows, "load_flits_per_cycle", estimate->load);
}

noc_status noc_detail_write_csv(const noc_sheet *sheet, const noc_detail *detail,
                                const noc_estimate *estimates, size_t count, noc_diag *diag)
{
    noc_rows rows = noc_rows_begin(sheet, detail->columns(&estimates[0]));
    for (size_t i = 0; i < count; i++) detail->add_rows(&rows, &estimates[i]);
    return noc_rows_write(&rows, diag);
}

noc_status noc_detail_print(const noc_sheet *sheet, const noc_detail *detail,
                            const noc_estimate *estimates, size_t count, noc_diag *diag)
{
    return noc_text_sections(sheet, estimates, count, detail->title, true, detail->print, diag);
}

noc_status noc_detail_draw(const noc_sheet *sheet, const noc_detail *detail,
                           const noc_system *system, const noc_estimate *estimate, bool is_page,
                           noc_diag *diag)
{
    char title[300];
    noc_inner_sheet inner;
    if (!is_page) return detail->draw(sheet, system, estimate, diag);
    snprintf(title, sizeof title, "%.200s: %s", estimate->design->name, detail->page_title);
    noc_picture_page_begin(sheet->out, title);
    noc_picture_page_open(sheet->out, title);
    noc_status status = detail->draw(sheet, system, estimate, diag);
    noc_picture_page_close(sheet->out);
    if (status == NOC_OK) status = noc_picture_page_fold(sheet, &inner, diag);
    if (status != NOC_OK) return status;
    status = noc_detail_print(&inner.sheet, detail, estimate, 1, diag);
    status = noc_picture_page_unfold(sheet->out, detail->page_table, &inner, status, diag);
    noc_picture_page_end(sheet->out, &sheet->run);
    return status;
}
