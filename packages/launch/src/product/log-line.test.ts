import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createLineFormatter, toJsonLine } from './log-line.ts';

const names = ['api', 'dashboard'];
const plain = createLineFormatter(names, { colors: false });
const colored = createLineFormatter(names, { colors: true });

test('pads the names to one width', () => {
  expect(plain('api', 'ready')).toBe('api       | ready');
  expect(plain('dashboard', 'ready')).toBe('dashboard | ready');
});

test.for([
  [
    '{"level":30,"time":1,"pid":7,"hostname":"m","name":"api","msg":"listening","port":4000}',
    'info listening port=4000',
  ],
  [
    '{"level":50,"time":1,"route":"/v1/events","error":{"code":"x"}}',
    'error route=/v1/events error={"code":"x"}',
  ],
  ['{"level":35,"msg":"custom"}', '35 custom'],
  ['{"no":"level"}', '{"no":"level"}'],
  ['{ broken', '{ broken'],
  ['\u001b[?25h\u001b[32mready\u001b[39m', 'ready'],
  [' GET /sessions 200 in 21ms', ' GET /sessions 200 in 21ms'],
] as const)('formats %s', ([line, expected]) => {
  expect(plain('api', line)).toBe(`api       | ${expected}`);
});

test('gives each process its own color, and adds nothing but colors', () => {
  const [api, dashboard] = names.map((name) => colored(name, 'ready'));
  expect(api?.slice(0, 5)).not.toBe(dashboard?.slice(0, 5));
  expect(stripVTControlCharacters(colored('api', '{"level":40,"msg":"slow"}'))).toBe(
    plain('api', '{"level":40,"msg":"slow"}'),
  );
});

test('in production, a record stays as it is, and other text becomes one', () => {
  const record = '{"level":30,"time":1,"name":"api","msg":"listening"}';
  expect(toJsonLine('api', record)).toBe(record);
  const text = JSON.parse(toJsonLine('dashboard', '\u001b[32m{ "cause": 1 }\u001b[39m', 'stderr'));
  const time = expect.any(Number);
  expect(text).toEqual({ level: 50, time, name: 'dashboard', msg: '{ "cause": 1 }' });
});
