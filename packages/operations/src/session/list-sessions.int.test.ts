import { afterAll, beforeAll, expect, it } from 'vitest';
import { startOperations } from '../../test/operations.ts';
import { createSession } from './create-session.ts';
import {
  countSessionsByStatus,
  type ListedSessionsInput,
  listSessionOverviews,
  listSessions,
} from './list-sessions.ts';
import { recordPayerOpened } from './record-payer-opened.ts';

const { deps, caller, scope, database, close } = await startOperations();
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

async function page(input: Partial<ListedSessionsInput> = {}) {
  const { data, has_more, next_cursor, previous_cursor } = await listSessionOverviews(deps, scope, {
    sort: '-created_at',
    limit: 3,
    ...input,
  });
  expect(has_more).toBe(next_cursor !== null);
  return {
    ids: data.map(({ id }) => id),
    next: next_cursor ?? undefined,
    previous: previous_cursor ?? undefined,
  };
}

it.each(['-created_at', 'created_at'] as const)(
  'pages by %s to the end and back without missing or repeating a session',
  async (sort) => {
    const sorted = sort === 'created_at' ? ids.toReversed() : ids;
    const first = await page({ sort });
    expect(first).toEqual({ ids: sorted.slice(0, 3), next: expect.any(String) });
    const second = await page({ sort, cursor: first.next });
    expect(second.ids).toEqual(sorted.slice(3, 6));
    const third = await page({ sort, cursor: second.next });
    expect(third).toEqual({ ids: sorted.slice(6), previous: expect.any(String) });

    const back = await page({ sort, cursor: third.previous, direction: 'previous' });
    expect(back).toEqual({ ...second, next: expect.any(String), previous: expect.any(String) });
    const start = await page({ sort, cursor: back.previous, direction: 'previous' });
    expect(start).toEqual({ ids: first.ids, next: expect.any(String) });
  },
);

it('continues a search in both directions where it examined the most sessions for a page', async () => {
  const narrow: typeof deps = {
    ...deps,
    database: {
      ...deps.database,
      forScope: (of) => {
        const { sessions, ...rest } = deps.database.forScope(of);
        const list: typeof sessions.list = (query) => sessions.list({ ...query, maxExamined: 2 });
        return { ...rest, sessions: { ...sessions, list } };
      },
    },
  };
  const search = (input: Partial<ListedSessionsInput>) =>
    listSessionOverviews(narrow, scope, {
      sort: '-created_at',
      limit: 3,
      currency: 'usd',
      ...input,
    });
  const first = await search({});
  expect(first).toMatchObject({ data: [], has_more: true, previous_cursor: null });
  expect(first.examined_to).not.toBeNull();
  const second = await search({ cursor: first.next_cursor ?? '', currency: 'eur' });
  expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2, 4));
  const back = await search({ cursor: second.previous_cursor ?? '', direction: 'previous' });
  expect(back).toMatchObject({ data: [], next_cursor: second.previous_cursor });
});

it('filters by status and counts each status', async () => {
  const [newest = ''] = ids;
  await recordPayerOpened(deps, caller, { id: newest });
  expect((await page({ status: 'payer_opened' })).ids).toEqual([newest]);
  expect((await page({ status: ['payer_opened', 'paid'] })).ids).toEqual([newest]);
  expect((await page({ search: newest })).ids).toEqual([newest]);
  expect((await page({ search: 'psess_unknown' })).ids).toEqual([]);
  expect((await page({ search: 'customer_6' })).ids).toEqual([newest]);
  expect((await page({ search: 'customer_6', buyer_reference: 'customer_5' })).ids).toEqual([]);
  expect(await countSessionsByStatus(deps, scope)).toEqual(
    expect.arrayContaining([
      { status: 'payer_opened', count: 1, has_more: false },
      { status: 'created', count: 6, has_more: false },
    ]),
  );
});

it('returns no sessions of another merchant or mode', async () => {
  const input = { sort: '-created_at', limit: 10 } as const;
  const live = { ...scope, mode: 'live' } as const;
  const other = { ...scope, merchantId: deps.newId('merch') };
  expect((await listSessions(deps, live, input)).data).toEqual([]);
  expect((await listSessions(deps, other, input)).data).toEqual([]);
});

