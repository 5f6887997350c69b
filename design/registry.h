/* design/registry.h: functions of a registry of kinds, of which each has a name. */
#ifndef NOC_DESIGN_REGISTRY_H
#define NOC_DESIGN_REGISTRY_H

#include "design/key.h"

/* Defines noc_KIND_name, which returns the name of a kind by its position, NULL past the end, and
 * the type noc_KIND_type of a choice among the kinds; `kind_at` returns a kind by its position. */
#define NOC_KIND_CHOICE(kind, kind_at)               \
    const char *noc_##kind##_name(size_t i)          \
    {                                                \
        return kind_at(i) ? kind_at(i)->name : NULL; \
    }                                                \
    static const void *kind##_pointer(size_t i)      \
    {                                                \
        return kind_at(i);                           \
    }                                                \
    const noc_value_type noc_##kind##_type = NOC_CHOICE_AMONG(kind##_pointer);

/* Defines noc_KIND_at, too, for the kinds of a list. */
#define NOC_REGISTRY(kind, list)                                        \
    const noc_##kind##_kind *noc_##kind##_at(size_t i)                  \
    {                                                                   \
        return i < sizeof(list) / sizeof((list)[0]) ? (list)[i] : NULL; \
    }                                                                   \
    NOC_KIND_CHOICE(kind, noc_##kind##_at)

#endif
