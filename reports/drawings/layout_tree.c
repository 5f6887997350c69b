#include "reports/drawings/layout_tree.h"

#include <stdlib.h>

#include "reports/words/turn.h"

/* A router of the tree: its parent, the leaves below it, and the sector that it has. */
typedef struct branch {
    uint32_t parent, depth, leaves;
    bool is_leaf;
    double from, width; /* turns */
} branch;

/* Lists the routers with parents first. Returns how many were reached, one more if the links close
 * a circle. */
static uint32_t list_branches(const noc_layout_steps *s, uint32_t root, branch *b, uint32_t *order)
{
    uint32_t head = 0, tail = 0;
    for (uint32_t i = 0; i < s->routers; i++) b[i] = (branch){.parent = UINT32_MAX};
    b[root] = (branch){.parent = root, .width = 1.0};
    order[tail++] = root;
    while (head < tail) {
        const uint32_t at = order[head++];
        for (uint32_t k = s->first[at]; k < s->first[at + 1]; k++) {
            const uint32_t next = s->neighbours[k];
            if (next == at || next == b[at].parent || b[next].parent == at) continue;
            if (b[next].parent != UINT32_MAX) return s->routers + 1;
            b[next] = (branch){.parent = at, .depth = b[at].depth + 1};
            order[tail++] = next;
        }
    }
    return tail;
}

static void share_out(uint32_t routers, branch *b, const uint32_t *order)
{
    for (uint32_t i = routers; i-- > 0;) {
        branch *own = &b[order[i]];
        own->is_leaf = own->leaves == 0;
        own->leaves += own->is_leaf;
        if (i > 0) b[own->parent].leaves += own->leaves;
    }
    /* `from` of a parent moves on as its children take their parts */
    for (uint32_t i = 1; i < routers; i++) {
        branch *own = &b[order[i]], *parent = &b[own->parent];
        own->width = parent->width * own->leaves / parent->leaves;
        own->from = parent->from;
        parent->from += own->width;
    }
}

/* The router whose farthest one is nearest. */
static uint32_t middle_of(const noc_layout_steps *s)
{
    uint32_t middle = 0, least = UINT32_MAX;
    for (uint32_t i = 0; i < s->routers; i++) {
        uint32_t farthest = 0;
        for (uint32_t k = 0; k < s->pivots; k++) {
            const uint32_t steps = s->steps[(size_t)k * s->routers + i];
            if (steps > farthest) farthest = steps;
        }
        if (farthest < least) {
            least = farthest;
            middle = i;
        }
    }
    return middle;
}

bool noc_layout_tree(const noc_layout_steps *s, bool *is_tree, noc_layout_point *at)
{
    branch *b = malloc(s->routers * sizeof *b + 1);
    uint32_t *order = malloc(s->routers * sizeof *order + 1);
    const bool made = b && order;
    *is_tree = made && list_branches(s, middle_of(s), b, order) == s->routers;
    if (*is_tree) {
        share_out(s->routers, b, order);
        for (uint32_t i = 0; i < s->routers; i++) {
            /* `from` is at the end of the sector once the children have their parts of it */
            const noc_turn to = noc_turn_of(b[i].from + (b[i].is_leaf ? 0.5 : -0.5) * b[i].width);
            at[i] = (noc_layout_point){b[i].depth * to.x, b[i].depth * to.y};
        }
    }
    free(b);
    free(order);
    return made;
}
