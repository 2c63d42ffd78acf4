// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPage, rpcError } from '#test/render.tsx';
import { trpc } from '#trpc/client.ts';
import { StaleNotice } from './stale-notice.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const signedOut = rpcError({
  code: 'authentication_required',
  httpStatus: 401,
  message: 'Sign in.',
});
const invalid = rpcError({ message: 'id must be a session id.' });

/** Shows a query, and runs a mutation on a click. */
function Page() {
  const [conflicts, { refetch }] = trpc.attention.countItems.useSuspenseQuery(undefined, {
    select: (counts) => counts.payment_conflict,
  });
  const cancel = trpc.sessions.cancel.useMutation();
  return (
    <>
      <p>{conflicts} conflicts</p>
      <button onClick={() => void refetch()} type="button">
        Refetch
      </button>
      <button onClick={() => cancel.mutate({ id: 'psess_1' })} type="button">
        Cancel
      </button>
      <StaleNotice />
    </>
  );
}

const counts = (conflicts: number) => ({ payment_conflict: conflicts });

async function renderQuery(procedures: Parameters<typeof renderPage>[1]) {
  vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  window.history.replaceState(null, '', '/test/sessions/psess_1');
  await renderPage(<Page />, procedures);
  return userEvent.setup();
}

describe('TrpcProvider', () => {
  it('refetches the queries of the page after a mutation', async () => {
    const list = vi.fn().mockResolvedValueOnce(counts(1)).mockResolvedValue(counts(0));
    const user = await renderQuery({
      procedures: { 'attention.countItems': list, 'sessions.cancel': async () => ({}) },
    });
    expect(screen.getByText('1 conflicts')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('0 conflicts')).toBeDefined();
  });

  it.each(['Refetch', 'Cancel'])(
    'leads to sign-in and back if the session ended: %s',
    async (name) => {
      const list = vi.fn().mockResolvedValueOnce(counts(1)).mockRejectedValue(signedOut);
      const user = await renderQuery({
        procedures: {
          'attention.countItems': list,
          'sessions.cancel': () => Promise.reject(signedOut),
        },
      });
      await user.click(screen.getByRole('button', { name }));
      await waitFor(() =>
        expect(window.location.assign).toHaveBeenCalledWith(
          '/sign-in?to=%2Ftest%2Fsessions%2Fpsess_1',
        ),
      );
    },
  );

  it('keeps the last result and says that it is not up to date if a query fails', async () => {
    const list = vi
      .fn()
      .mockResolvedValueOnce(counts(1))
      .mockRejectedValueOnce(invalid)
      .mockResolvedValue(counts(0));
    const user = await renderQuery({ procedures: { 'attention.countItems': list } });
    expect(screen.getByRole('status').textContent?.trim()).toBe('');
    await user.click(screen.getByRole('button', { name: 'Refetch' }));
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toBe(
        'Not up to date: the last update failed. req_1',
      ),
    );
    expect(screen.getByText('1 conflicts')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('0 conflicts')).toBeDefined();
    expect(screen.getByRole('status').textContent?.trim()).toBe('');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});
