"""How many threads NumPy multiplies matrices in; imports little, as every command begins with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import MutableMapping

THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""What the libraries behind NumPy read when it is first imported."""


def use_one_thread(environment: MutableMapping[str, str]) -> None:
    """Lets NumPy multiply matrices in one thread, in this process and those that it starts, unless the environment says otherwise.

    The network's matrices are small: more threads wait for work busily, and a game of Manager takes four times the processor time. It has
    to be called before NumPy is imported.

    >>> environment = {"OMP_NUM_THREADS": "2"}
    >>> use_one_thread(environment)
    >>> environment
    {'OMP_NUM_THREADS': '2', 'OPENBLAS_NUM_THREADS': '1', 'MKL_NUM_THREADS': '1'}
    """
    for variable in THREADS:
        environment.setdefault(variable, "1")
