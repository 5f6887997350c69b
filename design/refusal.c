#include "design/refusal.h"

#include <stdarg.h>
#include <stdio.h>

bool noc_refuse(noc_refusal *refusal, const char *const *keys, const char *format, ...)
{
    va_list values;
    *refusal = (noc_refusal){0};
    for (int i = 0; i < NOC_REFUSAL_KEYS && keys[i]; i++) refusal->keys[i] = keys[i];
    va_start(values, format);
    vsnprintf(refusal->text, sizeof refusal->text, format, values);
    va_end(values);
    return false;
}
