import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { rankSections, readSections, splitSections } from '../src/search-docs.ts';

const markdown = `# Webhooks
Each delivery is signed.

## Verify a signature
Pass the raw body to webhooks.verify.
\`\`\`sh
# Send a delivery
parley listen
\`\`\`

## Retries
A delivery without a 2xx response is sent again.

# Money
Amounts are integers.

# Changes
Three kinds of integers: small integers, large integers.
${'A field may appear in a later version of the interface. '.repeat(40)}
`;

test('a section ends at the next heading, and a comment in code is none', () => {
  const sections = splitSections(markdown);
  expect(sections.map(({ title }) => title)).toEqual([
    'Webhooks',
    'Webhooks: Verify a signature',
    'Webhooks: Retries',
    'Money',
    'Changes',
  ]);
  expect(sections[1]?.text).toContain('# Send a delivery');
});

test.each([
  ['verify signature', ['Webhooks: Verify a signature']],
  // A title counts more than a text, and a rare word more than a frequent one.
  ['Delivery RETRIES', ['Webhooks: Retries', 'Webhooks', 'Webhooks: Verify a signature']],
  // A long section does not win because it repeats a word.
  ['integers', ['Money', 'Changes']],
  ['kubernetes', []],
])('the sections for "%s" are %j', (query, titles) => {
  const found = rankSections(splitSections(markdown), query);
  expect(found.map(({ title }) => title)).toEqual(titles);
});

const mebibyte = Buffer.alloc(1024 ** 2, 'a ');

/** Sends data until the client disconnects. */
function sendWithoutEnd(response: ServerResponse): void {
  while (!response.closed && response.write(mebibyte));
  response.once('drain', () => sendWithoutEnd(response));
}

test.each<[string, string, (response: ServerResponse) => void]>([
  ['without an end', 'it is larger than 16 MiB', sendWithoutEnd],
  ['that stops', 'it took longer than 200 ms', (response) => response.write('# Webhooks')],
  [
    'that breaks off',
    'the connection failed',
    (response) => response.write('#', () => response.destroy()),
  ],
  ['that is missing', 'it responded with 404', (response) => response.writeHead(404).end()],
])('documentation %s is not read: %s', async (_, reason, respond) => {
  const server = createServer((_request, response) => respond(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const timeoutMs = reason.includes('200 ms') ? 200 : undefined;
  await expect(readSections(url, timeoutMs)).rejects.toThrow(
    `The documentation at ${url}/llms-full.txt cannot be read: ${reason}. Check PARLEY_DOCS_URL.`,
  );
});
