import { withClient } from '../harness/database.ts';
import { type Environment, withPostgres } from '../harness/environment.ts';
import { describeMachine, print } from '../harness/report.ts';
import { measureCitus } from './citus.ts';
import { type Comparison, compareMeasures } from './compare.ts';
import { readSpeedOptions } from './options.ts';
import { measurePeers } from './peers.ts';
import { profileMeasures, statementSettings } from './profile.ts';
import { comparisonTable } from './report.ts';

/**
 * Fails the run if the product has become much slower than it was. It compares processor time, which
 * other load on the machine changes little.
 */
function requireAccepted(comparisons: readonly Comparison[]): void {
  for (const { measure, cpuRatio } of comparisons) {
    if (cpuRatio >= measure.accepted) continue;
    process.exitCode = 1;
    print(
      `TOO SLOW: ${measure.name} has ${cpuRatio.toFixed(3)} of the reference, less than ${measure.accepted}`,
    );
  }
}

/** Segments of the write-ahead log, 16 MB each, that a load finds. */
const LOG_SEGMENTS = 64;

/**
 * Creates log segments and makes them reusable. A server in use has such segments; a new one creates
 * and flushes 16 MB whenever it needs another, during the measured load.
 */
const fillLogSegments = ({ adminUrl }: Environment) =>
  withClient(adminUrl, async (client) => {
    for (let i = 0; i < LOG_SEGMENTS; i++) {
      await client.query(`SELECT pg_logical_emit_message(false, 'segment', '')`);
      await client.query('SELECT pg_switch_wal()');
    }
    await client.query('CHECKPOINT');
  });

const settings = { min_wal_size: `${LOG_SEGMENTS * 16}MB` };

try {
  const options = readSpeedOptions();
  print(describeMachine());
  if (options.citus) await measureCitus();
  else if (options.profile) {
    await withPostgres((environment) => profileMeasures(environment, options), {
      ...settings,
      ...statementSettings,
    });
  } else {
    await withPostgres(async (environment) => {
      await fillLogSegments(environment);
      if (options.peers) return print(`\n${await measurePeers(environment, options)}`);
      const comparisons = await compareMeasures(environment, options);
      print(`\n${comparisonTable(comparisons)}`);
      if (options.short) requireAccepted(comparisons);
    }, settings);
  }
} catch (error) {
  print(String(error));
  process.exitCode = 1;
}
