import { expect, test } from 'vitest';
import { resolvePath } from './resolve-path.ts';

test('replaces the parameters of a path', () => {
  const template = '/proxy_sessions/{proxy_session_id}/acquisition_attempts/{attempt_id}/supersede';
  expect(resolvePath(template, { proxy_session_id: 'psess_1', attempt_id: 'pspacq_2', x: 3 })).toBe(
    '/proxy_sessions/psess_1/acquisition_attempts/pspacq_2/supersede',
  );
});

test('returns a path without parameters unchanged', () => {
  expect(resolvePath('/proxy_sessions', { id: 'psess_1' })).toBe('/proxy_sessions');
});

test('encodes a parameter so that it cannot become another path', () => {
  expect(resolvePath('/a/{id}/b', { id: '../c/d' })).toBe('/a/..%2Fc%2Fd/b');
  expect(resolvePath('/a/{id}/b', { id: '{id}$&?x=1#y' })).toBe('/a/%7Bid%7D%24%26%3Fx%3D1%23y/b');
});

test('gives two ids two paths, and a missing id an empty segment', () => {
  expect(resolvePath('/a/{id}', { id: 'x' })).not.toBe(resolvePath('/a/{id}', { id: 'y' }));
  expect(resolvePath('/a/{id}/b', {})).toBe('/a//b');
});
