// One part of the board at a time: phones, tablets, and windows as narrow as theirs. The style sheets have the same conditions.
const narrow = matchMedia("(width < 1100px)");
const upright = matchMedia("(width < 560px) or ((width < 700px) and (height >= 500px))");

/** The page shows one part of the board at a time. */
export const isNarrow = () => narrow.matches;

/** It has the decision as a sheet at its lower edge. */
export const isUpright = () => upright.matches;
