import { writeFile } from 'node:fs/promises';
import { compare } from './compare.ts';
import {
  credentialsOf,
  type Environment,
  openContenders,
  referenceContender,
  startEnvironment,
} from './environment.ts';
import { type Measure, measures } from './measures.ts';
import { type Options, readOptions, usage } from './options.ts';
import { startProduct } from './product.ts';
import { startReference } from './reference.ts';
import { comparisonTable, describe, machine, type Row } from './report.ts';

/** Until the time per request no longer falls. */
const WARM_UP_SECONDS = 6;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Compares the API with the reference server. A measure that fails does not end the others. */
async function compareMeasures(environment: Environment, options: Options): Promise<Row[]> {
  const product = environment.use(await startProduct({ ...environment, name: 'parley' }));
  const contenderOf = await openContenders(environment, product);
  const reference = await startReference(product.merchant.url, environment.folder);
  environment.use(reference.server);
  const credentials = credentialsOf(product);

  async function* measureAll(measure: Measure): AsyncGenerator<Row> {
    const { name, baseline, goal, cpuGoal } = measure;
    const ours = contenderOf(measure);
    const theirs = referenceContender(environment, reference, baseline, credentials);
    for (const [i, connections] of options.connections.entries()) {
      const warmUpSeconds = i === 0 ? WARM_UP_SECONDS : 1;
      const comparison = await compare(ours, theirs, { ...options, connections, warmUpSeconds });
      yield { measure: name, connections, comparison, goal, cpuGoal };
    }
  }

  const rows: Row[] = [];
  for (const measure of measures.filter(({ name }) => options.only.includes(name))) {
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

const options = readOptions(process.argv.slice(2));
if (options.help) {
  print(usage);
  process.exit();
}
print(machine());
const environment = await startEnvironment();
try {
  const rows = await compareMeasures(environment, options);
  print(`\n${comparisonTable(rows)}\n`);
  if (options.json) await writeFile(options.json, `${JSON.stringify(rows, null, 2)}\n`);
} finally {
  await environment.stop();
}
