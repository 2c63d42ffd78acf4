import type { BenchmarkTarget } from './benchmark-target.ts';
import { compare, warmUp } from './compare.ts';
import {
  credentialsOf,
  type Environment,
  openProductTargets,
  referenceTarget,
} from './environment.ts';
import { create, measures, pgbench } from './measures.ts';
import type { Options } from './options.ts';
import { hasPgbench, pgbenchTarget } from './pgbench.ts';
import { type Product, startProduct } from './product.ts';
import { startReference } from './reference.ts';
import { describe, type Goals, type Row } from './report.ts';

/** Compares the API with the reference server. A measure that fails does not end the others. */
export async function compareMeasures(
  environment: Environment,
  options: Options,
  print: (line: string) => void,
): Promise<Row[]> {
  const chosen = measures.filter(({ name }) => options.only.includes(name));
  const withPgbench = options.only.includes(pgbench.name);
  if (chosen.length === 0 && !withPgbench) return [];
  const product = environment.use(await startProduct({ ...environment, name: 'parley' }));
  const { targetOf } = await openProductTargets(environment, product);
  const reference = await startReference(product.merchant.url, environment.folder);
  environment.use(reference.server);
  const credentials = credentialsOf(product);

  async function* compareAll(
    goals: Goals,
    measured: BenchmarkTarget,
    baseline: BenchmarkTarget,
  ): AsyncGenerator<Row> {
    const most = Math.max(...options.connections);
    await warmUp([measured, baseline], { connections: most, seconds: options.warmUpSeconds });
    for (const connections of options.connections) {
      const comparison = await compare(measured, baseline, { ...options, connections });
      yield { ...goals, connections, comparison };
    }
  }

  const comparisons = chosen.map((measure) => () => {
    const baseline = referenceTarget(environment, reference, measure.baseline, credentials);
    return compareAll(measure, targetOf(measure), baseline);
  });
  if (withPgbench) {
    const target = await openPgbench(environment, product, options, print);
    if (target) comparisons.push(() => compareAll(pgbench, targetOf(create), target));
  }

  const rows: Row[] = [];
  for (const comparison of comparisons) {
    try {
      for await (const row of comparison()) {
        print(describe(row));
        rows.push(row);
      }
    } catch (error) {
      process.exitCode = 1;
      print(String(error));
    }
  }
  return rows;
}

/** Prints the reason if there is nothing to compare with. */
async function openPgbench(
  environment: Environment,
  product: Product,
  { pgbench: command }: Options,
  print: (line: string) => void,
): Promise<BenchmarkTarget | null> {
  if (!(await hasPgbench(command))) {
    print(
      `pgbench: skipped, ${command} was not found (Debian: apt-get install postgresql-contrib)`,
    );
    return null;
  }
  const target = await pgbenchTarget(environment, product, command);
  if (target === null) print('pgbench: skipped, a create writes with more than one statement');
  return target;
}
