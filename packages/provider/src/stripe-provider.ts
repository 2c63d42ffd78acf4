import { DomainError, setNewest } from '@parley/domain';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { coalesceReads } from './coalesce-reads.ts';
import { listEvents } from './list-events.ts';
import { listPayments } from './list-payments.ts';
import { fromInvoice, toInvoicePayment } from './normalize.ts';
import { toSubscription } from './normalize-subscription.ts';
import { realOrigin } from './origins.ts';
import type {} from './payer-access.ts';
import type { ObjectRef, Provider, ProviderAccount, ProviderRoot } from './port.ts';
import { createRequestPace } from './request-pace.ts';
import { repeatWhileKeyInUse, stripeClient, withinBudget } from './stripe-client.ts';
import {
  createCheckoutSession,
  createCustomer,
  createPaymentIntent,
  createSetupIntent,
  createSubscription,
  toSetup,
} from './stripe-creations.ts';
import {
  asCreationError,
  asDomainError,
  isKeyRefused,
  isMissing,
  isOutage,
} from './stripe-errors.ts';
import { closeObject, findOwners, openPayment, readPayment, rootKinds } from './stripe-objects.ts';
import { readPayerAccess, readPayerEmail } from './stripe-payer-access.ts';
import { createWebhookEndpoint, listWebhookEndpoints } from './stripe-webhook-endpoints.ts';

/** The longest timeout of one request, in milliseconds. */
const MAX_TRY_MS = 10_000;
/** The part of a budget that one request may take, which leaves time for a repeat. */
const TRY_SHARE = 0.4;
/** The part of a budget that a call may wait for its turn. */
const WAIT_SHARE = 0.25;
/** Cached providers; when there are more, the one that was used last the longest ago is removed. */
const MAX_CACHED = 1_000;

export interface ConnectorOptions {
  /** The time limit of a call including its repeats, in milliseconds; no limit by default. */
  readonly budgetMs?: number;
  /** Requests that this process sends to one account per second; no limit by default. */
  readonly requestsPerSecond?: number;
  /** Whether live keys are sent to the provider only, and not to a simulator. */
  readonly realLiveOnly?: boolean;
}

/**
 * Connects to the provider with the official client. The same account returns the same provider, so
 * that its calls share one circuit breaker and one pace.
 */
export function stripeConnector({
  realLiveOnly = false,
  ...limits
}: ConnectorOptions = {}): (account: ProviderAccount) => Provider {
  const cached = new Map<string, Provider>();
  return (account) => {
    if (realLiveOnly) requireRealOrigin(account);
    const name = `${account.apiUrl} ${account.secretKey}`;
    const provider = cached.get(name) ?? coalesceReads(connect(account, limits));
    setNewest(cached, name, provider, MAX_CACHED);
    return provider;
  };
}

/** @throws DomainError provider_error for a live key of an account at a simulator */
function requireRealOrigin({ apiUrl, secretKey }: ProviderAccount): void {
  if (apiUrl === realOrigin.apiUrl || secretKey.split('_')[1] !== 'live') return;
  throw new DomainError(
    'provider_error',
    `This provider config is for ${apiUrl}, a simulator, which takes no live payments. Connect and activate an account at ${realOrigin.apiUrl}.`,
  );
}

function tooBusy(waitMs: number): DomainError {
  return new DomainError(
    'service_unavailable',
    'Too many requests are waiting for the payment provider. Send the request again with the same idempotency keys.',
    { retryAfterSeconds: Math.ceil(waitMs / 1_000) },
  );
}

/** Connects without a time limit, for background work. */
export const connectStripe = stripeConnector();

