#include "analytic/glpk_call.h"

#include <glpk.h>
#include <setjmp.h>
#include <stddef.h>

#include "network/shortage.h"

static int say_nothing(void *info, const char *text)
{
    (void)info, (void)text;
    return 1;
}

static void give_up(void *info)
{
    longjmp(*(jmp_buf *)info, 1);
}

bool noc_glpk_call(void (*work)(void *context), void *context)
{
    jmp_buf way_out;
    if (glp_init_env() > 1) { /* 1: there is one already */
        noc_shortage_note();
        return false;
    }
    if (setjmp(way_out)) {
        glp_free_env();
        noc_shortage_note();
        return false;
    }
    glp_term_hook(say_nothing, NULL);
    glp_error_hook(give_up, &way_out);
    work(context);
    glp_error_hook(NULL, NULL);
    return true;
}
