// npm run bench:provider [sessions]: payments through random scenarios while a tenth of the provider's
// events is lost, a tenth comes twice, many come late, and api and workers are killed. At the end the
// provider's ledger of captured money and ours must agree to the unit.
import { randomBytes, randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../packages/db/src/index.ts';
import { applyMigrations } from '../packages/db/src/migrations/index.ts';
import { throwawayPostgres } from '../packages/launch/src/postgres/throwaway-postgres.ts';
import { createApiKey, newId } from '../packages/operations/src/index.ts';
import { connectStripe } from '../packages/provider/src/index.ts';
import { freePort, spawnApp } from '../packages/testing/src/spawn-app.ts';

const SESSIONS = Number(process.argv[2] ?? 1000);
const AT_ONCE = 24;
const FAULTS = { drop: 10, duplicate: 10, reorder: 30 };
const KILL_EVERY_MS = 8_000;
const POLL_SECONDS = 5;

const say = (line) => process.stdout.write(`${line}\n`);
const pick = (list) => list[Math.floor(Math.random() * list.length)];
const hex = (digit) => digit.repeat(64);

const postgres = await throwawayPostgres({ durable: true });
await applyMigrations({ databaseUrl: postgres.adminUrl });
const ledgerUrl = new URL(postgres.adminUrl);
ledgerUrl.pathname = '/sandbox';
const encryptionKey = randomBytes(32).toString('base64');
const database = openDatabase({ url: postgres.adminUrl, encryptionKey, poolSize: 4 });

const [apiPort, sandboxPort] = [await freePort(), await freePort()];
const random = randomBytes(12).toString('hex');
const account = {
  apiUrl: `http://127.0.0.1:${sandboxPort}`,
  secretKey: `sk_test_${random}`,
  publishableKey: `pk_test_${random}`,
  webhookSecret: `whsec_${random}`,
};
const scope = { merchantId: newId('merch'), mode: 'test' };
const deps = { database, connectProvider: connectStripe, newId, checkoutUrl: '' };
await database.of(scope).merchants.insert({ id: scope.merchantId, name: 'Soak' });
const pspConfigId = newId('pspcfg');
await database.of(scope).pspConfigs.insert({
  id: pspConfigId,
  psp: 'provider',
  status: 'active',
  scriptUrl: `${account.apiUrl}/v3/stripe.js`,
  ...account,
});
const secretKey = await createApiKey(deps, scope, { kind: 'secret', name: 'soak' });

const sandbox = await spawnApp({
  app: 'sandbox',
  portVariable: 'SANDBOX_PORT',
  port: sandboxPort,
  env: {
    LOG_LEVEL: 'warn',
    SANDBOX_DATABASE_URL: ledgerUrl.href,
    SANDBOX_PUBLIC_URL: account.apiUrl,
    SANDBOX_SECRET_KEY: account.secretKey,
    SANDBOX_PUBLISHABLE_KEY: account.publishableKey,
    SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${apiPort}/provider_events/${pspConfigId}`,
    SANDBOX_WEBHOOK_SECRET: account.webhookSecret,
  },
});
const ours = {
  DATABASE_URL: postgres.adminUrl,
  PARLEY_ENCRYPTION_KEY: encryptionKey,
  LOG_LEVEL: 'warn',
  API_RATE_LIMIT_PER_KEY: '2000',
  API_RATE_LIMIT_PER_KEY_BURST: '4000',
  PROVIDER_POLL_SECONDS: String(POLL_SECONDS),
  PROVIDER_SETTLE_SECONDS: '2',
};
const startApi = () => spawnApp({ app: 'api', portVariable: 'API_PORT', port: apiPort, env: ours });
const startWorker = () => spawnApp({ app: 'worker', portVariable: 'WORKER_PORT', env: ours });
const running = { api: await startApi(), worker: [await startWorker(), await startWorker()] };

/** A call to us, repeated under one key until it is answered, as a careful merchant would. */
async function api(method, path, body) {
  const key = randomUUID();
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${apiPort}/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${secretKey}`,
          'idempotency-key': key,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(15_000),
      });
      const answer = await response.json();
      if (response.status < 500 && response.status !== 429) {
        return { status: response.status, body: answer };
      }
    } catch {
      // Killed just now: the same again.
    }
    await pause(100 + Math.random() * 200);
  }
}

