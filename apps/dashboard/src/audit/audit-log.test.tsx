// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { AuditEntry } from '#format/format-audit-entry.ts';
import { renderPage } from '#test/render.tsx';
import { AuditLog } from './audit-log.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }));

afterEach(cleanup);

const entry = (type: string, id: string, change: Partial<AuditEntry> = {}) =>
  ({
    id: `audit_${id}`,
    action: `${type}.updated`,
    actor: { kind: 'user', id: 'user_me' },
    object: { type, id },
    details: {},
    address: null,
    request_id: null,
    created_at: '2026-11-20T09:30:00.000Z',
    ...change,
  }) as AuditEntry;

async function renderLog(data: readonly AuditEntry[], next_cursor: string | null = null) {
  const procedures = { 'auditEntries.list': async () => ({ data, next_cursor }) };
  const view = { about: 'api_key', older: 'a' } as const;
  await renderPage(<AuditLog input={{ limit: 50 } as never} view={view} />, { procedures });
}

const linksIn = (element: HTMLElement) =>
  within(element)
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

it.each([
  ['webhook_endpoint', 'whend_1', '/test/webhooks/whend_1'],
  ['event', 'evt_1', '/test/developers/events/evt_1'],
  ['api_key', 'key_1', '/test/api-keys?key=key_1'],
  ['provider_config', 'pspcfg_1', '/test/provider-configs'],
  ['attention_item', 'psess_1', '/test/sessions/psess_1'],
  ['attention_item', 'evt_1', null],
  ['member', 'user_2', null],
])('an entry about the %s %s links to its page: %s', async (type, id, href) => {
  await renderLog([entry(type, id)]);
  const item = screen.getByRole('listitem');
  expect(linksIn(item)).toEqual(href === null ? [] : [['View', href]]);
  expect(within(item).queryByText(id) === null).toBe(type === 'member');
});

it('an action of an API key links to its requests, and names the request', async () => {
  const actor = { kind: 'api_key', id: 'key_1' } as const;
  const change = { actor, request_id: 'req_1', address: '192.0.2.1' };
  await renderLog([entry('webhook_endpoint', 'whend_1', change)]);
  const item = screen.getByRole('listitem');
  expect(linksIn(item)).toContainEqual([
    'Requests with this key',
    '/test/developers/requests?search=key_1',
  ]);
  expect(within(item).getByText('req_1')).toBeDefined();
  expect(item.textContent).toContain('192.0.2.1');
});

it('the export and the next page have the filters, and the export no page', async () => {
  await renderLog([entry('api_key', 'key_1')], 'b');
  const getHref = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(getHref('Export CSV')).toBe('/test/audit-log/export?about=api_key');
  expect(getHref('Older')).toBe('/test/audit-log?about=api_key&older=b');
});
