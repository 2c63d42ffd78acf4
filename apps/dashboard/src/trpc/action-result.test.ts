import { errorTable } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import { rpcError } from '#test/render.tsx';
import { translator } from '#test/translator.ts';
import { describeFailure } from './action-result.ts';

const forms = translator('forms');
const labels = { url: 'The URL', event_types: 'The event types' };
const describeError = (error: Parameters<typeof rpcError>[0]) =>
  describeFailure(forms, rpcError(error), labels);
const describeMessage = (message: string) => describeError({ message });

describe('describeFailure', () => {
  it('assigns the first problem of each field to the field', () => {
    const url = { field: 'url', label: 'The URL', problem: 'must begin with https://.' };
    const types = { field: 'event_types', label: 'The event types', problem: 'is unknown.' };
    expect(
      describeError({
        fields: {
          url: url.problem,
          'event_types.0': types.problem,
          'event_types.3': 'is too long.',
        },
      }),
    ).toEqual({
      requestId: 'req_1',
      message: 'The URL must begin with https://.',
      field: 'url',
      fields: [
        { ...url, message: 'The URL must begin with https://.' },
        { ...types, message: 'The event types is unknown.' },
      ],
    });
  });

  it('shows the problems of other fields in the message', () => {
    expect(describeError({ fields: { url: 'is required.', mode: 'is unknown.' } })).toMatchObject({
      message: 'mode is unknown.',
      lang: 'en',
      field: null,
      fields: [{ field: 'url' }],
    });
    expect(describeError({ fields: { mode: 'is unknown.' } })).toEqual({
      requestId: 'req_1',
      message: 'mode is unknown.',
      lang: 'en',
      field: null,
    });
  });

  it.each([
    'The endpoint is inactive.',
    'status must be "active".',
    'url is a word of another sentence.',
    '',
  ])('assigns “%s” to no field and leaves it unchanged, in English', (message) => {
    expect(describeMessage(message)).toEqual({
      field: null,
      message,
      lang: 'en',
      requestId: 'req_1',
    });
  });

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
    expect(failure.message).toMatch(/^The dashboard is not responding/);
  });
});
