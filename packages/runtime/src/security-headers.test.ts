import { expect, it } from 'vitest';
import { dataResponseHeaders } from './security-headers.ts';

it('browsers are told to use https for an origin that is https', () => {
  const name = 'strict-transport-security';
  expect(dataResponseHeaders('https://api.example.com')).toHaveProperty(name);
  expect(dataResponseHeaders('http://localhost:4000')).not.toHaveProperty(name);
});
