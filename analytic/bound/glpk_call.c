#include "analytic/bound/glpk_call.h"

#include <glpk.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

/* Jump target of a call in which GLPK fails, and GLPK's messages, which are not printed. */
typedef struct glpk_escape {
    jmp_buf target;
    char message[200];
} glpk_escape;

static int keep_message(void *info, const char *text)
{
    glpk_escape *const escape = info;
    const size_t length = strlen(escape->message);
    snprintf(escape->message + length, sizeof escape->message - length, "%s", text);
    return 1;
}

static void escape_glpk(void *info)
{
    longjmp(((glpk_escape *)info)->target, 1);
}

/* Reports GLPK's message as a failure. Only messages about a lack of memory contain the word. */
static noc_status report_failure(const char *computation, glpk_escape *escape, noc_diag *diag)
{
    if (strstr(escape->message, "memory")) return noc_fail_memory(diag);
    escape->message[strcspn(escape->message, "\n")] = '\0';
    return noc_fail_numeric(diag, computation, *escape->message ? escape->message : "GLPK gave up");
}

noc_status noc_glpk_call(const char *computation, void (*work)(void *context), void *context,
                         noc_diag *diag)
{
    glpk_escape escape = {.message = ""};
    if (glp_init_env() > 1) return noc_fail_memory(diag); /* 1: the environment exists already */
    if (setjmp(escape.target)) {
        glp_free_env();
        return report_failure(computation, &escape, diag);
    }
    glp_term_hook(keep_message, &escape);
    glp_error_hook(escape_glpk, &escape);
    work(context);
    glp_error_hook(NULL, NULL);
    glp_term_hook(NULL, NULL);
    return NOC_OK;
}
