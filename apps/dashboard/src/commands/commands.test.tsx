// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Procedures, renderPage, rpcError } from '#test/render.tsx';

const push = vi.hoisted(() => vi.fn());
vi.mock('next/navigation', () => ({
  useRouter: () => ({ push }),
  usePathname: () => '/test/api-keys/new',
}));
const { openMerchant, endSession } = vi.hoisted(() => ({
  openMerchant: vi.fn(),
  endSession: vi.fn(),
}));
vi.mock('#merchants/open-merchant.ts', () => ({ openMerchant }));
vi.mock('#sign-in/actions.ts', () => ({ endSession }));

import { ActionForm } from '#forms/action-form.tsx';
import { TextField } from '#forms/text-field.tsx';
import { CommandButton } from './command-button.tsx';

const merchants = [
  { id: 'merch_1', name: 'Nord Fibre' },
  { id: 'merch_2', name: 'Süd Fibre' },
];

async function renderCommands(procedures: Procedures = {}, role = 'owner') {
  await import('./command-dialogs.tsx');
  await renderPage(
    <>
      <CommandButton merchantId="merch_1" merchants={merchants} />
      <ActionForm action={async () => ({})} guardsChanges submit="Save">
        <TextField label="Note" name="note" />
      </ActionForm>
    </>,
    { procedures, role },
  );
  // Both keys of a sequence at once: no time passes between them on a busy machine.
  return userEvent.setup({ delay: null });
}

// Roles of all options take long to compute on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

beforeEach(() => vi.clearAllMocks());
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

it('runs the chosen command of the palette', async () => {
  const user = await renderCommands();
  const button = screen.getByRole('button', { name: 'Search pages, actions and ids' });
  await user.click(button);
  await user.click(await screen.findByRole('combobox'));
  await user.keyboard('mode');
  expect(options()).toEqual(['Switch to live mode']);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(push.mock.calls).toEqual([['/live/api-keys']]));
  expect(screen.queryByRole('dialog')).toBeNull();

  await user.keyboard('{Control>}k{/Control}');
  await user.click(await screen.findByRole('combobox'));
  await user.keyboard('switch fibre{Enter}');
  await waitFor(() => expect(openMerchant.mock.calls).toEqual([['merch_2']]));
});

it('opens what has a pasted id, and says why it opens nothing', async () => {
  const findById = vi
    .fn()
    .mockRejectedValueOnce(rpcError({ code: 'not_found', httpStatus: 404, message: 'No such id.' }))
    .mockResolvedValue({ result: { type: 'api_key', id: 'key_1', status: 'ended' } });
  const user = await renderCommands({ 'search.findById': findById });
  await user.keyboard('/');
  await user.click(await screen.findByRole('combobox'));
  await user.paste(' pi_unknown\n');
  await user.keyboard('{Enter}');
  expect((await screen.findByText('No such id.')).parentElement?.textContent).toBe(
    'No such id. req_1',
  );
  expect(findById).toHaveBeenLastCalledWith({ id: 'pi_unknown' });
  expect(push).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(push.mock.calls).toEqual([['/test/api-keys?show=ended']]));
});

it('opens pages by two keys, but not while someone types, and confirms before changes are lost', async () => {
  const user = await renderCommands();
  await user.keyboard('gs');
  expect(push.mock.calls).toEqual([['/test/sessions']]);
  await user.click(screen.getByRole('textbox', { name: 'Note' }));
  const leave = vi.fn(() => false);
  vi.stubGlobal('confirm', leave);
  await user.keyboard('gs/?');
  await user.tab();
  expect(leave).not.toHaveBeenCalled();
  // What was typed is not saved.
  await user.keyboard('gt');
  expect(leave).toHaveBeenCalledOnce();
  // Neither the first key alone nor another one in between opens a page.
  await user.keyboard('sgxs');
  expect(push).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await screen.findByRole('combobox'));
  await user.keyboard('sign out{Enter}');
  await waitFor(() => expect(leave).toHaveBeenCalledTimes(2));
  expect(endSession).not.toHaveBeenCalled();
});

it('leaves only the shortcut with a modifier key after the others were turned off', async () => {
  const user = await renderCommands();
  await user.keyboard('?');
  await user.click(await screen.findByRole('checkbox', { name: /Single-key shortcuts/ }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.keyboard('gs/?');
  expect(push).not.toHaveBeenCalled();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await screen.findByRole('combobox'));
  await user.keyboard('shortcuts{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined();
});

it('opens the sessions of a buyer reference that looks like no id and is in no command', async () => {
  const result = { type: 'buyer', id: 'customer ada' };
  const user = await renderCommands({ 'search.findById': async () => ({ result }) });
  await user.keyboard('/');
  await user.click(await screen.findByRole('combobox'));
  await user.keyboard('customer ada');
  expect(options()).toEqual(['Open customer ada']);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(push.mock.calls).toEqual([['/test/sessions?buyer=customer+ada']]));
});

it.each([
  ['owner', ['Connect account', 'Create test session', 'Invite a member']],
  ['developer', ['Connect account', 'Create test session']],
  ['support', []],
])('offers the actions of the role %s', async (role, expected) => {
  const create = vi.fn(async () => ({ id: 'psess_2', handoff_url: 'http://pay.example/psess_2' }));
  const user = await renderCommands({ 'sessions.createTest': create }, role);
  await user.keyboard('/');
  const field = await screen.findByRole('combobox');
  const shown = options();
  expect(
    ['Connect account', 'Create test session', 'Invite a member'].filter((one) =>
      shown.includes(one),
    ),
  ).toEqual(expected);
  if (role !== 'owner') return;
  await user.click(field);
  await user.keyboard('test session{Enter}');
  await waitFor(() => expect(push.mock.calls).toEqual([['/test/sessions/psess_2']]));
  expect(create).toHaveBeenCalledOnce();
});
