// @vitest-environment happy-dom
import { attentionKinds } from '@parley/domain';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Toasts } from '#components/toasts.tsx';
import { noTriage } from '#test/attention.ts';
import { type Procedures, renderPage, rpcError } from '#test/render.tsx';
import { AttentionPage } from './attention-page.tsx';
import './bulk-triage.tsx';
import './triage-menu.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }));

afterEach(cleanup);

const kind = 'payment_conflict';
const id = 'psess_1';
const counts = { ...Object.fromEntries(attentionKinds.map((one) => [one, 0])), [kind]: 1 };
const at = '2026-11-20T09:00:00.000Z';
let triage: object = noTriage;

let isSolved = false;

async function open(triageItem: Procedures[string], role = 'support', ids: string[] = [id]) {
  triage = { ...noTriage, version: 3 };
  isSolved = false;
  const item = { kind, session_id: id, name: 'buyer', reason: null, at };
  await renderPage(
    <>
      <AttentionPage view={{}} />
      <Toasts />
    </>,
    {
      role,
      memberNames: new Map([['user_me', 'Ada Maria Lovelace']]),
      procedures: {
        'attention.countItems': async () => (isSolved ? { ...counts, [kind]: 0 } : counts),
        'attention.listItems': async () => ({
          data: isSolved ? [] : ids.map((one) => ({ ...item, id: one, triage })),
          has_more: false,
          next_cursor: null,
        }),
        'attention.triageItem': triageItem,
      },
    },
  );
  return { user: userEvent.setup(), row: within(screen.getAllByRole('row')[1] as HTMLElement) };
}

async function choose(user: ReturnType<typeof userEvent.setup>, name: string) {
  const button = await screen.findByRole('button', { name: /^Actions for/ });
  // A press has no effect while an earlier change is pending.
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
  await user.click(button);
  await user.click(screen.getByRole('menuitem', { name }));
}

it('shows an assignment before the server has saved it', async () => {
  const saved = Promise.withResolvers<unknown>();
  const triageItem = vi.fn(() => saved.promise);
  const { user, row } = await open(triageItem);
  expect(row.getByText('Unassigned')).toBeDefined();
  await choose(user, 'Assign to me');
  expect(await row.findByText('Ada Maria Lovelace')).toBeDefined();
  expect(row.getByText('AL')).toBeDefined();
  expect(triageItem).toHaveBeenCalledWith({
    kind,
    id,
    expected_version: 3,
    assignee_id: 'user_me',
  });
  // Only what the server has saved has the note.
  triage = { ...noTriage, version: 4, assignee_id: 'user_me', note: 'Calls the shop.' };
  saved.resolve(triage);
  expect(await row.findByText('Calls the shop.')).toBeDefined();
  await choose(user, 'Unassign');
  expect(triageItem).toHaveBeenLastCalledWith({
    kind,
    id,
    expected_version: 4,
    assignee_id: null,
  });
});

it('takes an assignment back that the server refuses, and says why', async () => {
  const refused = Promise.withResolvers<unknown>();
  const { user, row } = await open(() => refused.promise);
  await choose(user, 'Assign to me');
  expect(await row.findByText('Ada Maria Lovelace')).toBeDefined();
  refused.reject(rpcError({ message: 'Someone else has changed the item.' }));
  expect(await row.findByText('Unassigned')).toBeDefined();
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'The item was not changed. Someone else has changed the item. req_1',
  );
});

it('saves a note, and keeps the dialog open with the error of a refused one', async () => {
  const triageItem = vi
    .fn<Procedures[string]>()
    .mockRejectedValueOnce(rpcError({ fields: { note: 'must have at most 2,000 characters.' } }))
    .mockResolvedValue(noTriage);
  const { user } = await open(triageItem);
  await choose(user, 'Add note…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Note' }));
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), ' Called the shop. ');
  await user.click(dialog.getByRole('button', { name: 'Save note' }));
  expect(await dialog.findByText('Note must have at most 2,000 characters.')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Save note' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(triageItem).toHaveBeenLastCalledWith({
    kind,
    id,
    expected_version: 3,
    note: 'Called the shop.',
  });
});

it('offers a viewer no action', async () => {
  await open(async () => noTriage, 'viewer');
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
});

it('changes each selected item, and keeps the rejected ones selected', async () => {
  const started = Promise.withResolvers<void>();
  const triageItem = vi.fn<Procedures[string]>(async (input) => {
    await started.promise;
    if ((input as { id: string }).id === 'psess_2')
      throw rpcError({ message: 'Someone else has changed the item.' });
    return noTriage;
  });
  const { user } = await open(triageItem, 'support', ['psess_1', 'psess_2', 'psess_3']);
  await user.click(screen.getByRole('checkbox', { name: /^Select all items/ }));
  await user.click(await screen.findByRole('button', { name: 'Change selected items' }));
  await user.click(screen.getByRole('menuitem', { name: 'Assign to me' }));
  // The list shows the change before the server has made it.
  expect(await screen.findAllByText('Ada Maria Lovelace')).toHaveLength(3);
  started.resolve();
  await waitFor(() => expect(screen.getByText('1 selected')).toBeDefined());
  expect(screen.getByText('1 item was not changed.').textContent).toBe(
    '1 item was not changed. Someone else has changed the item. req_1',
  );
  expect(screen.queryByText('Ada Maria Lovelace')).toBeNull();
  expect(screen.getByRole('region', { name: 'Selected items: Payment conflicts' })).toBeDefined();
  const change = { kind, expected_version: 3, assignee_id: 'user_me' };
  expect(triageItem.mock.calls.map(([input]) => input)).toEqual(
    ['psess_1', 'psess_2', 'psess_3'].map((one) => ({ ...change, id: one })),
  );
  const [, first, second] = screen.getAllByRole<HTMLInputElement>('checkbox');
  expect([first?.checked, second?.checked]).toEqual([false, true]);
});

it('keeps a note on several items after a refusal, also once they have left the list', async () => {
  const triageItem = vi.fn<Procedures[string]>(async () => {
    isSolved = true;
    throw rpcError({ message: 'Someone else has changed the item.' });
  });
  const { user } = await open(triageItem);
  await user.click(screen.getByRole('checkbox', { name: /^Select all items/ }));
  await user.click(await screen.findByRole('button', { name: 'Change selected items' }));
  await user.click(screen.getByRole('menuitem', { name: 'Add note…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const note = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
  await user.type(note, 'Called the shop.');
  await user.click(dialog.getByRole('button', { name: 'Save note' }));
  expect(await dialog.findByText(/^Someone else has changed the item\./)).toBeDefined();
  expect(screen.queryByRole('region', { name: /^Selected items/, hidden: true })).toBeNull();
  expect(note.isConnected && note.value).toBe('Called the shop.');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Nothing needs attention.')).toBeDefined();
});
