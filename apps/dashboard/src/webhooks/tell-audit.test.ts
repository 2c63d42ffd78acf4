import { describe, expect, it } from 'vitest';
import { tellAudit } from './tell-audit.ts';

const told = (action: string, details: Record<string, unknown> = {}) =>
  tellAudit({ action: `webhook_endpoint.${action}`, details });

describe('what was done to an endpoint', () => {
  it.each([
    ['pinged', { event_id: 'evt_1' }, 'Sent a test event', []],
    ['deactivated', { reason: 'gone' }, 'Stopped sending', ['It answered 410 Gone.']],
    ['events_replayed', { events: 1200 }, 'Replayed events', ['1,200 events']],
    ['events_replayed', { events: 1 }, 'Replayed events', ['1 event']],
    ['updated', { status: { from: 'active', to: 'inactive' } }, 'Made it inactive', []],
    ['updated', { status: { from: 'inactive', to: 'active' } }, 'Made it active', []],
    ['painted_blue', {}, 'Painted blue', []],
  ])('%s %o', (action, details, sentence, more) => {
    expect(told(action, details)).toEqual({ sentence, details: more });
  });

  it('names every field that was changed, from what to what', () => {
    const details = {
      url: { from: 'https://a.example/', to: 'https://b.example/' },
      event_types: { from: null, to: ['proxy_session.paid'] },
      status: { from: 'inactive', to: 'active' },
    };
    expect(told('updated', details)).toEqual({
      sentence: 'Changed the endpoint',
      details: [
        'URL: https://a.example/ → https://b.example/',
        'Events: all → proxy_session.paid',
        'Status: inactive → active',
      ],
    });
    const fewer = { event_types: { from: ['a', 'b'], to: null } };
    expect(told('updated', fewer).details).toEqual(['Events: 2 types → all']);
  });
});
