/* cli/frame/interrupt.h: handling of Ctrl-C: the first one requests a stop, the second one ends the
 * program at once. */
#ifndef NOC_CLI_FRAME_INTERRUPT_H
#define NOC_CLI_FRAME_INTERRUPT_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

/* Makes the next Ctrl-C set noc_is_interrupted. Call at the start of long work. */
void noc_interrupt_catch(void);

/* True after a first Ctrl-C, or if the other reason requests a stop. */
bool noc_is_interrupted(void);

/* Sets another reason for a stop besides Ctrl-C, asked from any thread; NULL: none. */
void noc_interrupt_set_reason(bool (*is_requested)(void *context), void *context);

/* Waits, as poll(2) does, for one of the descriptors, or for a time, ms; negative: for any time.
 * False after a first Ctrl-C, which ends the wait without words. */
bool noc_interrupt_wait(struct pollfd *descriptors, size_t count, int milliseconds);

#endif
