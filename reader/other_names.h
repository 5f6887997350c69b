/* reader/other_names.h: names of settings that people bring from elsewhere, for suggestions. */
#ifndef NOC_READER_OTHER_NAMES_H
#define NOC_READER_OTHER_NAMES_H

/* The setting that a word other than a key means: "nodes.compute" for sms; NULL: the word is not
 * known. `group`: group in which the word stands; NULL: none. */
const char *noc_other_name(const char *group, const char *word);

#endif
