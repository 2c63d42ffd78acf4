import { writeFile } from 'node:fs/promises';
import { captureSettings } from './capture-statements.ts';
import { compareMeasures } from './compare-measures.ts';
import { startEnvironment } from './environment.ts';
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
  const environment = await startEnvironment(options.profile ? statementSettings : captureSettings);
  const interrupted = () => void environment.stop().finally(() => process.exit(1));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    if (options.profile) return await profileMeasures(environment, options, print);
    if (options.scale) {
      const sizes = await measureSizes(environment, options, print);
      print(`\n${sizeTables(sizes)}`);
      return await writeResult(options, { sizes });
    }
    if (options.processes) {
      const processes = await measureProcesses(environment, options, print);
      print(`\n${processTable(processes)}`);
      return await writeResult(options, { processes });
    }
    const rows = await compareMeasures(environment, options, print);
    const flow = options.only.includes('flow')
      ? await measureFlow(environment, options, print)
      : [];
    if (rows.length > 0) print(`\n${comparisonTable(rows)}`);
    if (flow.length > 0) print(`\n${flowTable(flow)}`);
    await writeResult(options, { rows, flow });
    if (options.short) requireAccepted(rows);
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await environment.stop();
  }
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
