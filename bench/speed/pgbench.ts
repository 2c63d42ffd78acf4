import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchmarkTarget, Measurement, PostgresUsage } from './benchmark-target.ts';
import type { CapturedStatement } from './capture-statements.ts';
import { CAPTURED_KEY, captureCreate, generatedIds } from './create-statement.ts';
import type { Environment } from './environment.ts';
import type { Product } from './product.ts';

const run = promisify(execFile);
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
  const statement = await captureCreate(adminUrl, product);
  if (statement === null) return null;
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

/** A pgbench script that runs the statement with other ids and another key each time. */
function toScript({ text, parameters }: CapturedStatement) {
  const sql = text.replaceAll(/\$(\d+)/g, (_, n: string) => {
    const value = parameters[Number(n) - 1] ?? '';
    const ids = [...new Map([...value.matchAll(generatedIds)].map((id) => [id[0], id])).values()];
    let expression = `:p${n}`;
    for (const [id, stable] of ids) {
      expression = `replace(${expression}, '${id}', '${stable}' || lpad(:random::text, 26, '0'))`;
    }
    if (value.includes(CAPTURED_KEY)) {
      expression = `replace(${expression}, '${CAPTURED_KEY}', 'key-' || :random::text)`;
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
    walBytes: Number.NaN,
  };
}
