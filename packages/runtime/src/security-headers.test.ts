import { expect, it } from 'vitest';
import { dataResponseHeaders } from './security-headers.ts';

it('sends Strict-Transport-Security for an https origin', () => {
  const name = 'strict-transport-security';
  expect(dataResponseHeaders('https://api.example.com')).toHaveProperty(name);
  expect(dataResponseHeaders('http://localhost:4000')).not.toHaveProperty(name);
});
