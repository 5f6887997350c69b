#include "reports/front/front_warnings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/words/figure.h"
#include "reports/writers/json.h"
#include "reports/writers/style.h"

/* Warnings in a printed report. */
enum { SHOWN = 3 };

static noc_status add_lines(noc_reason_list *list, const char *lines, noc_diag *diag)
{
    noc_status status = NOC_OK;
    while (*lines && status == NOC_OK) {
        const size_t length = strcspn(lines, "\n");
        char *text = strndup(lines, length);
        status = text ? noc_reason_list_add(list, "warning", text, 1, diag) : noc_fail_memory(diag);
        free(text);
        lines += length + (lines[length] == '\n');
    }
    return status;
}

noc_status noc_front_warnings(const noc_candidates *all, noc_reason_list *list, noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < all->racing && status == NOC_OK; i++) {
        const noc_entry *e = noc_candidate_entry(&all->list[i]);
        if (e->warnings) status = add_lines(list, e->warnings, diag);
    }
    noc_reason_list_sort(list);
    return status;
}

const char *noc_front_warned(const noc_candidates *all, const noc_reason *w, char *text,
                             size_t size)
{
    if (w->count == all->racing)
        snprintf(text, size, "%s%s designs%s", all->racing == 1 ? "" : "all ",
                 noc_grouped_of(all->racing).text, w->varies ? ", for example" : "");
    else
        snprintf(text, size, "%s of %s designs%s", noc_grouped_of(w->count).text,
                 noc_grouped_of(all->racing).text, w->varies ? ", for example" : "");
    return text;
}

noc_status noc_text_front_warnings(const noc_sheet *sheet, const noc_candidates *all,
                                   noc_diag *diag)
{
    noc_reason_list list = {0};
    char who[100];
    const noc_status status = noc_front_warnings(all, &list, diag);
    for (size_t i = 0; i < list.count && i < SHOWN && status == NOC_OK; i++)
        noc_text_say(sheet, NOC_CAUTION "Warning" NOC_PLAIN " (%s): %s.",
                     noc_front_warned(all, &list.reasons[i], who, sizeof who),
                     list.reasons[i].text);
    if (list.count > SHOWN && status == NOC_OK)
        noc_text_say(sheet, NOC_DIM "And %zu more warning%s (--format json has all)." NOC_PLAIN,
                     list.count - SHOWN, list.count - SHOWN == 1 ? "" : "s");
    noc_reason_list_clear(&list);
    return status;
}

json_t *noc_json_design_warnings(const noc_entry *e)
{
    return noc_json_lines(e->warnings ? e->warnings : "");
}

json_t *noc_json_front_warnings(const noc_candidates *all)
{
    noc_reason_list list = {0};
    noc_diag ignored = {0};
    json_t *array = json_array();
    noc_front_warnings(all, &list, &ignored); /* the process ends when out of memory */
    for (size_t i = 0; i < list.count; i++)
        json_array_append_new(array, json_pack("{s:o, s:o, s:b}", "text",
                                               noc_json_text(list.reasons[i].text), "designs",
                                               noc_json_count(list.reasons[i].count), "example",
                                               list.reasons[i].varies));
    noc_reason_list_clear(&list);
    noc_diag_clear(&ignored);
    return array;
}
