"""How a rule may be broken: the operators of Cosmic Ray that make few equivalent mutants, and two of our own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import parso
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
    """Whether leaving the statement out is not merely an undefined name."""
    if isinstance(node, ExprStmt):
        augmented = node.children[1].type == "operator" and node.children[1].value != "="
        return augmented or all(name.parent.type == "trailer" for name in node.get_defined_names())
    if isinstance(node, Keyword):
        return node.value == "return"
    return node.type == "atom_expr"


class OtherConstant(Operator):
    """Take the next constant of those that are defined in one line: FACE_DOWN for FACE_UP."""

    def __init__(self, following: Mapping[str, str]) -> None:
        self.following = following

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        if isinstance(node, Name) and node.value in self.following and not node.is_definition():
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        return Name(self.following[node.value], node.start_pos, node.prefix)

    @classmethod
    def examples(cls) -> tuple:
        return ()


def following_constants(sources: list[str], known: set[str]) -> dict[str, str]:
    """Each constant -> the next one of its line, round and round, among the `known` names."""
    following: dict[str, str] = {}
    for source in sources:
        for statement in parso.parse(source).children:
            if statement.type == "simple_stmt" and isinstance(statement.children[0], ExprStmt):
                names = [name.value for name in statement.children[0].get_defined_names()]
                group = [name for name in names if name.isupper() and name in known]
                following |= zip(group, group[1:] + group[:1], strict=True)
    return {name: other for name, other in following.items() if name != other}


def worth_trying(operator: Operator, node: Any) -> bool:
    """Whether a place is not one of those where an operator repeats another's mutants or makes equivalent ones."""
    kind = type(operator).__name__
    if kind == "AddNot":  # its parts are turned round one by one
        return node.children[2 if node.type == "test" else 1].type not in COMPOUND
    if kind == "NumberReplacer":
        # -1 stands for "none", and any negative number would do; zeros of `emit` fill up what a kind of event lacks.
        before = node.get_previous_leaf()
        return (before is None or before.value != "-") and not (node.value == "0" and _called(node) == "emit")
    return True


def _called(argument: Any) -> str:
    """The name of the function that a node is an argument of, or an empty text."""
    if argument.parent.type != "arglist":
        return ""
    return argument.parent.parent.get_previous_leaf().value


def operators(following: Mapping[str, str]) -> list[Operator]:
    """Every operator that is used."""
    provider = OperatorProvider()
    return [*(provider[name]() for name in OF_COSMIC_RAY), DeleteStatement(), OtherConstant(following)]
