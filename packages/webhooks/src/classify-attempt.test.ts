import { expect, it } from 'vitest';
import { classifyAttempt } from './classify-attempt.ts';
import type { SendResult } from './exchange.ts';

const answered = (status: number, retryAfterSeconds: number | null = null): SendResult => ({
  kind: 'response',
  status,
  body: '',
  retryAfterSeconds,
});

it.each([200, 201, 204, 299])('%i is success', (status) => {
  expect(classifyAttempt(answered(status), 1, 0.5)).toMatchObject({
    status: 'succeeded',
    gone: false,
  });
});

it.each([301, 302, 307, 308, 400, 401, 404, 429, 500, 503])('%i is tried again', (status) => {
  expect(classifyAttempt(answered(status), 1, 0.5)).toEqual({
    status: 'waiting',
    retryInSeconds: 5,
    gone: false,
  });
});

it('no answer is tried again, later and later, and then given up', () => {
  const silence: SendResult = { kind: 'failed', failure: 'timeout' };
  expect(classifyAttempt(silence, 2, 0.5)).toMatchObject({
    status: 'waiting',
    retryInSeconds: 300,
  });
  expect(classifyAttempt(silence, 10, 0.5)).toMatchObject({ status: 'failed', retryInSeconds: 0 });
});

it('410 means that the endpoint is gone', () => {
  expect(classifyAttempt(answered(410), 1, 0.5)).toMatchObject({ status: 'waiting', gone: true });
});

it('waits as long as the endpoint asks, within bounds', () => {
  expect(classifyAttempt(answered(503, 400), 2, 0.5)).toMatchObject({ retryInSeconds: 400 });
  expect(classifyAttempt(answered(503, 9_999), 2, 0.5)).toMatchObject({ retryInSeconds: 600 });
});
