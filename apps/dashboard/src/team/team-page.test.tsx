// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '#test/render.tsx';
import { TeamPage } from './team-page.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }));

afterEach(cleanup);

const owner = (user_id: string, is_disabled: boolean) => ({
  user_id,
  name: user_id,
  email: `${user_id}@nord.example`,
  role: 'owner',
  joined_at: '2026-11-20T09:00:00.000Z',
  is_disabled,
  has_second_factor: true,
});

it('names a disabled account, and the owner who is the last one without it', async () => {
  const team = {
    members: [owner('user_me', false), owner('user_gone', true)],
    invitations: [],
    second_factor_required: false,
  };
  await renderPage(<TeamPage />, { procedures: { 'team.list': async () => team } });
  expect(screen.queryByRole('dialog')).toBeNull();
  const [me, gone] = screen.getAllByRole('listitem').map((item) => within(item));
  expect(gone?.getByText('Disabled')).toBeDefined();
  expect(gone?.getByText(/They cannot sign in/)).toBeDefined();
  expect(gone?.getByRole('button', { name: 'Remove' })).toBeDefined();
  expect(me?.queryByText('Disabled')).toBeNull();
  expect(me?.getByText('Last owner')).toBeDefined();
});

it('opens with the dialog of an invitation at its address', async () => {
  const team = {
    members: [owner('user_me', false)],
    invitations: [],
    second_factor_required: false,
  };
  await renderPage(<TeamPage isInviting />, { procedures: { 'team.list': async () => team } });
  expect(await screen.findByRole('dialog', { name: 'Invite a member' })).toBeDefined();
});
