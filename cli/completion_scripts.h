/* cli/completion_scripts.h: the files of cli/shells/, compiled in. */
#ifndef NOC_CLI_COMPLETION_SCRIPTS_H
#define NOC_CLI_COMPLETION_SCRIPTS_H

#include "network/embedded.h"

extern const noc_embedded_file noc_completion_scripts[];

#endif
