import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { formatCurl } from './format-curl.ts';

/** The arguments that a shell passes to curl, with a key in its environment. */
function runInShell(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; uuidgen() { echo new; }; ${command}`;
  const env = { ...process.env, PARLEY_SECRET_KEY: 'sk_test_1' };
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

it('formats a read with its query, and the key as a variable', () => {
  const command = formatCurl('https://api.example', {
    method: 'GET',
    path: '/v1/proxy_sessions',
    query: { status: ['paid', 'opened'], limit: 5 },
    keyKind: 'secret',
  });
  expect(command).toContain('$PARLEY_SECRET_KEY');
  expect(runInShell(command)).toEqual([
    'https://api.example/v1/proxy_sessions?status=paid&status=opened&limit=5',
    '-H',
    'Authorization: Bearer sk_test_1',
  ]);
});

it('formats a write with a new idempotency key, and a body that the shell does not change', () => {
  const body = { name: `it's $HOME \`id\` "quoted" \\`, note: '[redacted]' };
  const command = formatCurl('http://localhost:4000', {
    method: 'POST',
    path: '/v1/webhook_endpoints',
    body,
    keyKind: 'secret',
  });
  const sent = runInShell(command);
  expect(sent.slice(0, 3)).toEqual(['-X', 'POST', 'http://localhost:4000/v1/webhook_endpoints']);
  expect(sent).toContain('Idempotency-Key: new');
  expect(JSON.parse(sent.at(-1) ?? '')).toEqual(body);
});
