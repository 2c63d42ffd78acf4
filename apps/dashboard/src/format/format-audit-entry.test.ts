import { describe, expect, it } from 'vitest';
import { translator } from '#test/translator.ts';
import { formatAuditEntry } from './format-audit-entry.ts';

const t = translator('audit');

const format = (action: string, details: Record<string, unknown> = {}) =>
  formatAuditEntry(t, { action: `webhook_endpoint.${action}`, details });

describe('formatAuditEntry', () => {
  it.each([
    ['pinged', { event_id: 'evt_1' }, 'Sent a test event', []],
    ['deactivated', { reason: 'gone' }, 'Deactivated the endpoint', ['It returned 410 Gone.']],
    ['events_replayed', { events: 1200 }, 'Replayed events', ['1,200 events']],
    ['events_replayed', { events: 1 }, 'Replayed events', ['1 event']],
    ['updated', { status: { from: 'active', to: 'inactive' } }, 'Deactivated the endpoint', []],
    ['updated', { status: { from: 'inactive', to: 'active' } }, 'Activated the endpoint', []],
    ['painted_blue', {}, 'Painted blue', []],
  ])('formats %s %o', (action, details, sentence, formatted) => {
    expect(format(action, details)).toEqual({ sentence, details: formatted });
  });

  it.each([
    [
      'member.role_changed',
      { name: 'Bo', role: { from: 'viewer', to: 'admin' } },
      ['Changed Bo’s role', 'Role: viewer → admin'],
    ],
    [
      'merchant.updated',
      {
        support_email: { from: null, to: 'help@nord.example' },
        embedding_origins: { from: [], to: ['https://a.example', 'https://b.example'] },
        logo: { from: 'a'.repeat(64), to: null },
      },
      [
        'Changed the settings',
        'Support email: none → help@nord.example',
        'Embedding origins: none → https://a.example, https://b.example',
        'Logo: aaaaaaaa → none',
      ],
    ],
    [
      'invitation.created',
      { email: 'bo@nord.example', role: 'viewer' },
      ['Invited bo@nord.example as viewer'],
    ],
    ['user.sign_in_failed', { name: 'Bo' }, ['Failed to sign in as Bo']],
    ['user.signed_in', {}, ['Signed in']],
    ['user.signed_out_everywhere', { name: 'Bo', sessions: 2 }, ['Signed Bo out of every browser']],
    ['user.disabled', { name: 'Bo', sessions: 2 }, ['Disabled Bo’s account']],
    ['user.enabled', { name: 'Bo' }, ['Enabled Bo’s account']],
    ['api_key.rolled', { name: 'Server' }, ['Rolled the API key “Server”']],
    [
      'api_key.renamed',
      { name: { from: 'Server', to: 'Worker' } },
      ['Renamed an API key', 'Name: Server → Worker'],
    ],
  ])('formats %s %o', (action, given, formatted) => {
    const { sentence, details } = formatAuditEntry(t, { action, details: given });
    expect([sentence, ...details]).toEqual(formatted);
  });

  it('translates roles and settings into the language of the reader', () => {
    const { sentence, details } = formatAuditEntry(translator('audit', 'de'), {
      action: 'member.role_changed',
      details: { name: 'Bo', role: { from: 'viewer', to: 'admin' } },
    });
    expect([sentence, ...details]).toEqual([
      'Rolle von Bo geändert',
      'Rolle: Betrachter → Administrator',
    ]);
  });

  it('lists each changed field with its old and new value', () => {
    const details = {
      url: { from: 'https://a.example/', to: 'https://b.example/' },
      event_types: { from: null, to: ['proxy_session.paid'] },
      status: { from: 'inactive', to: 'active' },
    };
    expect(format('updated', details)).toEqual({
      sentence: 'Changed the endpoint',
      details: [
        'URL: https://a.example/ → https://b.example/',
        'Events: all → proxy_session.paid',
        'Status: inactive → active',
      ],
    });
    const fewer = { event_types: { from: ['a', 'b'], to: null } };
    expect(format('updated', fewer).details).toEqual(['Events: 2 types → all']);
  });
});
