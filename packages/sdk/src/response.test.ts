import { expect, test } from 'vitest';
import { createClient, refuse, respond } from '../test/fake-api.ts';

const pageOf = (ids: readonly string[], next_cursor: string | null) =>
  respond(200, { data: ids.map((id) => ({ id })), has_more: next_cursor !== null, next_cursor });

const pages = [pageOf(['a', 'b'], 'c1'), pageOf([], 'c2'), pageOf(['c'], null)];

test('for await reads all items, with the query and options of the first page', async () => {
  const { client, received } = createClient(pages);
  const ids: string[] = [];
  const options = { headers: { 'x-test': '1' } };
  for await (const { id } of client.sessions.list({ status: 'paid', limit: 2 }, options)) {
    ids.push(id);
  }
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(received.map(({ url }) => new URL(url).search)).toEqual([
    '?status=paid&limit=2',
    '?status=paid&limit=2&cursor=c1',
    '?status=paid&limit=2&cursor=c2',
  ]);
  expect(received.every(({ headers }) => headers.get('x-test') === '1')).toBe(true);
});

test('a loop that ends early reads no further page', async () => {
  const { client, received } = createClient(pages);
  for await (const { id } of client.sessions.list()) if (id === 'b') break;
  expect(received).toHaveLength(1);
});

test('await returns one page, which has the next one', async () => {
  const { client } = createClient(pages);
  const page = await client.sessions.list();
  expect(JSON.parse(JSON.stringify(page))).toEqual({
    data: [{ id: 'a' }, { id: 'b' }],
    has_more: true,
    next_cursor: 'c1',
  });
  const last = await (await page.getNextPage())?.getNextPage();
  expect(last?.data).toEqual([{ id: 'c' }]);
  expect(await last?.getNextPage()).toBeNull();
  const { data, requestId } = await client.sessions.list().withResponse();
  expect([data.data, requestId]).toEqual([[{ id: 'c' }], 'req_1']);
});

test('an error of a later page ends the loop', async () => {
  const { client } = createClient([pageOf(['a'], 'c1'), refuse(400, 'invalid_request')]);
  const ids: string[] = [];
  const read = async () => {
    for await (const { id } of client.sessions.list()) ids.push(id);
  };
  await expect(read()).rejects.toMatchObject({ code: 'invalid_request' });
  expect(ids).toEqual(['a']);
});

test('the promise of a request can be used as every promise', async () => {
  const { client } = createClient([refuse(404, 'not_found')]);
  const promise = client.sessions.retrieve('psess_1');
  expect(await promise.catch(({ code }) => code)).toBe('not_found');
  let isEnded = false;
  const ended = promise.finally(() => {
    isEnded = true;
  });
  await expect(ended).rejects.toMatchObject({ code: 'not_found' });
  expect(isEnded).toBe(true);
  await expect(Promise.all([promise])).rejects.toMatchObject({ code: 'not_found' });
  await expect(promise.withResponse()).rejects.toMatchObject({ code: 'not_found' });
});
