import { join } from 'node:path';
import { z } from 'zod';
import { loadProcesses, type ProcessEnvironment, repository } from './processes.ts';
import { parseEnvironment } from './read-environment.ts';

export interface EnvironmentVariable {
  readonly name: string;
  readonly description: string;
  readonly isSecret: boolean;
  /** As it is written in the environment; null without a default. */
  readonly standard: string | null;
  /** The processes that read it. */
  readonly processes: readonly string[];
  /** Those of them that do not start without it in production. */
  readonly requiredBy: readonly string[];
}

/** The file `.env.example` at the root of the repository. */
export const envExampleFile = join(repository, '.env.example');
/** The page that describes every variable, between two comments. */
export const referenceFile = join(repository, 'docs/configuration.md');

/** The fewest variables with which every process starts in production, and the simulator with its own. */
const fewest: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgresql://parley@localhost/parley',
  PARLEY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  BETTER_AUTH_SECRET: 'x'.repeat(32),
  API_URL: 'https://api.parley.example',
  CHECKOUT_URL: 'https://pay.parley.example',
  DASHBOARD_URL: 'https://dashboard.parley.example',
  SMTP_URL: 'smtps://smtp.parley.example',
  MAIL_FROM: 'no-reply@parley.example',
  SANDBOX_DATABASE_URL: 'postgresql://parley@localhost/sandbox',
  SANDBOX_SECRET_KEY: 'sk_test_12345678',
  SANDBOX_PUBLISHABLE_KEY: 'pk_test_12345678',
};

function isRequired({ schema }: ProcessEnvironment, variable: string): boolean {
  const { [variable]: _, ...others } = fewest;
  return parseEnvironment(schema, others).problems.some(({ name }) => name === variable);
}

/**
 * Every environment variable, from the schemas of all processes.
 * @throws Error if a variable has no description or means different things in two processes
 */
export async function listEnvironmentVariables(): Promise<readonly EnvironmentVariable[]> {
  const found = new Map<string, EnvironmentVariable>();
  for (const process of await loadProcesses()) {
    for (const variable of describeSchema(process)) {
      const known = found.get(variable.name);
      if (known && meaning(known) !== meaning(variable)) {
        throw new Error(`${variable.name} of ${process.name} differs from ${known.processes}.`);
      }
      found.set(variable.name, {
        ...variable,
        standard: known?.standard ?? variable.standard,
        processes: [...(known?.processes ?? []), ...variable.processes],
        requiredBy: [...(known?.requiredBy ?? []), ...variable.requiredBy],
      });
    }
  }
  return [...found.values()];
}

const meaning = ({ description, isSecret }: EnvironmentVariable) => `${isSecret} ${description}`;

