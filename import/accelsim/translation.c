#include "import/accelsim/translation.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_CHARS = 200 };

noc_status noc_accelsim_refuse(const noc_accelsim_translation *t, const char *name,
                               const char *format, ...)
{
    const noc_accelsim_entry *e = noc_accelsim_find_entry(t->config, name);
    char text[TEXT_CHARS];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return noc_fail(t->diag, NOC_EINPUT, (noc_place){t->config->path, e ? e->line : 0},
                    "%s %.80s: %s", name, e ? e->value : "", text);
}

const char *noc_accelsim_get_text(const noc_accelsim_translation *t, const char *name,
                                  const char *fallback)
{
    const noc_accelsim_entry *e = noc_accelsim_find_entry(t->config, name);
    return e ? e->value : fallback;
}

noc_status noc_accelsim_get_whole(const noc_accelsim_translation *t, const char *name, int fallback,
                                  int min_value, int max_value, int *value)
{
    const noc_accelsim_entry *e = noc_accelsim_find_entry(t->config, name);
    char *end;
    *value = fallback;
    if (!e) return NOC_OK;
    const long number = strtol(e->value, &end, 10);
    *value = number < INT_MIN || number > INT_MAX ? -1 : (int)number;
    if (end > e->value && *end == '\0' && number >= min_value && number <= max_value) return NOC_OK;
    return noc_accelsim_refuse(t, name, "expected %d..%d", min_value, max_value);
}

void noc_accelsim_note(noc_accelsim_translation *t, noc_import_fate fate, const char *name,
                       const char *design_setting, const char *reason)
{
    const noc_accelsim_entry *e = noc_accelsim_find_entry(t->config, name);
    if (!e && fate == NOC_IMPORT_CARRIED)
        noc_import_note_fate(t->out, NOC_IMPORT_ASSUMED, name, "", 0, design_setting, "%s",
                             "GPGPU-Sim's default");
    else
        noc_import_note_fate(t->out, fate, name, e ? e->value : "", e ? e->line : 0, design_setting,
                             "%s", reason);
}

void noc_accelsim_carry(noc_accelsim_translation *t, noc_import_fate fate, const char *name,
                        const char *reason, const char *format, ...)
{
    char design_setting[TEXT_CHARS];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(design_setting, sizeof design_setting, format, arguments);
    va_end(arguments);
    fprintf(t->text, "  %s;\n", design_setting);
    noc_accelsim_note(t, fate, name, design_setting, reason);
}
