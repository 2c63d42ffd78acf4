import type { Caller } from '@parley/operations';
import type { z } from 'zod';
import type { RequestContext } from './context.ts';
import type { OperationMeta } from './operation-meta.ts';
import { apiKeys } from './procedures/api-keys.ts';
import { apiRequests } from './procedures/api-requests.ts';
import { attempts } from './procedures/attempts.ts';
import { attention } from './procedures/attention.ts';
import { auditEntries } from './procedures/audit-entries.ts';
import { deliveries } from './procedures/deliveries.ts';
import { events } from './procedures/events.ts';
import { notifications } from './procedures/notifications.ts';
import { overview } from './procedures/overview.ts';
import { payer } from './procedures/payer.ts';
import { providerConfigs } from './procedures/provider-configs.ts';
import { providerEvents } from './procedures/provider-events.ts';
import { savedViews } from './procedures/saved-views.ts';
import { search } from './procedures/search.ts';
import { sessions } from './procedures/sessions.ts';
import { settings } from './procedures/settings.ts';
import { subscriptions } from './procedures/subscriptions.ts';
import { team } from './procedures/team.ts';
import { webhookEndpoints } from './procedures/webhook-endpoints.ts';
import { t } from './trpc.ts';

/** Every operation, once. Each procedure declares in its meta who may call it. */
export const appRouter = t.router({
  sessions,
  attempts,
  subscriptions,
  webhookEndpoints,
  deliveries,
  events,
  providerConfigs,
  providerEvents,
  apiKeys,
  apiRequests,
  auditEntries,
  attention,
  overview,
  savedViews,
  notifications,
  search,
  team,
  settings,
  payer,
});

export type AppRouter = typeof appRouter;

/** Calls procedures in process, for example while a page is rendered. */
export const createCaller = t.createCallerFactory(appRouter);

/** A procedure with its parts, of which REST calls each directly. */
export interface CallableProcedure {
  readonly _def: {
    readonly type: 'query' | 'mutation';
    readonly meta?: OperationMeta;
    readonly inputs: readonly z.ZodObject[];
    readonly output?: z.ZodType;
    /** In the order in which tRPC runs them, with the parsers and the resolver. */
    readonly middlewares: readonly unknown[];
    readonly resolver: (call: {
      ctx: RequestContext & { readonly caller: Caller };
      input: unknown;
    }) => Promise<unknown>;
  };
}

/** Every procedure by its path: `sessions.create`. tRPC's own type of this record is not flat. */
export const procedures = appRouter._def.procedures as unknown as Readonly<
  Record<string, CallableProcedure>
>;
