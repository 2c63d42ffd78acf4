import { expect, test } from 'vitest';
import { rankSections, splitSections } from '../src/search-docs.ts';

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
