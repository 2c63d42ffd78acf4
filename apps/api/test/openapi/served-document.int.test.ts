import { afterAll, expect, it } from 'vitest';
import { startApi } from '../api.ts';

const api = await startApi({ serve: () => ({ documentLimit: { perSecond: 0.001, burst: 5 } }) });
afterAll(() => api.stop());

const get = (headers: Record<string, string> = {}) =>
  fetch(`${api.url}/v1/openapi.json`, { headers });

it('the OpenAPI document is compressed, cacheable and limited per address', async () => {
  const plain = await get({ 'accept-encoding': 'identity' });
  const etag = plain.headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
  expect(plain.headers.get('cache-control')).toBe('public, max-age=300');
  expect(plain.headers.get('content-encoding')).toBeNull();
  const compressed = await get({ 'accept-encoding': 'br, gzip' });
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  expect(compressed.headers.get('vary')).toBe('accept-encoding');
  const text = await plain.text();
  expect(Number(compressed.headers.get('content-length'))).toBeLessThan(text.length / 6);
  expect(await compressed.text()).toBe(text);
  expect((await get({ 'accept-encoding': 'gzip;q=0' })).headers.get('content-encoding')).toBeNull();

  const unchanged = await get({ 'if-none-match': `"other", ${etag}` });
  expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
  const changed = await get({ 'if-none-match': 'W/"other"' });
  expect([changed.status, await changed.text()]).toEqual([200, text]);

  const refused = await get();
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([429, 'no-store']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
});
