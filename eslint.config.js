import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/.venv*/", "site/", "build/", "dist/", "mutants/", "**/vendor/"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "consistent-return": "error",
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "no-else-return": "error",
      "no-implicit-coercion": "error",
      "no-implicit-globals": "error",
      "no-lonely-if": "error",
      "no-nested-ternary": "off",
      "no-param-reassign": "error",
      "no-shadow": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-use-before-define": "off",
      "no-useless-concat": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  // Scripts of their own, which import nothing: they set up the page before it is drawn, or run in a worker.
  {
    files: ["src/groundfloor/server/pages/static/theme.js"],
    languageOptions: { sourceType: "script" },
    rules: { "no-implicit-globals": "off" },
  },
];
