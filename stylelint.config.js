export default {
  extends: "stylelint-config-standard",
  rules: {
    // A component's rules stand nested in it without empty lines; its states follow what they change, whatever their specificity.
    "rule-empty-line-before": null,
    "at-rule-empty-line-before": null,
    "declaration-empty-line-before": null,
    "custom-property-empty-line-before": null,
    "comment-empty-line-before": null,
    "no-descending-specificity": null,
    // Filled in when the sheets are joined, as the names of conditions are.
    "at-rule-no-unknown": [true, { ignoreAtRules: ["apply"] }],
    // Firefox and Safari centre the lines of a clamped name only by it.
    "property-no-deprecated": [true, { ignoreProperties: ["-webkit-box-pack"] }],
    "selector-class-pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$",
    "selector-id-pattern": "^[a-z][a-z0-9]*(-[a-zA-Z0-9]+)*$",
  },
};
