import type { RuleResult } from './check-receiver.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escapeXml = (text: string) =>
  text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');

/** The results as JUnit XML, which CI services show. */
export function formatJUnit(results: readonly RuleResult[]): string {
  const failed = results.filter(({ problem }) => problem !== null);
  const cases = results.map(({ rule, problem, remedy, durationMs }) => {
    const start = `<testcase classname="webhooks" name="${escapeXml(rule)}" time="${(durationMs / 1000).toFixed(3)}"`;
    return problem === null
      ? `    ${start}/>`
      : `    ${start}><failure message="${escapeXml(problem)}">${escapeXml(remedy)}</failure></testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="Parley webhooks" tests="${results.length}" failures="${failed.length}">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
