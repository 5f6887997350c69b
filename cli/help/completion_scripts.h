/* cli/help/completion_scripts.h: the files of cli/help/shells/, compiled in. */
#ifndef NOC_CLI_HELP_COMPLETION_SCRIPTS_H
#define NOC_CLI_HELP_COMPLETION_SCRIPTS_H

#include "base/embedded.h"

extern const noc_embedded_file noc_completion_scripts[];

#endif
