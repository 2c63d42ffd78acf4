import { randomBytes } from 'node:crypto';
import { openDatabase } from '@parley/db';
import {
  attachProviderObject,
  createSession,
  type Deps,
  newId,
  reserveAttempt,
  systemCaller,
} from '@parley/operations';
import type { Provider, ProviderOutcome, ProviderRoot } from '@parley/provider';
import { testDatabase } from '@parley/testing';
import pino from 'pino';
import { createSweepReport } from '../src/sweep-report.ts';

const hex = (digit: string) => digit.repeat(64);

function rootOf(id: string, outcome: ProviderOutcome): ProviderRoot {
  return {
    id,
    type: 'payment_intent',
    createdAt: new Date('2026-11-20T09:00:00.000Z'),
    charge: { amountMinor: 4200, currency: 'eur' },
    merchandiseSubtotalMinor: null,
    subscriptionId: null,
    outcome,
    metadata: { attemptId: null, sessionId: null, contractVersion: null },
    customerId: null,
    clientSecret: null,
  };
}

const notAsked = async () => {
  throw new Error('no provider is asked for this here');
};

/** A provider that has nothing. */
const silentProvider: Provider = {
  readAccount: notAsked,
  readMoney: notAsked,
  createPaymentIntent: notAsked,
  createCheckoutSession: notAsked,
  createSubscription: notAsked,
  createCustomer: notAsked,
  createSetupIntent: notAsked,
  readSetupIntent: notAsked,
  readPayerAccess: notAsked,
  changePaymentIntent: notAsked,
  readRoot: async () => null,
  closeRoot: async () => null,
  readSubscription: async () => null,
  findOwners: async () => [],
  findByAttempt: async () => null,
  listEvents: async function* () {},
};

/** What a worker works on: a database with one merchant, whose provider does what it is told. */
export async function startSessions() {
  const postgres = await testDatabase();
  const encryptionKey = randomBytes(32).toString('base64');
  const database = openDatabase({ url: postgres.url, encryptionKey });
  const outcomes = new Map<string, ProviderOutcome | Error>();
  const closed: string[] = [];
  const answer = (id: string): ProviderRoot | null => {
    const outcome = outcomes.get(id);
    if (outcome instanceof Error) throw outcome;
    return outcome ? rootOf(id, outcome) : null;
  };
  const provider: Provider = {
    ...silentProvider,
    readRoot: async ({ id }) => answer(id),
    closeRoot: async ({ id }) => {
      closed.push(id);
      const root = answer(id);
      if (root?.outcome.kind === 'awaiting_payment') {
        outcomes.set(id, { kind: 'canceled', reason: null });
      }
      return answer(id);
    },
  };
  const deps: Deps = {
    database,
    newId,
    checkoutUrl: 'https://pay.test',
    connectProvider: () => provider,
  };
  const scope = { merchantId: newId('merch'), mode: 'test' } as const;
  const caller = systemCaller(scope);
  await database.of(scope).merchants.insert({ id: scope.merchantId, name: 'Nordlicht Coffee' });
  const pspConfigId = newId('pspcfg');
  await database.of(scope).pspConfigs.insert({
    id: pspConfigId,
    psp: 'provider',
    status: 'active',
    apiUrl: 'http://127.0.0.1:9',
    scriptUrl: 'http://127.0.0.1:9/v3',
    publishableKey: 'pk_test_provider',
    secretKey: 'sk_test_provider',
    webhookSecret: 'whsec_provider',
  });
  const lines: Record<string, unknown>[] = [];

  async function open(): Promise<string> {
    const { id } = await createSession(deps, caller, {
      amount_minor: 4200,
      currency: 'eur',
      buyer_reference: 'buyer',
      cart_snapshot: {},
    });
    return id;
  }

  async function reserved() {
    const id = await open();
    const { acquisition_attempt: attempt } = await reserveAttempt(deps, caller, {
      proxy_session_id: id,
      commercial_mode: 'one_time',
      integration_path: 'payment_intent',
      pricing_mode: 'fixed',
      provider_options_fingerprint: hex('a'),
    });
    return { id, attempt };
  }

  return {
    deps,
    database,
    scope,
    pspConfigId,
    outcomes,
    closed,
    lines,
    /** What a worker process of its own needs to work on the same. */
    workerEnv: { DATABASE_URL: postgres.url, PARLEY_ENCRYPTION_KEY: encryptionKey },
    report: createSweepReport(
      pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    ),
    open,
    reserved: async () => (await reserved()).id,
    /** A session whose payer can pay by this object. */
    payable: async (objectId: string): Promise<string> => {
      const { id, attempt } = await reserved();
      outcomes.set(objectId, { kind: 'awaiting_payment', declineCode: null });
      await attachProviderObject(deps, caller, {
        proxy_session_id: id,
        acquisition_attempt_id: attempt.id,
        expected_version: attempt.version,
        role: 'root',
        object_type: 'payment_intent',
        object_id: objectId,
        provider_confirmation: {
          amount_minor: 4200,
          currency: 'eur',
          cart_version: 1,
          evidence_sha256: hex('e'),
        },
      });
      return id;
    },
    /** How the session and its current attempt stand. */
    standing: async (id: string) => {
      const loaded = await database.of(scope).sessions.find(id);
      return [loaded?.session.status, loaded?.attempt.status];
    },
    stop: async () => {
      await database.close();
      await postgres.drop();
    },
  };
}

export type Sessions = Awaited<ReturnType<typeof startSessions>>;
