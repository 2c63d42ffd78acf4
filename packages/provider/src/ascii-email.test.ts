import { expect, it } from 'vitest';
import { asciiEmail } from './ascii-email.ts';

it.each([
  ['r&d@Example.com', 'r&d@Example.com'],
  ['info@müller.example', 'info@xn--mller-kva.example'],
  ['grüße@example.com', undefined],
])('sends %s to the provider as %s', (email, sent) => {
  expect(asciiEmail(email)).toBe(sent);
});
