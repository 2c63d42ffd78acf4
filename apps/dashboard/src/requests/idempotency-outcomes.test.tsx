// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '#test/render.tsx';
import { RequestList } from './request-list.tsx';
import { RequestPage } from './request-page.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }));
vi.mock('next/form', () => ({ default: 'form' }));

afterEach(cleanup);

const used = { created_at: '2026-11-20T09:00:00.000Z', first_request_id: 'req_1' };
const outcomes = [
  {
    ...used,
    method: 'POST',
    path: '/proxy_sessions',
    state: 'stored',
    status: 200,
    error_code: null,
    expires_at: '2026-12-20T09:00:00.000Z',
  },
  {
    ...used,
    method: 'POST',
    path: '/webhook_endpoints',
    state: 'not_stored',
    status: 400,
    error_code: 'invalid_request',
    expires_at: null,
  },
];
const findIdempotencyKey = vi.fn(async () => ({ data: outcomes }));
const render = (search: string) =>
  renderPage(<RequestList view={{ search }} />, {
    procedures: {
      'apiRequests.list': async () => ({ data: [], next_cursor: null, has_more: false }),
      'apiRequests.findIdempotencyKey': findIdempotencyKey,
    },
  });

it('shows above the requests what a repeated request with the searched key gets', async () => {
  await render('order 1042');
  expect(findIdempotencyKey).toHaveBeenCalledWith({ idempotency_key: 'order 1042' });
  const card = within(screen.getByRole('region', { name: 'Idempotency key' }));
  const [stored, notStored] = card.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(stored).toMatch(/^POST \/v1\/proxy_sessions.*gets the stored response \(200\) until/);
  expect(notStored).toMatch(/^POST \/v1\/webhook_endpoints.*was 400 invalid_request\. It is not/);
  const [link] = screen.getAllByRole('link', { name: 'View the first request' });
  expect(link?.getAttribute('href')).toBe('/test/developers/requests/req_1');
});

it('sends no query for a key if the search is a path', async () => {
  findIdempotencyKey.mockClear();
  await render('/v1/proxy_sessions');
  expect(findIdempotencyKey).not.toHaveBeenCalled();
});

it.each([
  ['/v1/proxy_sessions', 'gets the stored response (200)'],
  ['/v1/webhook_endpoints', 'is executed: no response is stored'],
  // Outcomes have the paths of REST.
  ['/trpc/proxySessions.create', null],
])('says on the page of a request to %s what a repeated one gets', async (path, repeated) => {
  const request = {
    id: 'req_1',
    method: 'POST',
    route: path,
    path,
    status: 200,
    error_code: null,
    duration_ms: 12_345,
    api_key: { id: 'key_1', kind: 'secret', name: 'Shop' },
    network: null,
    idempotency_key: 'order 1042',
    replayed: false,
    proxy_session_id: null,
    created_at: '2026-11-20T09:00:00.000Z',
    query: null,
    request_body: null,
    response_body: null,
  };
  await renderPage(<RequestPage apiUrl="https://api.example" id="req_1" />, {
    procedures: {
      'apiRequests.get': async () => ({ request }),
      'apiRequests.findIdempotencyKey': findIdempotencyKey,
    },
  });
  expect(screen.getByRole('link', { name: 'order 1042' })).toBeDefined();
  expect(screen.getByText('12.3 s')).toBeDefined();
  const fact = screen.queryByText('A repeated request')?.nextElementSibling;
  if (repeated === null) expect(fact).toBeUndefined();
  else expect(fact?.textContent).toContain(repeated);
});
