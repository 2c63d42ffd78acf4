import { withinBudget } from './call-budget.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { fromPaymentIntent } from './normalize.ts';
import { toSubscription } from './normalize-subscription.ts';
import { listedEventTypes, toNotification } from './notification.ts';
import type {
  ConnectProvider,
  ObjectRef,
  Provider,
  ProviderAccount,
  ProviderRoot,
} from './port.ts';
import { stripeClient } from './stripe-client.ts';
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
import { closeObject, findOwners, openPayment, rootKinds } from './stripe-objects.ts';
import { readPayerAccess } from './stripe-payer-access.ts';

/** Milliseconds one request of a patient connection may take. */
const PATIENT_TRY_MS = 10_000;
/** Part of a budget one request may take, so that there is time for a repeat. */
const TRY_SHARE = 0.4;
/** Accounts kept connected; the oldest goes when there are more. */
const MAX_CONNECTED = 1_000;

export interface Patience {
  /** Milliseconds a call may take in all, its repeats included; without end where left out. */
  readonly budgetMs?: number;
}

/**
 * The provider through the official client. The same account gives the same connection, and with it
 * one circuit breaker.
 */
export function stripeConnector({ budgetMs }: Patience = {}): ConnectProvider {
  const connected = new Map<string, Provider>();
  return (account) => {
    const name = `${account.apiUrl} ${account.secretKey}`;
    const known = connected.get(name);
    if (known) return known;
    const provider = connect(account, budgetMs);
    connected.set(name, provider);
    const [oldest] = connected.keys();
    if (connected.size > MAX_CONNECTED && oldest !== undefined) connected.delete(oldest);
    return provider;
  };
}

/** For whoever has time: nobody waits for a worker. */
export const connectStripe = stripeConnector();

function connect(account: ProviderAccount, budgetMs = Number.POSITIVE_INFINITY): Provider {
  const stripe = stripeClient(account, Math.min(PATIENT_TRY_MS, budgetMs * TRY_SHARE));
  const breaker = createCircuitBreaker(isOutage);

  /** One call, in the domain's words. @throws DomainError provider_error, service_unavailable */
  async function ask<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await breaker.run(() => withinBudget(budgetMs, call));
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
        return toSubscription(subscription, items, await openPayment(stripe, subscription));
      }),

    findOwners: async (object) => (await askFor(() => findOwners(stripe, object))) ?? [],

    async findByAttempt(type, attemptId, created) {
      const kind = rootKinds[type];
      const id = kind && (await ask(() => kind.findByAttempt(stripe, attemptId, created)));
      return id ? readRoot({ type, id }) : null;
    },

    async *listEvents({ from, until }) {
      const created = {
        gt: Math.floor(from.getTime() / 1000),
        lte: Math.floor(until.getTime() / 1000),
      };
      let after: string | undefined;
      for (;;) {
        const page = await ask(() =>
          stripe.events.list({
            types: [...listedEventTypes],
            created,
            limit: 100,
            ...(after ? { starting_after: after } : {}),
          }),
        );
        yield page.data.map(toNotification);
        after = page.data.at(-1)?.id;
        if (!page.has_more || !after) return;
      }
    },
  };
}
