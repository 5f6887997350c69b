/* cli/identity/identity.h: fingerprints of the program's model and sampler. Results in stores are
 * keyed by them: results of a program that answers otherwise are never taken for this program's. */
#ifndef NOC_CLI_IDENTITY_IDENTITY_H
#define NOC_CLI_IDENTITY_IDENTITY_H

#include "explore/identity.h"

/* First digits of the SHA-256 of the answers about some designs, asked when the program was built
 * (cli/identity/identify.c): one design of each topology, and shipped ones with closed loops. */
extern const char noc_engine_of_program[NOC_ID_CHARS + 1];

/* First digits of the SHA-256 of short samples, and of searches for the saturation of small
 * designs. */
extern const char noc_sampler_of_program[NOC_ID_CHARS + 1];

#endif
