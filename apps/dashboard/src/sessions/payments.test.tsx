// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { render, renderPage } from '#test/render.tsx';
import { Payments } from './payments.tsx';

afterEach(cleanup);

const payment = {
  provider_object_id: 'pi_1',
  attempt_id: 'pspacq_1',
  amount_minor: 4200,
  currency: 'eur',
  refunded_minor: 0,
  disputed_minor: 0,
  dispute: null,
  refund_due: false,
  refund_failed: false,
  captured_at: '2026-11-20T09:00:00.000Z',
  recorded_at: '2026-11-20T09:00:01.000Z',
};
const texts = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);

it('shows what each payment took, and what of it was refunded and disputed', async () => {
  const second = {
    ...payment,
    provider_object_id: 'pi_2',
    amount_minor: 4300,
    refunded_minor: 300,
    disputed_minor: 4000,
    dispute: {
      id: 'dp_1',
      status: 'needs_response',
      reason: 'fraudulent',
      due_by: '2026-11-27T09:00:00.000Z',
      opened_at: '2026-11-20T09:00:00.000Z',
      closed_at: null,
    },
  };
  await renderPage(<Payments payments={[payment, second]} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(texts('term')).toEqual([
    ...['Charged', 'Refunded', 'Charged at', 'Provider object'],
    ...['Charged', 'Refunded', 'Disputed', 'Dispute', 'Deadline'],
    ...['Charged at', 'Provider object'],
  ]);
  const values = texts('definition');
  expect(values.slice(0, 2)).toEqual(['42.00 EUR', 'Nothing']);
  expect(values.slice(4, 7)).toEqual(['43.00 EUR', '3.00 EUR', '40.00 EUR']);
  expect(values[7]).toBe('Needs a response fraudulent');
  expect(values.at(-1)).toContain('pi_2');
});

it('calls the question of a bank an inquiry, of which nothing is disputed', async () => {
  const dispute = {
    id: 'dp_1',
    status: 'warning_under_review',
    reason: 'fraudulent',
    due_by: null,
    opened_at: '2026-11-20T09:00:00.000Z',
    closed_at: null,
  };
  await renderPage(<Payments payments={[{ ...payment, dispute }]} />);
  expect(texts('term')).toContain('Inquiry');
  expect(texts('term')).not.toContain('Disputed');
  expect(texts('term')).not.toContain('Dispute');
});

it('shows nothing before the first payment', () => {
  const { container } = render(<Payments payments={[]} />);
  expect(container.textContent).toBe('');
});
