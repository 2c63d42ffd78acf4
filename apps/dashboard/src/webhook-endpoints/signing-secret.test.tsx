// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Procedures, renderPage } from '../../test/render.tsx';
import type { Endpoint } from './endpoint-types.ts';
import { SigningSecret } from './signing-secret.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }));

afterEach(cleanup);

const endpoint = {
  id: 'whend_1',
  status: 'active',
  previous_signing_secret_expires_at: null,
} as Endpoint;
const rotateSecret = () => vi.fn(async (_input: unknown) => ({ signing_secret: 'whsec_new' }));

async function rotate(procedures: Procedures, overlap: string) {
  const user = userEvent.setup();
  await renderPage(<SigningSecret endpoint={endpoint} />, { procedures });
  await user.click(screen.getByRole('button', { name: 'Rotate secret' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByLabelText(overlap, { exact: false }));
  await user.click(dialog.getByRole('button', { name: 'Create new secret' }));
  return user;
}

describe('SigningSecret', () => {
  it('shows a new secret until the person has saved it, and never again', async () => {
    const user = await rotate({ 'webhookEndpoints.rotateSecret': rotateSecret() }, 'In 24 hours');
    expect(screen.getByText('whsec_new')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Rotate secret' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'I have saved it' }));
    expect(screen.queryByText('whsec_new')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Signing secret');
    expect(screen.getByRole('button', { name: 'Rotate secret' })).toBeDefined();
  });

  it.each([
    ['In 24 hours', 24],
    ['In 7 days', 168],
  ])('lets the previous secret sign until the end of the overlap: %s', async (overlap, hours) => {
    const procedure = rotateSecret();
    const before = Date.now();
    await rotate({ 'webhookEndpoints.rotateSecret': procedure }, overlap);
    const input = procedure.mock.calls[0]?.[0] as { previous_signing_secret_expires_at: string };
    const overlapMs = Date.parse(input.previous_signing_secret_expires_at) - before;
    expect(Math.round(overlapMs / 3_600_000)).toBe(hours);
  });

  it('revokes the previous secret at once if it has leaked', async () => {
    const revoke = vi.fn(async () => ({}));
    await rotate(
      {
        'webhookEndpoints.rotateSecret': rotateSecret(),
        'webhookEndpoints.revokePreviousSecret': revoke,
      },
      'Now',
    );
    expect(revoke).toHaveBeenCalledWith({ webhook_endpoint_id: 'whend_1' });
    expect(screen.getByText('whsec_new')).toBeDefined();
  });

  it('shows the new secret even if the previous one cannot be revoked', async () => {
    await rotate(
      {
        'webhookEndpoints.rotateSecret': rotateSecret(),
        'webhookEndpoints.revokePreviousSecret': () => Promise.reject(new Error('unavailable')),
      },
      'Now',
    );
    expect(screen.getByText('whsec_new')).toBeDefined();
  });

  it.each([
    ['a person without permission', 'support', 'active'],
    ['an archived endpoint', 'owner', 'archived'],
  ] as const)('cannot be rotated for %s', async (_case, role, status) => {
    await renderPage(<SigningSecret endpoint={{ ...endpoint, status }} />, { role });
    expect(screen.queryByRole('button')).toBeNull();
  });
});
