import { beforeEach, describe, expect, it, vi } from 'vitest';

const logger = vi.hoisted(() => ({ error: vi.fn(), info: vi.fn() }));
vi.mock('./runtime.ts', () => ({ runtime: () => ({ logger }) }));

import { DomainError } from '@parley/domain';
import { createPageFailure, logError } from './page-failure.ts';

beforeEach(() => {
  vi.clearAllMocks();
});

describe('logError', () => {
  it('logs a rejected request by its code, without a message that can quote the request', () => {
    const error = new DomainError('invalid_request', 'The body repeats the key sk_live_secret.');
    expect(logError(error, 'req_1').message).toContain('sk_live_secret');
    expect(logger.info.mock.calls).toEqual([
      [{ code: 'invalid_request', request_id: 'req_1' }, 'request rejected'],
    ]);
  });

  it('returns the error of a read that a page and a server action share, and logs it once', () => {
    const outage = new DomainError('service_unavailable', undefined, { retryAfterSeconds: 1 });
    const failure = createPageFailure(outage, 'req_1');
    expect(logError(failure, 'req_1')).toMatchObject({
      code: 'service_unavailable',
      retryAfterSeconds: 1,
    });
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it('logs an internal error with its cause', () => {
    const error = new Error('connection lost');
    logError(error, 'req_1');
    expect(logger.error).toHaveBeenCalledWith(
      { code: 'internal_error', request_id: 'req_1', err: error },
      expect.any(String),
    );
  });
});
