import type { Scope } from '@parley/db';
import type { Deps } from '@parley/operations';
import { createCaller, procedures } from '@parley/router';
import type { KnownIds } from './known-ids.ts';
import { attentionRows, developerRows, settingsRows } from './other-rows.ts';
import { PERSON, type Row } from './row.ts';
import { sessionRows } from './session-rows.ts';
import { subscriptionRows } from './subscription-rows.ts';
import { webhookRows } from './webhook-rows.ts';

/** Every list, filter, search and page of the dashboard. */
export const getRows = (ids: KnownIds): Row[] => [
  ...sessionRows(ids),
  ...attentionRows(ids),
  ...subscriptionRows(ids),
  ...webhookRows(ids),
  ...developerRows(ids),
  ...settingsRows(ids),
];

/** The reads that a person may call and no row measures. */
export function listUnmeasured(rows: readonly Row[]): string[] {
  const measured = new Set<string>(rows.map(({ procedure }) => procedure));
  return Object.entries(procedures)
    .filter(([, { _def }]) => _def.type === 'query' && _def.meta?.permission !== undefined)
    .map(([path]) => path)
    .filter((path) => !measured.has(path));
}

/** Returns a function that calls the procedure of a row, as an owner of the merchant. */
export function openCaller(deps: Deps, scope: Scope): (row: Row) => Promise<unknown> {
  const as = createCaller({
    deps,
    requestId: 'req_1',
    person: {
      ...scope,
      userId: PERSON,
      role: 'owner',
      isMerchantSuspended: false,
      isRecentlyAuthenticated: true,
    },
  }) as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
  return async ({ procedure, input }) => {
    const [noun = '', verb = ''] = procedure.split('.');
    const call = as[noun]?.[verb];
    if (!call) throw new Error(`The router has no procedure ${procedure}.`);
    return call(input);
  };
}
