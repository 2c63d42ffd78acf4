// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Toasts } from '#components/toasts.tsx';
import { type Procedures, renderPage } from '#test/render.tsx';
import { SessionHeadline } from './session-headline.tsx';
import type { SessionTimeline } from './session-timeline.ts';
import { WebhookItem } from './webhook-item.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }));

afterEach(cleanup);

const charge = { amount_minor: 4200, currency: 'eur' };
const money = {
  status: 'unpaid',
  currency: 'eur',
  received_minor: 4200,
  refunded_minor: 0,
  disputed_minor: 0,
  dispute: null,
};
const base = { id: 'psess_1', requested: charge, final: charge, payment_summary: money };
const session = { ...base, status: 'paid', actionable_next_step: 'provision' };
const ended = {
  ...base,
  status: 'payer_opened',
  actionable_next_step: 'supersede_attempt',
  current_acquisition_attempt: { id: 'pspacq_2' },
};
const attempt = {
  id: 'pspacq_2',
  proxy_session_id: 'psess_1',
  attempt_number: 2,
  version: 7,
  status: 'canceled',
  status_reason: 'too_many_declines',
  integration_path: 'payment_intent',
  checkout_ui_mode: null,
  direct_subscription_source: 'setup_intent',
  provider_options_fingerprint: 'a'.repeat(64),
};

async function openHeadline(timeline: object, role: string, procedures: Procedures = {}) {
  const whole = { attempts: [], payments: [], payer_url: null, ...timeline };
  await renderPage(
    <>
      <SessionHeadline timeline={whole as unknown as SessionTimeline} />
      <Toasts />
    </>,
    { role, procedures },
  );
  return userEvent.setup();
}

const buttonNames = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);

