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
Amounts are integers. A refund is a payment that is returned.
`;

test('a section ends at the next heading, and a comment in code is none', () => {
  const sections = splitSections(markdown);
  expect(sections.map(({ title }) => title)).toEqual([
    'Webhooks',
    'Verify a signature',
    'Retries',
    'Money',
  ]);
  expect(sections[1]?.text).toContain('# Send a delivery');
});

test.each([
  ['verify signature', ['Verify a signature']],
  // Every section but one has the word delivery.
  ['Delivery RETRIES', ['Retries', 'Webhooks', 'Verify a signature']],
  ['refund', ['Money']],
  ['kubernetes', []],
])('the sections for "%s" are %j', (query, titles) => {
  const found = rankSections(splitSections(markdown), query);
  expect(found.map(({ title }) => title)).toEqual(titles);
});
