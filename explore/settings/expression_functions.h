/* explore/settings/expression_functions.h: functions in expressions. */
#ifndef NOC_EXPLORE_SETTINGS_EXPRESSION_FUNCTIONS_H
#define NOC_EXPLORE_SETTINGS_EXPRESSION_FUNCTIONS_H

enum { NOC_ARGUMENTS_MAX = 16 };

/* Functions of numbers. noc_function_find returns the number of a named function, -1 if there is
 * none, with its least and most number of arguments. noc_function_value is NAN where the value is
 * not defined. */
int noc_function_find(const char *name, int *least, int *most);
double noc_function_value(int function, const double *arguments, int count);

/* Names of the functions, for messages: "gain, loss, ...". */
const char *noc_function_names(void);

#endif
