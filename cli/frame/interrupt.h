/* cli/frame/interrupt.h: handling of Ctrl-C: the first one requests a stop, the second one ends the
 * program at once. */
#ifndef NOC_CLI_FRAME_INTERRUPT_H
#define NOC_CLI_FRAME_INTERRUPT_H

#include <stdbool.h>

/* Makes Ctrl-C a request. Call at the start of long work. */
void noc_interrupt_catch(void);

bool noc_is_interrupted(void);

#endif