it('rejects an invalid cursor', async () => {
  for (const text of ['nonsense', '-8640000000000000.psess_1', '1795154000000.evt_1', '']) {
    const cursor = Buffer.from(text).toString('base64url');
    await expect(page({ cursor })).rejects.toMatchObject({ code: 'invalid_request' });
  }
});

it.each(['-created_at', 'created_at'] as const)(
  'pages by %s through sessions that were created in the same millisecond',
  async (sort) => {
    await database.client.$executeRaw`
      UPDATE proxy_session SET created_at = (SELECT min(created_at) FROM proxy_session)`;
    const ascending = ids.toSorted();
    const sorted = sort === 'created_at' ? ascending : ascending.toReversed();
    const first = await page({ sort });
    const second = await page({ sort, cursor: first.next });
    const third = await page({ sort, cursor: second.next });
    expect([...first.ids, ...second.ids, ...third.ids]).toEqual(sorted);
    const back = await page({ sort, cursor: third.previous, direction: 'previous' });
    expect(back.ids).toEqual(second.ids);
  },
);

it('finds the sessions of a payer by their email in any case, page by page', async () => {
  const create = async (email: string) => {
    const { id } = await createSession(deps, caller, {
      amount_minor: 4200,
      currency: 'eur',
      buyer_reference: 'customer_of_email',
      cart_snapshot: {},
      payer_contact: { email },
    });
    return id;
  };
  const own: string[] = [];
  for (const email of [
    'Ada@Example.com',
    'ada@example.com',
    'ada@example.com',
    'ADA@example.com',
  ]) {
    own.unshift(await create(email));
  }
  await create('ada@example.com.au');
  const search = 'ada@EXAMPLE.com';
  const first = await page({ search });
  expect(first.ids).toEqual(own.slice(0, 3));
  expect((await page({ search, cursor: first.next })).ids).toEqual(own.slice(3));
  const [one = ''] = own;
  expect((await page({ search, ids: [one] })).ids).toEqual([one]);
  expect((await page({ search, buyer_reference: 'customer_0' })).ids).toEqual([]);
  expect((await page({ search: 'unknown@example.com' })).ids).toEqual([]);
});

it('searches for a buyer reference with spaces or an @, which is no email', async () => {
  const { deps, caller, scope, close } = await startOperations();
  const buyer_reference = 'order 12 @ shop';
  const { id } = await createSession(deps, caller, {
    amount_minor: 4200,
    currency: 'eur',
    buyer_reference,
    cart_snapshot: {},
  });
  const newest = { sort: '-created_at', limit: 3 } as const;
  const { data } = await listSessions(deps, scope, { ...newest, search: buyer_reference });
  expect(data).toMatchObject([{ id }]);
  await close();
});

it('ends a page with its first MiB of texts and documents, and continues behind it', async () => {
  const { deps, caller, scope, close } = await startOperations();
  const created: string[] = [];
  const text = 'x'.repeat(80 * 1024);
  const large = [
    { buyer_reference: text },
    // Compresses to less than 1 KB.
    { metadata: { text } },
    { cart_snapshot: { text } },
  ];
  for (let count = 0; count < 26; count++) {
    const { id } = await createSession(deps, caller, {
      amount_minor: 4200,
      currency: 'eur',
      buyer_reference: 'buyer',
      cart_snapshot: {},
      ...large[count % 3],
    });
    created.unshift(id);
  }
  const newest = { sort: '-created_at', limit: 100 } as const;
  const first = await listSessions(deps, scope, newest);
  expect(first.data.map(({ id }) => id)).toEqual(created.slice(0, 13));
  expect(first).toMatchObject({ has_more: true, examined_to: null });
  const second = await listSessions(deps, scope, { ...newest, cursor: first.next_cursor ?? '' });
  expect(second.data.map(({ id }) => id)).toEqual(created.slice(13));
  expect(second).toMatchObject({ has_more: false, next_cursor: null });
  const back = { ...newest, cursor: second.previous_cursor ?? '', direction: 'previous' } as const;
  expect((await listSessions(deps, scope, back)).data.map(({ id }) => id)).toEqual(
    created.slice(0, 13),
  );
  await close();
});
