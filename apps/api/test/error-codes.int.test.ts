import { errorTable, restErrorCodes } from '@parley/domain';
import { afterAll, expect, it } from 'vitest';
import { errorTriggers } from './error-triggers.ts';
import { startPayments } from './provider.ts';

const payments = await startPayments({
  api: { connect: () => ({ timeouts: { lockMs: 1_000 } }) },
});
const triggers = errorTriggers(payments);
afterAll(() => payments.stop());

const rows = restErrorCodes.map((code) => [code, errorTable[code].status] as const);

it.concurrent.each(rows)(
  '%s is returned with status %i in the error envelope, with a link to its documentation',
  async (code, status) => {
    const response = await triggers[code]();
    expect(response.status).toBe(status);
    expect(response.headers.get('link')).toBe(`<https://docs.test/errors/${code}/>; rel="help"`);
    expect(response.body).toEqual({
      error: {
        code,
        message: expect.stringMatching(/^\S.{9,}/),
        request_id: expect.stringMatching(/^req_/),
      },
    });
  },
);
