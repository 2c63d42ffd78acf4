import { describe, expect, it } from 'vitest';
import { EVENT_SCHEMA_VERSION, eventTypes, MAX_EVENT_BYTES } from './events.ts';

/** The expected event types by resource. */
const catalog: Record<string, string> = {
  proxy_session: `created payer_handoff_issued payer_opened cart_updated payment_processing paid
    provisionable payment_conflicted provisioned provisioning_failed expired canceled`,
  acquisition_attempt: `reserved provider_attached cart_confirmed action_required
    payment_declined processing succeeded failed canceled expired unknown superseded`,
  payment: 'refunded refund_failed disputed dispute_closed',
  subscription: 'created updated ended',
  webhook_endpoint: 'ping deactivated',
};

describe('the event catalog', () => {
  for (const [resource, names] of Object.entries(catalog)) {
    it(`contains exactly the expected ${resource} events`, () => {
      const found = eventTypes.filter((type) => type.startsWith(`${resource}.`));
      expect(found).toEqual(names.split(/\s+/).map((name) => `${resource}.${name}`));
    });
  }

  it('contains no other and no duplicate events', () => {
    expect(new Set(eventTypes).size).toBe(eventTypes.length);
    expect(new Set(eventTypes.map((type) => type.split('.')[0]))).toEqual(
      new Set(Object.keys(catalog)),
    );
  });

  it('limits an event to 20 KiB', () => {
    expect(MAX_EVENT_BYTES).toBe(20_480);
  });

  it('has a date as its version', () => {
    expect(EVENT_SCHEMA_VERSION).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });
});
