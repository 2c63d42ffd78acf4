import { errorTable } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import { rpcError } from '#test/render.tsx';
import { translator } from '#test/translator.ts';
import { describeFailure } from './action-result.ts';

const forms = translator('forms');
const labels = { url: 'The URL', event_types: 'The event types' };
const describeMessage = (message: string) => describeFailure(forms, rpcError({ message }), labels);

describe('describeFailure', () => {
  it.each([
    ['url must begin with https://.', 'url', 'The URL must begin with https://.'],
    ['url is required. (and 1 more)', 'url', 'The URL is required. (and 1 more)'],
    [
      'event_types.0 must be "proxy_session.paid".',
      'event_types',
      'The event types must be "proxy_session.paid".',
    ],
  ])('assigns “%s” to the field %s', (message, field, shown) => {
    expect(describeMessage(message)).toEqual({ field, message: shown, requestId: 'req_1' });
  });

  it.each(['The endpoint is inactive.', 'status must be "active".', 'urls must not be many.', ''])(
    'assigns “%s” to no field and leaves it unchanged, in English',
    (message) => {
      expect(describeMessage(message)).toEqual({
        field: null,
        message,
        lang: 'en',
        requestId: 'req_1',
      });
    },
  );

  it.each(['service_unavailable', 'rate_limited'] as const)(
    'says for %s when to try again, without the header that a person does not see',
    (code) => {
      const { message } = describeMessage(errorTable[code].message);
      expect(message).toMatch(/\. Try again in a moment\.$/);
      expect(message).not.toContain('Retry-After');
    },
  );

  it('has no request id if the server did not respond', () => {
    const failure = describeFailure(forms, new TypeError('Failed to fetch'), labels);
    expect(failure).toMatchObject({ requestId: null, field: null });
    expect(failure.message).toMatch(/^The dashboard does not respond/);
  });
});
