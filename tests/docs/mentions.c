#include "tests/docs/mentions.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether the help has the option, not as a part of a longer one. */
static bool help_has(const doc_lines *help, const char *option, size_t bytes)
{
    for (size_t i = 0; i < help->count; i++)
        for (const char *at = help->list[i]; (at = strstr(at, "--")); at++)
            if (strncmp(at, option, bytes) == 0 && !isalnum((unsigned char)at[bytes]) &&
                at[bytes] != '-')
                return true;
    return false;
}

/* Looks at one mention: "COMMAND --option ...". */
static bool holds(const document *d, size_t line, const char *mention, const doc_shell *shell)
{
    const size_t bytes = strspn(mention, "abcdefghijklmnopqrstuvwxyz");
    if (bytes == 0) return true; /* "nocsight COMMAND", "nocsight --help" */
    char *command = doc_format("nocsight %.*s --help", (int)bytes, mention);
    doc_run run = doc_shell_run(shell, command);
    bool good = run.status == 0;
    if (!good)
        printf("%s:%zu: there is no command 'nocsight %.*s'\n", d->path, line + 1, (int)bytes,
               mention);
    for (const char *at = mention; good && (at = strstr(at, " --")); at++) {
        const size_t length = strcspn(at + 1, " =]");
        if (length == 2 || help_has(&run.printed, at + 1, length)) continue;
        printf("%s:%zu: 'nocsight %.*s' has no option %.*s\n", d->path, line + 1, (int)bytes,
               mention, (int)length, at + 1);
        good = false;
    }
    doc_lines_clear(&run.printed);
    free(command);
    return good;
}

bool doc_mentions_hold(const document *d, const doc_shell *shell)
{
    static const char start[] = "`nocsight ";
    bool good = true;
    for (size_t i = 0; i < d->lines.count; i++) {
        const char *at = d->lines.list[i];
        while ((at = strstr(at, start))) {
            at += strlen(start);
            char *mention = strndup(at, strcspn(at, "`"));
            if (!mention) abort();
            good = holds(d, i, mention, shell) && good;
            free(mention);
        }
    }
    return good;
}
