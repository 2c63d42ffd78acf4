import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { guard, procedure, run } from '../procedure.ts';
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
        summary: 'Create a session',
        description:
          'Creates a session for one charge. Amounts are in minor units. After the payment, the payer is sent to the default payer_destination_url in the settings of the merchant, if there is one.',
      },
    })
    .input(contract.createSessionInput)
    .output(contract.createSessionOutput)
    .mutation(run(operations.createSession)),
  createWithHandoff: procedure
    .meta({
      scope: 'proxy_sessions:write',
      errors: ['invalid_expiry', 'publishable_key_mismatch'],
      openapi: {
        operationId: 'createSessionWithHandoff',
        method: 'POST',
        path: '/proxy_sessions/handoff',
        summary: 'Create a session and hand it off to the payer',
        description: 'Creates a session and returns the URL of its payer page, in one request.',
      },
    })
    .input(contract.createSessionWithHandoffInput)
    .output(contract.createSessionWithHandoffOutput)
    .mutation(run(operations.createSessionWithHandoff)),
  get: t.procedure
    .meta({
      scope: 'proxy_sessions:read',
      permission: 'view',
      publishableKey: true,
      openapi: {
        operationId: 'getSession',
        method: 'GET',
        path: '/proxy_sessions/{id}',
        summary: 'Retrieve the payer-safe view of a session',
        description:
          'Returns the fields that may be shown to a payer. Authenticate with a publishable key in pk or with a secret key.',
        protect: false,
      },
    })
    .input(contract.payerSafeSessionInput)
    .use(guard)
    .output(contract.payerSafeSession)
    .query(run(operations.getPayerSafeSession)),
  getMerchantView: procedure
    .meta({
      scope: 'proxy_sessions:read',
      permission: 'view',
      openapi: {
        operationId: 'getMerchantSession',
        method: 'GET',
        path: '/proxy_sessions/{id}/merchant',
        summary: 'Retrieve a session',
        description: 'Returns the merchant view: every field of a session.',
      },
    })
    .input(contract.sessionInput)
    .output(contract.merchantSession)
    .query(run(operations.getMerchantSession)),
  list: procedure
    .meta({
      scope: 'proxy_sessions:read',
      permission: 'view',
      extension: true,
      openapi: {
        operationId: 'listSessions',
        method: 'GET',
        path: '/proxy_sessions',
        summary: 'List sessions',
        description:
          'Returns the sessions of this merchant and mode, one page at a time, without carts and contacts. Retrieve a session to read those. Amounts are in minor units.',
      },
    })
    .input(contract.listSessionsInput)
    .output(contract.listSessionsOutput)
    .query(run(operations.listSessions)),
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
        summary: 'Replace the cart',
        description:
          'Replaces the cart and the charge of an open session and increments its cart version. While a provider object is attached, it is read first: the cart is not replaced while a payer may be confirming the previous charge.',
      },
    })
    .input(contract.replaceCartInput)
    .output(contract.replaceCartOutput)
    .mutation(run(operations.replaceCart)),
  issuePayerHandoff: procedure
    .meta({
      scope: 'proxy_sessions:write',
      errors: closed,
      openapi: {
        operationId: 'issuePayerHandoff',
        method: 'POST',
        path: '/proxy_sessions/{id}/payer_handoff',
        summary: 'Record the handoff',
        description: 'Records that the merchant gave the payer page URL to the payer.',
      },
    })
    .input(contract.sessionInput)
    .output(contract.issueHandoffOutput)
    .mutation(run(operations.issuePayerHandoff)),
  recordPayerOpened: procedure
    .meta({
      scope: 'proxy_sessions:write',
      errors: closed,
      openapi: {
        operationId: 'recordPayerOpened',
        method: 'POST',
        path: '/proxy_sessions/{id}/payer_opened',
        summary: 'Record that the payer opened the checkout',
        description: 'Records that the payer opened the checkout and returns the current cart.',
      },
    })
    .input(contract.sessionInput)
    .output(contract.payerOpenedSession)
    .mutation(run(operations.recordPayerOpened)),
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
        summary: 'Bind a provider checkout session',
        description:
          'Reserves the attempt for a checkout session of the provider and attaches that checkout session, in one request.',
      },
    })
    .input(contract.bindProviderInput)
    .output(contract.bindProviderOutput)
    .mutation(run(operations.bindProvider)),
  reportProvisioned: procedure
    .meta({
      scope: 'proxy_sessions:write',
      permission: 'fulfill',
      errors: closed,
      openapi: {
        operationId: 'reportProvisioned',
        method: 'POST',
        path: '/proxy_sessions/{id}/provisioned',
        summary: 'Report fulfillment',
        description:
          'Marks a paid or provisionable session as fulfilled. Repeating the request changes nothing.',
      },
    })
    .input(contract.reportProvisionedInput)
    .output(contract.reportOutput)
    .mutation(run(operations.reportProvisioned)),
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
        summary: 'Report that fulfillment is impossible',
        description:
          'Marks a paid or provisionable session as permanently unfulfilled. Repeating the request changes nothing.',
      },
    })
    .input(contract.reportProvisioningFailedInput)
    .output(contract.reportOutput)
    .mutation(run(operations.reportProvisioningFailed)),
  cancel: procedure
    .meta({
      scope: 'proxy_sessions:write',
      permission: 'settle',
      recentAuthentication: 'live',
      errors: ['payment_in_progress', ...closed, 'provider_error'],
      extension: true,
      outputExample: { status: 'canceled' },
      openapi: {
        operationId: 'cancelSession',
        method: 'POST',
        path: '/proxy_sessions/{id}/cancel',
        summary: 'Cancel a session',
        description:
          'Cancels an open session and closes its provider object. Repeating the request changes nothing.',
      },
    })
    .input(contract.sessionInput)
    .output(contract.reportOutput)
    .mutation(run(operations.cancelSession)),
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
      outputExample: { status: 'canceled' },
      openapi: {
        operationId: 'resolveConflict',
        method: 'POST',
        path: '/proxy_sessions/{id}/resolve',
        summary: 'Resolve a payment conflict',
        description:
          'Resolves payment_conflicted. accept changes the status to paid with the payments that were not refunded, or to provisionable if no payment is kept; refunded changes it to canceled once the provider shows a full refund and no running subscription. A session that you have reported as provisioned or provisioning_failed keeps its status: there, both end a conflict about money that arrived afterwards. Repeating the request changes nothing.',
      },
    })
    .input(contract.resolveConflictInput)
    .output(contract.reportOutput)
    .mutation(run(operations.resolveConflict)),
  /** Returns a page of rows for the session list, with a cursor in each direction. */
  listOverviews: procedure
    .meta({ permission: 'view' })
    .input(contract.listSessionOverviewsInput)
    .output(contract.listSessionOverviewsOutput)
    .query(run(operations.listSessionOverviews)),
  /** Returns a session with its attempts, history and events. */
  getTimeline: procedure
    .meta({ permission: 'view' })
    .input(contract.sessionInput)
    .output(contract.sessionTimeline)
    .query(run(operations.getSessionTimeline)),
  /** Returns the number of sessions in each status, counted up to 10,000. */
  countByStatus: procedure
    .meta({ permission: 'view' })
    .output(contract.countSessionsByStatusOutput)
    .query(run(operations.countSessionsByStatus)),
  /** Creates a session with example data in test mode and returns the URL of its payer page. */
  createTest: procedure
    .meta({ permission: 'integrate' })
    .output(contract.createSessionWithHandoffOutput)
    .mutation(run(operations.createTestSession)),
};
