import { expect, it } from 'vitest';
import type { SendResult } from './exchange.ts';
import { judge } from './judge.ts';

const answered = (status: number, retryAfterSeconds: number | null = null): SendResult => ({
  kind: 'answered',
  status,
  body: '',
  retryAfterSeconds,
});

it.each([200, 201, 204, 299])('%i is success', (status) => {
  expect(judge(answered(status), 1, 0.5)).toMatchObject({ status: 'succeeded', gone: false });
});

it.each([301, 302, 307, 308, 400, 401, 404, 429, 500, 503])('%i is tried again', (status) => {
  expect(judge(answered(status), 1, 0.5)).toEqual({
    status: 'waiting',
    retryInSeconds: 5,
    gone: false,
  });
});

it('no answer is tried again, later and later, and then given up', () => {
  const silence: SendResult = { kind: 'failed', failure: 'timeout' };
  expect(judge(silence, 2, 0.5)).toMatchObject({ status: 'waiting', retryInSeconds: 300 });
  expect(judge(silence, 10, 0.5)).toMatchObject({ status: 'failed', retryInSeconds: 0 });
});

it('410 means that the endpoint is gone', () => {
  expect(judge(answered(410), 1, 0.5)).toMatchObject({ status: 'waiting', gone: true });
});

it('waits as long as the endpoint asks, within bounds', () => {
  expect(judge(answered(503, 400), 2, 0.5)).toMatchObject({ retryInSeconds: 400 });
  expect(judge(answered(503, 9_999), 2, 0.5)).toMatchObject({ retryInSeconds: 600 });
});
