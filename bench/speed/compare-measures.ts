import { compare, warmUp } from './compare.ts';
import {
  credentialsOf,
  type Environment,
  openContenders,
  referenceContender,
} from './environment.ts';
import { type Measure, measures } from './measures.ts';
import type { Options } from './options.ts';
import { startProduct } from './product.ts';
import { startReference } from './reference.ts';
import { describe, type Row } from './report.ts';

/** Compares the API with the reference server. A measure that fails does not end the others. */
export async function compareMeasures(
  environment: Environment,
  options: Options,
  print: (line: string) => void,
): Promise<Row[]> {
  const chosen = measures.filter(({ name }) => options.only.includes(name));
  if (chosen.length === 0) return [];
  const product = environment.use(await startProduct({ ...environment, name: 'parley' }));
  const { contenderOf } = await openContenders(environment, product);
  const reference = await startReference(product.merchant.url, environment.folder);
  environment.use(reference.server);
  const credentials = credentialsOf(product);

  async function* measureAll(measure: Measure): AsyncGenerator<Row> {
    const ours = contenderOf(measure);
    const theirs = referenceContender(environment, reference, measure.baseline, credentials);
    const most = Math.max(...options.connections);
    await warmUp([ours, theirs], { connections: most, seconds: options.warmUpSeconds });
    for (const connections of options.connections) {
      const comparison = await compare(ours, theirs, { ...options, connections });
      yield { ...measure, connections, comparison };
    }
  }

  const rows: Row[] = [];
  for (const measure of chosen) {
    try {
      for await (const row of measureAll(measure)) {
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
