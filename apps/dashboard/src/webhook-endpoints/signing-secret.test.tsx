// @vitest-environment happy-dom
import { TimeZone } from '@parley/ui/components';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Procedures, renderPage, rpcError } from '#test/render.tsx';
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

let queryClient: QueryClient | undefined;

function ReadQueryClient() {
  queryClient = useQueryClient();
  return null;
}

async function rotate(procedures: Procedures, overlap: string) {
  const user = userEvent.setup();
  const page = (
    <>
      <SigningSecret endpoint={endpoint} />
      <ReadQueryClient />
    </>
  );
  await renderPage(page, { procedures });
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

  it('keeps the previous secret valid until the time chosen in the person’s zone, and rejects a past time', async () => {
    const procedure = rotateSecret();
    const user = userEvent.setup();
    const page = (
      <TimeZone value="Asia/Tokyo">
        <SigningSecret endpoint={endpoint} />
      </TimeZone>
    );
    await renderPage(page, { procedures: { 'webhookEndpoints.rotateSecret': procedure } });
    await user.click(screen.getByRole('button', { name: 'Rotate secret' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByLabelText('At a custom time'));
    const time = dialog.getByLabelText('Time');
    const submit = dialog.getByRole('button', { name: 'Create new secret' });
    fireEvent.change(time, { target: { value: '2020-01-31T09:30' } });
    await user.click(submit);
    expect(dialog.getByText('Choose a time in the future.')).toBeDefined();
    fireEvent.change(time, { target: { value: '2101-01-31T09:30' } });
    await user.click(submit);
    const input = procedure.mock.calls[0]?.[0] as { previous_signing_secret_expires_at: string };
    const chosen = Date.parse(input.previous_signing_secret_expires_at);
    expect(Math.abs(chosen - Date.parse('2101-01-31T09:30:00+09:00'))).toBeLessThanOrEqual(1_000);
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

  it('reports that the previous secret could not be revoked, until it is', async () => {
    const procedure = rotateSecret();
    const revoke = vi
      .fn(async () => ({}))
      .mockRejectedValueOnce(rpcError({ message: 'Try again later.', httpStatus: 503 }));
    const user = await rotate(
      {
        'webhookEndpoints.rotateSecret': procedure,
        'webhookEndpoints.revokePreviousSecret': revoke,
      },
      'Now',
    );
    expect(screen.getByText('whsec_new')).toBeDefined();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^The previous secret could not be revoked\. It still signs/);
    const input = procedure.mock.calls[0]?.[0] as { previous_signing_secret_expires_at: string };
    expect(alert.querySelector('time')?.dateTime).toBe(input.previous_signing_secret_expires_at);

    await user.click(screen.getByRole('button', { name: 'Revoke previous secret' }));
    await user.click(screen.getByRole('button', { name: 'Revoke now' }));
    expect(revoke).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('whsec_new')).toBeDefined();
  });

  it('leaves no secret in the cache of mutations', async () => {
    const user = await rotate({ 'webhookEndpoints.rotateSecret': rotateSecret() }, 'In 24 hours');
    await user.click(screen.getByRole('button', { name: 'I have saved it' }));
    const stored = () =>
      queryClient
        ?.getMutationCache()
        .getAll()
        .map(({ state }) => state.data);
    await vi.waitFor(() => expect(stored()).toEqual([]));
  });

  it.each([
    ['a person without permission', 'support', 'active'],
    ['an archived endpoint', 'owner', 'archived'],
  ] as const)('cannot be rotated for %s', async (_case, role, status) => {
    await renderPage(<SigningSecret endpoint={{ ...endpoint, status }} />, { role });
    expect(screen.queryByRole('button')).toBeNull();
  });
});
