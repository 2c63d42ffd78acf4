import { expect, test } from 'vitest';
import { escapeInvalidPath } from './escape-invalid-path.ts';

test.for([
  ['/sessions/psess_1', '/sessions/psess_1'],
  ['/caf%C3%A9/100%25', '/caf%C3%A9/100%25'],
  ['/sessions/%zz', '/sessions/%25zz'],
  ['/%C3/50%', '/%25C3/50%25'],
] as const)('routes %s as %s', ([path, expected]) => {
  expect(escapeInvalidPath(path)).toBe(expected);
});
