import { randomBytes } from 'node:crypto';
import { createSessionWithHandoff, insertApiKey, newId } from '@parley/operations';
import { createTestDatabase } from '@parley/testing';
import { afterAll, expect, it, vi } from 'vitest';
import { appContext } from '../app-context.ts';
import { handlePage } from './page-route.ts';

const BURST = 3;
const scope = { merchantId: newId('merch'), mode: 'test' } as const;
const caller = { ...scope, actor: { kind: 'system', id: null }, requestId: null } as const;

const store = await createTestDatabase();
vi.stubEnv('DATABASE_URL', store.url);
vi.stubEnv('PARLEY_ENCRYPTION_KEYS', `k1:${randomBytes(32).toString('base64')}`);
vi.stubEnv('LOG_LEVEL', 'silent');
vi.stubEnv('CHECKOUT_RATE_LIMIT_PER_LINK', '1');
vi.stubEnv('CHECKOUT_RATE_LIMIT_PER_LINK_BURST', String(BURST));
const { deps } = appContext();
await deps.database.forScope(scope).merchants.insert({ id: scope.merchantId, name: 'Nord' });
const pk = await insertApiKey(deps, scope, { kind: 'publishable', name: 'test' });
afterAll(async () => {
  const { perLink, deps } = appContext();
  await perLink.close();
  await deps.database.close();
  await store.drop();
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function createLink(): Promise<string> {
  const { id } = await createSessionWithHandoff(appContext().deps, caller, {
    amount_minor: 4200,
    currency: 'eur',
    buyer_reference: 'buyer',
    cart_snapshot: { lines: [] },
    publishable_key: pk,
  });
  return id;
}

const open = (id: string) =>
  handlePage(new Request(`http://localhost:3001/${id}?pk=${pk}`), {
    requestId: newId('req'),
    params: { session_id: id },
    addLogFields: () => {},
  });

it('limits how often a payment link is opened, per link', async () => {
  const [busy, other] = [await createLink(), await createLink()];
  const responses = await Promise.all(Array.from({ length: 10 * BURST }, () => open(busy)));
  const refused = responses.filter(({ status }) => status !== 200);
  expect(responses.length - refused.length).toBeGreaterThanOrEqual(1);
  expect(refused.length).toBeGreaterThan(BURST);
  for (const { status, headers } of refused) {
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }
  expect((await open(other)).status).toBe(200);
});
