"""Damages or unusual details of a file, as editors, disks and programs cause them.

Each function takes a random generator and the bytes of a file, and returns other bytes.
"""

import re

BYTES = [bytes([code]) for code in range(256)]
LIKELY = b"0123456789+-.eE:,;\"' \t\r\n\v\f\0#_xX/\x1a\x1c\x7f\x85\xa0\xff"
LIKELY = [bytes([code]) for code in LIKELY]
TOKENS = """0x1F 1_000 1e400 -1e999999 1e-400 1e300 1e99999999999999999999 nan NaN inf -Infinity
1,5 1.2.3 --1 +-1 1e e5 . + - 1e+ 1e- +.e1 '1' "1" "1 1" "a"b" ""1"" 1:2 2:1 0:1 -1:1 1:: :1 1:
1:0x1 1:1_0 1:nan 1:1e400 1:1e-400 1:0e99999999999999999999 2147483646:1 2147483647:1
99999999999999999999:1 18446744073709551617:1 4294967297:1 +3:1 1.0:1 #1 # 1d5 1e5.0 TRUE 0b1 1L
0o7 ? NA n/a null none 1.0 -0 +1 01 1e0 12345678901234567 12345678901234568 123456789012345678
99999999999999999999 9223372036854775808 \u0661\u0662 \uff11 \u00bd \u22121 \ufeff1 1\u00a0
1.7976931348623157e308 5e-324 1e200 1e-200 1e154 1e-154 1,3 1;3 1|3 1,5 1.5 1:1,5 1:1e200 1:1e-200
1\u2028 1\u20092 1\0 1\x1c 1\v 1\x85 \u00b2 \U0001d7d9 $1 1% (1) 1;2 =1+1 \\x31 qid:1""".split(" ")
TOKENS = [token for part in TOKENS for token in part.split("\n")]
TOKENS += ["", " ", "1 2", "9" * 400, "0." + "0" * 400 + "1", "1" + "0" * 3000, "0" * 3000 + "1"]
TOKENS += ["1e-99999999999999999999", "0e99999999999999999999", "1." + "3" * 3000, "7" * 140_000]
TOKEN = re.compile(rb"[^ \t,\r\n]+")
LINE_END = re.compile(rb"\r\n|\r|\n")


def replaced_byte(rng, content):
    at = rng.randrange(len(content))
    return content[:at] + _byte(rng) + content[at + 1 :]


def inserted_byte(rng, content):
    at = rng.randint(0, len(content))
    return content[:at] + _byte(rng) + content[at:]


def deleted_byte(rng, content):
    at = rng.randrange(len(content))
    return content[:at] + content[at + 1 :]


def swapped_bytes(rng, content):
    at = rng.randrange(len(content) - 1)
    return content[:at] + content[at + 1 : at + 2] + content[at : at + 1] + content[at + 2 :]


def flipped_bit(rng, content):
    at = rng.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]


def _byte(rng):
    return rng.choice(rng.choice((LIKELY, BYTES)))


def other_token(rng, content):
    return _with_token(rng, content, lambda token: rng.choice(TOKENS).encode())


def token_with_more(rng, content):
    more = rng.choice(TOKENS).encode()
    return _with_token(rng, content, lambda token: rng.choice((token + more, more + token)))


def doubled_token(rng, content):
    blank = rng.choice((b"", b" ", b",", b"\t", b"\n"))
    return _with_token(rng, content, lambda token: token + blank + token)


def deleted_token(rng, content):
    return _with_token(rng, content, lambda token: b"")


def quoted_token(rng, content):
    forms = (b'"%s"', b'"%s', b'%s"', b"'%s'", b'""%s""', b' "%s"', b'"%s" ', b'\t"%s"', b'"%s"1')
    return _with_token(rng, content, lambda token: rng.choice(forms) % token)


