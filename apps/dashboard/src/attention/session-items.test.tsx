// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Toasts } from '#components/toasts.tsx';
import { noTriage } from '#test/attention.ts';
import { type Procedures, renderPage, rpcError } from '#test/render.tsx';
import { SessionItems } from './session-items.tsx';
import './triage-menu.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }));

afterEach(cleanup);

const item = {
  kind: 'payment_conflict',
  id: 'psess_1',
  session_id: 'psess_1',
  subscription_id: null,
  name: 'buyer',
  reason: null,
  at: '2026-11-20T09:00:00.000Z',
  triage: noTriage,
};
const snoozedEvent = {
  ...item,
  kind: 'failed_provider_event',
  id: 'evt_1',
  triage: {
    ...noTriage,
    version: 2,
    assignee_id: 'user_me',
    snoozed_until: '2026-11-27T09:00:00.000Z',
    note: 'Waiting for the bank.',
  },
};

async function open(data: readonly unknown[], role: string, triageItem?: Procedures[string]) {
  await renderPage(
    <>
      <SessionItems sessionId="psess_1" />
      <Toasts />
    </>,
    {
      role,
      memberNames: new Map([['user_me', 'Ada Maria Lovelace']]),
      procedures: {
        'attention.listSessionItems': async () => data,
        ...(triageItem && { 'attention.triageItem': triageItem }),
      },
    },
  );
}

it('shows a viewer what needs attention of a session, without actions', async () => {
  await open([item, snoozedEvent], 'viewer');
  const section = within(await screen.findByRole('region', { name: 'Needs attention' }));
  const [conflict, event] = section.getAllByRole('listitem').map((one) => within(one));
  expect(conflict?.getByText('Payment conflict')).toBeDefined();
  expect(conflict?.queryByRole('link')).toBeNull();
  expect(conflict?.getByText('Unassigned')).toBeDefined();
  const link = event?.getByRole('link', { name: 'Failed provider event' });
  expect(link?.getAttribute('href')).toBe('/test/provider-events?event=evt_1');
  expect(event?.getByText('Ada Maria Lovelace')).toBeDefined();
  expect(event?.getByText(/^Snoozed until/)).toBeDefined();
  expect(event?.getByText('Waiting for the bank.')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

it('says that a dispute is one of a renewal, and links to its subscription', async () => {
  const renewal = { ...item, kind: 'open_dispute', id: 'pi_1', subscription_id: 'psub_1' };
  await open([renewal], 'viewer');
  const [dispute] = await screen.findAllByRole('listitem');
  const link = within(dispute as HTMLElement).getByRole('link', { name: 'Dispute' });
  expect(link.getAttribute('href')).toBe('/test/subscriptions/psub_1');
  expect(dispute?.textContent).toContain('a renewal of the subscription');
});

it('says why the provider refused a cart, and what to do', async () => {
  await open([{ ...item, kind: 'refused_cart', reason: 'amount_too_small' }], 'viewer');
  const [refused] = await screen.findAllByRole('listitem');
  expect(refused?.textContent).toMatch(
    /^Refused cart.*refused this cart\. The amount is below the provider’s minimum\..*Replace the cart/,
  );
});

it('takes a change back that the server refuses, and says why', async () => {
  const refused = Promise.withResolvers<unknown>();
  const triageItem = vi.fn(() => refused.promise);
  await open([item], 'support', triageItem);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Actions for Payment conflict' }));
  await user.click(screen.getByRole('menuitem', { name: 'Assign to me' }));
  expect(await screen.findByText('Ada Maria Lovelace')).toBeDefined();
  expect(triageItem).toHaveBeenCalledWith({
    kind: 'payment_conflict',
    id: 'psess_1',
    expected_version: 0,
    assignee_id: 'user_me',
  });
  refused.reject(rpcError({ message: 'Someone else has changed the item.' }));
  expect(await screen.findByText('Unassigned')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe(
    'The item was not changed. Someone else has changed the item. req_1',
  );
});

it('shows nothing for a session that is in order', async () => {
  await open([], 'support');
  expect(screen.queryByRole('region')).toBeNull();
});
