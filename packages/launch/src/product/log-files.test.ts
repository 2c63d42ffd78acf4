import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@parley/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { echoTrouble, trouble } from './echo-trouble.ts';
import { logFileFor, rotate } from './log-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-logs-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function grown(file: string, mark: string): Promise<void> {
  await writeFile(file, mark);
  await truncate(file, 6 * 1024 * 1024);
}

test('a log that has grown large is set aside, and the oldest of three is dropped', async () => {
  const file = logFileFor(folder, 'api');
  await writeFile(file, 'small');
  rotate(file);
  expect(await readFile(file, 'utf8')).toBe('small');
  for (const mark of ['1', '2', '3', '4']) {
    await grown(file, mark);
    rotate(file);
  }
  const first = (age: number) => readFile(`${file}.${age}`, 'latin1').then((text) => text[0]);
  expect([await first(1), await first(2), await first(3)]).toEqual(['4', '3', '2']);
  expect(existsSync(file)).toBe(false);
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
] as const)('of %s is told: %s', ([line, told]) => {
  expect(trouble(line)).toBe(told);
});

test('only what is new and troublesome is repeated, with the name in front', async () => {
  const file = join(folder, 'api.log');
  await writeFile(file, 'error: an old one\n');
  const said: string[] = [];
  const echo = echoTrouble('api', file, (line) => said.push(line));
  await appendFile(file, 'all is well\nerror: a new one\nerror: half a li');
  await waitFor(() => said.length > 0);
  await appendFile(file, 'ne\n');
  await waitFor(() => said.length > 1);
  echo.stop();
  expect(said).toEqual(['api: error: a new one', 'api: error: half a line']);
});
