#include "reports/front/front_warnings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/words/figure.h"
#include "reports/writers/json.h"
#include "reports/writers/style.h"

/* Warnings in a printed report. */
enum { SHOWN_MAX = 3 };

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

noc_status noc_front_list_warnings(const noc_candidates *candidates, noc_reason_list *list,
                                   noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < candidates->racing_count && status == NOC_OK; i++) {
        const noc_entry *entry = noc_candidate_entry(&candidates->list[i]);
        if (entry->warnings) status = add_lines(list, entry->warnings, diag);
    }
    noc_reason_list_sort(list);
    return status;
}

const char *noc_front_count_warned(const noc_candidates *candidates, const noc_reason *warning,
                                   char *text, size_t size)
{
    if (warning->design_count == candidates->racing_count)
        snprintf(text, size, "%s%s designs%s", candidates->racing_count == 1 ? "" : "all ",
                 noc_grouped_number_make(candidates->racing_count).text,
                 warning->has_variants ? ", for example" : "");
    else
        snprintf(text, size, "%s of %s designs%s",
                 noc_grouped_number_make(warning->design_count).text,
                 noc_grouped_number_make(candidates->racing_count).text,
                 warning->has_variants ? ", for example" : "");
    return text;
}

noc_status noc_front_print_warnings(const noc_sheet *sheet, const noc_candidates *candidates,
                                    noc_diag *diag)
{
    noc_reason_list list = {0};
    char count_words[100];
    const noc_status status = noc_front_list_warnings(candidates, &list, diag);
    for (size_t i = 0; i < list.count && i < SHOWN_MAX && status == NOC_OK; i++)
        noc_text_paragraph(
            sheet, NOC_CAUTION "Warning" NOC_PLAIN " (%s): %s.",
            noc_front_count_warned(candidates, &list.reasons[i], count_words, sizeof count_words),
            list.reasons[i].example);
    if (list.count > SHOWN_MAX && status == NOC_OK)
        noc_text_paragraph(sheet,
                           NOC_DIM "And %zu more warning%s (--format json has all)." NOC_PLAIN,
                           list.count - SHOWN_MAX, list.count - SHOWN_MAX == 1 ? "" : "s");
    noc_reason_list_clear(&list);
    return status;
}

json_t *noc_json_design_warnings(const noc_entry *entry)
{
    return noc_json_lines(entry->warnings ? entry->warnings : "");
}

json_t *noc_json_front_warnings(const noc_candidates *candidates)
{
    noc_reason_list list = {0};
    noc_diag ignored = {0};
    json_t *array = json_array();
    noc_front_list_warnings(candidates, &list, &ignored); /* the process ends when out of memory */
    for (size_t i = 0; i < list.count; i++)
        json_array_append_new(array, json_pack("{s:o, s:o, s:b}", "text",
                                               noc_json_text(list.reasons[i].example), "designs",
                                               noc_json_count(list.reasons[i].design_count),
                                               "example", list.reasons[i].has_variants));
    noc_reason_list_clear(&list);
    noc_diag_clear(&ignored);
    return array;
}
