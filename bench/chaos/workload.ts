import { setTimeout as delay } from 'node:timers/promises';
import type { Target } from './client.ts';
import type { JourneyContext, JourneySession } from './journey.ts';
import { changeSettings } from './merchant-settings.ts';
import type { Scope } from './merchants.ts';
import { payAsMerchant, payOnPage } from './payments.ts';

/** Clients that run journeys at the same time. */
const CLIENTS = 12;
const PAID_WITHIN_MS = 15_000;

type WorkloadOptions = Omit<JourneyContext, 'scope' | 'newKey'> & {
  readonly scopes: readonly Scope[];
};

/** Runs journeys until `isOver`. Those that have begun continue until they end or the signal aborts. */
export async function runWorkload(
  options: WorkloadOptions,
  isOver: () => boolean,
): Promise<{ readonly journeys: number }> {
  let journeys = 0;
  const run = async (client: number) => {
    const choices = options.random.fork(`client ${client}`);
    for (let number = 0; !isOver(); number++) {
      const random = choices.fork(String(number));
      const scope = random.pick(options.scopes);
      let keys = 0;
      const newKey = () => `chaos-${client}-${number}-${keys++}`;
      journeys += 1;
      await runJourney({ ...options, random, scope, newKey }).catch((error: unknown) => {
        if (!options.signal().aborted) throw error;
      });
      await delay(random.integer(50, 400));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => run(client)));
  return { journeys };
}

async function runJourney(context: JourneyContext): Promise<void> {
  const { random } = context;
  if (random.chance(0.05)) return changeSettings(context);
  const session = await createSession(context);
  if (!session) return;
  if (random.chance(0.35)) await replaceCart(context, session);
  if (random.chance(0.1)) return cancel(context, session);
  if (random.chance(0.1)) return;
  const pay = random.chance(0.6) ? payOnPage : payAsMerchant;
  await pay(context, session);
  if (random.chance(0.7)) await fulfill(context, session);
}

/** Creates a session, sometimes twice at the same time with one key, and tries the key with another body. */
async function createSession(context: JourneyContext): Promise<JourneySession | null> {
  const { scope, random, api, apis, ledger, newKey } = context;
  const amountMinor = random.integer(1_000, 9_000);
  const isHandoff = random.chance(0.6);
  const body = {
    amount_minor: amountMinor,
    currency: 'eur',
    buyer_reference: `buyer-${random.integer(1, 50)}`,
    cart_snapshot: { items: [{ sku: `sku-${random.integer(1, 99)}`, quantity: 1 }] },
    ...(isHandoff ? { publishable_key: scope.publishableKey } : {}),
  };
  const request = {
    operation: 'create_session',
    method: 'POST',
    path: isHandoff ? '/v1/proxy_sessions/handoff' : '/v1/proxy_sessions',
    key: newKey(),
  };
  const targets = random.chance(0.2) ? apis : [undefined];
  const outcomes = await Promise.all(
    targets.map((first) => api.send(scope, { ...request, body, first })),
  );
  if (random.chance(0.2)) {
    const other = { ...body, amount_minor: amountMinor + 1 };
    const reused = await api.send(scope, { ...request, operation: 'reuse_key', body: other });
    if (reused && reused.body?.error?.code !== 'idempotency_key_reused')
      ledger.contradictions.push(
        `${request.path} with the key ${request.key} and another body responded ${reused.status} ${JSON.stringify(reused.body)}`,
      );
  }
  const [outcome] = outcomes;
  if (!outcome || outcome.status >= 300) return null;
  return { id: outcome.body.id, amountMinor, cartVersion: 1 };
}

/** Replaces the cart, sometimes twice at the same time with the same expected version. */
async function replaceCart(context: JourneyContext, session: JourneySession): Promise<void> {
  const { scope, random, api, apis, newKey } = context;
  const replace = async (first: Target | undefined) => {
    const amountMinor = random.integer(1_000, 9_000);
    const outcome = await api.send(scope, {
      operation: 'replace_cart',
      method: 'PUT',
      path: `/v1/proxy_sessions/${session.id}/cart`,
      key: newKey(),
      first,
      body: {
        amount_minor: amountMinor,
        currency: 'eur',
        cart_snapshot: { replaced: amountMinor },
        expected_cart_version: session.cartVersion,
      },
    });
    return outcome && outcome.status < 300 ? outcome.body : null;
  };
  const targets = random.chance(0.5) ? apis : [undefined];
  const replaced = (await Promise.all(targets.map(replace))).find((one) => one !== null);
  if (!replaced) return;
  session.amountMinor = replaced.amount_minor;
  session.cartVersion = replaced.cart_version;
}

async function cancel({ scope, api, newKey }: JourneyContext, { id }: JourneySession) {
  await api.send(scope, {
    operation: 'cancel',
    method: 'POST',
    path: `/v1/proxy_sessions/${id}/cancel`,
    key: newKey(),
  });
}

/** Waits until the session is paid and reports the fulfillment. */
async function fulfill(context: JourneyContext, { id }: JourneySession): Promise<void> {
  const { scope, random, api, newKey, signal } = context;
  const until = performance.now() + PAID_WITHIN_MS;
  for (;;) {
    const path = `/v1/proxy_sessions/${id}/merchant`;
    const read = await api.send(scope, { operation: 'read_session', method: 'GET', path });
    if (!read) return;
    if (read.body.status === 'paid') break;
    if (performance.now() > until || signal().aborted) return;
    await delay(500);
  }
  const isFulfilled = random.chance(0.9);
  await api.send(scope, {
    operation: isFulfilled ? 'provisioned' : 'provisioning_failed',
    method: 'POST',
    path: `/v1/proxy_sessions/${id}/${isFulfilled ? 'provisioned' : 'provisioning_failed'}`,
    key: newKey(),
    body: isFulfilled
      ? { fulfillment_reference: `parcel-${random.integer(1, 1_000_000)}` }
      : { error_message: 'out of stock' },
  });
}
