import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

export interface ArrowReport {
  /** One line per forbidden import. */
  readonly violations: readonly string[];
  /** Source files read. */
  readonly modules: number;
  /** Imports that lead from one package or app into another: none means that nothing was really read. */
  readonly crossings: number;
}

const room = /^((?:packages|apps)\/[^/]+|e2e)\//;
const roomOf = (path: string) => room.exec(path)?.[1];

function report({ modules, summary }: ICruiseResult): ArrowReport {
  const own = modules.filter(({ source }) => roomOf(source) !== undefined);
  const crossings = own.flatMap(({ source, dependencies }) =>
    dependencies.filter(({ resolved }) => {
      const to = roomOf(resolved);
      return to !== undefined && to !== roomOf(source);
    }),
  );
  const comments = new Map(
    summary.ruleSetUsed?.forbidden?.map((rule) => [rule.name, rule.comment]),
  );
  const violations = summary.violations.map(({ rule, from, to }) => {
    const line = `${from} → ${to} (${rule.name})`;
    return [line, comments.get(rule.name)].filter(Boolean).join(': ');
  });
  return { violations, modules: own.length, crossings: crossings.length };
}

/** Reads every import below `directory` and holds it against the rules of `.dependency-cruiser.mjs`. */
export async function checkArrows(directory: string, rules: string): Promise<ArrowReport> {
  const options = await extractDepcruiseOptions(rules);
  const { output } = await cruise(['packages', 'apps', 'e2e'], { ...options, baseDir: directory });
  if (typeof output === 'string')
    throw new Error('dependency-cruiser gave text instead of modules.');
  return report(output);
}
