/* explore/space/space_files.h: the files that designs of a space name, which count from the folder
 * of the base design's file. What they say is part of the designs, so of the space's identity. */
#ifndef NOC_EXPLORE_SPACE_SPACE_FILES_H
#define NOC_EXPLORE_SPACE_SPACE_FILES_H

#include <stdbool.h>
#include <stdio.h>

#include "explore/space/id.h"
#include "explore/space/space.h"

/* Whether the key at the start of a text, of so many characters and of one of several networks too,
 * is one whose values are texts, which overrides have as they are. */
bool noc_space_is_text(const char *key, size_t length);

/* Prints the digest of each file that the base names or a value of an axis; nothing of spaces
 * without. Files that cannot be read are left out: their designs are invalid. */
void noc_space_print_files(FILE *out, const noc_space *space);

/* Where the base design is (of a shipped one its name, which says that everywhere), and its
 * identity in a store: its text, and where files are named also its absolute place, from which
 * their names count. The caller frees the path; NULL when out of memory. */
char *noc_space_source(const noc_space *space, char id[NOC_ID_CHARS + 1]);

#endif
