/* network/shortage.h: whether memory ever ran out in this process.
 *
 * Some libraries, and many places of ours, go on with less when an allocation fails: a member is missing in a JSON
 * object, a text is cut. So a failed allocation is noted, and from then on the process gives no answer: nothing is
 * written or stored, and it ends with one line and status 1. */
#ifndef NOC_NETWORK_SHORTAGE_H
#define NOC_NETWORK_SHORTAGE_H

#include <stdbool.h>

void noc_shortage_note(void);
bool noc_shortage_noted(void);

#endif
