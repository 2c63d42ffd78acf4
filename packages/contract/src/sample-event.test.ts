import { eventTypes } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import { eventSchema } from './event.ts';
import { sampleEvent } from './sample-event.ts';

describe('the sample of an event', () => {
  for (const type of eventTypes) {
    it(`has exactly the fields of the schema of ${type}`, () => {
      const sample = sampleEvent(type);
      // The schema drops fields that it does not have.
      expect(eventSchema(type).parse(sample)).toEqual(sample);
      expect(sample.type).toBe(type);
    });
  }

  it('has the state that its type implies', () => {
    expect(sampleEvent('proxy_session.paid').data).toMatchObject({
      object: {
        status: 'paid',
        actionable_next_step: 'provision',
        presentation_state: 'succeeded',
      },
      previous_attributes: { status: 'payer_opened' },
    });
    expect(sampleEvent('acquisition_attempt.reserved').data).toMatchObject({
      object: { status: 'reserved', provider_root_object_id: null, provider_confirmed_at: null },
      previous_attributes: {},
    });
    expect(sampleEvent('subscription.ended').data.object).toMatchObject({ status: 'canceled' });
  });
});
