#include "sampler/policies/approximator.h"

#include <math.h>

/* Strictly closer than the threshold; 0 matches 0 alone. */
static bool is_close(double head, double other, double percent)
{
    return head == other || 100.0 * fabs(head - other) < percent * fabs(head);
}

static bool values_match(const noc_approximable_reply *head, const noc_approximable_reply *other,
                         double percent)
{
    if (head->value_count != other->value_count) return false;
    for (size_t i = 0; i < head->value_count; i++)
        if (!is_close(head->values[i], other->values[i], percent)) return false;
    return true;
}

/* A pair that is looked at gets a draw of its own. */
static bool match(const noc_matching *m, const noc_approximable_reply *head,
                  const noc_approximable_reply *other)
{
    if (!m->random) return values_match(head, other, m->threshold);
    return noc_random_uniform(m->random) < m->probability;
}

size_t noc_approximator_take(noc_approximable_reply *queue, size_t *count, size_t check_depth,
                             const noc_matching *matching, uint32_t *taken)
{
    const noc_approximable_reply head = queue[0];
    const size_t looked_at = check_depth < *count ? check_depth : *count;
    size_t group = 0, kept = 0;
    taken[group++] = head.reply;
    for (size_t i = 1; i < *count; i++) {
        if (i < looked_at && head.approximable && queue[i].approximable &&
            match(matching, &head, &queue[i]))
            taken[group++] = queue[i].reply;
        else
            queue[kept++] = queue[i];
    }
    *count = kept;
    return group;
}
