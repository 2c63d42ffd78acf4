import { writeFile } from 'node:fs/promises';
import { captureSettings } from './capture-statements.ts';
import { citusTables, measureCitus, openCluster } from './citus.ts';
import { compareMeasures } from './compare-measures.ts';
import { type Environment, startEnvironment } from './environment.ts';
import { flowTable, measureFlow } from './flow.ts';
import { type Options, readOptions, usage } from './options.ts';
import { measureProcesses, processTable } from './processes.ts';
import { profileMeasures, statementSettings } from './profile.ts';
import { comparisonTable, machine, type Row } from './report.ts';
import { measureSizes, sizeTables } from './scale.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

async function writeResult({ json }: Options, result: object): Promise<void> {
  if (json === undefined) return;
  const text = JSON.stringify({ at: new Date(), machine: machine(), ...result }, null, 2);
  await writeFile(json, `${text}\n`);
}

/**
 * Fails the run if the product has become much slower than it was. It compares processor time, which
 * other load on the machine changes little.
 */
function requireAccepted(rows: readonly Row[]): void {
  for (const { name, comparison, accepted } of rows) {
    const { cpuRatio } = comparison;
    if (cpuRatio >= accepted) continue;
    process.exitCode = 1;
    print(`TOO SLOW: ${name} has ${cpuRatio.toFixed(3)} of the reference, less than ${accepted}`);
  }
}

async function run(options: Options): Promise<void> {
  if (options.citus) {
    const { environment, nodes } = await openCluster();
    return runIn(environment, async () => {
      const citus = await measureCitus(environment, nodes, options, print);
      print(`\n${citusTables(citus)}`);
      await writeResult(options, { citus });
    });
  }
  const settings = options.profile ? statementSettings : captureSettings;
  const environment = await startEnvironment(settings);
  await runIn(environment, () => measure(environment, options));
}

/** Stops the environment after `work`, also when the process is interrupted. */
async function runIn(environment: Environment, work: () => Promise<void>): Promise<void> {
  const interrupted = () => void environment.stop().finally(() => process.exit(1));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    await work();
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await environment.stop();
  }
}

async function measure(environment: Environment, options: Options): Promise<void> {
  if (options.profile) return profileMeasures(environment, options, print);
  if (options.scale) {
    const sizes = await measureSizes(environment, options, print);
    print(`\n${sizeTables(sizes)}`);
    return writeResult(options, { sizes });
  }
  if (options.processes) {
    const processes = await measureProcesses(environment, options, print);
    print(`\n${processTable(processes)}`);
    return writeResult(options, { processes });
  }
  const rows = await compareMeasures(environment, options, print);
  const flow = options.only.includes('flow') ? await measureFlow(environment, options, print) : [];
  if (rows.length > 0) print(`\n${comparisonTable(rows)}`);
  if (flow.length > 0) print(`\n${flowTable(flow)}`);
  await writeResult(options, { rows, flow });
  if (options.short) requireAccepted(rows);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) print(usage);
  else {
    print(machine());
    await run(options);
  }
} catch (error) {
  print(String(error));
  process.exitCode = 1;
}
