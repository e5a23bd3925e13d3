"""Breaking the rules on purpose: do a game's own tests notice every small change to its rules?

Cosmic Ray's operators make the changes, together with three of our own that rules need (`operators.py`). Its runner is
not used, because it rewrites files in the working tree, where others work, and starts Python again for each change.
Mutmut does not fit either: it chooses a change when a function is called, and `link` clones functions by their code.
"""
