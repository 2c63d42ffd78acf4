import Stripe from 'stripe';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { fromPaymentIntent } from './normalize.ts';
import { toSubscription } from './normalize-subscription.ts';
import { toNotice } from './notice.ts';
import type { ObjectRef, Provider, ProviderAccount, ProviderRoot } from './port.ts';
import {
  createCheckoutSession,
  createCustomer,
  createPaymentIntent,
  createSetupIntent,
  createSubscription,
  toSetup,
} from './stripe-creations.ts';
import { asDomainError, isKeyRefused, isMissing, isOutage } from './stripe-errors.ts';
import { readMoney } from './stripe-money.ts';
import { closeObject, findOwners, rootKinds } from './stripe-objects.ts';
import { readPayerAccess } from './stripe-payer-access.ts';

/** Milliseconds for one call, and repeats the client makes with the same idempotency key. */
const CALL_TIMEOUT_MS = 10_000;
const REPEATS = 2;
/** Accounts kept connected; the oldest goes when there are more. */
const MAX_CONNECTED = 1_000;

const connected = new Map<string, Provider>();

/**
 * The provider through the official client, its host set to the account's. The same account gives
 * the same connection, and with it one circuit breaker.
 */
export function connectStripe(account: ProviderAccount): Provider {
  const name = `${account.apiUrl} ${account.secretKey}`;
  const known = connected.get(name);
  if (known) return known;
  const provider = connect(account);
  connected.set(name, provider);
  const [oldest] = connected.keys();
  if (connected.size > MAX_CONNECTED && oldest !== undefined) connected.delete(oldest);
  return provider;
}

function clientOf(account: ProviderAccount): Stripe {
  const url = new URL(account.apiUrl);
  return new Stripe(account.secretKey, {
    protocol: url.protocol === 'http:' ? 'http' : 'https',
    host: url.hostname,
    ...(url.port ? { port: url.port } : {}),
    timeout: CALL_TIMEOUT_MS,
    maxNetworkRetries: REPEATS,
    telemetry: false,
  });
}

function connect(account: ProviderAccount): Provider {
  const stripe = clientOf(account);
  const breaker = createCircuitBreaker(isOutage);

  /** One call, in the domain's words. @throws DomainError provider_error, service_unavailable */
  async function ask<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await breaker.run(call);
    } catch (error) {
      throw asDomainError(error);
    }
  }

  /** The same, where an object that is not there is an answer. */
  function askFor<T>(call: () => Promise<T>): Promise<T | null> {
    return ask(async () => {
      try {
        return await call();
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    });
  }

  async function readRoot({ type, id }: ObjectRef): Promise<ProviderRoot | null> {
    const kind = rootKinds[type];
    return kind ? askFor(() => kind.read(stripe, id)) : null;
  }

  return {
    readAccount: () =>
      ask(async () => {
        try {
          const { id } = await stripe.accounts.retrieveCurrent();
          return { id };
        } catch (error) {
          if (isKeyRefused(error)) return null;
          throw error;
        }
      }),

    createPaymentIntent: (input) => ask(() => createPaymentIntent(stripe, input)),
    createCheckoutSession: (input) => ask(() => createCheckoutSession(stripe, input)),
    createSubscription: (input) => ask(() => createSubscription(stripe, input)),
    createCustomer: (input) => ask(() => createCustomer(stripe, input)),
    createSetupIntent: (input) => ask(() => createSetupIntent(stripe, input)),

    readSetupIntent: (id) => askFor(async () => toSetup(await stripe.setupIntents.retrieve(id))),

    readPayerAccess: (object) => askFor(() => readPayerAccess(stripe, object)),

    changePaymentIntent: (id, charge) =>
      ask(async () =>
        fromPaymentIntent(
          await stripe.paymentIntents.update(id, {
            amount: charge.amountMinor,
            currency: charge.currency,
          }),
        ),
      ),

    readRoot,

    async closeRoot(object) {
      const kind = rootKinds[object.type];
      if (kind) await ask(() => closeObject(stripe, kind, object.id));
      return readRoot(object);
    },

    readMoney: (object) => askFor(() => readMoney(stripe, object)),

    readSubscription: (id) =>
      askFor(async () => {
        const subscription = await stripe.subscriptions.retrieve(id, {
          expand: ['latest_invoice'],
        });
        const { data, has_more } = subscription.items;
        const items = has_more
          ? await stripe.subscriptionItems
              .list({ subscription: id, limit: 100 })
              .autoPagingToArray({ limit: 1_000 })
          : data;
        return toSubscription(subscription, items);
      }),

    findOwners: async (object) => (await askFor(() => findOwners(stripe, object))) ?? [],

    async findByAttempt(type, attemptId, created) {
      const kind = rootKinds[type];
      const id = kind && (await ask(() => kind.findByAttempt(stripe, attemptId, created)));
      return id ? readRoot({ type, id }) : null;
    },

    async *listEvents({ types, from, until }) {
      const created = {
        gt: Math.floor(from.getTime() / 1000),
        lte: Math.floor(until.getTime() / 1000),
      };
      let after: string | undefined;
      for (;;) {
        const page = await ask(() =>
          stripe.events.list({
            types: [...types],
            created,
            limit: 100,
            ...(after ? { starting_after: after } : {}),
          }),
        );
        yield page.data.map(toNotice);
        after = page.data.at(-1)?.id;
        if (!page.has_more || !after) return;
      }
    },
  };
}
