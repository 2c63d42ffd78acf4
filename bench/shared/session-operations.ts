import { openDatabase } from '@parley/db';
import { type Caller, createSession, getMerchantSession, newId } from '@parley/operations';
import type { BenchmarkMerchant, MerchantDatabase } from './merchant-database.ts';
import { order } from './order.ts';

/** Operations of one merchant in this process: each sends the statements that it sends in the API. */
export interface SessionOperations {
  /** Creates a session and returns its id. */
  create(): Promise<string>;
  readView(id: string): Promise<unknown>;
  close(): Promise<void>;
}

/** @param url the database of the merchant; that of another node of the same cluster, perhaps */
export function openSessionOperations(
  url: string,
  { encryptionKeys }: Pick<MerchantDatabase, 'encryptionKeys'>,
  { merchantId }: Pick<BenchmarkMerchant, 'merchantId'>,
): SessionOperations {
  const database = openDatabase({ url, encryptionKeys });
  const scope = { merchantId, mode: 'test' } as const;
  const deps = {
    database,
    newId,
    checkoutUrl: '',
    connectProvider: () => {
      throw new Error('neither a create nor a view calls the provider');
    },
  };
  // The API has read them with the key of a request.
  let settings: Caller['settings'];
  const readSettings = async () => (await database.forScope(scope).settings.find()) ?? undefined;
  const newCaller = () => ({
    ...scope,
    settings,
    actor: { kind: 'api_key', id: 'key_benchmark' } as const,
    requestId: null,
    idempotency: {
      method: 'POST',
      path: '/v1/proxy_sessions',
      key: crypto.randomUUID(),
      fingerprint: 'a'.repeat(64),
      onReplay: () => {},
    },
  });
  return {
    create: async () => {
      settings ??= await readSettings();
      return (await createSession(deps, newCaller(), order)).id;
    },
    readView: (id) => getMerchantSession(deps, scope, { id }),
    close: () => database.close(),
  };
}