/** Fields as the provider takes them: a[b][0]=c. */
function fields(value, name = '', into = new URLSearchParams()) {
  if (typeof value !== 'object') into.append(name, String(value));
  else
    for (const [key, inner] of Object.entries(value)) {
      fields(inner, name === '' ? key : `${name}[${key}]`, into);
    }
  return into;
}

/** A call to the provider, repeated under its key when no answer comes. */
async function provider(method, path, body = {}, key = randomUUID()) {
  const query = method === 'GET' ? `?${fields(body)}` : '';
  for (let tries = 0; tries < 5; tries++) {
    try {
      const response = await fetch(`${account.apiUrl}${path}${query}`, {
        method,
        headers: { authorization: `Bearer ${account.secretKey}`, 'idempotency-key': key },
        ...(method === 'GET' ? {} : { body: fields(body) }),
      });
      return await response.json();
    } catch {
      await pause(200);
    }
  }
  throw new Error(`the provider does not answer ${path}`);
}

await provider('POST', '/_sandbox/faults', FAULTS);

const price = { currency: 'eur', unit_amount: 4200, product_data: { name: 'Coffee' } };
const monthly = { ...price, recurring: { interval: 'month' } };

const paths = {
  payment_intent: {
    options: { commercial_mode: 'one_time', integration_path: 'payment_intent' },
    type: 'payment_intent',
    create: (metadata, key) =>
      provider('POST', '/v1/payment_intents', { amount: 4200, currency: 'eur', metadata }, key),
    intentOf: async (root) => root.id,
  },
  checkout_session: checkout('payment', price),
  checkout_subscription: checkout('subscription', monthly),
  direct_subscription: {
    options: {
      commercial_mode: 'subscription',
      integration_path: 'direct_subscription',
      direct_subscription_source: 'saved_payment_method',
    },
    type: 'subscription',
    async create(metadata, key) {
      const customer = await provider('POST', '/v1/customers', { email: 'ada@example.com' });
      const product = await provider('POST', '/v1/products', { name: 'Coffee' });
      const { product_data: _, ...rest } = monthly;
      return provider(
        'POST',
        '/v1/subscriptions',
        {
          customer: customer.id,
          metadata,
          items: [{ price_data: { ...rest, product: product.id } }],
          payment_behavior: 'default_incomplete',
        },
        key,
      );
    },
    async intentOf(root) {
      const { data } = await provider('GET', '/v1/invoice_payments', {
        invoice: root.latest_invoice,
      });
      return data[0]?.payment.payment_intent ?? null;
    },
  },
};

function checkout(mode, price_data) {
  return {
    options: {
      commercial_mode: mode === 'payment' ? 'one_time' : 'subscription',
      integration_path: 'checkout_session',
    },
    type: 'checkout.session',
    create: (metadata, key) =>
      provider(
        'POST',
        '/v1/checkout/sessions',
        {
          mode,
          metadata,
          success_url: 'https://shop.test/thanks',
          line_items: [{ quantity: 1, price_data }],
        },
        key,
      ),
    async intentOf(root) {
      const page = await provider('GET', `/v1/payment_pages/${root.id}`);
      return page.payment_intent?.id ?? null;
    },
    pay: (root, payment_method) =>
      provider('POST', `/v1/payment_pages/${root.id}/confirm`, {
        email: 'ada@example.com',
        payment_method,
      }),
  };
}

const scenarios = [
  'success',
  'success',
  'success',
  'decline_insufficient_funds',
  'authenticate',
  'settle_later',
  'settle_later_fail',
  'timeout',
  'wrong_amount',
  'refund',
];
/** What else may happen on the way. */
const mishaps = ['none', 'none', 'none', 'none', 'never_attached', 'canceled', 'late_attach'];

