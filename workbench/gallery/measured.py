"""What bot games revealed about a variant, compared with the deck it was made from: a few sentences and figures.

It is not part of a publication, which never changes: anybody can measure it again and get the same.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

MOST_CARDS, MOST_SENTENCES, LONGEST_SENTENCE = 60, 8, 1000
Sentence = Annotated[str, Field(max_length=LONGEST_SENTENCE)]
Often = Annotated[float, Field(ge=0, allow_inf_nan=False)]  # above 1 for a card of which there are several copies


class Measured(BaseModel):
    """How many games were played, the first thing to know, what else has shifted, and how often edited cards score.

    scored: by card id, how often the card scores in a game, over all seats: before, and now.

    >>> Measured(games=10_000, verdict="Nothing shifted beyond doubt.").findings
    ()
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    games: Annotated[int, Field(ge=1)]
    verdict: Sentence
    findings: Annotated[tuple[Sentence, ...], Field(max_length=MOST_SENTENCES)] = ()
    scored: Annotated[dict[str, tuple[Often, Often]], Field(max_length=MOST_CARDS)] = {}

    @classmethod
    def read(cls, text: str) -> Measured | None:
        """The result stored as this text; None if the text is invalid."""
        try:
            return cls.model_validate_json(text)
        except ValidationError:
            return None
