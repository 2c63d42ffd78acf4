import { setTimeout as delay } from 'node:timers/promises';
import { insertApiKey, revokeApiKey } from '@parley/operations';
import { createDeps } from '../harness/merchant-database.ts';
import type { Random } from '../harness/random.ts';
import {
  findRevocationErrors,
  type KeyUse,
  REVOCATION_MS,
  type Revocation,
} from './check-revocation.ts';
import type { Product } from './product.ts';

export interface RevocationRun {
  readonly revocation: Revocation;
  readonly uses: readonly KeyUse[];
  readonly errors: readonly KeyUse[];
}

/** Uses continue for this long after the key must no longer work. */
const MARGIN_MS = 500;
const BEFORE_MS = 300;

/** Uses a key through all processes, revokes it meanwhile, and checks which uses were accepted. */
export async function runRevocation(
  product: Product,
  random: Random,
  { clients, operations }: { readonly clients: number; readonly operations: number },
): Promise<RevocationRun> {
  const { merchantId } = await product.addMerchant();
  const deps = createDeps(product.database);
  const scope = { merchantId, mode: 'test' } as const;
  const key = await insertApiKey(deps, scope, { kind: 'secret', name: 'revoked' });
  const keys = await product.database.forScope(scope).apiKeys.list(false, 10);
  const id = keys.find(({ name }) => name === 'revoked')?.id;
  if (!id) throw new Error('the key is missing');

  const began = performance.now();
  const lengthMs = BEFORE_MS + REVOCATION_MS + MARGIN_MS;
  const uses: KeyUse[] = [];
  const revoke = async (): Promise<Revocation> => {
    await delay(BEFORE_MS + random.below(100));
    const start = performance.now();
    const actor = { kind: 'operator', id: 'olga' } as const;
    await revokeApiKey(deps, { ...scope, actor, requestId: 'req_1' }, { id });
    return { start, end: performance.now() };
  };
  const useKey = async () => {
    for (let index = 0; index < operations; index++) {
      // The uses are spread over the whole length.
      await delay(Math.max(0, began + (lengthMs * index) / operations - performance.now()));
      const start = performance.now();
      const process = random.below(product.processes);
      const isAccepted = await product
        .send(key, { method: 'GET', path: '/events?limit=1' }, { process })
        .then(({ status }) => (status === 200 ? true : status === 401 ? false : null))
        .catch(() => null);
      uses.push({ start, end: performance.now(), isAccepted });
    }
  };
  const [revocation] = await Promise.all([revoke(), ...Array.from({ length: clients }, useKey)]);
  return { revocation, uses, errors: findRevocationErrors(uses, revocation) };
}
