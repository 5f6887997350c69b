#include "import/booksim/outgoing.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "design/key.h"
#include "network/kinds/kinds.h"
#include "reader/design_keys.h"

void noc_booksim_put(noc_booksim_outgoing *o, const char *format, ...)
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
static char *value_of(const noc_booksim_outgoing *o, const char *path)
{
    const noc_design *d = o->system->design;
    const char *dot = strchr(path, '.');
    if (!dot) return strdup("");
    for (size_t g = 0; noc_design_group(g); g++) {
        const char *group = noc_design_group(g);
        const int network = g == NOC_GROUP_NETWORK ? o->net->spec : 0;
        if (strlen(group) != (size_t)(dot - path) || strncmp(group, path, strlen(group)) != 0)
            continue;
        const noc_key *key = noc_design_key(d, g, network, dot + 1);
        if (key) return noc_value_text(key, (const char *)d + noc_design_group_offset(g, network));
    }
    return strdup("");
}

void noc_booksim_note_export(noc_booksim_outgoing *o, noc_import_fate fate, const char *key,
                             const char *there, const char *why)
{
    char *value = value_of(o, key);
    if (value)
        noc_import_note_fate(o->out, fate, key, value, 0, there, "%s", why);
    else
        o->out->failed = true;
    free(value);
}

int noc_booksim_own_integer(const noc_booksim_outgoing *o, const char *key, int fallback)
{
    const noc_key *found = noc_key_find(o->spec->topology->keys, key);
    int value = fallback;
    if (found) memcpy(&value, (const char *)o->spec + found->offset, sizeof value);
    return value;
}
