// One part of the board at a time: phones, upright and on their side. The style sheets have the same conditions.
const narrow = matchMedia("(width < 700px) or ((width < 1100px) and (height < 500px))");
const upright = matchMedia("(width < 560px) or ((width < 700px) and (height >= 500px))");

/** The page shows one part of the board at a time. */
export const isPhone = () => narrow.matches;

/** It has the decision as a sheet at its lower edge. */
export const isUpright = () => upright.matches;
