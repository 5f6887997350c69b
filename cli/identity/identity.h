/* cli/identity/identity.h: fingerprints of the program's model and sampler. A store keeps them with
 * its results, so that results of a program with other answers are never used. */
#ifndef NOC_CLI_IDENTITY_IDENTITY_H
#define NOC_CLI_IDENTITY_IDENTITY_H

#include "explore/identity.h"

/* First digits of the SHA-256 of the model's answers about some designs at build time
 * (cli/identity/identify.c): one design of each topology, and shipped ones with closed loops. */
extern const char noc_engine_of_program[NOC_ID_CHARS + 1];

/* First digits of the SHA-256 of short samples, and of searches for the saturation of small
 * designs. */
extern const char noc_sampler_of_program[NOC_ID_CHARS + 1];

#endif
