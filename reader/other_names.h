/* reader/other_names.h: names of settings in other tools, for suggestions. */
#ifndef NOC_READER_OTHER_NAMES_H
#define NOC_READER_OTHER_NAMES_H

/* Returns the setting that a word other than a key means: "nodes.compute" for sms; NULL: the word
 * is not known. `group`: group of the word; NULL: none. */
const char *noc_other_name(const char *group, const char *word);

#endif
