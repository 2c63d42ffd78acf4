import { expect, it } from 'vitest';
import { requireBelowLimit } from './limits.ts';

it('accepts what is below the limit, and names the limit, its maximum and a way out otherwise', () => {
  requireBelowLimit('webhook_endpoints', 49);
  expect(() => requireBelowLimit('webhook_endpoints', 50)).toThrow(
    expect.objectContaining({
      code: 'limit_reached',
      message:
        'The limit webhook_endpoints is reached: there may be at most 50 webhook endpoints of a mode that are not archived. Archive one that is not in use, then try again.',
    }),
  );
});

it('uses the maximum of the operator and the advice of the operation', () => {
  const settings = { api_keys: 2 };
  requireBelowLimit('api_keys', 1, { settings });
  expect(() => requireBelowLimit('api_keys', 2, { settings, advice: 'Roll it.' })).toThrow(
    /at most 2 active API keys of a mode\. Roll it\.$/,
  );
});
