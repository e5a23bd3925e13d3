"""How a rule may be broken: the operators of Cosmic Ray that make few equivalent mutants, and three of our own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.operators.operator import Operator
from cosmic_ray.operators.provider import OperatorProvider
from parso.python.tree import ExprStmt, Keyword, Name

# Left out: `==` to `<=` and the like, which change nothing for numbers that count up from 0; `is` for `==`; taking
# `@rule` away, which plain Python does not notice and the compiler refuses.
OF_COSMIC_RAY = (
    "ReplaceBinaryOperator_Add_Sub",
    "ReplaceBinaryOperator_Sub_Add",
    "ReplaceBinaryOperator_Mul_Add",
    "ReplaceBinaryOperator_FloorDiv_Mul",
    "ReplaceBinaryOperator_Mod_FloorDiv",
    "ReplaceBinaryOperator_BitAnd_BitOr",
    "ReplaceBinaryOperator_BitOr_BitAnd",
    "ReplaceBinaryOperator_BitXor_BitOr",
    "ReplaceBinaryOperator_LShift_RShift",
    "ReplaceBinaryOperator_RShift_LShift",
    "ReplaceComparisonOperator_Eq_NotEq",
    "ReplaceComparisonOperator_NotEq_Eq",
    "ReplaceComparisonOperator_Lt_LtE",
    "ReplaceComparisonOperator_Lt_GtE",
    "ReplaceComparisonOperator_LtE_Lt",
    "ReplaceComparisonOperator_LtE_Gt",
    "ReplaceComparisonOperator_Gt_GtE",
    "ReplaceComparisonOperator_Gt_LtE",
    "ReplaceComparisonOperator_GtE_Gt",
    "ReplaceComparisonOperator_GtE_Lt",
    "ReplaceComparisonOperator_Is_IsNot",
    "ReplaceComparisonOperator_IsNot_Is",
    "ReplaceUnaryOperator_Delete_USub",
    "ReplaceUnaryOperator_Delete_Not",
    "ReplaceUnaryOperator_Delete_Invert",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "AddNot",
    "NumberReplacer",
    "ZeroIterationForLoop",
)
COMPOUND = ("comparison", "and_test", "or_test", "not_test")


class DeleteStatement(Operator):
    """Leave out a statement that does something: a call, a change of a record, an early `return`."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        if node.parent is not None and node.parent.type == "simple_stmt" and _does_something(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        return Keyword("pass", node.start_pos, node.get_first_leaf().prefix)

    @classmethod
    def examples(cls) -> tuple:
        return ()


def _does_something(node: Any) -> bool:
    """Whether leaving the statement out does more than leave a name undefined."""
    if isinstance(node, ExprStmt):
        augmented = node.children[1].type == "operator" and node.children[1].value != "="
        return augmented or all(name.parent.type == "trailer" for name in node.get_defined_names())
    if isinstance(node, Keyword):
        return node.value == "return"
    return node.type == "atom_expr"


class OtherName(Operator):
    """Take another name of the same declaration: PHASES.build for PHASES.draw, OPTIONS.cap.none for OPTIONS.cap.all.

    `following` maps each name to the next one that the sources use of the same declaration, in a circle.
    """

    def __init__(self, following: Mapping[tuple[str, str], str]) -> None:
        self.following = following

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        if isinstance(node, Name) and _declared_name(node) in self.following:
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        return Name(self.following[_declared_name(node)], node.start_pos, node.prefix)

    @classmethod
    def examples(cls) -> tuple:
        return ()


def _declared_name(name: Any) -> tuple[str, str]:
    """The declaration that a name is read from and the name, ("PHASES", "draw"); two empty texts for any other name."""
    trailer = name.parent
    if trailer.type != "trailer" or trailer.children[0].value != "." or trailer.parent.type != "atom_expr":
        return "", ""
    before = trailer.parent.children[: trailer.parent.children.index(trailer)]
    read_from = "".join(part.get_code().strip() for part in before)
    depth = 2 if read_from.startswith("OPTIONS") else 1  # a choice is read from its option
    return (read_from, name.value) if read_from.split(".")[0].isupper() and len(before) == depth else ("", "")


def following_names(sources: Sequence[str]) -> dict[tuple[str, str], str]:
    """Each name that is read from a declaration -> the next one that the sources read from it."""
    used: dict[str, set[str]] = {}
    for source in sources:
        for node in ast_nodes(get_ast(source)):
            if isinstance(node, Name) and (read := _declared_name(node))[0]:
                used.setdefault(read[0], set()).add(read[1])
    following: dict[tuple[str, str], str] = {}
    for read_from, names in used.items():
        order = sorted(names)
        following |= {
            (read_from, name): other for name, other in zip(order, order[1:] + order[:1], strict=True) if name != other
        }
    return following


class ShorterRow(Operator):
    """Leave out the last function of an effect's row, so that it asks nobody, or no answer is carried out."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        if node.type == "arglist" and _caller(node) == "Effect" and len(node.children) > 2:
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        del node.children[-2:]
        return node

    @classmethod
    def examples(cls) -> tuple:
        return ()


def _caller(arglist: Any) -> str:
    """The name of the function that a list of arguments is handed to."""
    before = arglist.parent.get_previous_leaf()
    return before.value if before else ""


def worth_trying(operator: Operator, node: Any) -> bool:
    """Whether an operator adds anything here, rather than repeating another's mutants or making equivalent ones."""
    kind = type(operator).__name__
    if kind == "AddNot":  # its parts are negated one by one
        return node.children[2 if node.type == "test" else 1].type not in COMPOUND
    if kind == "NumberReplacer":
        before = node.get_previous_leaf()  # -1 means "none", and any negative number would do
        return before is None or before.value != "-"
    return True


def operators(following: Mapping[tuple[str, str], str]) -> list[Operator]:
    """Every operator that is used."""
    provider = OperatorProvider()
    own = [DeleteStatement(), OtherName(following), ShorterRow()]
    return [*(provider[name]() for name in OF_COSMIC_RAY), *own]
