// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { render } from '#test/render.tsx';
import { DocsUrlContext } from './docs-url.tsx';
import { HelpLink } from './help-link.tsx';

afterEach(cleanup);

const open = (url: string | null) =>
  render(
    <DocsUrlContext url={url}>
      <HelpLink code="cart_version_conflict" />
    </DocsUrlContext>,
  );

it('links an error code to its page in the documentation', () => {
  open('https://docs.example/parley');
  const link = screen.getByRole('link', { name: 'Help with cart_version_conflict' });
  expect(link.getAttribute('href')).toBe(
    'https://docs.example/parley/errors/cart_version_conflict/',
  );
});

it('shows no link without documentation', () => {
  open(null);
  expect(screen.queryByRole('link')).toBeNull();
});
