// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderPage } from '#test/render.tsx';
import { ProviderId } from './provider-link.tsx';
import { ProviderUrlContext } from './provider-url.tsx';

afterEach(cleanup);

const open = (id: string, mode: 'test' | 'live') =>
  renderPage(
    <ProviderUrlContext url="https://provider.example">
      <ProviderId id={id} label="provider object id" />
    </ProviderUrlContext>,
    { mode },
  );

it.each([
  ['pi_1', 'test', 'https://provider.example/test/payments/pi_1'],
  ['sub_1', 'live', 'https://provider.example/subscriptions/sub_1'],
  ['in_1/../x', 'live', 'https://provider.example/invoices/in_1%2F..%2Fx'],
] as const)('links %s of %s mode to its page at the provider', async (id, mode, href) => {
  await open(id, mode);
  const link = screen.getByRole('link', { name: 'View at the provider' });
  expect(link.getAttribute('href')).toBe(href);
  expect(link.getAttribute('rel')).toBe('noreferrer');
});

it('has no link for an object without a page', async () => {
  await open('cs_1', 'test');
  expect(screen.getByRole('button', { name: /provider object id/ })).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});
