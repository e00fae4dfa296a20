// WebKit leaves out for good what stands in a nested @media that does not hold when the page is loaded, so a window that gets wider, or a tablet that is
// turned, would keep a wrong layout. There all rules are read anew whenever one of their conditions changes.

/** @param {CSSRuleList} rules @param {Set<string>} found */
function collectConditions(rules, found) {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) found.add(rule.conditionText);
    if ("cssRules" in rule) collectConditions(/** @type {CSSGroupingRule} */ (rule).cssRules, found);
  }
}

function readRulesAnew() {
  for (const sheet of document.styleSheets) sheet.deleteRule(sheet.insertRule("html {}", sheet.cssRules.length));
}

if (/AppleWebKit/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent)) {
  /** @type {Set<string>} */
  const conditions = new Set();
  for (const { cssRules } of document.styleSheets) collectConditions(cssRules, conditions);
  for (const condition of conditions) matchMedia(condition).addEventListener("change", () => requestAnimationFrame(readRulesAnew));
}
