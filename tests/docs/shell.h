/* tests/docs/shell.h: a reader's folder, in which the commands of a document run. */
#ifndef TESTS_DOCS_SHELL_H
#define TESTS_DOCS_SHELL_H

#include "tests/docs/lines.h"

typedef struct doc_shell {
    char *base; /* a temporary folder */
    char *work; /* in it, the reader's */
} doc_shell;

/* What a command did. Both streams are in `printed`, as on a terminal; lines of progress are not.
 * The reader's folder is called /home/you there, and that of shipped designs as it is where the
 * program is installed. */
typedef struct doc_run {
    doc_lines printed;
    int status;         /* as the shell tells it: over 128 after a signal */
    double processor_s; /* of all its processes */
} doc_run;

/* A fresh folder, and an environment in which `nocsight` is NOC_BINARY. False if there is none. */
bool doc_shell_open(doc_shell *shell);

/* Writes a file into the folder; false if it cannot be written. */
bool doc_shell_write(const doc_shell *shell, const char *name, const doc_lines *lines);

doc_run doc_shell_run(const doc_shell *shell, const char *command);

/* Removes the folder with all that is in it. */
void doc_shell_close(doc_shell *shell);

#endif
