"""Proposals in words: each kind that somebody can propose has its sentences."""

from __future__ import annotations

from typing import get_args

from groundfloor.presentation.board.proposals import SENTENCES
from groundfloor.table.value import ProposalKind


def test_every_kind_of_proposal_has_its_sentences() -> None:
    assert set(SENTENCES) == set(get_args(ProposalKind)) - {"offered"}
