// @vitest-environment happy-dom
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Procedures, renderPage, rpcError } from '#test/render.tsx';
import type { ApiKey } from './key-actions.tsx';
import { KeyList } from './key-list.tsx';
import { NewKeyForm } from './new-key-form.tsx';

const { push } = vi.hoisted(() => ({ push: vi.fn() }));
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }) }));

afterEach(() => {
  cleanup();
  push.mockClear();
});

const key = (change: Partial<ApiKey> = {}): ApiKey => ({
  id: 'key_1',
  kind: 'secret',
  name: 'Server',
  last_four: '9fqx',
  public_value: null,
  scopes: null,
  status: 'active',
  expires_at: null,
  revoked_at: null,
  replaced_by: null,
  last_used_at: null,
  created_by: { kind: 'user', id: 'user_me' },
  created_at: '2026-11-20T09:30:00.000Z',
  ...change,
});

let queryClient: QueryClient | undefined;

function ReadQueryClient() {
  queryClient = useQueryClient();
  return null;
}

interface PageOptions {
  readonly role?: string;
  readonly mode?: 'test' | 'live';
  readonly procedures?: Procedures;
}

/** Renders the page with these keys. The list is read again after every change. */
async function renderKeys(keys: ApiKey[], { procedures = {}, ...person }: PageOptions = {}) {
  const page = (
    <>
      <KeyList view={{}} />
      <ReadQueryClient />
    </>
  );
  const list = async () => ({ data: keys, has_more: false, next_cursor: null });
  await renderPage(page, { ...person, procedures: { 'apiKeys.list': list, ...procedures } });
  return userEvent.setup();
}

const button = (name: string) => screen.getByRole('button', { name });
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));

describe('the list of API keys', () => {
  it('shows the name, the last characters, the scopes, the creator and the times of a key', async () => {
    await renderKeys([key({ scopes: ['events:read'] })]);
    const row = screen.getByRole('row', { name: /Server/ }).textContent;
    for (const text of ['Active', 'sk_test_…9fqx', '1 scope', 'You', 'Never']) {
      expect(row).toContain(text);
    }
  });

  it('explains what is missing without a key', async () => {
    await renderKeys([]);
    expect(screen.getByText('No active keys.')).toBeDefined();
  });

  it.each([
    ['support', 'test', 'an owner, admin or developer'],
    ['developer', 'live', 'an owner or admin'],
  ] as const)('is read-only for a person of role %s in %s mode', async (role, mode, roles) => {
    await renderKeys([key()], { role, mode });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Create key' })).toBeNull();
    expect(screen.getByText(new RegExp(`ask ${roles}\\.`))).toBeDefined();
  });
});

