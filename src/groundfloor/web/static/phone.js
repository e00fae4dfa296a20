// One part of the board at a time: phones, upright and on their side. The style sheets have the same condition.
const narrow = matchMedia("(width < 700px) or ((width < 1100px) and (height < 500px))");

/** The page shows one part of the board at a time. */
export const isPhone = () => narrow.matches;
