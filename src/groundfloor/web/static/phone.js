// One part of the board at a time: phones, upright and on their side. The style sheets have the same condition.
const narrow = matchMedia("(max-width: 699px), (max-width: 1099px) and (max-height: 499px)");

/** The page shows one part of the board at a time. */
export const isPhone = () => narrow.matches;
