#include "import/booksim/outgoing.h"

#include <stdarg.h>
#include <string.h>

#include "base/auto.h"
#include "design/key.h"
#include "network/kinds/kinds.h"
#include "reader/design_keys.h"

void noc_booksim_write_setting(noc_booksim_export_state *o, const char *format, ...)
{
    va_list arguments;
    if (!o->config) return;
    va_start(arguments, format);
    vfprintf(o->config, format, arguments);
    va_end(arguments);
    fputs(";\n", o->config);
}

/* Returns the value of a setting of the design or its network, "network.rows", as text; "": no such
 * setting. The caller frees it. */
static char *format_value(const noc_booksim_export_state *o, const char *path)
{
    const noc_design *d = o->system->design;
    const char *dot = strchr(path, '.');
    if (!dot) return strdup("");
    for (size_t g = 0; noc_design_group_name(g); g++) {
        const char *group = noc_design_group_name(g);
        const int network = g == NOC_GROUP_NETWORK ? o->network->spec_index : 0;
        if (strlen(group) != (size_t)(dot - path) || strncmp(group, path, strlen(group)) != 0)
            continue;
        const noc_key *key = noc_design_key(d, g, network, dot + 1);
        if (key) return noc_value_text(key, (const char *)d + noc_design_group_offset(g, network));
    }
    return strdup("");
}

void noc_booksim_note_export(noc_booksim_export_state *o, noc_import_fate fate, const char *key,
                             const char *booksim_setting, const char *reason)
{
    NOC_AUTO_FREE char *value = format_value(o, key);
    if (value)
        noc_import_note_fate(o->out, fate, key, value, 0, booksim_setting, "%s", reason);
    else
        o->out->out_of_memory = true;
}

int noc_booksim_get_integer(const noc_booksim_export_state *o, const char *key, int fallback)
{
    const noc_key *found = noc_key_find(o->spec->topology->keys, key);
    int value = fallback;
    if (found) memcpy(&value, (const char *)o->spec + found->offset, sizeof value);
    return value;
}
