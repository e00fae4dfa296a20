"""Registers the environments by name with Gymnasium, PettingZoo and OpenSpiel, as far as they are installed: import it, nothing else.

>>> import gymnasium
>>> env = gymnasium.make("groundfloor.research.environments.registration:groundfloor/GroundFloor-v0")
"""

from __future__ import annotations

import importlib.util

import gymnasium

GYMNASIUM_ID = "groundfloor/GroundFloor-v0"
PETTINGZOO_ID = "groundfloor/ground_floor-v0"


def register_gymnasium() -> None:
    """Registers the single and the vectorized environment; the checker and the step limit of Gymnasium's wrappers are not needed."""
    if GYMNASIUM_ID not in gymnasium.registry:
        gymnasium.register(
            GYMNASIUM_ID,
            entry_point="groundfloor.research.environments.gymnasium_env:GroundFloorEnv",
            vector_entry_point="groundfloor.research.environments.vector_env:GroundFloorVectorEnv",
        )


def register_pettingzoo() -> None:
    """Registers the AEC environment with a PettingZoo that has a registry (1.27)."""
    if importlib.util.find_spec("pettingzoo") is None or importlib.util.find_spec("pettingzoo.env_registry") is None:
        return
    import pettingzoo

    if PETTINGZOO_ID not in pettingzoo.aec_registry:
        pettingzoo.register("aec", PETTINGZOO_ID, entry_point="groundfloor.research.environments.groundfloor_v0:env")


register_gymnasium()
register_pettingzoo()
