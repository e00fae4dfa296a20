"""The drawings of the distinctions: paths in a square of 48, on a ground line at 42. An earned one is built, its windows lit; others are dashed."""

from __future__ import annotations

from typing import Literal

Part = Literal["wall", "lit", "fine"]
Drawing = tuple[tuple[Part, str], ...]


def rows(x: int, y: int, columns: int, lines: int, step: int = 6, size: int = 3) -> str:
    """Returns the path of a field of square windows."""
    corners = [(x + column * step, y + line * step) for line in range(lines) for column in range(columns)]
    return "".join(f"M{left} {top}h{size}v{size}h-{size}z" for left, top in corners)


def disc(x: int, y: int, radius: int) -> str:
    return f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 -{2 * radius} 0z"


DRAWINGS: dict[str, Drawing] = {
    "opening": (("wall", "M10 14h28v28h-28zM7 10h34v4h-34z"), ("lit", "M20 26h8v16h-8z"), ("fine", "M7 34h11M30 34h11M18 34q6-5 12 0")),
    "first_win": (("wall", "M13 22h22v20h-22z"), ("fine", "M24 22v-17"), ("lit", f"M24 5h12l-4 4 4 4h-12z{rows(17, 27, 3, 2)}")),
    "three_floors": (("wall", "M11 32h26v10h-26zM11 22h26v10h-26zM11 12h26v10h-26z"), ("lit", rows(15, 15, 4, 3, 5) + "M22 36h4v6h-4z")),
    "high_rise": (("wall", "M15 6h18v36h-18z"), ("fine", "M24 6v-4"), ("lit", rows(19, 10, 2, 5, 7, 4))),
    "all_rooms": (("wall", "M6 14h36v28h-36z"), ("fine", "M6 28h36M18 14v28M30 14v28"), ("lit", rows(9, 18, 3, 2, 13, 5))),
    "loyal": (
        ("wall", "M8 20l16-12 16 12v22h-32z"),
        ("lit", disc(17, 26, 3) + disc(31, 26, 3) + disc(24, 24, 3)),
        ("fine", "M13 38q0-8 4-8t4 8M27 38q0-8 4-8t4 8M20 37q0-9 4-9t4 9"),
    ),
    "alone": (("wall", "M8 12h32v30h-32z"), ("fine", rows(13, 18, 4, 3, 7, 3)), ("lit", "M20 25h3v3h-3zM21 36h6v6h-6z")),
    "trained": (("wall", "M8 40v-30l32 30z"), ("lit", "M14 34v-10l11 10z"), ("fine", "M8 16h3M8 22h3M8 28h3M8 34h3")),
    "sold_out": (
        ("wall", "M9 20h30v22h-30z"),
        ("lit", "M6 20l4-9h28l4 9z"),
        ("fine", "M15 11l-2 9M24 11v9M33 11l2 9M14 26h20M14 30h20M14 34h20M14 38h20"),
    ),
    "top_price": (("wall", "M6 16h36v26h-36z"), ("lit", "M11 21h18v16h-18z"), ("fine", "M31 21l4-4 6 6v8l-4 4-6-6zM34 24h3M16 37v-8h8v8")),
    "stocks": (
        ("wall", "M8 36h32v6h-32zM11 24h5v12h-5zM22 20h5v16h-5zM33 14h5v22h-5z"),
        ("lit", "M38 4v8l-7-6z"),
        ("fine", "M8 20l10-6 7 2 10-9"),
    ),
    "meetings": (
        ("wall", "M10 24q0-8 14-8t14 8q0 8-14 8t-14-8z"),
        ("lit", disc(12, 12, 3) + disc(36, 12, 3) + disc(12, 37, 3) + disc(36, 37, 3)),
        ("fine", "M18 24h12"),
    ),
    "popular": (
        ("wall", "M6 34h9v8h-9zM15 27h9v15h-9zM24 19h9v23h-9zM33 12h9v30h-9z"),
        ("lit", "M37.500 1l1.500 3.500h3.500l-2.800 2.500 1 3.500-3.200-2-3.200 2 1-3.500-2.800-2.500h3.500z"),
        ("fine", "M9 37h3M18 31h3M27 24h3M36 17h3M36 23h3"),
    ),
    "spent": (("wall", "M8 22h32v20h-32z"), ("lit", "M8 22l5-10h32l-5 10z"), ("fine", "M14 28h20v8h-20zM20 32h8")),
    "comeback": (
        ("wall", "M10 30h28v12h-28zM13 20h22v10h-22z"),
        ("lit", "M16 8h16v12h-16z"),
        ("fine", "M42 36v-26M39 13l3-4 3 4M18 36h12M18 25h12"),
    ),
    "tie": (
        ("wall", "M7 16h14v26h-14zM27 16h14v26h-14z"),
        ("lit", f"M34 4h8l-2 3 2 3h-8z{rows(11, 21, 2, 3)}"),
        ("fine", "M34 16v-12M4 16h40"),
    ),
    "margin": (("wall", "M8 8h14v34h-14z"), ("fine", "M22 42l24 0-24-20"), ("lit", rows(12, 13, 2, 4, 5))),
    "prestige": (("wall", "M12 38h24v4h-24zM16 34h16v4h-16z"), ("lit", "M20 34l2-26 2-5 2 5 2 26z"), ("fine", "M21 26h6M21.500 18h5")),
    "straight": (
        ("wall", "M5 32l6 8 32-24-6-8z"),
        ("fine", "M12 28l2 3M18 24l3 4M24 19l2 3M30 15l3 4M6 44h36"),
        ("lit", "M36 38l6 6-9-3z"),
    ),
    "hadid": (
        ("wall", "M5 42q2-32 38-36v36z"),
        ("fine", "M14 42q3-22 29-26M24 42q3-12 19-16"),
        ("lit", "M33 42q2-5 6-6v6zM37 11h3v3h-3zM31 13h3v3h-3z"),
    ),
    "two_automas": (
        ("wall", "M4 12l16-3 3 17-16 3zM26 9l16 3-3 17-16-3z"),
        ("fine", "M12 28l-4 14M17 27l3 15M36 28l4 14M31 27l-3 15"),
        ("lit", "M9 15l8-1 1 6-8 1zM31 14l8 1-1 6-8-1z"),
    ),
    "streak": (
        ("wall", "M3 42v-17l7-8 7 8v17zM17 42v-17l7-8 7 8v17zM31 42v-17l7-8 7 8v17z"),
        ("lit", "M8 32h4v10h-4zM22 32h4v10h-4zM36 32h4v10h-4z"),
        ("fine", "M8 26h4M22 26h4M36 26h4"),
    ),
    "specialties": (
        ("wall", "M17 5h14l11 11v14l-11 11h-14l-11-11v-14z"),
        ("fine", "M24 5v36M6 23h36M11 10l26 26M37 10l-26 26"),
        ("lit", disc(24, 23, 6)),
    ),
    "week": (
        ("wall", "M6 10h36v32h-36z"),
        ("fine", "M6 18h36M14 6v8M34 6v8"),
        ("lit", rows(10, 22, 4, 1, 8, 5) + rows(10, 31, 3, 1, 8, 5)),
    ),
}
"""By the id of the distinction; the parts in the order in which they are drawn."""