function describeSchema(process: ProcessEnvironment): EnvironmentVariable[] {
  const { properties = {} } = z.toJSONSchema(process.schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.entries(properties).map(([name, property]) => {
    const { description, default: standard, secret } = property as z.core.JSONSchema.BaseSchema;
    if (!description) throw new Error(`${name} of ${process.name} has no description.`);
    return {
      name,
      description,
      isSecret: secret === true,
      standard: standard === undefined ? null : String(standard),
      processes: [process.name],
      requiredBy: isRequired(process, name) ? [process.name] : [],
    };
  });
}

/** The groups of the reference. A variable belongs to the first one that matches. */
const groups: readonly (readonly [title: string, names: RegExp])[] = [
  ['Provider simulator', /^SANDBOX_/],
  [
    'Development',
    /^(NODE_ENV|.*_SANDBOX_URL|.*LOOPBACK_HTTP|MAIL_DIR|DOCS_(BUILD|TRY.*)|SHOP_PORT)$/,
  ],
  ['Database', /^DATABASE_/],
  ['Secrets', /^(PARLEY_ENCRYPTION_KEYS|BETTER_AUTH_SECRET)$/],
  ['Public URLs', /^(API|CHECKOUT|DASHBOARD|DOCS)_URL$/],
  ['Addresses and ports', /_(HOST|PORT)$|^HOST$|^TRUST_PROXY$/],
  ['Email', /^(SMTP|MAIL)_/],
  ['Accounts', /^(SIGN_UP|CHECK_BREACHED_PASSWORDS)$/],
  ['CAPTCHA', /^CAPTCHA_/],
  ['Provider', /^(PROVIDER|SUBSCRIPTION)_/],
  ['Retention', /_RETENTION_DAYS$/],
  ['Logs, metrics and traces', /^(LOG_LEVEL|METRICS_|OTEL_|REQUEST_LOG$)/],
  ['Rate limits', /_RATE_LIMIT_|_EVENTS?_/],
  ['Maxima of a merchant', /^MAX_/],
  ['Load and shutdown', /_MAX_|^REQUEST_QUEUE_MS$|^SHUTDOWN_/],
  ['npm start', /^DATA_DIR$/],
];
const last = ['Provider simulator', 'Development'];

const units: readonly (readonly [RegExp, string])[] = [
  [/_MS$/, ' ms'],
  [/_KIB_PER_SECOND$/, ' KiB/s'],
  [/_KIB_BURST$/, ' KiB'],
  [/_PER_SECOND$|RATE_LIMIT_PER_(?!.*_BURST$)/, ' per second'],
  [/_SECONDS$/, ' s'],
  [/_DAYS$/, ' days'],
];

function formatDefault({ name, standard, processes, requiredBy }: EnvironmentVariable): string {
  if (requiredBy.length > 0) {
    const isByAll = requiredBy.length === processes.length;
    return isByAll ? '**required**' : `**required** by ${requiredBy.join(', ')}`;
  }
  const unit = units.find(([pattern]) => pattern.test(name))?.[1] ?? '';
  return standard === null ? unit.trim() && `none (${unit.trim()})` : `\`${standard}\`${unit}`;
}

/**
 * The generated part of docs/configuration.md: a table for each group.
 * @throws Error if a variable belongs to no group
 */
function formatReference(variables: readonly EnvironmentVariable[]): string {
  const byGroup = Map.groupBy(variables, ({ name }) => {
    const [title] = groups.find(([, names]) => names.test(name)) ?? [];
    if (title === undefined) throw new Error(`${name} belongs to no group in configuration.ts.`);
    return title;
  });
  const titles = groups.map(([title]) => title).filter((title) => !last.includes(title));
  return [...titles, ...last]
    .map((title) => {
      const rows = (byGroup.get(title) ?? []).map((variable) => {
        const { name, description, isSecret, processes } = variable;
        const text = description
          .replaceAll('|', '\\|')
          .replaceAll(/\(?docs\/(\w+)\.md\)?/g, '([$1]($1.md))');
        const cells = [`\`${name}\``, `${isSecret ? '*Secret.* ' : ''}${text}`];
        return `| ${[...cells, formatDefault(variable), processes.join(', ')].join(' | ')} |`;
      });
      const head = '| Variable | Meaning | Default | Read by |\n| --- | --- | --- | --- |';
      return `### ${title}\n\n${head}\n${rows.join('\n')}\n`;
    })
    .join('\n');
}

const marks = /(<!-- Generated by npm run env:write\. -->\n)[\s\S]*(<!-- End -->)/;

/**
 * Replaces the generated part of a page.
 * @throws Error if the page has no comments around it
 */
export function replaceReference(page: string, variables: readonly EnvironmentVariable[]): string {
  if (!marks.test(page)) throw new Error('The page has no place for the generated reference.');
  return page.replace(marks, (_, start, end) => `${start}\n${formatReference(variables)}\n${end}`);
}

const LINE_WIDTH = 98;

/** The text of `.env.example`: shared variables first, then those of each process. */
export function formatEnvExample(variables: readonly EnvironmentVariable[]): string {
  const byTitle = Map.groupBy(variables, ({ processes }) => processes.join(', '));
  const sections = [...byTitle].toSorted(
    ([, a], [, b]) => (b[0]?.processes.length ?? 0) - (a[0]?.processes.length ?? 0),
  );
  const blocks = sections.map(([processes, members]) =>
    [`# ---- ${processes} ----`, ...members.map(formatVariable)].join('\n\n'),
  );
  return `${[introduction, ...blocks].join('\n\n')}\n`;
}

const introduction = [
  '# Environment variables of each process. Generated by `npm run env:write` from apps/*/src/env.ts.',
  '# docs/configuration.md has the same by purpose. `npm start` sets all of them in development.',
  '# A variable with a value here is commented out and shows its default.',
].join('\n');

function formatVariable({ name, description, requiredBy, standard }: EnvironmentVariable): string {
  const isNeeded = requiredBy.length > 0;
  const text = wrap(isNeeded ? `${description} Required.` : description);
  return [...text, isNeeded ? `${name}=` : `# ${name}=${standard ?? ''}`].join('\n');
}

function wrap(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length < LINE_WIDTH - 2) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(` ${word}`);
  }
  return lines.map((line) => `#${line}`);
}