function connect(
  account: ProviderAccount,
  {
    budgetMs = Number.POSITIVE_INFINITY,
    requestsPerSecond = Number.POSITIVE_INFINITY,
  }: Pick<ConnectorOptions, 'budgetMs' | 'requestsPerSecond'>,
): Provider {
  const pace = createRequestPace(requestsPerSecond);
  const stripe = stripeClient(account, Math.min(MAX_TRY_MS, budgetMs * TRY_SHARE), pace);
  const breaker = createCircuitBreaker(isOutage);

  /** Makes one call in its turn. @throws DomainError provider_error, service_unavailable */
  async function run<T>(call: () => Promise<T>, toError = asDomainError): Promise<T> {
    const waitMs = pace.waitMs();
    if (waitMs > budgetMs * WAIT_SHARE) throw tooBusy(waitMs);
    await pace.turn();
    try {
      return await breaker.run(() =>
        withinBudget(budgetMs - waitMs, () => repeatWhileKeyInUse(call)),
      );
    } catch (error) {
      throw toError(error);
    }
  }

  /** Creates an object. @throws ProviderRefusal, DomainError provider_error, service_unavailable */
  const create = <T>(call: () => Promise<T>): Promise<T> => run(call, asCreationError);

  /** Makes one call that returns null when the object does not exist. */
  function runOrNull<T>(call: () => Promise<T>): Promise<T | null> {
    return run(async () => {
      try {
        return await call();
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    });
  }

  async function readRoot({ type, id }: ObjectRef): Promise<ProviderRoot | null> {
    if (type === 'invoice') {
      const expand = ['payments'];
      return runOrNull(async () => fromInvoice(await stripe.invoices.retrieve(id, { expand })));
    }
    const kind = rootKinds[type];
    return kind ? runOrNull(() => kind.read(stripe, id)) : null;
  }

  return {
    readAccount: () =>
      run(async () => {
        try {
          const { id } = await stripe.accounts.retrieveCurrent();
          return { id };
        } catch (error) {
          if (isKeyRefused(error)) return null;
          throw error;
        }
      }),

    createWebhookEndpoint: (input) => run(() => createWebhookEndpoint(stripe, input)),
    listWebhookEndpoints: (input) => run(() => listWebhookEndpoints(stripe, input)),
    async deleteWebhookEndpoint(id) {
      await runOrNull(() => stripe.webhookEndpoints.del(id));
    },

    createPaymentIntent: (input) => create(() => createPaymentIntent(stripe, input)),
    createCheckoutSession: (input) => create(() => createCheckoutSession(stripe, input)),
    createSubscription: (input) => create(() => createSubscription(stripe, input)),
    createCustomer: (input) => create(() => createCustomer(stripe, input)),
    createSetupIntent: (input) => create(() => createSetupIntent(stripe, input)),

    readSetupIntent: (id) => runOrNull(async () => toSetup(await stripe.setupIntents.retrieve(id))),

    async cancelSetupIntent(id) {
      await run(() => closeObject(() => stripe.setupIntents.cancel(id)));
    },

    readPayerEmail: (object) => runOrNull(() => readPayerEmail(stripe, object)),

    readPayerAccess: (object) => runOrNull(() => readPayerAccess(stripe, object)),

    readRoot,

    async closeRoot(object) {
      const kind = rootKinds[object.type];
      if (kind) await run(() => closeObject(() => kind.close(stripe, object.id)));
      return readRoot(object);
    },

    readPayment: (object) => runOrNull(() => readPayment(stripe, object)),

    readInvoicePayment: ({ invoiceId }) =>
      runOrNull(async () => {
        const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] });
        if (invoice.status !== 'paid' || invoice.amount_paid === 0) return null;
        return toInvoicePayment(invoice, { type: 'invoice', id: invoiceId });
      }),

    readSubscription: (id) =>
      runOrNull(async () => {
        const subscription = await stripe.subscriptions.retrieve(id, {
          expand: ['latest_invoice'],
        });
        const { data, has_more } = subscription.items;
        const items = has_more
          ? await stripe.subscriptionItems
              .list({ subscription: id, limit: 100 })
              .autoPagingToArray({ limit: 1_000 })
          : data;
        return toSubscription(subscription, items, await openPayment(stripe, subscription));
      }),

    findOwners: async (object) => (await runOrNull(() => findOwners(stripe, object))) ?? [],

    async findByAttempt(type, attemptId, created) {
      const kind = rootKinds[type];
      const id = kind && (await run(() => kind.findByAttempt(stripe, attemptId, created)));
      return id ? readRoot({ type, id }) : null;
    },

    listPayments: (query) => run(() => listPayments(stripe, query)),

    listEvents: (query) => run(() => listEvents(stripe, query)),
  };
}
