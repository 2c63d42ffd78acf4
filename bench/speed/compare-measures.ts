import { compare, warmUp } from './compare.ts';
import type { Contender } from './contender.ts';
import {
  credentialsOf,
  type Environment,
  openContenders,
  referenceContender,
} from './environment.ts';
import { create, measures, pgbench } from './measures.ts';
import type { Options } from './options.ts';
import { hasPgbench, pgbenchContender } from './pgbench.ts';
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
  const { contenderOf } = await openContenders(environment, product);
  const reference = await startReference(product.merchant.url, environment.folder);
  environment.use(reference.server);
  const credentials = credentialsOf(product);

  async function* compareAll(
    goals: Goals,
    ours: Contender,
    theirs: Contender,
  ): AsyncGenerator<Row> {
    const most = Math.max(...options.connections);
    await warmUp([ours, theirs], { connections: most, seconds: options.warmUpSeconds });
    for (const connections of options.connections) {
      const comparison = await compare(ours, theirs, { ...options, connections });
      yield { ...goals, connections, comparison };
    }
  }

  const comparisons = chosen.map((measure) => () => {
    const theirs = referenceContender(environment, reference, measure.baseline, credentials);
    return compareAll(measure, contenderOf(measure), theirs);
  });
  if (withPgbench) {
    const contender = await openPgbench(environment, product, options, print);
    if (contender) comparisons.push(() => compareAll(pgbench, contenderOf(create), contender));
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
): Promise<Contender | null> {
  if (!(await hasPgbench(command))) {
    print(
      `pgbench: skipped, ${command} was not found (Debian: apt-get install postgresql-contrib)`,
    );
    return null;
  }
  const contender = await pgbenchContender(environment, product, command);
  if (contender === null) print('pgbench: skipped, a create writes with more than one statement');
  return contender;
}
