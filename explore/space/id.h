/* explore/space/id.h: identities of spaces, sources and engines in a store. */
#ifndef NOC_EXPLORE_SPACE_ID_H
#define NOC_EXPLORE_SPACE_ID_H

enum { NOC_ID_CHARS = 16 };

/* The first NOC_ID_CHARS digits of the SHA-256 of a text. */
void noc_id_of(const char *text, char id[NOC_ID_CHARS + 1]);

#endif
