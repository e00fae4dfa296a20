export default {
  extends: "stylelint-config-standard",
  rules: {
    // Firefox and Safari centre the lines of a clamped name only by it.
    "property-no-deprecated": [true, { ignoreProperties: ["-webkit-box-pack"] }],
    "selector-class-pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$",
    "selector-id-pattern": "^[a-z][a-z0-9]*(-[a-zA-Z0-9]+)*$",
  },
};
