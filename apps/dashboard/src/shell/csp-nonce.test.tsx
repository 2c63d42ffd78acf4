// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CspNonce } from './csp-nonce.tsx';

afterEach(cleanup);

it('keeps the nonce of the document when the page is refreshed', () => {
  const { rerender } = render(<CspNonce nonce="first" />);
  rerender(<CspNonce nonce="second" />);
  expect(document.querySelector('meta')?.getAttribute('nonce')).toBe('first');
});
