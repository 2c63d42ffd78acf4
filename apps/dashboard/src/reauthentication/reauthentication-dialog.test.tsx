// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ActionForm } from '#forms/action-form.tsx';
import { TextField } from '#forms/text-field.tsx';
import { renderPage, rpcError } from '#test/render.tsx';
import { trpc } from '#trpc/client.ts';

const confirmIdentity = vi.hoisted(() => vi.fn<(form: FormData) => Promise<object>>());
vi.mock('./actions.ts', () => ({
  confirmIdentity,
  beginPasskeyProof: async () => ({ status: 'succeeded', options: { challenge: 'abc' } }),
}));
const startAuthentication = vi.hoisted(() => vi.fn());
vi.mock('@simplewebauthn/browser', async (original) => ({
  ...(await original<object>()),
  browserSupportsWebAuthn: () => true,
  startAuthentication,
}));
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }));

beforeEach(() => confirmIdentity.mockReset());
afterEach(cleanup);

const refusal = rpcError({
  code: 'reauthentication_required',
  httpStatus: 401,
  message: 'Confirm it.',
});

function RenameKey() {
  const { mutateAsync } = trpc.apiKeys.rename.useMutation();
  return (
    <ActionForm
      action={async (form) => {
        await mutateAsync({ id: 'key_1', name: String(form.get('name')) });
        return { message: 'Renamed.' };
      }}
      submit="Save"
    >
      <TextField label="Name" name="name" />
    </ActionForm>
  );
}

/** Sends the form with a name, which is refused the first time. */
async function submit(hasSecondFactor: boolean, hasPasskey = false) {
  const rename = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValue({});
  const options = { procedures: { 'apiKeys.rename': rename }, hasSecondFactor, hasPasskey };
  await renderPage(<RenameKey />, options);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Name'), 'server');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('dialog', { name: 'Confirm your identity' });
  return { user, rename };
}

it.each([
  ['the password', false, 'Password'],
  ['a code', true, 'Code'],
])('repeats a refused action with what was typed, after %s', async (_proof, isOn, label) => {
  const wrong = { status: 'failed', message: `${label} is wrong.`, field: label.toLowerCase() };
  confirmIdentity.mockResolvedValueOnce(wrong).mockResolvedValue({ status: 'succeeded' });
  const { user, rename } = await submit(isOn);
  await user.type(screen.getByLabelText(label), 'first');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText(`${label} is wrong.`)).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText(label));
  expect(rename).toHaveBeenCalledTimes(1);
  await user.clear(screen.getByLabelText(label));
  await user.type(screen.getByLabelText(label), 'second');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Renamed.')).toBeDefined();
  expect(rename.mock.lastCall).toEqual([{ id: 'key_1', name: 'server' }]);
  expect(confirmIdentity.mock.lastCall?.[0].get(label.toLowerCase())).toBe('second');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('repeats a refused action after a passkey, and shows why one was not used', async () => {
  const { user, rename } = await submit(true, true);
  startAuthentication.mockRejectedValueOnce(new Error('closed')).mockResolvedValue({ id: 'one' });
  confirmIdentity.mockResolvedValue({ status: 'succeeded' });
  const button = screen.getByRole('button', { name: 'Confirm with a passkey' });
  await user.click(button);
  expect(await screen.findByText('No passkey was used. Try again.')).toBeDefined();
  expect(screen.getByLabelText('Code')).toBeDefined();
  await user.click(button);
  expect(await screen.findByText('Renamed.')).toBeDefined();
  expect(startAuthentication).toHaveBeenLastCalledWith({ optionsJSON: { challenge: 'abc' } });
  expect(confirmIdentity.mock.lastCall?.[0].get('passkey')).toBe('{"id":"one"}');
  expect(rename).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows the refusal and keeps what was typed if the person cancels', async () => {
  const { user, rename } = await submit(false);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.getByText('Confirm it.')).toBeDefined());
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('server');
  expect(rename).toHaveBeenCalledTimes(1);
});
