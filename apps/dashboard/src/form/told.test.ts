import { describe, expect, it } from 'vitest';
import { refuse } from './told.ts';

const labels = { url: 'The URL', event_types: 'The event types' };
const told = (message: string) => refuse({ message, requestId: 'req_1' }, labels);

describe('a refusal', () => {
  it.each([
    ['url must begin with https://.', 'url', 'The URL must begin with https://.'],
    ['url is required. (and 1 more)', 'url', 'The URL is required. (and 1 more)'],
    [
      'event_types.0 must be "proxy_session.paid".',
      'event_types',
      'The event types must be "proxy_session.paid".',
    ],
  ])('“%s” stands at %s', (message, field, shown) => {
    expect(told(message)).toEqual({ kind: 'refused', field, message: shown, requestId: 'req_1' });
  });

  it.each(['The endpoint is inactive.', 'status must be "active".', 'urls must not be many.', ''])(
    '“%s” stands at no field and stays as it is',
    (message) => {
      expect(told(message)).toMatchObject({ field: null, message });
    },
  );
});
