// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { noTriage } from '#test/attention.ts';
import { renderPage } from '#test/render.tsx';
import { ConfigList } from './config-list.tsx';

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: vi.fn(), refresh: vi.fn() }),
  usePathname: () => '/live/provider-configs',
}));

afterEach(cleanup);

const at = '2026-11-20T09:30:00.000Z';
const config = (id: string, account_id: string, status: string) => ({
  id,
  account_id,
  status,
  psp: 'provider',
  livemode: true,
  api_url: 'https://api.stripe.com',
  publishable_key: `pk_live_${account_id}`,
  secret_key_last_four: 'abcd',
  webhook_secret_set: true,
  previous_webhook_secret_expires_at: null,
  event_url: `https://api.example/provider_events/${id}`,
  last_event_at: null,
  created_at: at,
  updated_at: at,
});

it('offers to activate the account that received the payments before a change', async () => {
  const activate = vi.fn(async (_input: unknown) => ({}));
  const change = { kind: 'receiving_account_changed', id: 'pspcfg_2', name: 'acct_2', at };
  const item = { ...change, session_id: null, reason: 'pspcfg_1', triage: noTriage };
  const setup = { active_provider_config: true, secret_key: true, webhook_endpoint: true };
  const configs = [
    config('pspcfg_2', 'acct_2', 'active'),
    config('pspcfg_1', 'acct_1', 'retired'),
    config('pspcfg_0', 'acct_0', 'retired'),
  ];
  await renderPage(<ConfigList view={{}} />, {
    mode: 'live',
    procedures: {
      'providerConfigs.list': async () => ({ data: configs, has_more: false, next_cursor: null }),
      'attention.listItems': async () => ({ data: [item], has_more: false, next_cursor: null }),
      'attention.getSetupStatus': async () => setup,
      'providerConfigs.activate': activate,
    },
  });
  const former = screen.getByRole('article', { name: 'acct_1' });
  const others = ['acct_2', 'acct_0'].map((name) => screen.getByRole('article', { name }));
  expect(former.textContent).toContain('This account received your payments until');
  for (const { textContent } of others) expect(textContent).not.toContain('received your payments');

  const user = userEvent.setup();
  await user.click(within(former).getByRole('button', { name: 'Activate' }));
  await user.click(screen.getByRole('button', { name: 'Activate config' }));
  expect(activate).toHaveBeenCalledWith({ id: 'pspcfg_1' });
});
