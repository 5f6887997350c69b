#include "hybrid/answers/explain/explanation.h"

#include <stdarg.h>
#include <stdio.h>

static bool reserve_node(noc_explanation *e)
{
    if (e->count < e->capacity) return true;
    const size_t wanted = 2 * e->capacity + 32;
    noc_tree_node *grown = noc_arena_resize(e->arena, e->nodes, wanted, sizeof *grown);
    if (!grown) return false;
    e->nodes = grown;
    e->capacity = wanted;
    return true;
}

int noc_explanation_add(noc_explanation *e, int parent, noc_tree_operation operation,
                        const char *name, double value, const char *unit, const char *source,
                        const char *formula, ...)
{
    if (!reserve_node(e)) return parent;
    noc_tree_node *node = &e->nodes[e->count];
    *node = (noc_tree_node){
        .value = value, .unit = unit, .operation = operation, .source = source, .parent = parent};
    node->depth = parent >= 0 ? e->nodes[parent].depth + 1 : 0;
    snprintf(node->name, sizeof node->name, "%s", name);
    va_list arguments;
    va_start(arguments, formula);
    vsnprintf(node->formula, sizeof node->formula, formula, arguments);
    va_end(arguments);
    return (int)e->count++;
}

const char *noc_tree_operation_name(noc_tree_operation operation)
{
    static const char *const names[] = {"leaf", "sum", "product", "ratio"};
    return names[operation];
}