async function runSession(tally) {
  const path = paths[pick(Object.keys(paths))];
  const scenario = pick(scenarios);
  const mishap = pick(mishaps);
  const { id } = (
    await api('POST', '/proxy_sessions', {
      amount_minor: 4200,
      currency: 'eur',
      buyer_reference: 'soak',
      cart_snapshot: {},
    })
  ).body;
  const attempts = `/proxy_sessions/${id}/acquisition_attempts`;
  const reserved = (
    await api('POST', attempts, {
      ...path.options,
      pricing_mode: 'fixed',
      provider_options_fingerprint: hex('a'),
    })
  ).body;
  const { acquisition_attempt: attempt, provider: block } = reserved;
  const root = await path.create(
    { ...block.metadata, sandbox_scenario: scenario },
    block.idempotency_keys.root,
  );
  const attach = () => attachRoot(attempts, attempt, path.type, root.id);
  if (mishap !== 'never_attached' && mishap !== 'late_attach') await attach();
  const cancel = () => (mishap === 'canceled' ? api('POST', `/proxy_sessions/${id}/cancel`) : null);
  await Promise.all([pay(path, root, scenario), cancel()]);
  if (mishap === 'late_attach') await attach();
  tally.push({ id, path, root, scenario, mishap });
}

/** With the version as it is, should the provider have been faster. */
async function attachRoot(attempts, attempt, object_type, object_id) {
  let { version } = attempt;
  for (let tries = 0; tries < 5; tries++) {
    const { status } = await api('POST', `${attempts}/${attempt.id}/provider_objects`, {
      role: 'root',
      object_type,
      object_id,
      expected_version: version,
      provider_confirmation: {
        amount_minor: 4200,
        currency: 'eur',
        cart_version: 1,
        evidence_sha256: hex('e'),
      },
    });
    if (status === 200) return;
    const { body } = await api('GET', attempts);
    version = body.data?.find((one) => one.id === attempt.id)?.version ?? version;
  }
}

async function pay(path, root, scenario) {
  if (path.pay) await path.pay(root, 'pm_card_visa');
  const intent = await path.intentOf(root);
  if (!intent) return;
  if (!path.pay) {
    await provider('POST', `/v1/payment_intents/${intent}/confirm`, {
      payment_method: 'pm_card_visa',
    });
  }
  if (scenario !== 'authenticate') return;
  const now = await provider('GET', `/v1/payment_intents/${intent}`);
  const source = now.next_action?.use_stripe_sdk?.source;
  const outcome = pick(['succeeded', 'succeeded', 'failed', 'abandoned']);
  if (source && outcome !== 'abandoned') {
    await provider('POST', `/_sandbox/challenges/${source}`, { outcome });
  }
}

const counts = { killed: 0 };
const stopping = new AbortController();
async function killAtRandom() {
  while (!stopping.signal.aborted) {
    await pause(KILL_EVERY_MS * (0.5 + Math.random()), undefined, {
      signal: stopping.signal,
    }).catch(() => {});
    if (stopping.signal.aborted) return;
    counts.killed += 1;
    if (Math.random() < 0.5) {
      await running.api.crash();
      running.api = await startApi();
    } else {
      const at = Math.floor(Math.random() * running.worker.length);
      await running.worker[at].crash();
      running.worker[at] = await startWorker();
    }
  }
}