describe('an API key', () => {
  it.each([
    ['In 24 hours', 86_400],
    ['In 7 days', 604_800],
    ['Now', 0],
  ])(
    'is rolled with the chosen overlap, and its successor shown once: %s',
    async (label, seconds) => {
      const keys = [key()];
      const roll = vi.fn(async () => {
        keys[0] = key({ replaced_by: 'key_2' });
        return { api_key: key({ id: 'key_2' }), value: 'sk_test_new' };
      });
      const user = await renderKeys(keys, { procedures: { 'apiKeys.roll': roll } });
      await user.click(button('Roll'));
      await user.click(dialog('Roll “Server”?').getByLabelText(label, { exact: false }));
      await user.click(button('Create new key'));
      expect(roll).toHaveBeenCalledWith({ id: 'key_1', overlap_seconds: seconds });
      expect(screen.getByText('sk_test_new')).toBeDefined();
      expect(screen.getByText('Rolled')).toBeDefined();
      expect(screen.queryByRole('button', { name: 'Roll' })).toBeNull();
      await user.click(button('I have saved it'));
      expect(screen.queryByText('sk_test_new')).toBeNull();
      const stored = () =>
        queryClient
          ?.getMutationCache()
          .getAll()
          .map(({ state }) => state.data);
      await vi.waitFor(() => expect(stored()).toEqual([]));
    },
  );

  it('is rolled with an overlap until a chosen time, at most seven days', async () => {
    const overlaps: number[] = [];
    const roll = async (input: unknown) => {
      overlaps.push((input as { overlap_seconds: number }).overlap_seconds);
      return { api_key: key({ id: 'key_2' }), value: 'sk_test_new' };
    };
    const user = await renderKeys([key()], { procedures: { 'apiKeys.roll': roll } });
    await user.click(button('Roll'));
    const form = dialog('Roll “Server”?');
    await user.click(form.getByLabelText('At a custom time'));
    const choose = async (minutes: number) => {
      const value = new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16);
      fireEvent.change(form.getByLabelText('Time'), { target: { value } });
      await user.click(button('Create new key'));
    };
    const week = 7 * 24 * 60;
    await choose(week + 5);
    expect(form.getByText('Choose a time in the next 7 days.')).toBeDefined();
    expect(overlaps).toEqual([]);
    await choose(week);
    expect(overlaps.map((seconds) => Math.round(seconds / 3_600))).toEqual([week / 60]);
  });

  it('is revoked after a confirmation, which shows why it failed', async () => {
    const revoke = vi
      .fn(async () => ({ api_key: key() }))
      .mockRejectedValueOnce(rpcError({ message: 'Try again later.', httpStatus: 503 }));
    const user = await renderKeys([key(), key({ id: 'key_2', name: 'Worker' })], {
      procedures: { 'apiKeys.revoke': revoke },
    });
    const row = within(screen.getByRole('row', { name: /Server/ }));
    await user.click(row.getByRole('button', { name: 'Revoke' }));
    expect(revoke).not.toHaveBeenCalled();
    expect(dialog('Revoke “Server”?').queryByText(/last secret key/)).toBeNull();
    await user.click(dialog('Revoke “Server”?').getByRole('button', { name: 'Revoke key' }));
    expect(await screen.findByText('Try again later.')).toBeDefined();
    await user.click(dialog('Revoke “Server”?').getByRole('button', { name: 'Revoke key' }));
    expect(revoke).toHaveBeenLastCalledWith({ id: 'key_1' });
    expect(await screen.findByText('“Server” was revoked.')).toBeDefined();
  });

  it.each([
    ['the only one', []],
    ['the only one except keys whose overlap ends', [key({ id: 'key_2', replaced_by: 'key_1' })]],
    ['the only one except publishable keys', [key({ id: 'key_2', kind: 'publishable' })]],
  ])('has a warning in the confirmation if it is %s', async (_case, others) => {
    const user = await renderKeys([key(), ...others]);
    await user.click(screen.getAllByRole('button', { name: 'Revoke' })[0] as HTMLElement);
    const [first] = screen.getAllByRole('dialog');
    expect(within(first as HTMLElement).getByText(/last secret key in test mode/)).toBeDefined();
  });

  it('is renamed', async () => {
    const rename = vi.fn(async () => ({ api_key: key() }));
    const user = await renderKeys([key()], { procedures: { 'apiKeys.rename': rename } });
    await user.click(button('Rename'));
    const name = dialog('Rename “Server”').getByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'Worker');
    await user.click(button('Save name'));
    expect(rename).toHaveBeenCalledWith({ id: 'key_1', name: 'Worker' });
  });
});

describe('the form of a new API key', () => {
  const created = (kind: 'secret' | 'publishable') =>
    vi.fn(async (_input: unknown) => ({ api_key: key({ kind }), value: 'sk_test_new' }));

  it('creates a secret key with scopes and an expiry, and shows its value once', async () => {
    const create = created('secret');
    await renderPage(<NewKeyForm />, { procedures: { 'apiKeys.create': create } });
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Name'), 'Server');
    await user.click(screen.getByLabelText('Selected scopes only'));
    await user.click(screen.getByLabelText('events:read'));
    await user.selectOptions(screen.getByLabelText('Expires'), 'In 30 days');
    const before = Date.now();
    await user.click(button('Create key'));
    const input = create.mock.calls[0]?.[0] as { expires_at: string };
    expect(input).toMatchObject({ kind: 'secret', name: 'Server', scopes: ['events:read'] });
    expect(Math.round((Date.parse(input.expires_at) - before) / 86_400_000)).toBe(30);
    expect(screen.getByText('sk_test_new')).toBeDefined();
    expect(push).not.toHaveBeenCalled();
    await user.click(button('I have saved it'));
    expect(push).toHaveBeenCalledWith('/test/api-keys');
  });

  it('creates a publishable key without scopes, which the list shows', async () => {
    const create = created('publishable');
    await renderPage(<NewKeyForm />, { procedures: { 'apiKeys.create': create } });
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Name'), 'Shop');
    await user.click(screen.getByLabelText('Publishable', { exact: false }));
    expect(screen.queryByText('Scopes')).toBeNull();
    await user.click(button('Create key'));
    const input = { kind: 'publishable', name: 'Shop', scopes: null, expires_at: null };
    expect(create).toHaveBeenCalledWith(input);
    expect(push).toHaveBeenCalledWith('/test/api-keys');
  });
});
