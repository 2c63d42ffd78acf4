import type { AuditRecord, ExportPeriod, Scope, SessionListQuery } from '@parley/db';
import { InvalidFieldError, type Mode } from '@parley/domain';
import { apiRequestDetailView } from '../api-request/list-api-requests.ts';
import { auditEntryView } from '../audit/list-audit-entries.ts';
import { recordMerchantAuditEntry } from '../audit/record-audit-entry.ts';
import { readExportedSettings } from '../merchant/merchant-settings.ts';
import { providerConfigView } from '../provider-config/provider-config-view.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { subscriptionView } from '../subscription/subscription-view.ts';
import { webhookEndpointView } from '../webhook-endpoint/webhook-endpoint-view.ts';
import { type ExportedRow, sessionViews } from './session-rows.ts';

export const exportedKinds = [
  'settings',
  'provider_configs',
  'webhook_endpoints',
  'sessions',
  'subscriptions',
  'events',
  'audit',
  'requests',
  'attention',
] as const;
export type ExportedKind = (typeof exportedKinds)[number];

export interface ExportInput {
  readonly modes: readonly Mode[];
  readonly kinds: readonly ExportedKind[];
  /** Inclusive; from the first row by default. */
  readonly since?: Date | undefined;
  /** Exclusive; a minute ago by default. */
  readonly until?: Date | undefined;
}

/** Longer than any transaction: what was created before is committed. */
const SETTLE_MS = 60_000;
/** Rows in memory at a time. */
const BATCH_SIZE = 100;

/**
 * Exports what is stored about a merchant that was created in a period, without secrets. Each session is
 * read with everything that belongs to it as of one moment. Is audited before the first batch.
 * @returns the period, and the rows in batches, in an order that never changes
 * @throws DomainError invalid_request for a period that is empty or has not ended
 */
export async function exportMerchant(deps: Deps, caller: Caller, input: ExportInput) {
  const latest = new Date((await deps.database.now()).getTime() - SETTLE_MS);
  const { since = null, until = latest, kinds, modes } = input;
  if (until > latest) {
    throw new InvalidFieldError(
      'until',
      'must be at least a minute ago, so that all earlier changes are stored.',
    );
  }
  if (since !== null && since >= until) {
    throw new InvalidFieldError('since', 'must be before until.');
  }
  const period: ExportPeriod = { since, until };
  await inTransaction(deps, caller, async (tx) =>
    recordMerchantAuditEntry(deps, tx, caller, {
      action: 'merchant.exported',
      objectId: caller.merchantId,
      at: await tx.now(),
      details: { kinds, since: since?.toISOString() ?? null, until: until.toISOString() },
    }),
  );
  const scopes = modes.map((mode): Scope => ({ merchantId: caller.merchantId, mode }));
  return { period, batches: readBatches(deps, scopes, kinds, period) };
}

const kindsOfModes = exportedKinds.filter((kind) => kind !== 'settings');

async function* readBatches(
  deps: Deps,
  scopes: readonly Scope[],
  kinds: readonly ExportedKind[],
  period: ExportPeriod,
): AsyncGenerator<ExportedRow[]> {
  const readers = {
    provider_configs: readConfigs,
    webhook_endpoints: readEndpoints,
    sessions: readSessions,
    subscriptions: readSubscriptions,
    events: readEvents,
    audit: readAudit,
    requests: readRequests,
    attention: readTriage,
  };
  const [scope] = scopes;
  if (scope && kinds.includes('settings')) {
    const data = await readExportedSettings(deps.database.forScope(scope));
    yield [{ type: 'merchant_settings', data }];
  }
  for (const kind of kindsOfModes.filter((name) => kinds.includes(name))) {
    for (const scope of scopes) {
      const livemode = scope.mode === 'live';
      for await (const { type, batch } of readers[kind](deps, scope, period)) {
        yield batch.map((data) => ({ type, livemode, data }));
      }
    }
  }
}

type Batches = AsyncGenerator<{
  readonly type: ExportedRow['type'];
  readonly batch: readonly object[];
}>;

