#include "analytic/bound/glpk_call.h"

#include <glpk.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

/* Jump target of a call in which GLPK fails, and GLPK's messages, which are not printed. */
typedef struct way_out {
    jmp_buf place;
    char said[200];
} way_out;

static int listen(void *info, const char *text)
{
    way_out *const w = info;
    const size_t length = strlen(w->said);
    snprintf(w->said + length, sizeof w->said - length, "%s", text);
    return 1;
}

static void give_up(void *info)
{
    longjmp(((way_out *)info)->place, 1);
}

/* Reports GLPK's message as a failure. Only messages about a lack of memory contain the word. */
static noc_status tell(const char *computation, way_out *w, noc_diag *diag)
{
    if (strstr(w->said, "memory")) return noc_fail_memory(diag);
    w->said[strcspn(w->said, "\n")] = '\0';
    return noc_fail_numeric(diag, computation, *w->said ? w->said : "GLPK gave up");
}

noc_status noc_glpk_call(const char *computation, void (*work)(void *context), void *context,
                         noc_diag *diag)
{
    way_out w = {.said = ""};
    if (glp_init_env() > 1) return noc_fail_memory(diag); /* 1: the environment exists already */
    if (setjmp(w.place)) {
        glp_free_env();
        return tell(computation, &w, diag);
    }
    glp_term_hook(listen, &w);
    glp_error_hook(give_up, &w);
    work(context);
    glp_error_hook(NULL, NULL);
    glp_term_hook(NULL, NULL);
    return NOC_OK;
}