def other_index(rng, content):
    """Change an index: to 0, to at most the index before, or to another spelling."""

    def change(token):
        index, colon, value = token.partition(b":")
        some = b"%d" % max(0, (int(index) if index.isdigit() else 1) + rng.choice((-1, 0, 1)))
        other = rng.choice((b"0", b"00", b"-" + index, b"+" + index, b"0" + index, some, b""))
        return other + colon + value

    return _with_token(rng, content, change)


def other_head(rng, content):
    """Change the class at the beginning of a line."""
    starts = [0] + [match.end() for match in LINE_END.finditer(content)]
    start = rng.choice(starts)
    match = TOKEN.match(content, start)
    end = match.end() if match else start
    return content[:start] + rng.choice(TOKENS).encode() + content[end:]


def _with_token(rng, content, change):
    tokens = list(TOKEN.finditer(content))
    token = rng.choice(tokens)
    return content[: token.start()] + change(token.group()) + content[token.end() :]


def cut_line(rng, content):
    begin, end = _line(rng, content)
    return content[: rng.randint(begin, end)] + content[end:]


def cut_file(rng, content):
    return content[: rng.randrange(len(content))]


def no_last_line_end(rng, content):
    return content.rstrip(b"\r\n")


def lost_line_end(rng, content):
    return _with_line_end(rng, content, lambda end: rng.choice((b"", b" ", b",")))


def other_line_end(rng, content):
    ends = (b"\r\n", b"\r", b"\n", b"\n\n", b"\r\r\n", b"\n\r")
    ends += (b"\0\n", b"\v", b"\x85", b" \n", b",\n")
    return _with_line_end(rng, content, lambda end: rng.choice(ends))


def other_line_ends(rng, content):
    return LINE_END.sub(rng.choice((b"\r\n", b"\r", b"\n", b" \n", b"\n\n", b"\r\r\n")), content)


def _with_line_end(rng, content, change):
    ends = list(LINE_END.finditer(content))
    end = rng.choice(ends)
    return content[: end.start()] + change(end.group()) + content[end.end() :]


def inserted_line(rng, content):
    lines = (b"", b" ", b"\t", b",", b"#", b"# a comment", b'""', b"1", b"-1", b"x,y")
    return _with_line_end(rng, content, lambda end: end + rng.choice(lines) + end)


def doubled_line(rng, content):
    begin, end = _line(rng, content)
    return content[:end] + b"\n" + content[begin:end] + content[end:]


def deleted_line(rng, content):
    begin, end = _line(rng, content)
    return content[:begin] + content[end:]


def _line(rng, content):
    """Return where a line begins and ends."""
    begins = [0] + [end.end() for end in LINE_END.finditer(content)]
    begin = rng.choice(begins)
    end = LINE_END.search(content, begin)
    return begin, end.start() if end else len(content)


def other_encoding(rng, content):
    text = content.decode("utf-8")
    encodings = ("utf-8-sig", "utf-16", "utf-16-le", "latin-1", "utf-8-sig")
    return text.encode(rng.choice(encodings), "replace")


def zeroed_block(rng, content):
    """Replace a block by zeros, as a file system leaves it if it was never written."""
    at = rng.randrange(len(content))
    return content[:at] + bytes(len(content[at : at + 64])) + content[at + 64 :]


def nothing_left(rng, content):
    return rng.choice((b"", b"\n", b" ", b"\n\n", b"\0", b"\r", b"\xef\xbb\xbf", b","))


DAMAGES = [
    replaced_byte,
    inserted_byte,
    deleted_byte,
    swapped_bytes,
    flipped_bit,
    other_token,
    other_token,
    token_with_more,
    doubled_token,
    deleted_token,
    quoted_token,
    other_index,
    other_head,
    cut_line,
    cut_file,
    no_last_line_end,
    lost_line_end,
    other_line_end,
    other_line_ends,
    inserted_line,
    doubled_line,
    deleted_line,
    other_encoding,
    zeroed_block,
    nothing_left,
]
