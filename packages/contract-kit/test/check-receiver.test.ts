import { expect, test } from 'vitest';
import { checkReceiver } from '../src/check-receiver.ts';
import { formatJUnit } from '../src/junit.ts';
import { type Mistakes, secret, startReceiver } from './receivers.ts';

/** The rules that a receiver with the mistakes breaks. */
async function findBroken(mistakes: Mistakes, asks = true): Promise<string[]> {
  const { url, countFulfilled } = await startReceiver(mistakes);
  const results = await checkReceiver({ url, secret, ...(asks && { countFulfilled }) });
  return results.filter(({ problem }) => problem !== null).map(({ rule }) => rule);
}

const rejections = [
  'rejects another secret',
  'rejects a changed body',
  'rejects the signature of another event',
  'rejects a request without webhook-id',
  'rejects a request without webhook-timestamp',
  'rejects a request without webhook-signature',
  'rejects a signature that is ten minutes old',
  'rejects a signature of the future',
];

test('a correct receiver keeps every rule', async () => {
  expect(await findBroken({})).toEqual([]);
});

test.each<[Mistakes, string[]]>([
  [{ verifiesNothing: true }, rejections],
  [{ ignoresTime: true }, rejections.slice(-2)],
  [
    { forgetsIds: true },
    [
      'fulfills once if an event arrives twice',
      'fulfills once if an event arrives four times at once',
    ],
  ],
  [{ storesIdLate: true }, ['fulfills once if an event arrives four times at once']],
  [{ refusesUnknownTypes: true }, ['accepts a type that a later version adds']],
  [{ shipsTestEvents: true }, ['ignores test events']],
])('a receiver that %o breaks %o', async (mistakes, rules) => {
  expect(await findBroken(mistakes)).toEqual(rules);
});

test('a receiver that verifies a rewritten body accepts nothing, even if it cannot be asked', async () => {
  const broken = await findBroken({ rewritesBody: true }, false);
  expect(broken).toContain('accepts a signed event, and fulfills its order once');
  expect(broken).not.toContain('rejects another secret');
});

test('a receiver that ships every session breaks the rules about other states', async () => {
  expect(await findBroken({ shipsEverything: true })).toEqual([
    'accepts events out of order',
    'fulfills nothing that is in conflict, expired or canceled',
  ]);
});

test('a receiver that does not respond is described, also as JUnit XML', async () => {
  const results = await checkReceiver({ url: 'http://127.0.0.1:3/hooks?a=<b>', secret });
  expect(results[0]?.problem).toBe('a signed event: ECONNREFUSED instead of 2xx');
  const xml = formatJUnit([{ ...results[0], rule: 'a <rule> & "more"' } as (typeof results)[0]]);
  expect(xml).toContain('tests="1" failures="1"');
  expect(xml).toContain('name="a &lt;rule&gt; &amp; &quot;more&quot;"');
});
