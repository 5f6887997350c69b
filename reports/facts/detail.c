#include "reports/facts/detail.h"

#include "reports/drawings/picture_page.h"

static const noc_detail *const kinds[] = {&noc_channel_detail, &noc_tile_detail, &noc_node_detail};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

const noc_detail *noc_detail_find(const noc_estimate *estimate)
{
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i]->columns(estimate)) return kinds[i];
    return NULL;
}

void noc_detail_add_row(noc_rows *rows, const noc_estimate *estimate)
{
    noc_rows_add(rows);
    noc_put_text(rows, "design", estimate->design->name);
    noc_put_text(rows, "hash", estimate->design->hash);
    noc_put_text(rows, "method", noc_method_name(estimate->method));
    noc_put_real(rows, "load_flits_per_cycle", estimate->load);
}

void noc_details_set_json(json_t *object, const noc_estimate *estimate)
{
    const noc_sheet sheet = {.format = NOC_FORMAT_JSON};
    for (size_t i = 0; i < KINDS; i++) {
        const char *columns = kinds[i]->columns(estimate);
        if (!columns) continue;
        noc_rows rows = noc_rows_begin(&sheet, columns);
        kinds[i]->add_rows(&rows, estimate);
        json_object_set_new(object, kinds[i]->member, noc_rows_end_json(&rows));
    }
}

noc_status noc_detail_write_csv(const noc_sheet *sheet, const noc_detail *detail,
                                const noc_estimate *estimates, size_t count, noc_diag *diag)
{
    noc_rows rows = noc_rows_begin(sheet, detail->columns(&estimates[0]));
    for (size_t i = 0; i < count; i++) detail->add_rows(&rows, &estimates[i]);
    return noc_rows_write(&rows, diag);
}

static noc_status print_sections(const noc_sheet *sheet, const noc_detail *detail,
                                 const noc_estimate *estimates, size_t count, noc_diag *diag)
{
    return noc_text_sections(sheet, estimates, count, detail->title, true, detail->print, diag);
}

noc_status noc_details_print(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                             noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < KINDS && count > 0 && status == NOC_OK; i++)
        if (kinds[i]->columns(&estimates[0]))
            status = print_sections(sheet, kinds[i], estimates, count, diag);
    return status;
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
    status = print_sections(&inner.sheet, detail, estimate, 1, diag);
    status = noc_picture_page_unfold(sheet->out, detail->page_table, &inner, status, diag);
    noc_picture_page_end(sheet->out, &sheet->run);
    return status;
}
