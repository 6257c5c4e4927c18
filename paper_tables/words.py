"""The scale by which a paper's words are judged, the same for all papers.

A statement such as "significantly better" compares a learner with another one by a ratio. The scale
says which ratios fit a word. It uses round numbers, and no paper has a scale of its own. It was
chosen after most numbers had been measured: the commit that added it judged recorded numbers again.
So the choice was not blind. The ranges have not changed since. If a paper defines a word
itself, the statement has its own range and says why.
"""

SCALE = {
    "lower": "< 1",
    "higher": "> 1",
    "slightly lower": "[0.9, 1)",
    "slightly higher": "(1, 1.11]",
    "significantly lower": "≤ 0.9",
    "significantly higher": "≥ 1.11",
    "much lower": "≤ 0.5",
    "much higher": "≥ 2",
    "almost the same": "[0.95, 1.05]",
    "comparable": "[0.8, 1.25]",
    "about twice": "[1.5, 2.5]",
}
MEANING = {
    "lower": "better, faster, fewer, shorter, sparser",
    "higher": "more, less sparse, worse",
    "slightly lower": "slightly, a bit, somewhat",
    "slightly higher": "slightly, a bit, somewhat",
    "significantly lower": "significantly, considerably, substantially, quite",
    "significantly higher": "significantly, considerably, substantially, quite",
    "much lower": "much, largely, remarkable, extremely",
    "much higher": "much, largely, remarkable, extremely",
    "almost the same": "almost the same, essentially no difference, little effect",
    "comparable": "comparable, similar, no big difference",
    "about twice": "about twice",
}
