#include "hybrid/correction/discrepancy/number_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void noc_put_real(FILE *out, double value)
{
    char digits[40];
    if (!isfinite(value)) {
        fputs("\"none\"", out);
        return;
    }
    for (int count = 10; count <= 17; count++) { /* 17 always do */
        snprintf(digits, sizeof digits, "%.*g", count, value);
        if (strtod(digits, NULL) == value) break;
    }
    fprintf(out, "%s%s", digits, strpbrk(digits, ".e") ? "" : ".0");
}

void noc_put_list(FILE *out, const char *name, const double *list, size_t count)
{
    fprintf(out, "%s = (", name);
    for (size_t i = 0; i < count; i++) {
        if (i) fputs(", ", out);
        noc_put_real(out, list[i]);
    }
    fputs(");", out);
}
