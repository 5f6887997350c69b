"""What a document in Markdown shows of the program: files, and commands with what they print."""
import re
from dataclasses import dataclass, field

FILE = re.compile(r"`([^` ]+\.(?:cfg|space|suite|csv|icnt|json|config|py|sh|txt))`:$")


@dataclass
class Step:
    """A command, or a file that is written before the commands below it. Lines count from 0."""
    line: int  # where it begins
    indent: int
    slow: bool
    command: str = ""  # for the shell; a file has none
    file: str = ""  # its name; a command has none
    first: int = 0  # lines [first, end) are the file, or what the command prints; none: that is not shown
    end: int = 0
    status: int = 0  # with which the command must exit


@dataclass
class Heading:
    """What stands above a block: marks in comments, and the line that introduces it."""
    introduction: str = ""
    slow: bool = False
    not_run: bool = False
    status: int = 0


@dataclass
class Document:
    path: str
    lines: list
    steps: list = field(default_factory=list)
    faults: list = field(default_factory=list)  # of the document itself: "PATH:LINE: what is wrong"

    def fault(self, line, what):
        self.faults.append(f"{self.path}:{line + 1}: {what}")

    def code(self, indent, first, end):
        """Lines of a block, without its indentation."""
        return [line[min(indent, blanks(line)):] for line in self.lines[first:end]]

    def shown(self, step):
        return self.code(step.indent, step.first, step.end)


def blanks(line):
    return len(line) - len(line.lstrip(" "))


def read_document(path):
    with open(path, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        document = Document(path, file.read().removesuffix("\n").split("\n"))
    lines, at, above, in_paragraph = document.lines, 0, Heading(), False
    while at < len(lines):
        line = lines[at]
        text = line.strip(" ")
        fenced = blanks(line) < 4 and text.startswith("```")
        if fenced or (text and blanks(line) >= 4 and not in_paragraph):  # lines of a paragraph may be indented
            at = (_read_fenced if fenced else _read_indented)(document, at, above)
            above, in_paragraph = Heading(), False
            continue
        if line.startswith("<!--"):
            _read_mark(document, at, above)
        elif text:
            above = Heading(line)
        in_paragraph = bool(text) and not line.startswith("<!--")
        at += 1
    return document


def _read_mark(document, at, above):
    mark = document.lines[at][4:].lstrip(" ")
    above.slow |= mark.startswith("slow ")
    if status := re.match(r"exit (\d+)", mark):
        above.status = int(status[1])
    if mark.startswith("not run"):
        above.not_run = True
        if not re.match(r"not run:[^->]{5}", mark):
            document.fault(at, "the reason is missing: <!-- not run: REASON -->")


def _read_fenced(document, at, above):
    """Reads the block between fences of which the first is at a line; returns the line behind it."""
    indent = blanks(document.lines[at])
    code = document.code(indent, at + 1, None)
    length = next((i for i, line in enumerate(code) if line.startswith("```")), None)
    if length is None:
        document.fault(at, "the fence has no end")
        length = len(code)
    _read_block(document, at + 1, at + 1 + length, indent, above)
    return at + length + 2


def _read_indented(document, at, above):
    end = first = at
    while at < len(document.lines) and (blanks(document.lines[at]) >= 4 or not document.lines[at].strip(" ")):
        at += 1
        if document.lines[at - 1].strip(" "):
            end = at
    _read_block(document, first, end, 4, above)
    return end


def _read_block(document, first, end, indent, above):
    code = document.code(indent, first, end)
    if above.not_run or not code:
        return
    file = FILE.search(above.introduction)
    if code[0].startswith("$ "):
        _read_session(document, first, code, indent, above)
    elif file:
        document.steps.append(Step(first, indent, above.slow, file=file[1], first=first, end=end))
    else:
        for i, line in enumerate(code):
            if line.startswith(("nocsight ", "./quickstart")):
                document.fault(first + i, "a command that nobody runs: put '$ ' before it, or <!-- not run: REASON --> "
                                          "above its block")
                return


def _read_session(document, first, code, indent, above):
    """Reads commands, whose lines but the last end with a backslash, and what they print."""
    at = 0
    while at < len(code):
        step = Step(first + at, indent, above.slow, command=code[at][2:])
        at += 1
        while step.command.endswith("\\") and at < len(code):
            step.command += "\n" + code[at]
            at += 1
        start = at
        while at < len(code) and not code[at].startswith("$ "):
            at += 1
        end = at
        while end > start and not code[end - 1].strip(" "):
            end -= 1
        step.first, step.end = first + start, first + end
        document.steps.append(step)
    document.steps[-1].status = above.status
