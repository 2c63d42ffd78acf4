import { createLogger } from '@parley/telemetry';
import { expect, it } from 'vitest';
import { logBackgroundFailures, logShardFailures } from './log-failures.ts';

it('logs the failures of a shard once in ten seconds, with their node and number and without values', () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  let now = 0;
  const log = logShardFailures(
    createLogger({ name: 'worker', level: 'info', destination }),
    () => now,
  );
  const down = Object.assign(new Error('Key (email)=(jo@example.com)'), {
    code: '08006',
    detail: 'SELECT secret',
  });
  const one = { operation: 'fan_out', node: 'worker-2:5432', error: down };
  for (now = 0; now <= 10_000; now += 2_500) log(one);
  log({ ...one, node: 'worker-3:5432' });
  log({ ...one, error: Object.assign(new Error('refused'), { code: '23505' }) });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'shard failed', operation: 'fan_out', node: 'worker-2:5432', failures: 1 },
    { node: 'worker-2:5432', failures: 4, err: { code: '08006' } },
    { node: 'worker-3:5432', failures: 1, err: { code: '08006' } },
    { node: 'worker-2:5432', failures: 1, err: { code: '23505' } },
  ]);
  expect(lines.join()).not.toMatch(/email|SELECT/);
});

it('logs failures of background work by task, without values', () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const log = logBackgroundFailures(
    createLogger({ name: 'api', level: 'info', destination }),
    () => 0,
  );
  const error = new Error('Key (email)=(jo@example.com)');
  for (const task of ['event_receipts', 'event_receipts', 'key_uses'] as const)
    log({ task, error });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'background task failed', task: 'event_receipts', failures: 1 },
    { msg: 'background task failed', task: 'key_uses', failures: 1 },
  ]);
  expect(lines.join()).not.toContain('email');
});
