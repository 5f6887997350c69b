/* cli/frame/interrupt.h: handling of Ctrl-C: the first one requests a stop, the second one ends the
 * program at once. */
#ifndef NOC_CLI_FRAME_INTERRUPT_H
#define NOC_CLI_FRAME_INTERRUPT_H

#include <stdbool.h>

/* Makes the next Ctrl-C set noc_is_interrupted. Call at the start of long work. */
void noc_interrupt_catch(void);

/* True after a first Ctrl-C. */
bool noc_is_interrupted(void);

#endif
