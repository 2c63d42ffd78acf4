// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage, rpcError } from '#test/render.tsx';
import { SessionList } from './session-list.tsx';
import { sessionListInput } from './session-list-input.ts';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }));

afterEach(cleanup);

const createSession = (name: string, status: string) => ({
  id: `psess_${name}`,
  status,
  actionable_next_step: 'none',
  buyer_reference: 'customer_8412',
  cart_summary: { first_item: name, more_items: 0 },
  final: { amount_minor: 4200, currency: 'eur' },
  created_at: '2026-11-20T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
  expires_at: '2026-11-21T12:00:00.000Z',
  status_reason: null,
  payment_status: 'unpaid',
});
const data = [
  createSession('Tea', 'created'),
  createSession('Coffee', 'payer_opened'),
  createSession('Cake', 'paid'),
  createSession('Milk', 'created'),
];

async function renderList(
  cancel = vi.fn(async (_: unknown): Promise<unknown> => ({})),
  role = 'support',
  sessions = data,
) {
  const page = { data: sessions, next_cursor: null, previous_cursor: null, examined_to: null };
  await renderPage(<SessionList input={sessionListInput({}, 'UTC')} view={{}} />, {
    role,
    procedures: {
      'sessions.listOverviews': async () => page,
      'sessions.countByStatus': async () => [],
      'savedViews.list': async () => ({ views: [] }),
      'sessions.cancel': cancel,
    },
  });
  return cancel;
}

const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const bar = () => within(screen.getByRole('region', { name: 'Selected sessions' }));
const selectedNames = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select \w+, / })
    .filter(({ checked }) => checked)
    .map((one) => one.getAttribute('aria-label'));

it('selects rows, a range of them and the whole page', async () => {
  await renderList();
  const user = userEvent.setup();
  const all = box(/^Select all/);
  await user.click(box(/^Select Tea/));
  await user.keyboard('{Shift>}');
  await user.click(box(/^Select Cake/));
  await user.keyboard('{/Shift}');
  expect(selectedNames()).toEqual([
    'Select Tea, Created',
    'Select Coffee, Opened',
    'Select Cake, Paid',
  ]);
  expect(all.indeterminate).toBe(true);
  expect(bar().getByText('3 selected')).toBeDefined();
  all.focus();
  await user.keyboard(' ');
  expect([all.checked, all.indeterminate, selectedNames().length]).toEqual([true, false, 4]);
  await user.click(bar().getByRole('button', { name: 'Clear' }));
  expect(screen.queryByRole('region', { name: 'Selected sessions' })).toBeNull();
});

it('exports the selected sessions, and offers a viewer nothing else', async () => {
  await renderList(undefined, 'viewer');
  await userEvent.click(box(/^Select Milk/));
  await userEvent.click(box(/^Select Tea/));
  const link = bar().getByRole('link', { name: 'Export selected' });
  expect(link.getAttribute('href')).toBe('/test/sessions/export?id=psess_Tea&id=psess_Milk');
  expect(bar().queryByRole('button', { name: /Cancel/ })).toBeNull();
});

it('cancels the open ones, and lists those that failed for a retry', async () => {
  let paid = true;
  const cancel = await renderList(
    vi.fn(async (input: unknown) => {
      const { id } = input as { id: string };
      if (id === 'psess_Coffee' && paid) {
        throw rpcError({ message: 'The session is paid.', httpStatus: 409 });
      }
      return {};
    }),
  );
  const user = userEvent.setup();
  await user.click(box(/^Select all/));
  await user.click(bar().getByRole('button', { name: 'Cancel sessions…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel 3 sessions?' }));
  expect(dialog.getByText(/1 of the 4 selected sessions cannot be canceled/)).toBeDefined();
  expect(dialog.getByRole('listitem').textContent).toBe('Cake – Paid');
  await user.click(dialog.getByRole('button', { name: 'Cancel 3 sessions' }));
  const summary = await dialog.findByText('2 sessions were canceled. 1 failed.');
  await waitFor(() => expect(document.activeElement).toBe(summary));
  expect(dialog.getByRole('listitem').textContent).toBe('Coffee The session is paid. req_1');
  expect(cancel.mock.calls.map(([input]) => input)).toEqual(
    ['Tea', 'Coffee', 'Milk'].map((name) => ({ id: `psess_${name}` })),
  );
  paid = false;
  await user.click(dialog.getByRole('button', { name: 'Retry 1 session' }));
  await dialog.findByText('3 sessions were canceled.');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  // What was not canceled is still selected.
  expect(selectedNames()).toEqual(['Select Cake, Paid']);
});

it('stops, and keeps the sessions that were not started for a retry', async () => {
  const calls: (() => void)[] = [];
  const cancel = vi.fn(() => new Promise((resolve) => calls.push(() => resolve({}))));
  await renderList(cancel, 'support', [...data, createSession('Juice', 'created')]);
  const user = userEvent.setup();
  await user.click(box(/^Select all/));
  await user.click(bar().getByRole('button', { name: 'Cancel sessions…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Cancel 4 sessions' }));
  await dialog.findByText('Canceling… 0 of 4 done.');
  await user.keyboard('{Escape}');
  expect(dialog.getByText('Stopping… 0 of 4 done.')).toBeDefined();
  for (const end of calls) end();
  expect(await dialog.findByText('3 sessions were canceled. 1 was not started.')).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Retry 1 session' })).toBeDefined();
  expect(cancel).toHaveBeenCalledTimes(3);
});
