import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@parley/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  describeDeleted,
  findWarning,
  followLog,
  followWarnings,
  logFileFor,
  rotate,
} from './logs.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-logs-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function writeLargeFile(file: string, firstByte: string): Promise<void> {
  await writeFile(file, firstByte);
  await truncate(file, 6 * 1024 * 1024);
}

test('rotates a large log and deletes the oldest of three', async () => {
  const file = logFileFor(folder, 'api');
  await writeFile(file, 'small');
  rotate(file);
  expect(await readFile(file, 'utf8')).toBe('small');
  for (const mark of ['1', '2', '3', '4']) {
    await writeLargeFile(file, mark);
    rotate(file);
  }
  const first = (age: number) => readFile(`${file}.${age}`, 'latin1').then((text) => text[0]);
  expect([await first(1), await first(2), await first(3)]).toEqual(['4', '3', '2']);
  expect(await readFile(file, 'utf8')).toBe('');
  expect(existsSync(`${file}.4`)).toBe(false);
});

test.for([
  ['{"level":30,"msg":"request completed"}', undefined],
  ['{"level":40,"time":1,"msg":"slow \\"query\\""}', 'slow \\"query\\"'],
  ['{"level":50,"err":{}}', '{"level":50,"err":{}}'],
  [' ⨯ Error: boom', '⨯ Error: boom'],
  ['2026-11-20 05:24:48 UTC [1] FATAL:  no', '2026-11-20 05:24:48 UTC [1] FATAL:  no'],
  ['2026-11-20 05:24:48 UTC [1] ERROR:  duplicate key', undefined],
  ['errors: 0', undefined],
  ['ready in 3 s', undefined],
] as const)('finds in %s the warning %s', ([line, warning]) => {
  expect(findWarning(line)).toBe(warning);
});

test('prints only new warnings, with the name of the process', async () => {
  const file = join(folder, 'api.log');
  await writeFile(file, 'error: an old one\n');
  const printed: string[] = [];
  const follower = followWarnings('api', file, (line) => printed.push(line));
  await appendFile(file, 'ready\nerror: a new one\nerror: half a li');
  await waitFor(() => printed.length > 0);
  await appendFile(file, 'ne\n');
  await waitFor(() => printed.length > 1);
  follower.stop();
  expect(printed).toEqual(['api: error: a new one', 'api: error: half a line']);
});

test('bounds the log of a running process, and reads each of its lines', async () => {
  const file = join(folder, 'api.log');
  const lines: string[] = [];
  const log = await open(file, 'a');
  const follower = followLog(
    file,
    20,
    (more) => lines.push(...more),
    () => {},
  );
  await log.truncate(6 * 1024 * 1024);
  await log.write('\nlast of the first\n');
  await waitFor(() => existsSync(`${file}.1`));
  await log.write('first of the second\n');
  await waitFor(() => lines.includes('first of the second'));
  follower.stop();
  await log.close();
  expect(lines).toContain('last of the first');
  expect(await readFile(file, 'utf8')).toBe('first of the second\n');
});

test('reads the last lines of a log when it stops', async () => {
  const file = join(folder, 'api.log');
  const lines: string[] = [];
  const follower = followLog(
    file,
    60_000,
    (more) => lines.push(...more),
    () => {},
  );
  await appendFile(file, 'draining\n\nstopped\n');
  follower.stop();
  expect(lines).toEqual(['draining', '', 'stopped']);
});

test('reports once that a log was deleted, and follows it when it is created again', async () => {
  const file = logFileFor(join(folder, 'logs'), 'api');
  await writeFile(file, 'error: an old one\n');
  const printed: string[] = [];
  const follower = followWarnings('api', file, (line) => printed.push(line));
  await rm(join(folder, 'logs'), { recursive: true });
  await waitFor(() => printed.length > 0);
  logFileFor(join(folder, 'logs'), 'api');
  await writeFile(file, 'error: a new one\n');
  await waitFor(() => printed.length > 1);
  follower.stop();
  expect(printed).toEqual([describeDeleted('api', file), 'api: error: a new one']);
});
