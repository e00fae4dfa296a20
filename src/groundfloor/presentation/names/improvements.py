"""Tenant improvements and floors, achievements among them."""

from __future__ import annotations

from .name import Name

TENANTS = {
    "human_resources": Name(
        "tenant",
        "Human Resources",
        short="HR",
        effect="Hiring costs %(off_money)s money and %(off_info)s info less",
        symbols="−%(off_money)s:money −%(off_info)s:info / untrained",
    ),
    "internship_program": Name(
        "tenant", "Internship Program", short="Interns", effect="%(markers)s with each income", symbols="+%(time)s:time income"
    ),
    "network_admin": Name(
        "tenant", "Network Admin", short="Network", effect="%(info)s info with each income", symbols="+%(info)s:info income"
    ),
    "niche_market": Name(
        "tenant", "Niche Market", short="Niche", effect="Your unsold products may stay at their price", symbols="product keep"
    ),
    "premium_product": Name(
        "tenant",
        "Premium Product",
        short="Premium",
        effect="Each of your products sells for %(premium)s money more, in liquidation too",
        symbols="+%(premium)s:money / product",
    ),
    "public_relations": Name(
        "tenant", "Public Relations", short="PR", effect="You lose no popularity in phase V", symbols="popularity keep"
    ),
    "tenant_improvement_achievement": Name(
        "tenant",
        "Tenant Improve\u00adment Achieve\u00adment",
        short="Tenants",
        effect="At the end %(points)s prestige for each of your tenant improvements, this one included",
        symbols="+%(points)s:prestige / tile",
    ),
    "emergency_meeting": Name(
        "tenant",
        "Emergency Meeting",
        short="Emergency",
        effect="%(time)s time: move anyone’s marker at the consulting firm to the top of its column, as often as you like",
        symbols="%(time)s:time arrow top",
    ),
}

FLOORS = {
    "empty_floor": Name("floor", "Empty Floor", effect="Places for two tenant improvements; one comes with it", symbols="tile use"),
    "assembly_line": Name(
        "floor", "Assembly Line", effect="%(time)s time: %(supply)s, %(uses)s× a round", symbols="%(time)s:time arrow %(supply)s:supply"
    ),
    "conference_room": Name(
        "floor", "Conference Room", effect="%(time)s time: %(info)s info, %(uses)s× a round", symbols="%(time)s:time arrow %(info)s:info"
    ),
    "construction_admin": Name(
        "floor",
        "Construction Admin",
        short="Constr. Admin",
        effect="%(time)s time: a marker from your stock on the next construction space, %(uses)s× a round",
        symbols="%(time)s:time arrow crane",
    ),
    "in_house_factory": Name(
        "floor",
        "In-House Factory",
        short="In-House Fact.",
        effect="%(time)s time and %(spent)s: a marker from your stock on the next factory space, %(uses)s× a round",
        symbols="%(time)s:time %(spent)s:supply arrow factory",
    ),
    "investor": Name("floor", "Investor", effect="%(money)s money with each income", symbols="+%(money)s:money income"),
    "it_department": Name(
        "floor", "I.T. Department", short="I.T. Dept.", effect="%(info)s info with each income", symbols="+%(info)s:info income"
    ),
    "marketing_department": Name(
        "floor",
        "Marketing Department",
        short="Marketing Dept.",
        effect="%(time)s time: a marker from your stock into Broadcast, %(uses)s× a round",
        symbols="%(time)s:time arrow mast",
    ),
    "online_store": Name(
        "floor",
        "Online Store",
        effect="%(time)s time and %(spent)s: %(money)s money, %(uses)s× a round",
        symbols="%(time)s:time %(spent)s:supply arrow %(money)s:money",
    ),
    "research_lab": Name(
        "floor",
        "Research Lab",
        effect="%(time)s time and %(spent)s: %(money)s money and %(info)s info, %(uses)s× a round",
        symbols="%(time)s:time %(spent)s:supply arrow %(money)s:money %(info)s:info",
    ),
    "telecommunications": Name(
        "floor",
        "Tele\u00adcommuni\u00adcations",
        short="Telecom",
        effect="%(time)s time: %(info)s info, %(uses)s× a round",
        symbols="%(time)s:time arrow %(info)s:info",
    ),
    "office_renovation": Name(
        "floor",
        "Office Renovation",
        short="Renovation",
        effect="%(time)s time: remodel a room for free, %(uses)s× a round",
        symbols="%(time)s:time arrow remodel",
    ),
    "accounting_department": Name(
        "floor",
        "Accounting Department",
        short="Accounting",
        effect="%(time)s time: %(money)s money, %(uses)s× a round",
        symbols="%(time)s:time arrow %(money)s:money",
    ),
    "corner_office": Name("floor", "Corner Office", effect="Worth %(prestige)s prestige, nothing else", symbols="–"),
    "corporate_merger": Name(
        "floor", "Corporate Merger", short="Corp. Merger", effect="Worth %(prestige)s prestige, nothing else", symbols="–"
    ),
    "executive": Name(
        "floor",
        "Executive",
        effect="At the end %(points)s prestige for each of your achievement floors, this one included",
        symbols="+%(points)s:prestige / achievement",
    ),
    "improvement": Name(
        "floor",
        "Improvement Achievement",
        short="Improvement",
        effect="At the end %(points)s prestige for each of your remodeled rooms, covered ones too",
        symbols="+%(points)s:prestige / remodel",
    ),
    "marketing": Name(
        "floor",
        "Marketing Achievement",
        short="Marketing",
        effect="At the end %(points)s prestige for each popularity level up to yours",
        symbols="+%(points)s:prestige / popularity",
    ),
    "production": Name(
        "floor",
        "Production Achievement",
        short="Production",
        effect="At the end %(points)s prestige for each supply in your storage closet",
        symbols="+%(points)s:prestige / supply",
    ),
    "retention": Name(
        "floor",
        "Retention",
        effect="At the end %(points)s prestige for each of your employees, the CEO included",
        symbols="+%(points)s:prestige / trained",
    ),
    "skyline": Name(
        "floor",
        "Skyline",
        effect="At the end %(points)s prestige for each of your floor improvements, this one included",
        symbols="+%(points)s:prestige / storey",
    ),
}
