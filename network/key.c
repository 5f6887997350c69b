#include "network/key.h"

#include <string.h>

const noc_key *noc_key_find(noc_key_table table, const char *name)
{
    for (size_t i = 0; i < table.count; i++)
        if (strcmp(table.keys[i].name, name) == 0) return &table.keys[i];
    return NULL;
}
