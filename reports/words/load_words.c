#include "reports/words/load_words.h"

#include <math.h>
#include <stdio.h>

const char *noc_load_words(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                           char words[NOC_LOAD_WORDS_CHARS])
{
    char requested_load[NOC_LOAD_CHARS], flits[80] = "";
    bool is_equal = isfinite(estimates[0].load);
    for (size_t i = 1; i < count; i++)
        is_equal = is_equal && estimates[i].load == estimates[0].load;
    noc_offered_load_format(&sheet->load, requested_load);
    if (is_equal)
        snprintf(flits, sizeof flits, "%.6g flits/cycle per injecting node", estimates[0].load);
    *words = '\0';
    if (is_equal && sheet->load.form <= NOC_LOAD_FLITS)
        snprintf(words, NOC_LOAD_WORDS_CHARS, " at load %s", flits);
    else if (*requested_load)
        snprintf(words, NOC_LOAD_WORDS_CHARS, " at load %s%s%s%s", requested_load,
                 *flits ? " (" : "", flits, *flits ? ")" : "");
    return words;
}
