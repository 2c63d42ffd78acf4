import {
  bindProviderInput,
  bindProviderOutput,
  countSessionsByStatusOutput,
  createSessionInput,
  createSessionOutput,
  createSessionWithHandoffInput,
  createSessionWithHandoffOutput,
  issueHandoffOutput,
  listSessionOverviewsInput,
  listSessionOverviewsOutput,
  listSessionsInput,
  listSessionsOutput,
  merchantSession,
  payerOpenedSession,
  payerSafeSession,
  payerSafeSessionInput,
  replaceCartInput,
  replaceCartOutput,
  reportOutput,
  reportProvisionedInput,
  reportProvisioningFailedInput,
  resolveConflictInput,
  sessionInput,
  sessionTimeline,
} from '@parley/contract';
import * as operations from '@parley/operations';
import { guard, procedure } from '../procedure.ts';
import { t } from '../trpc.ts';

/** The errors of every change to a session that is no longer open. */
const closed = ['session_expired', 'session_state_conflict'] as const;

export const sessions = {
  create: procedure
    .meta({
      scope: 'proxy_sessions:write',
      errors: ['invalid_expiry'],
      openapi: {
        operationId: 'createSession',
        method: 'POST',
        path: '/proxy_sessions',
        tags: ['Sessions'],
        summary: 'Create a session',
        description:
          'Creates a session for one charge. Amounts are in minor units. After the payment, the payer is sent to the default payer_destination_url in the settings of the merchant, if there is one.',
      },
    })
    .input(createSessionInput)
    .output(createSessionOutput)
    .mutation(({ ctx, input }) => operations.createSession(ctx.deps, ctx.caller, input)),
  createWithHandoff: procedure
    .meta({
      scope: 'proxy_sessions:write',
      errors: ['invalid_expiry', 'publishable_key_mismatch'],
      openapi: {
        operationId: 'createSessionWithHandoff',
        method: 'POST',
        path: '/proxy_sessions/handoff',
        tags: ['Sessions'],
        summary: 'Create a session and hand it off to the payer',
        description: 'Creates a session and returns the URL of its payer page, in one request.',
      },
    })
    .input(createSessionWithHandoffInput)
    .output(createSessionWithHandoffOutput)
    .mutation(({ ctx, input }) => operations.createSessionWithHandoff(ctx.deps, ctx.caller, input)),
  get: t.procedure
    .meta({
      scope: 'proxy_sessions:read',
      permission: 'view',
      publishableKey: true,
      errors: [],
      openapi: {
        operationId: 'getSession',
        method: 'GET',
        path: '/proxy_sessions/{id}',
        tags: ['Sessions'],
        summary: 'Retrieve the payer-safe view of a session',
        description:
          'Returns the fields that may be shown to a payer. Authenticate with a publishable key in pk or with a secret key.',
        protect: false,
      },
    })
    .input(payerSafeSessionInput)
    .use(guard)
    .output(payerSafeSession)
    .query(({ ctx, input }) => operations.getPayerSafeSession(ctx.deps, ctx.caller, input)),
  getMerchantView: procedure
    .meta({
      scope: 'proxy_sessions:read',
      permission: 'view',
      errors: [],
      openapi: {
        operationId: 'getMerchantSession',
        method: 'GET',
        path: '/proxy_sessions/{id}/merchant',
        tags: ['Sessions'],
        summary: 'Retrieve a session',
        description: 'Returns the merchant view: every field of a session.',
      },
    })
    .input(sessionInput)
    .output(merchantSession)
    .query(({ ctx, input }) => operations.getMerchantSession(ctx.deps, ctx.caller, input)),
  list: procedure
    .meta({
      scope: 'proxy_sessions:read',
      permission: 'view',
      errors: [],
      extension: true,
      openapi: {
        operationId: 'listSessions',
        method: 'GET',
        path: '/proxy_sessions',
        tags: ['Sessions'],
        summary: 'List sessions',
        description:
          'Returns the sessions of this merchant and mode, one page at a time, without carts and contacts. Retrieve a session to read those. Amounts are in minor units.',
      },
    })
    .input(listSessionsInput)
    .output(listSessionsOutput)
    .query(({ ctx, input }) => operations.listSessions(ctx.deps, ctx.caller, input)),
  replaceCart: procedure
    .meta({
      scope: 'proxy_sessions:write',
      errors: [
        'cart_version_conflict',
        'currency_locked',
        'limit_reached',
        'payment_in_progress',
        'provider_error',
        ...closed,
      ],
      openapi: {
        operationId: 'replaceCart',
        method: 'PUT',
        path: '/proxy_sessions/{id}/cart',
        tags: ['Sessions'],
        summary: 'Replace the cart',
        description:
          'Replaces the cart and the charge of an open session and increments its cart version. While a provider object is attached, it is read first: the cart is not replaced while a payer may be confirming the previous charge.',
      },
    })
    .input(replaceCartInput)
    .output(replaceCartOutput)
    .mutation(({ ctx, input }) => operations.replaceCart(ctx.deps, ctx.caller, input)),
  issuePayerHandoff: procedure
    .meta({
      scope: 'proxy_sessions:write',
      errors: closed,
      openapi: {
        operationId: 'issuePayerHandoff',
        method: 'POST',
        path: '/proxy_sessions/{id}/payer_handoff',
        tags: ['Sessions'],
        summary: 'Record the handoff',
        description: 'Records that the merchant gave the payer page URL to the payer.',
      },
    })
    .input(sessionInput)
    .output(issueHandoffOutput)
    .mutation(({ ctx, input }) => operations.issuePayerHandoff(ctx.deps, ctx.caller, input)),
  recordPayerOpened: procedure
    .meta({
      scope: 'proxy_sessions:write',
      errors: closed,
      openapi: {
        operationId: 'recordPayerOpened',
        method: 'POST',
        path: '/proxy_sessions/{id}/payer_opened',
        tags: ['Sessions'],
        summary: 'Record that the payer opened the checkout',
        description: 'Records that the payer opened the checkout and returns the current cart.',
      },
    })
    .input(sessionInput)
    .output(payerOpenedSession)
    .mutation(({ ctx, input }) => operations.recordPayerOpened(ctx.deps, ctx.caller, input)),
  bindProvider: procedure
    .meta({
      scope: 'acquisition_attempts:write',
      errors: [
        'unsupported_psp',
        'provider_error',
        'cart_version_conflict',
        'attempt_options_mismatch',
        'payment_in_progress',
        'provider_object_conflict',
        ...closed,
        'object_type_mismatch',
      ],
      openapi: {
        operationId: 'bindProvider',
        method: 'POST',
        path: '/proxy_sessions/{id}/provider_bindings',
        tags: ['Sessions'],
        summary: 'Bind a provider checkout session',
        description:
          'Reserves the attempt for a checkout session of the provider and attaches that checkout session, in one request.',
      },
    })
    .input(bindProviderInput)
    .output(bindProviderOutput)
    .mutation(({ ctx, input }) => operations.bindProvider(ctx.deps, ctx.caller, input)),
  reportProvisioned: procedure
    .meta({
      scope: 'proxy_sessions:write',
      permission: 'fulfill',
      errors: closed,
      openapi: {
        operationId: 'reportProvisioned',
        method: 'POST',
        path: '/proxy_sessions/{id}/provisioned',
        tags: ['Sessions'],
        summary: 'Report fulfillment',
        description:
          'Marks a paid or provisionable session as fulfilled. Repeating the request changes nothing.',
      },
    })
    .input(reportProvisionedInput)
    .output(reportOutput)
    .mutation(({ ctx, input }) => operations.reportProvisioned(ctx.deps, ctx.caller, input)),
  reportProvisioningFailed: procedure
    .meta({
      scope: 'proxy_sessions:write',
      permission: 'fulfill',
      errors: closed,
      outputExample: { status: 'provisioning_failed' },
      openapi: {
        operationId: 'reportProvisioningFailed',
        method: 'POST',
        path: '/proxy_sessions/{id}/provisioning_failed',
        tags: ['Sessions'],
        summary: 'Report that fulfillment is impossible',
        description:
          'Marks a paid or provisionable session as permanently unfulfilled. Repeating the request changes nothing.',
      },
    })
    .input(reportProvisioningFailedInput)
    .output(reportOutput)
    .mutation(({ ctx, input }) => operations.reportProvisioningFailed(ctx.deps, ctx.caller, input)),
  cancel: procedure
    .meta({
      scope: 'proxy_sessions:write',
      permission: 'settle',
      recentAuthentication: 'live',
      errors: ['payment_in_progress', ...closed, 'provider_error'],
      extension: true,
      openapi: {
        operationId: 'cancelSession',
        method: 'POST',
        path: '/proxy_sessions/{id}/cancel',
        tags: ['Sessions'],
        summary: 'Cancel a session',
        description:
          'Cancels an open session and closes its provider object. Repeating the request changes nothing.',
      },
    })
    .input(sessionInput)
    .output(reportOutput)
    .mutation(({ ctx, input }) => operations.cancelSession(ctx.deps, ctx.caller, input)),
  resolveConflict: procedure
    .meta({
      scope: 'proxy_sessions:write',
      permission: 'settle',
      recentAuthentication: 'live',
      errors: [
        ...closed,
        'nothing_to_accept',
        'provider_amount_mismatch',
        'subscription_running',
        'payment_in_progress',
        'provider_error',
      ],
      extension: true,
      openapi: {
        operationId: 'resolveConflict',
        method: 'POST',
        path: '/proxy_sessions/{id}/resolve',
        tags: ['Sessions'],
        summary: 'Resolve a payment conflict',
        description:
          'Resolves payment_conflicted. accept changes the status to paid with the payments that were not refunded, or to provisionable if no payment is kept; refunded changes it to canceled once the provider shows a full refund and no running subscription. A session that you have reported as provisioned or provisioning_failed keeps its status: there, both end a conflict about money that arrived afterwards. Repeating the request changes nothing.',
      },
    })
    .input(resolveConflictInput)
    .output(reportOutput)
    .mutation(({ ctx, input }) => operations.resolveConflict(ctx.deps, ctx.caller, input)),
  /** Returns a page of rows for the session list, with a cursor in each direction. */
  listOverviews: procedure
    .meta({ permission: 'view' })
    .input(listSessionOverviewsInput)
    .output(listSessionOverviewsOutput)
    .query(({ ctx, input }) => operations.listSessionOverviews(ctx.deps, ctx.caller, input)),
  /** Returns a session with its attempts, history and events. */
  getTimeline: procedure
    .meta({ permission: 'view' })
    .input(sessionInput)
    .output(sessionTimeline)
    .query(({ ctx, input }) => operations.getSessionTimeline(ctx.deps, ctx.caller, input)),
  /** Returns the number of sessions in each status, counted up to 10,000. */
  countByStatus: procedure
    .meta({ permission: 'view' })
    .output(countSessionsByStatusOutput)
    .query(({ ctx }) => operations.countSessionsByStatus(ctx.deps, ctx.caller)),
  /** Creates a session with example data in test mode and returns the URL of its payer page. */
  createTest: procedure
    .meta({ permission: 'integrate' })
    .output(createSessionWithHandoffOutput)
    .mutation(({ ctx }) => operations.createTestSession(ctx.deps, ctx.caller)),
};
