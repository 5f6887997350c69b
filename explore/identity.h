/* explore/identity.h: short hash of a text, the identifier of a space, source or engine in a store.
 * An engine is the model or the sampler that gave a result; it is identified by its answers
 * (cli/identity/identity.h). */
#ifndef NOC_EXPLORE_IDENTITY_H
#define NOC_EXPLORE_IDENTITY_H

/* Number of hexadecimal digits of an identifier. */
enum { NOC_ID_CHARS = 16 };

/* Writes the first NOC_ID_CHARS digits of the SHA-256 of a text. */
void noc_id_hash(const char *text, char id[NOC_ID_CHARS + 1]);

#endif
