// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Toasts } from '#components/toasts.tsx';
import { renderPage, rpcError } from '#test/render.tsx';
import { Conflict } from './conflict.tsx';
import type { SessionTimeline } from './session-timeline.ts';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }));

afterEach(cleanup);

const timeline = {
  session: {
    id: 'psess_1',
    requested: { amount_minor: 4200, currency: 'eur' },
    final: { amount_minor: 4199, currency: 'eur' },
  },
  attempts: [{ id: 'pspacq_1', attempt_number: 1 }],
  payments: [
    {
      provider_object_id: 'pi_1',
      attempt_id: 'pspacq_1',
      amount_minor: 4199,
      currency: 'eur',
      refunded_minor: 0,
      disputed_minor: 0,
    },
  ],
} as unknown as SessionTimeline;

/** The session with a payment for each refunded amount. */
const withPayments = (...refunded: number[]): SessionTimeline => ({
  ...timeline,
  payments: refunded.flatMap((refunded_minor, index) =>
    timeline.payments.map((payment) => ({
      ...payment,
      provider_object_id: `pi_${index}`,
      refunded_minor,
    })),
  ),
});

type Resolve = (input: unknown) => Promise<unknown>;

async function openDialog(
  resolve: Resolve,
  trigger: string,
  { role = 'support', shown = timeline } = {},
) {
  const user = userEvent.setup();
  await renderPage(
    <>
      <Conflict timeline={shown} />
      <Toasts />
    </>,
    { role, procedures: { 'sessions.resolveConflict': resolve } },
  );
  await user.click(screen.getByRole('button', { name: trigger }));
  return { user, dialog: within(screen.getByRole('dialog')) };
}

describe('Conflict', () => {
  it('compares the requested amount with the charge', async () => {
    await renderPage(<Conflict timeline={timeline} />);
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '€42.00',
      '€41.99',
    ]);
  });

  it('accepts the payment with a note', async () => {
    const resolve = vi.fn(async () => ({}));
    const { user, dialog } = await openDialog(resolve, 'Accept payment…');
    expect(screen.getByRole('dialog', { name: 'Accept €41.99?' })).toBeDefined();
    await user.type(dialog.getByLabelText('Note (optional)'), ' Agreed by phone. ');
    await user.click(dialog.getByRole('button', { name: 'Accept payment' }));
    expect(resolve).toHaveBeenCalledWith({
      id: 'psess_1',
      resolution: 'accept',
      note: 'Agreed by phone.',
    });
    expect(await screen.findByText('The conflict was resolved.')).toBeDefined();
  });

  it('offers to accept without a payment if none is kept', async () => {
    const resolve = vi.fn(async () => ({}));
    const trigger = 'Accept without a payment…';
    const { user, dialog } = await openDialog(resolve, trigger, { shown: withPayments(4199) });
    expect(screen.getByRole('dialog', { name: 'Accept without a payment?' })).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Accept without a payment' }));
    expect(resolve).toHaveBeenCalledWith({ id: 'psess_1', resolution: 'accept' });
  });

  it.each([
    [[0, 0], 'Refund the other one at the provider'],
    [[0, 0, 0], 'Refund the others at the provider'],
    [[0, 4199], null],
  ])('asks to refund what is kept besides one payment: refunded %j', async (refunded, hint) => {
    const shown = withPayments(...refunded);
    const { dialog } = await openDialog(async () => ({}), 'Accept payment…', { shown });
    const found = dialog.queryByText(/^Only one payment counts/)?.textContent ?? null;
    expect(found).toBe(hint && `Only one payment counts. ${hint}.`);
  });

  it('of a fulfilled session is marked as resolved without a change of status', async () => {
    const resolve = vi.fn(async () => ({}));
    const shown = withPayments(0, 4199);
    const fulfilled = { ...shown, session: { ...shown.session, status: 'provisioned' as const } };
    const { user, dialog } = await openDialog(resolve, 'Mark as resolved…', { shown: fulfilled });
    expect(dialog.getByText(/The session status does not change/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Mark as resolved' }));
    expect(resolve).toHaveBeenCalledWith({ id: 'psess_1', resolution: 'accept' });
  });

  it('marks the session as refunded', async () => {
    const resolve = vi.fn(async () => ({}));
    const { user, dialog } = await openDialog(resolve, 'Mark as refunded…');
    await user.click(dialog.getByRole('button', { name: 'Mark as refunded' }));
    expect(resolve).toHaveBeenCalledWith({ id: 'psess_1', resolution: 'refunded' });
  });

  it('marks it as refunded in another way only if that is checked', async () => {
    const resolve = vi.fn(async () => ({}));
    const { user, dialog } = await openDialog(resolve, 'Mark as refunded…');
    await user.click(dialog.getByRole('checkbox'));
    await user.click(dialog.getByRole('button', { name: 'Mark as refunded' }));
    expect(resolve).toHaveBeenCalledWith({
      id: 'psess_1',
      resolution: 'refunded',
      refunded_elsewhere: true,
    });
  });

  it('shows how much the provider refunded if it was not all', async () => {
    const error = rpcError({
      code: 'provider_amount_mismatch',
      httpStatus: 422,
      message:
        'The provider shows 1000 eur of 4199 eur (minor units) as refunded. Refund the rest.',
    });
    const { user, dialog } = await openDialog(() => Promise.reject(error), 'Mark as refunded…');
    await user.click(dialog.getByRole('button', { name: 'Mark as refunded' }));
    expect(document.activeElement?.textContent).toContain('of €41.99 as refunded.');
  });

  it('offers no resolution to a person without permission', async () => {
    await renderPage(<Conflict timeline={timeline} />, { role: 'developer' });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText(/^Only an owner, admin or support member/)).toBeDefined();
  });
});