describe('reporting that provisioning failed', () => {
  it('sends the reason and the code', async () => {
    const report = vi.fn(async () => ({}));
    const user = await openHeadline({ session }, 'support', {
      'sessions.reportProvisioningFailed': report,
    });
    await user.click(screen.getByRole('button', { name: 'Report provisioning failed…' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByLabelText('Reason'), ' Out of stock. ');
    await user.type(dialog.getByLabelText('Error code (optional)'), 'out_of_stock');
    await user.click(dialog.getByRole('button', { name: 'Report provisioning failed' }));
    expect(report).toHaveBeenCalledWith({
      id: 'psess_1',
      error_message: 'Out of stock.',
      error_code: 'out_of_stock',
    });
    expect(await screen.findByText('Provisioning was reported as failed.')).toBeDefined();
  });

  it('is not offered to a viewer', async () => {
    await openHeadline({ session }, 'viewer');
    expect(buttonNames()).not.toContain('Report provisioning failed…');
  });
});

describe('a payment that went back', () => {
  const dispute = {
    id: 'dp_1',
    status: 'needs_response',
    reason: 'fraudulent',
    // Far enough away to be shown as a date.
    due_by: '2040-11-27T12:00:00.000Z',
    opened_at: '2026-11-20T12:00:00.000Z',
    closed_at: null,
  };
  const returned = (status: string, step: string, change: object = {}) => ({
    ...session,
    actionable_next_step: step,
    payment_summary: { ...money, status, ...change },
  });
  const texts = () => screen.getByRole('banner').textContent ?? '';
  // The button that copies the id has an empty one.
  const badge = () =>
    within(screen.getByRole('banner'))
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join('');
  const open = (one: object) => openHeadline({ session: one }, 'support');

  it('in full is shown as refunded, and the order can only be reported as not fulfilled', async () => {
    const user = await open(returned('refunded', 'none', { refunded_minor: 4200 }));
    expect(badge()).toBe('Refunded');
    expect(texts()).toContain('The payment was refunded in full.Do not fulfill the order.');
    expect(buttonNames()).not.toContain('Report provisioned…');
    await user.click(screen.getByRole('button', { name: 'Report provisioning failed…' }));
    expect(screen.getByRole('dialog').textContent).toContain('already has the money back');
  });

  it('in part leaves an order to fulfill', async () => {
    await open(returned('partially_refunded', 'provision', { refunded_minor: 1000 }));
    expect(badge()).toBe('Partially refunded');
    expect(texts()).toContain('€10.00 of €42.00 was refunded.Fulfill the order, then report it.');
    expect(buttonNames()).toContain('Report provisioned…');
  });

  it('by a dispute shows the deadline and what not to do', async () => {
    await open(returned('disputed', 'respond_to_dispute', { dispute }));
    expect(badge()).toBe('Disputed');
    expect(texts()).toContain('Do not fulfill the order until you win the dispute.');
    expect(texts()).toMatch(/Deadline to respond at the provider: .*Nov/);
    expect(buttonNames()).not.toContain('Report provisioned…');
  });

  it('by an inquiry is not called disputed: the order can be fulfilled, and the bank waits for a response', async () => {
    const asked = { ...dispute, status: 'warning_needs_response' };
    await open(returned('inquiry', 'respond_to_dispute', { dispute: asked }));
    expect(badge()).toBe('Paid · Inquiry');
    expect(texts()).toContain('No money was withdrawn.');
    expect(texts()).toContain('so that the inquiry does not become a dispute.');
    expect(texts()).toMatch(/Deadline to respond at the provider: .*Nov/);
    expect(texts()).not.toMatch(/Disputed|Do not fulfill/);
    expect(buttonNames()).toContain('Report provisioned…');
  });

  it('after the fulfillment is shown with the status of the session', async () => {
    const provisioned = { ...returned('dispute_lost', 'none'), status: 'provisioned' };
    await open(provisioned);
    expect(badge()).toBe('Provisioned · Dispute lost');
    expect(texts()).not.toContain('No action is needed');
    expect(buttonNames()).not.toContain('Report provisioning failed…');
  });
});

describe('replacing an attempt', () => {
  it.each([
    ['payment_intent', {}],
    ['direct_subscription', { direct_subscription_source: 'setup_intent' }],
  ])('keeps the options of a %s', async (path, options) => {
    const supersede = vi.fn(async () => ({}));
    const attempts = [{ ...attempt, integration_path: path }];
    const timeline = { session: ended, attempts };
    const user = await openHeadline(timeline, 'support', { 'attempts.supersede': supersede });
    expect(screen.getByText(/^The payer page accepts no more payments/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Replace attempt…' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Replace attempt 2?' }));
    await user.click(dialog.getByRole('button', { name: 'Replace attempt' }));
    expect(supersede).toHaveBeenCalledWith({
      proxy_session_id: 'psess_1',
      acquisition_attempt_id: 'pspacq_2',
      expected_version: 7,
      reason: 'replaced_in_dashboard',
      replacement: {
        integration_path: path,
        provider_options_fingerprint: attempt.provider_options_fingerprint,
        ...options,
      },
    });
  });

  it('lets a payer try again whose cart the provider refused', async () => {
    const supersede = vi.fn(async () => ({}));
    const refused = { ...attempt, status: 'failed', status_reason: 'amount_too_small' };
    const attempts = [{ ...refused, provider_root_object_id: null }];
    const timeline = { session: ended, attempts, cart_refused: true };
    const user = await openHeadline(timeline, 'support', { 'attempts.supersede': supersede });
    expect(screen.getByText(/^The provider refused the last cart\. /)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Replace attempt…' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Replace attempt 2?' }));
    await user.click(dialog.getByRole('button', { name: 'Replace attempt' }));
    expect(await screen.findByText(/^The attempt was replaced/)).toBeDefined();
    expect(supersede).toHaveBeenCalledTimes(1);
  });

  it('is not offered to a developer', async () => {
    await openHeadline({ session: ended, attempts: [attempt] }, 'developer');
    expect(screen.queryAllByRole('button')).toHaveLength(1);
    expect(buttonNames()).not.toContain('Replace attempt…');
  });

  it('is not offered while the attempt can be paid', async () => {
    const open = { ...ended, actionable_next_step: 'await_payer' };
    await openHeadline({ session: open, attempts: [attempt] }, 'owner');
    expect(buttonNames()).not.toContain('Replace attempt…');
  });
});

describe('resending an event', () => {
  const event = { id: 'evt_1', type: 'proxy_session.paid' };
  const delivery = {
    webhook_endpoint_id: 'whend_1',
    url: 'https://shop.example/webhooks',
    active: true,
    status: 'succeeded',
    attempts: 1,
    http_status: 200,
    failure: null,
  };
  const open = (change: object, role: string, procedures: Procedures = {}) => {
    const deliveries = [{ ...delivery, ...change }];
    const item = { ...event, deliveries, delivery_counts: { total: 1, succeeded: 1 } };
    return renderPage(<WebhookItem event={item as never} />, { role, procedures });
  };

  it('sends it to one endpoint after a confirmation', async () => {
    const resend = vi.fn(async () => ({}));
    await open({}, 'support', { 'deliveries.resend': resend });
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Resend…' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Send proxy_session.paid again?' }));
    expect(dialog.getByText(/^shop.example\/webhooks gets the event again/)).toBeDefined();
    expect(resend).not.toHaveBeenCalled();
    await user.click(dialog.getByRole('button', { name: 'Resend' }));
    expect(resend).toHaveBeenCalledWith({ webhook_endpoint_id: 'whend_1', event_id: 'evt_1' });
  });

  it.each([
    ['an inactive endpoint', { active: false }, 'owner'],
    ['a viewer', {}, 'viewer'],
  ])('is not offered for %s', async (_, change, role) => {
    await open(change, role);
    expect(screen.queryByRole('button', { name: 'Resend…' })).toBeNull();
  });
});
