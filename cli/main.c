/* Main function of nocsight: reads the command line, runs the command, prints messages, and chooses
 * the exit status. */
#include <jansson.h>
#include <locale.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory_limit.h"
#include "base/shortage.h"
#include "bindings/c/call.h"
#include "bindings/c/version.h"
#include "cli/frame/exit.h"
#include "cli/frame/messages.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "cli/help/help.h"

/* Writes --help or --version to the output of data. */
static int show(const noc_request *r, noc_diag *diag)
{
    noc_page page;
    const noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return noc_exit_from_status(status);
    FILE *out = page.sheet.out;
    if (r->wants_version)
        fprintf(out, "nocsight %s (%s)\n", noc_version(), noc_commit());
    else if (r->command)
        noc_help_command(r->command, out);
    else
        noc_help_program(out);
    return noc_exit_from_status(noc_page_send(r, &page, diag));
}

static int run(int argc, char **argv, noc_request *r, noc_diag *diag)
{
    const noc_status status = noc_request_read(argc, argv, r, diag);
    if (status != NOC_OK) return noc_exit_from_status(status);
    if (r->max_memory > 0) noc_memory_limit_set(r->max_memory);
    if (r->wants_help || r->wants_version) return show(r, diag);
    if (r->command) return r->command->run(r, diag);
    noc_help_short(stderr);
    return noc_exit_from_status(NOC_EUSAGE);
}

/* Reports that memory ran out at the limit of the run. */
static void report_memory_limit(void)
{
    char needed_bytes[NOC_MEMORY_CHARS], limit_bytes[NOC_MEMORY_CHARS];
    noc_memory_describe_bytes(noc_memory_failed_bytes(), needed_bytes);
    noc_memory_describe_bytes((double)noc_memory_limit(), limit_bytes);
    fprintf(stderr,
            "nocsight: the run would need %s of memory or more (limit %s; --max-memory SIZE sets "
            "another)\n",
            needed_bytes, limit_bytes);
}

/* Exits with an error if memory ran short, whatever the result of the run. */
static void exit_if_short(void)
{
    if (!noc_has_noted_shortage()) return;
    if (noc_memory_failed_bytes() > 0.0)
        report_memory_limit();
    else
        fputs("nocsight: out of memory\n", stderr);
    _exit(noc_exit_from_status(NOC_EFAILED));
}

/* Size of the stack, bytes: twice what any command needs. A stack that cannot grow ends the program
 * by a signal, so it grows once, at the start, after a check that the memory exists. */
enum { STACK_BYTES = 512 << 10 };

enum { LARGE_BYTES = 4 << 20 }; /* smallest allocation with pages of its own, bytes */

__attribute__((noinline)) static void grow_stack(void)
{
    enum { PAGE_BYTES = 4096 };
    volatile char stack[STACK_BYTES];
    for (size_t i = sizeof stack; i >= PAGE_BYTES; i -= PAGE_BYTES) stack[i - PAGE_BYTES] = 0;
}

static void reserve_stack(void)
{
    void *volatile look = malloc(STACK_BYTES);
    free(look);
    if (!look) exit(noc_exit_from_status(NOC_EFAILED));
    grow_stack();
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");  /* texts only: numbers are equal everywhere */
    signal(SIGPIPE, SIG_DFL); /* a closed pipe ends the program quietly */
    signal(SIGXFSZ, SIG_IGN); /* writing beyond the limit fails with a message */
    noc_library_start();
    json_set_alloc_funcs(malloc, free); /* counted even if jansson is a shared library */
    /* Large allocations return to the system when freed, and grow without a copy. The heap keeps
     * less than two of them: glibc 2.36 trims one of two parts as it grows, and fails. */
    mallopt(M_MMAP_THRESHOLD, LARGE_BYTES);
    mallopt(M_TRIM_THRESHOLD, 2 * LARGE_BYTES);
    atexit(exit_if_short);
    reserve_stack();
    noc_diag diag = {0};
    noc_request request;
    const int status = run(argc, argv, &request, &diag);
    noc_messages_send(noc_messages_text((const noc_diag *[]){&diag}, 1, "nothing was computed"));
    noc_diag_clear(&diag);
    noc_arena_clear(&request.memory);
    return status;
}