async function soak() {
  say(
    `${availableParallelism()} cores, Node ${process.version}; ${SESSIONS} sessions, faults %: ${JSON.stringify(FAULTS)}`,
  );
  const began = Date.now();
  const tally = [];
  const killing = killAtRandom();
  let left = SESSIONS;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await runSession(tally);
    }),
  );
  stopping.abort();
  await killing;
  const drove = (Date.now() - began) / 1000;
  // The last money on its way needs five seconds at the provider.
  await pause(6_000);

  const { client } = database;
  const { merchantId } = scope;
  /** A sweep: every account's list read, and every attempt in motion asked about, once. */
  async function sweepOnce() {
    const [{ now }] = await client.$queryRaw`SELECT now()`;
    await client.$executeRaw`UPDATE acquisition_attempt SET provider_check_at = now() WHERE provider_check_at IS NOT NULL`;
    // What killed workers hold comes back when its lease ends; nobody waits a minute here.
    await client.$executeRaw`UPDATE provider_event SET leased_until = now() WHERE leased_until > now()`;
    await client.$executeRaw`UPDATE provider_cursor SET leased_until = now() WHERE leased_until > now()`;
    for (let waited = 0; ; waited++) {
      const [state] = await client.$queryRaw`
        SELECT (SELECT count(*)::int FROM provider_event WHERE status = 'waiting') AS waiting,
          (SELECT count(*)::int FROM acquisition_attempt WHERE provider_check_at <= now()) AS checks,
          (SELECT count(*)::int FROM provider_cursor WHERE read_until < ${now}::timestamptz - interval '2 seconds') AS unread`;
      if (state.waiting + state.checks + state.unread === 0) return;
      if (waited > 120) {
        const events = await client.$queryRaw`
        SELECT type, object_id, attempts, note, due_at FROM provider_event WHERE status = 'waiting' LIMIT 5`;
        say(`a sweep does not end: ${JSON.stringify(state)} ${JSON.stringify(events)}`);
        return;
      }
      await pause(500);
    }
  }
  const sweeps = [];
  for (let round = 0; round < 2; round++) {
    const start = Date.now();
    await sweepOnce();
    sweeps.push(((Date.now() - start) / 1000).toFixed(1));
  }

  const { charges } = await provider('GET', '/_sandbox/ledger');
  const captured = new Map(charges.map((charge) => [charge.payment_intent, charge.captured]));
  const rows = await client.proxySession.findMany({
    where: { merchantId },
    include: { attempts: true },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const taken = new Set(['paid', 'payment_conflicted', 'provisionable']);
  let [theirs, mine] = [0, 0];
  const wrong = [];
  for (const { id, path, root, scenario, mishap } of tally) {
    const intent = await path.intentOf(root);
    const money = (intent && captured.get(intent)) ?? 0;
    const session = byId.get(id);
    const recorded = taken.has(session.status) ? session.finalAmountMinor : 0;
    theirs += money;
    mine += recorded;
    if (money !== recorded) {
      wrong.push({
        id,
        scenario,
        mishap,
        root: root.id,
        status: session.status,
        money,
        recorded,
        attempt: session.attempts[0]?.status,
      });
    }
  }
  const ledger = charges.reduce((sum, charge) => sum + charge.captured, 0);
  const statuses = Object.groupBy(rows, (row) => row.status);
  const attempts = Object.groupBy(
    rows.flatMap((row) => row.attempts),
    (attempt) => attempt.status,
  );
  const events = await client.providerEvent.groupBy({ by: ['status'], _count: true });
  const unresolved = (attempts.processing?.length ?? 0) + (attempts.unknown?.length ?? 0);
  const stuck = events.filter(({ status }) => status === 'waiting' || status === 'failed');
  const sizes = (groups) =>
    Object.entries(groups)
      .map(([name, list]) => `${list.length} ${name}`)
      .join(', ');
  say(
    `drove ${tally.length} sessions in ${drove.toFixed(0)} s; ${counts.killed} processes killed; two sweeps: ${sweeps.join(' s, ')} s`,
  );
  say(`sessions: ${sizes(statuses)}`);
  say(`attempts: ${sizes(attempts)}`);
  say(`events: ${events.map(({ status, _count }) => `${_count} ${status}`).join(', ')}`);
  say(
    `captured: the provider's ledger ${ledger}, of our sessions ${theirs}, as we recorded ${mine}: ${ledger === mine ? 'equal to the unit' : 'DIFFERENT'}`,
  );
  say(
    `unresolved after two sweeps: ${unresolved} attempts, ${stuck.reduce((sum, { _count }) => sum + _count, 0)} events`,
  );
  for (const one of wrong.slice(0, 20)) say(JSON.stringify(one));

  if (ledger !== mine || wrong.length + unresolved + stuck.length > 0) process.exitCode = 1;
}

try {
  await soak();
} finally {
  await running.api.stop();
  for (const worker of running.worker) await worker.stop();
  await sandbox.stop();
  await database.close();
  await postgres.stop();
}
