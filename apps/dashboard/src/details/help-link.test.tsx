// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { render } from '#test/render.tsx';
import { DocsUrlContext } from './docs-url.tsx';
import { HelpLink, WebhookHelpLink } from './help-link.tsx';

afterEach(cleanup);

const open = (url: string | null) =>
  render(
    <DocsUrlContext url={url}>
      <HelpLink code="cart_version_conflict" />
      <WebhookHelpLink />
    </DocsUrlContext>,
  );

it.each([
  ['cart_version_conflict', 'errors/cart_version_conflict/'],
  ['Webhooks', 'guides/webhooks/#respond'],
])('links %s to its page in the documentation', (topic, path) => {
  open('https://docs.example/parley');
  const link = screen.getByRole('link', { name: `Help with ${topic}` });
  expect(link.getAttribute('href')).toBe(`https://docs.example/parley/${path}`);
});

it('shows no link without documentation', () => {
  open(null);
  expect(screen.queryByRole('link')).toBeNull();
});
