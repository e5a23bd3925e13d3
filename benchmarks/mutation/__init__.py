"""Breaking the rules on purpose: do a game's own tests notice every small change of its rules?

The changes are made by Cosmic Ray's operators, and by two of our own that rules need (`operators.py`). Its runner is
not used: it rewrites files in the working tree, in which others work, and starts Python again for each change. Mutmut
does not fit either: it chooses a change when a function is called, and `link` clones functions by their code.
"""
