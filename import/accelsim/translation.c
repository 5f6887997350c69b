#include "import/accelsim/translation.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_CHARS = 200 };

noc_status noc_accelsim_refuse(const noc_accelsim_translation *t, const char *name,
                               const char *format, ...)
{
    const noc_accelsim_entry *e = noc_accelsim_find(t->config, name);
    char text[TEXT_CHARS];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return noc_fail(t->diag, NOC_EINPUT, (noc_place){t->config->path, e ? e->line : 0},
                    "%s %.80s: %s", name, e ? e->value : "", text);
}

const char *noc_accelsim_text(const noc_accelsim_translation *t, const char *name,
                              const char *fallback)
{
    const noc_accelsim_entry *e = noc_accelsim_find(t->config, name);
    return e ? e->value : fallback;
}

noc_status noc_accelsim_whole(const noc_accelsim_translation *t, const char *name, int fallback,
                              int least, int most, int *value)
{
    const noc_accelsim_entry *e = noc_accelsim_find(t->config, name);
    char *end;
    *value = fallback;
    if (!e) return NOC_OK;
    const long number = strtol(e->value, &end, 10);
    *value = number < INT_MIN || number > INT_MAX ? -1 : (int)number;
    if (end > e->value && *end == '\0' && number >= least && number <= most) return NOC_OK;
    return noc_accelsim_refuse(t, name, "expected %d..%d", least, most);
}

void noc_accelsim_tell(noc_accelsim_translation *t, noc_import_fate fate, const char *name,
                       const char *here, const char *why)
{
    const noc_accelsim_entry *e = noc_accelsim_find(t->config, name);
    if (!e && fate == NOC_IMPORT_CARRIED)
        noc_import_note_fate(t->out, NOC_IMPORT_ASSUMED, name, "", 0, here, "%s",
                             "GPGPU-Sim's default");
    else
        noc_import_note_fate(t->out, fate, name, e ? e->value : "", e ? e->line : 0, here, "%s",
                             why);
}

void noc_accelsim_carry(noc_accelsim_translation *t, noc_import_fate fate, const char *name,
                        const char *why, const char *format, ...)
{
    char here[TEXT_CHARS];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(here, sizeof here, format, arguments);
    va_end(arguments);
    fprintf(t->text, "  %s;\n", here);
    noc_accelsim_tell(t, fate, name, here, why);
}
