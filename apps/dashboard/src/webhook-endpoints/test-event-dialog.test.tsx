// @vitest-environment happy-dom
import type { Mode } from '@parley/domain';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '#test/render.tsx';
import type { Endpoint } from './endpoint-types.ts';
import { TestEventDialog } from './test-event-dialog.tsx';

const push = vi.hoisted(() => vi.fn());
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }) }));

afterEach(cleanup);

const ids = { webhook_endpoint_id: 'whend_1', event_id: 'evt_1' };

async function openDialog(mode: Mode, event_types: string[] | null) {
  const ping = vi.fn(async () => ({ delivery: ids }));
  const endpoint = { id: 'whend_1', event_types } as Endpoint;
  await renderPage(<TestEventDialog endpoint={endpoint} />, {
    mode,
    procedures: { 'webhookEndpoints.ping': ping },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Send test event' }));
  return { ping, select: await screen.findByLabelText<HTMLSelectElement>('Event type') };
}

it('lists the subscribed types first, explains another one and opens the delivery', async () => {
  const { ping, select } = await openDialog('test', ['proxy_session.paid']);
  expect(select.value).toBe('proxy_session.paid');
  const subscribed = within(select).getByRole('group', { name: 'Subscribed events' });
  expect(within(subscribed).getAllByRole('option')).toHaveLength(1);
  expect(within(select).getAllByRole('option')).toHaveLength(33);
  await userEvent.selectOptions(select, 'subscription.ended');
  expect(screen.getByText(/^This endpoint does not subscribe to this event/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send event' }));
  expect(ping).toHaveBeenCalledWith({
    webhook_endpoint_id: 'whend_1',
    event_type: 'subscription.ended',
  });
  await vi.waitFor(() =>
    expect(push).toHaveBeenCalledWith('/test/webhooks/whend_1/deliveries/evt_1'),
  );
});

it('offers only a ping in live mode', async () => {
  const { select } = await openDialog('live', null);
  const options = within(select).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['webhook_endpoint.ping']);
});
