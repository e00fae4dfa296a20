export default {
  extends: "stylelint-config-standard",
  rules: {
    // Rules stand by component. Selectors that end alike (".plate .icon", ".purse-row dt .icon") mostly never meet in one element.
    "no-descending-specificity": null,
    // Firefox and Safari centre the lines of a clamped name only by it.
    "property-no-deprecated": [true, { ignoreProperties: ["-webkit-box-pack"] }],
    "selector-class-pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$",
    "selector-id-pattern": "^[a-z][a-z0-9]*(-[a-zA-Z0-9]+)*$",
  },
};
