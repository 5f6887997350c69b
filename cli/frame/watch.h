/* cli/frame/watch.h: option --watch: a command runs once, and again at each save of a file that it
 * reads, until Ctrl-C.
 *
 * Answers go to the output of the command: to standard output one after the other (JSON a line
 * each, CSV with one header), to the file of -o in place of the one before. What was saved, and
 * what changed since the last answer, is told on standard error. */
#ifndef NOC_CLI_FRAME_WATCH_H
#define NOC_CLI_FRAME_WATCH_H

#include "cli/frame/cases.h"
#include "cli/frame/option.h"
#include "cli/frame/request.h"
#include "hybrid/answers/estimate.h"

extern const noc_option_group noc_watch_options; /* a bool: --watch */

typedef struct noc_watch noc_watch;

/* Runs a command by `run`, once and at each save, with its messages after each run. Returns the
 * exit status: NOC_EXIT_INTERRUPTED after Ctrl-C; that of the first run if no save can mend its
 * fault; NOC_EUSAGE, with a message, if an operand is no file that could be saved. */
int noc_watch_run(const noc_request *request,
                  int (*run)(const noc_request *request, noc_diag *diag), noc_diag *diag);

/* Each function is for a run of a watch; without one (NULL) it does nothing. The first one tells
 * what was saved, and the settings of the base that differ from those of the last answer. The
 * second one tells which main figures of the base changed since, and keeps its answer for the next
 * run. */
void noc_watch_tell_settings(noc_watch *watch, const noc_cases *cases);
void noc_watch_keep(noc_watch *watch, const noc_cases *cases, const noc_estimate *estimates);

/* Sends the page of a run. It drops a page that is not complete because a file was saved during the
 * run: NOC_EINTERRUPTED. */
noc_status noc_watch_send(const noc_request *request, char *text, size_t size, noc_diag *diag);

#endif
