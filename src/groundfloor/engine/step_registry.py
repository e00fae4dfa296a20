"""All step classes, to read the steps of a position by their names."""

from __future__ import annotations

from .automa.turn import AutomaTurn
from .city.advertising_agency import AgencyStep, ReverseAgencyStep
from .city.construction_company import ConstructionStep, RemodelingConstructionStep
from .city.economic_forecast import ForecastStep
from .city.factory import FactoryStep, LiquidatingFactoryStep
from .city.marketing_bonus import BonusStep, TwoPlayerBonusStep
from .city.retail_outlets import RetailStep
from .city.stock_exchange import ExchangeStep
from .company.remodeling import AfterTurn
from .errors import BadPosition
from .phases.conduct import Conduct
from .phases.hire import Hire
from .phases.income import Income
from .phases.reorganize import Reorganize
from .phases.rounds import Rounds
from .phases.schedule import Schedule
from .phases.setup import Setup
from .position_reading import JsonObject
from .step import Step

STEP_TYPES: tuple[type[Step], ...] = (
    Setup,
    Rounds,
    Income,
    Hire,
    Schedule,
    AutomaTurn,
    Conduct,
    AgencyStep,
    BonusStep,
    FactoryStep,
    ExchangeStep,
    ForecastStep,
    RetailStep,
    ConstructionStep,
    ReverseAgencyStep,
    TwoPlayerBonusStep,
    LiquidatingFactoryStep,
    RemodelingConstructionStep,
    AfterTurn,
    Reorganize,
)


def load_step(data: JsonObject) -> Step:
    """Returns a step from its plain data; raises BadPosition for an unknown one."""
    for kind in STEP_TYPES:
        if kind.name == data.get("step"):
            step = kind()
            step.load(data)
            return step
    raise BadPosition(f"There is no step {data.get('step')!r}; there are: {', '.join(kind.name for kind in STEP_TYPES)}.")
