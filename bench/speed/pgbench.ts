import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchmarkTarget, Measurement, PostgresUsage } from './benchmark-target.ts';
import { type CapturedStatement, captureStatements } from './capture-statements.ts';
import type { Environment } from './environment.ts';
import type { Product } from './product.ts';
import { order } from './requests.ts';

const run = promisify(execFile);
/** The tables that a create writes, apart from those of its limits. */
const createdTables = [
  'proxy_session',
  'cart_revision',
  'acquisition_attempt',
  'history_entry',
  'outbox_event',
  'idempotency_record',
];
const KEY = 'captured-idempotency-key';

/** Whether pgbench can be run. */
export async function hasPgbench(command: string): Promise<boolean> {
  return run(command, ['--version']).then(
    () => true,
    () => false,
  );
}

/**
 * pgbench with the statement that the API sends for a create: the limit of this statement and these
 * tables, without a server in front of them.
 * @returns null if a create writes with more than one statement
 */
export async function pgbenchTarget(
  { adminUrl, folder, postgres }: Environment,
  product: Product,
  command: string,
): Promise<BenchmarkTarget | null> {
  const statements = await captureStatements(adminUrl, () => createOnce(product));
  const statement = statements.find(({ text }) => createdTables.every((one) => text.includes(one)));
  if (statement === undefined) return null;
  const { script, variables } = toScript(statement);
  const file = join(folder, 'create.pgbench');
  await writeFile(file, script);
  const { url } = product.merchant;
  return {
    name: 'pgbench',
    run: (connections, seconds) =>
      runPgbench(command, ['-f', file, ...variables, url], postgres, { connections, seconds }),
  };
}

async function createOnce({ merchant, apis }: Product): Promise<void> {
  const response = await fetch(`${apis[0]?.url}/v1/proxy_sessions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${merchant.secretKey}`,
      'content-type': 'application/json',
      'idempotency-key': KEY,
    },
    body: JSON.stringify(order),
  });
  if (!response.ok) throw new Error(`create: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

/** The ids that a create generates: a prefix, a time of 10 characters, a random part. */
const generatedIds = /\b((?:psess|pspacq|evt)_[0-9a-z]{10})([0-9a-z]{26})\b/g;

/** A pgbench script that runs the statement with other ids and another key each time. */
function toScript({ text, parameters }: CapturedStatement) {
  const sql = text.replaceAll(/\$(\d+)/g, (_, n: string) => {
    const value = parameters[Number(n) - 1] ?? '';
    const ids = [...new Map([...value.matchAll(generatedIds)].map((id) => [id[0], id])).values()];
    let expression = `:p${n}`;
    for (const [id, stable] of ids) {
      expression = `replace(${expression}, '${id}', '${stable}' || lpad(:random::text, 26, '0'))`;
    }
    if (value.includes(KEY)) {
      expression = `replace(${expression}, '${KEY}', 'key-' || :random::text)`;
    }
    return expression === `:p${n}` ? expression : `(${expression})`;
  });
  return {
    script: `\\set random random(1, 9000000000000000000)\n${sql.replaceAll('\n', ' ')};\n`,
    variables: parameters.flatMap((value, i) => ['-D', `p${i + 1}=${value ?? ''}`]),
  };
}

async function runPgbench(
  command: string,
  args: readonly string[],
  postgres: PostgresUsage,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Measurement> {
  const load = ['-c', connections, '-T', Math.ceil(seconds)].map(String);
  const before = await postgres.read();
  const { stdout } = await run(command, ['-n', '-M', 'prepared', ...load, ...args]);
  const after = await postgres.read();
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  const requests = Number(/actually processed: (\d+)/.exec(stdout)?.[1]);
  if (!(perSecond > 0)) throw new Error(`pgbench reported no rate: ${stdout}`);
  return {
    requests,
    perSecond,
    // pgbench reports no quantiles and not its own time.
    p50Ms: Number.NaN,
    p99Ms: Number.NaN,
    cpu: { server: 0, postgres: (after - before) / requests, generator: Number.NaN },
    serverBytes: 0,
  };
}
