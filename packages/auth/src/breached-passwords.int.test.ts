import { createHash } from 'node:crypto';
import { startServer } from '@parley/testing';
import { afterAll, expect, it } from 'vitest';
import { createBreachedPasswordCheck } from './breached-passwords.ts';

const getHash = (password: string) =>
  createHash('sha1').update(password).digest('hex').toUpperCase();
const breached = getHash('correct horse battery');
const padding = getHash('padding');

const paths: string[] = [];
let status = 200;
const { url, stop } = await startServer((request, response) => {
  paths.push(request.url ?? '');
  response.statusCode = status;
  response.end(`${breached.slice(5)}:12\r\n${padding.slice(5)}:0`);
});
const failures: unknown[] = [];
const isBreached = createBreachedPasswordCheck((error) => failures.push(error), url);
afterAll(stop);

it('finds a password in the list, and sends five digits of its hash only', async () => {
  expect(await isBreached('correct horse battery')).toBe(true);
  expect(await isBreached('padding')).toBe(false);
  expect(await isBreached('another horse battery')).toBe(false);
  expect(paths[0]).toBe(`/range/${breached.slice(0, 5)}`);
  expect(failures).toEqual([]);
});

it('accepts every password while the list cannot be read, and reports it', async () => {
  status = 503;
  expect(await isBreached('correct horse battery')).toBe(false);
  expect(failures).toHaveLength(1);
});
