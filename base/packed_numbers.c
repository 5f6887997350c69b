#include "base/packed_numbers.h"

#include <math.h>

enum { BASE = 64, MIDDLE = BASE * BASE * BASE / 2, LARGEST = MIDDLE - 1 };

static const char digit_characters[BASE + 1] =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-";

double noc_packed_step(double largest)
{
    return largest > 0.0 ? exp2(ceil(log2(largest / LARGEST))) : 1.0;
}

void noc_packed_print(FILE *out, double number, double step)
{
    const double multiple = fmin(fmax(round(number / step), -LARGEST), LARGEST);
    const int integer = MIDDLE + (int)multiple;
    fputc(digit_characters[integer / (BASE * BASE)], out);
    fputc(digit_characters[integer / BASE % BASE], out);
    fputc(digit_characters[integer % BASE], out);
}

/* [character]: value as a digit, plus 1; 0: no digit. */
static const unsigned char digit_of_character[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
    ['G'] = 17, ['H'] = 18, ['I'] = 19, ['J'] = 20, ['K'] = 21, ['L'] = 22, ['M'] = 23, ['N'] = 24,
    ['O'] = 25, ['P'] = 26, ['Q'] = 27, ['R'] = 28, ['S'] = 29, ['T'] = 30, ['U'] = 31, ['V'] = 32,
    ['W'] = 33, ['X'] = 34, ['Y'] = 35, ['Z'] = 36, ['a'] = 37, ['b'] = 38, ['c'] = 39, ['d'] = 40,
    ['e'] = 41, ['f'] = 42, ['g'] = 43, ['h'] = 44, ['i'] = 45, ['j'] = 46, ['k'] = 47, ['l'] = 48,
    ['m'] = 49, ['n'] = 50, ['o'] = 51, ['p'] = 52, ['q'] = 53, ['r'] = 54, ['s'] = 55, ['t'] = 56,
    ['u'] = 57, ['v'] = 58, ['w'] = 59, ['x'] = 60, ['y'] = 61, ['z'] = 62, ['+'] = 63, ['-'] = 64,
};

/* Integer of three digits; negative: not all are digits. */
static int integer_of_digits(const char *digits)
{
    const int first = digit_of_character[(unsigned char)digits[0]] - 1;
    const int second = digit_of_character[(unsigned char)digits[1]] - 1;
    const int third = digit_of_character[(unsigned char)digits[2]] - 1;
    return first * (BASE * BASE) | second * BASE | third;
}

bool noc_packed_read(const char *digits, size_t count, const double *steps, double *numbers)
{
    int sign_bits = 0;
    for (size_t i = 0; i < count; i++) {
        const int integer = integer_of_digits(digits + NOC_PACKED_CHARS * i);
        numbers[i] = (integer - MIDDLE) * steps[i];
        sign_bits |= integer;
    }
    return sign_bits >= 0;
}
