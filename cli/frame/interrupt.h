/* cli/frame/interrupt.h: Ctrl-C. The first one asks the work to stop, the second one leaves at
 * once. */
#ifndef NOC_CLI_FRAME_INTERRUPT_H
#define NOC_CLI_FRAME_INTERRUPT_H

#include <stdbool.h>

/* Makes Ctrl-C a request, not the end. To be called when the work starts. */
void noc_interrupt_catch(void);

bool noc_interrupted(void);

#endif
