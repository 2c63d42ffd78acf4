import { afterAll, beforeAll, expect, it } from 'vitest';
import { startOperations } from '../../test/operations.ts';
import { createSession } from './create-session.ts';
import { countSessions, type ListSessionsInput, listSessions } from './list-sessions.ts';
import { recordPayerOpened } from './record-payer-opened.ts';

const { deps, caller, scope, close } = await startOperations();
/** Newest first. */
const ids: string[] = [];

beforeAll(async () => {
  for (let count = 0; count < 7; count++) {
    const { id } = await createSession(deps, caller, {
      amount_minor: 4200,
      currency: 'eur',
      buyer_reference: `customer_${count}`,
      cart_snapshot: {},
    });
    ids.unshift(id);
  }
});
afterAll(close);

async function page(input: Omit<ListSessionsInput, 'limit'> = {}) {
  const {
    data,
    older_cursor: older,
    newer_cursor: newer,
  } = await listSessions(deps, scope, {
    ...input,
    limit: 3,
  });
  return { ids: data.map(({ id }) => id), older: older ?? undefined, newer: newer ?? undefined };
}

it('goes to the oldest and back to the newest without missing or repeating one', async () => {
  const first = await page();
  expect(first).toEqual({ ids: ids.slice(0, 3), older: expect.any(String), newer: undefined });
  const second = await page({ cursor: first.older, direction: 'older' });
  expect(second.ids).toEqual(ids.slice(3, 6));
  const third = await page({ cursor: second.older, direction: 'older' });
  expect(third).toEqual({ ids: ids.slice(6), older: undefined, newer: expect.any(String) });

  const back = await page({ cursor: third.newer, direction: 'newer' });
  expect(back).toEqual({ ...second, older: expect.any(String), newer: expect.any(String) });
  const start = await page({ cursor: back.newer, direction: 'newer' });
  expect(start).toEqual({ ids: first.ids, older: expect.any(String), newer: undefined });
});

it('lists and counts a status alone', async () => {
  const [newest = ''] = ids;
  await recordPayerOpened(deps, caller, { id: newest });
  expect((await page({ status: 'payer_opened' })).ids).toEqual([newest]);
  expect(await countSessions(deps, scope)).toEqual(
    expect.arrayContaining([
      { status: 'payer_opened', count: 1 },
      { status: 'created', count: 6 },
    ]),
  );
});

it('shows nothing of another merchant, or of the other mode', async () => {
  const input = { limit: 10 };
  const live = { ...scope, mode: 'live' } as const;
  const other = { ...scope, merchantId: deps.newId('merch') };
  expect((await listSessions(deps, live, input)).data).toEqual([]);
  expect((await listSessions(deps, other, input)).data).toEqual([]);
});

it('refuses a cursor that no page gave', async () => {
  for (const text of ['nonsense', '-8640000000000000.psess_1', '1795154000000.evt_1', '']) {
    const cursor = Buffer.from(text).toString('base64url');
    await expect(page({ cursor })).rejects.toMatchObject({ code: 'invalid_request' });
  }
});
