/* tests/support/designs/design_texts.h: design files that cases edit. */
#ifndef NOC_TESTS_DESIGN_TEXTS_H
#define NOC_TESTS_DESIGN_TEXTS_H

extern const char test_design_gpu[];       /* 6x6 mesh, many to few */
extern const char test_design_synthetic[]; /* 5x4 mesh, uniform, two lengths of packets */
extern const char test_design_planes[];    /* a network for each class */

/* The text with its first `find` replaced; all of it if that is NULL. The caller frees it. */
char *test_edit(const char *text, const char *find, const char *replace);

#endif
