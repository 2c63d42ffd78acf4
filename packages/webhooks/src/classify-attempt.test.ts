import { expect, it } from 'vitest';
import { classifyAttempt } from './classify-attempt.ts';
import type { SendResult } from './exchange.ts';

const responded = (status: number, retryAfterSeconds: number | null = null): SendResult => ({
  kind: 'response',
  status,
  body: '',
  retryAfterSeconds,
});

it.each([200, 201, 204, 299])('treats %i as a success', (status) => {
  expect(classifyAttempt(responded(status), 1, 0.5)).toMatchObject({
    status: 'succeeded',
    gone: false,
  });
});

it.each([301, 302, 307, 308, 400, 401, 404, 429, 500, 503])('retries after %i', (status) => {
  expect(classifyAttempt(responded(status), 1, 0.5)).toEqual({
    status: 'waiting',
    retryInSeconds: 5,
    gone: false,
  });
});

it('retries with increasing delays without a response, then fails', () => {
  const timeout: SendResult = { kind: 'failed', failure: 'timeout' };
  expect(classifyAttempt(timeout, 2, 0.5)).toMatchObject({
    status: 'waiting',
    retryInSeconds: 300,
  });
  expect(classifyAttempt(timeout, 10, 0.5)).toMatchObject({ status: 'failed', retryInSeconds: 0 });
});

it('marks the endpoint as gone after 410', () => {
  expect(classifyAttempt(responded(410), 1, 0.5)).toMatchObject({ status: 'waiting', gone: true });
});

it('honors Retry-After within limits', () => {
  expect(classifyAttempt(responded(503, 400), 2, 0.5)).toMatchObject({ retryInSeconds: 400 });
  expect(classifyAttempt(responded(503, 9_999), 2, 0.5)).toMatchObject({ retryInSeconds: 600 });
});