/** Reads a list page by page. @param list returns the rows after one, or the first ones */
async function* readPages<Row>(
  list: (limit: number, after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let page: Row[] = [];
  do {
    page = await list(BATCH_SIZE, page.at(-1));
    yield page;
  } while (page.length === BATCH_SIZE);
}

/** All of them, because sessions of any time refer to them. */
async function* readConfigs(deps: Deps, scope: Scope): Batches {
  const { providerConfigs } = deps.database.forScope(scope);
  for await (const page of readPages(providerConfigs.list)) {
    const now = await deps.database.now();
    yield {
      type: 'provider_config',
      batch: page.map((config) => {
        // It depends on the API_URL of the process.
        const { event_url: _, ...view } = providerConfigView(deps, config, now);
        return view;
      }),
    };
  }
}

/** All of them, because events of any time may have been sent to them. */
async function* readEndpoints(deps: Deps, scope: Scope): Batches {
  const { webhookEndpoints } = deps.database.forScope(scope);
  for await (const page of readPages(webhookEndpoints.list))
    yield { type: 'webhook_endpoint', batch: page.map(webhookEndpointView) };
}

async function* readSessions(deps: Deps, scope: Scope, { since, until }: ExportPeriod): Batches {
  let from: SessionListQuery['from'];
  let hasMore: boolean;
  do {
    const batch = await deps.database.snapshot(scope, async ({ sessions, exports }) => {
      const { sessions: listed, isCut } = await sessions.list({
        createdFrom: since ?? undefined,
        createdBefore: until,
        from,
        direction: 'newer',
        limit: BATCH_SIZE,
      });
      const ids = listed.map(({ session }) => session.id);
      const loaded = new Map((await sessions.findAll(ids)).map((one) => [one.session.id, one]));
      return {
        sessions: ids.flatMap((id) => loaded.get(id) ?? []),
        last: listed.at(-1)?.session,
        hasMore: isCut || listed.length === BATCH_SIZE,
        parts: await exports.listSessionParts(ids),
      };
    });
    ({ last: from, hasMore } = batch);
    yield { type: 'proxy_session', batch: sessionViews(batch.sessions, batch.parts) };
  } while (hasMore);
}

async function* readSubscriptions(
  deps: Deps,
  scope: Scope,
  { since, until }: ExportPeriod,
): Batches {
  const { subscriptions } = deps.database.forScope(scope);
  // No id is less than the empty one, so the first page ends before `until`.
  let after: { readonly createdAt: Date; readonly id: string } = { createdAt: until, id: '' };
  for (;;) {
    const { subscriptions: page } = await subscriptions.list({ limit: BATCH_SIZE, after });
    const created = page.filter(({ subscription: { createdAt } }) => !since || createdAt >= since);
    yield { type: 'subscription', batch: created.map(subscriptionView) };
    const last = page.at(-1);
    if (!last || created.length < BATCH_SIZE) return;
    after = last.subscription;
  }
}

async function* readEvents(deps: Deps, scope: Scope, period: ExportPeriod): Batches {
  const { exports } = deps.database.forScope(scope);
  const list = (limit: number, after?: { readonly id: string }) =>
    exports.listEvents(period, limit, after?.id);
  for await (const page of readPages(list))
    yield { type: 'event', batch: page.map(({ payload }) => payload) };
}

async function* readRequests(deps: Deps, scope: Scope, period: ExportPeriod): Batches {
  const { exports } = deps.database.forScope(scope);
  const list = (limit: number, after?: { readonly id: string }) =>
    exports.listApiRequests(period, limit, after?.id);
  for await (const page of readPages(list))
    yield { type: 'request', batch: page.map(apiRequestDetailView) };
}

async function* readAudit(deps: Deps, scope: Scope, period: ExportPeriod): Batches {
  const { exports } = deps.database.forScope(scope);
  const list = (limit: number, after?: AuditRecord) =>
    exports.listAuditEntries(period, limit, after);
  for await (const page of readPages(list))
    yield { type: 'audit_entry', batch: page.map(auditEntryView) };
}

/** All of them, because they are deleted after days without a change. */
async function* readTriage(deps: Deps, scope: Scope): Batches {
  const { exports } = deps.database.forScope(scope);
  for await (const page of readPages(exports.listTriage)) {
    yield {
      type: 'attention_triage',
      batch: page.map((row) => ({
        kind: row.kind,
        id: row.subjectId,
        since: row.since.toISOString(),
        assignee_id: row.assigneeId,
        snoozed_until: row.snoozedUntil?.toISOString() ?? null,
        note: row.note,
        updated_by: row.updatedBy,
        updated_at: row.updatedAt.toISOString(),
      })),
    };
  }
}
