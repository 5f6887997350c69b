#include "hybrid/calibrate_terms.h"

#define TERM(member)                                          \
    {                                                         \
#member, offsetof(noc_contention_terms, member) / sizeof(double) \
    }

static const struct {
    const char *name;
    size_t position; /* in a noc_contention_terms, taken as an array */
} terms[] = {
    TERM(switch_wait),      TERM(vc_wait),
    TERM(own_group),        TERM(islip_loss),
    TERM(speculation_loss), TERM(fifo_wait),
    TERM(same_vc_spacing),  TERM(wait_variance),
    TERM(own_link_wait),    TERM(own_link_variance),
    TERM(stall),            TERM(stall_exponent),
    TERM(source_stall),
};

enum { TERMS = sizeof terms / sizeof terms[0] };
_Static_assert(TERMS * sizeof(double) == sizeof(noc_contention_terms),
               "every member of noc_contention_terms has a line above");

const char *noc_term_name(size_t i)
{
    return i < TERMS ? terms[i].name : NULL;
}

double *noc_term_of(noc_contention_terms *t, size_t i)
{
    return (double *)(void *)t + terms[i].position;
}

double noc_term_value(const noc_contention_terms *t, size_t i)
{
    return ((const double *)(const void *)t)[terms[i].position];
}
