"""Rules of words: a comment is complete by itself."""
import re
from collections import Counter

# A comment that begins with one of these answers a question that it does not ask, or goes on with a sentence that
# stands elsewhere.
NEVER = frozenset("""of what that those how as by likewise this these it its they them their he him his who whom whose which
whether whatever whoever whichever however there here such so same also too than""".split())
# Prepositions may begin one now and then, where a noun would be longer.
SELDOM = frozenset("""in on at to from for with without within into onto over under above below between among before after
behind beside besides beyond during since till up down off out through across along around near against about like
unlike per via then else otherwise why""".split())
SELDOM_MOST = 0.09  # share of a folder's comments
COMMENT = re.compile(r'/\*(?P<text>.*?)\*/|"(?:\\.|[^"\\\n])*"', re.S)
LEAD = re.compile(r"^(?:[\w./]+\.(?:c|h|def): |\[[^\]]*\]:? )?")  # a file's path, an index


def first_words(file):
    """The line and the first word, in small letters, of each comment that begins with a word."""
    for match in COMMENT.finditer(file.text):
        text = re.sub(r"\n\s*\*?\s*", " ", match["text"] or "").strip("* ")
        word = re.match(r"[A-Za-z']+", LEAD.sub("", text, count=1))
        if word and not text.startswith("----"):
            yield file.text.count("\n", 0, match.start()) + 1, word[0].lower()


def words(tree):
    """A comment begins with a noun, a verb or a condition."""
    for file in tree.product():
        for line, word in first_words(file):
            if word in NEVER:
                yield f"{file.path} {word}", (f'{file.path}:{line}: a comment begins with "{word}": begin with the noun '
                                              "that it is about, a verb, or a condition")


def prepositions(tree):
    """Few comments of a folder begin with a preposition."""
    all_words, seldom = Counter(), Counter()
    for file in tree.product():
        for _, word in first_words(file):
            all_words[file.top] += 1
            seldom[file.top] += word in SELDOM
    for folder, count in seldom.items():
        if count > SELDOM_MOST * all_words[folder] and all_words[folder] >= 20:
            yield folder, (f"{count} of {all_words[folder]} comments of {folder} begin with a preposition "
                           f"(at most {100 * SELDOM_MOST:.0f} %)")
