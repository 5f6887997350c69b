#include "reports/words/load_words.h"

#include <math.h>
#include <stdio.h>

const char *noc_text_load(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                          char words[NOC_LOAD_WORDS])
{
    char asked[NOC_LOAD_CHARS], flits[80] = "";
    bool equal = isfinite(estimates[0].load);
    for (size_t i = 1; i < count; i++) equal = equal && estimates[i].load == estimates[0].load;
    noc_offered_load_text(&sheet->load, asked);
    if (equal)
        snprintf(flits, sizeof flits, "%.6g flits/cycle per injecting node", estimates[0].load);
    *words = '\0';
    if (equal && sheet->load.form <= NOC_LOAD_FLITS)
        snprintf(words, NOC_LOAD_WORDS, " at load %s", flits);
    else if (*asked)
        snprintf(words, NOC_LOAD_WORDS, " at load %s%s%s%s", asked, *flits ? " (" : "", flits,
                 *flits ? ")" : "");
    return words;
}
