#include "design/trace/trace_hint.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* What other tools call the columns. */
static const struct {
    const char *theirs, *ours;
} columns[] = {
    {"time", "cycle"},      {"timestamp", "cycle"},    {"cycles", "cycle"},
    {"t", "cycle"},         {"src", "source"},         {"from", "source"},
    {"src_node", "source"}, {"dst", "destination"},    {"dest", "destination"},
    {"to", "destination"},  {"target", "destination"}, {"type", "class"},
    {"op", "class"},        {"kind", "class"},         {"size", "bytes"},
    {"length", "bytes"},    {"len", "bytes"},          {"size_bytes", "bytes"},
    {"addr", "address"},
};

static bool is_compressed(const char *line)
{
    static const char *const magic[] = {"\x1f\x8b", "BZh", "\xfd\067zXZ", "\x28\xb5\x2f\xfd",
                                        "PK\x03\x04"}; /* gzip, bzip2, xz, zstd, zip */
    for (size_t i = 0; i < sizeof magic / sizeof magic[0]; i++)
        if (strncmp(line, magic[i], strlen(magic[i])) == 0) return true;
    return false;
}

static bool is_same(const char *a, size_t length, const char *b)
{
    if (strlen(b) != length) return false;
    for (size_t i = 0; i < length; i++)
        if (tolower((unsigned char)a[i]) != b[i]) return false;
    return true;
}

/* The first column that has another name here. */
static const char *renamed(const char *line)
{
    static _Thread_local char hint[160];
    for (const char *name = line; *name;) {
        const size_t length = strcspn(name, ",");
        for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
            if (is_same(name, length, columns[i].theirs)) {
                snprintf(hint, sizeof hint,
                         "; column '%s' is called '%s' here (sed -i '1s/.*/"
                         "cycle,source,destination,class,bytes/' FILE names all five)",
                         columns[i].theirs, columns[i].ours);
                return hint;
            }
        name += length + (name[length] == ',');
    }
    return NULL;
}

const char *noc_trace_hint(const char *line)
{
    if (is_compressed(line)) return "; this file is compressed (gunzip -c FILE | ... --trace -)";
    if (strncmp(line, "\xef\xbb\xbf", 3) == 0)
        return "; this file begins with a byte-order mark (sed -i '1s/^...//' FILE)";
    if (strchr(line, ';') && !strchr(line, ','))
        return "; columns are separated by ';' in this file (tr ';' ',' < FILE | ... --trace -)";
    if (strchr(line, '\t') && !strchr(line, ','))
        return "; columns are separated by tabs in this file (tr '\\t' ',' < FILE | ... --trace -)";
    if (strchr(line, ' ') && !strchr(line, ','))
        return "; columns are separated by blanks in this file (tr -s ' ' ',' < FILE | ... --trace "
               "-)";
    if (isdigit((unsigned char)*line))
        return "; this file has no names of columns (sed -i "
               "'1i cycle,source,destination,class,bytes' FILE)";
    const char *hint = renamed(line);
    return hint ? hint : "";
}
