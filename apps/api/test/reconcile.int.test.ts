import { newId } from '@parley/operations';
import { reservePort, waitFor } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../../admin/test/run.ts';
import { order } from './api.ts';
import { createSubscription, type Path, paths, prepared } from './paths.ts';
import { sessionReaches, simulatorAccount, startPayments } from './provider.ts';

const payments = await startPayments();
afterAll(() => payments.stop());
const { api, stripe } = payments;
const { payment, acquisitionAttempt } = api.database.client;
const [intentPath] = paths as readonly [Path];
const visa = { payment_method: 'pm_card_visa' };
const pay = (id: string) => stripe.paymentIntents.confirm(id, { ...visa, use_stripe_sdk: true });

/** Pays an invoice and returns its payment intent. */
async function payInvoice(invoice: string): Promise<string> {
  const { data } = await stripe.invoicePayments.list({ invoice });
  const intent = data[0]?.payment.payment_intent as string;
  await pay(intent);
  return intent;
}

interface Difference {
  readonly provider_object_id: string;
  readonly proxy_session_id: string;
  readonly recording?: string;
}

/** Runs the command of an operator in this process. */
function reconcile(options = '') {
  const to = new Date(Date.now() + 60_000).toISOString();
  const args = `reconcile --merchant ${api.merchant.id} --to ${to} ${options}`;
  return runCommand(args.split(' ').filter(Boolean), { env: api.env });
}

async function paidSession() {
  const made = await prepared(payments, intentPath);
  await made.pay('pm_card_visa');
  await sessionReaches(api, made.id, { status: 'paid' });
  return made;
}
const amendRow = (providerObjectId: string, data: object) =>
  payment.updateMany({ where: { providerObjectId }, data });

let sold: Awaited<ReturnType<typeof paidSession>>[];
beforeAll(async () => {
  sold = [await paidSession(), await paidSession(), await paidSession(), await paidSession()];
  // A payment of another system on the same account.
  const other = await stripe.paymentIntents.create({ amount: 900, currency: 'eur' });
  await pay(other.id);
});

it('finds no difference between equal payments, counts others, and exits with 0', async () => {
  const { exitCode, out, error } = await reconcile();
  expect(out).toBe(
    'test: 4 payments compared, 0 differ; 1 of others left out\n' +
      'live: 0 payments compared, 0 differ; 0 of others left out\n',
  );
  expect(exitCode).toBe(0);
  expect(error).toContain('test: 4 payments compared, 1 of others\n');
  const before = await reconcile('--mode test --to 2026-01-01T00:00:00Z');
  expect(before.out).toMatch(/^test: 0 payments compared/);
});

it('reports each difference with the ids of both sides and exits with 1', async () => {
  const [amended, refunded, moved, equal] = sold.map(({ id, rootId }) => ({ id, rootId }));
  if (!amended || !refunded || !moved || !equal) throw new Error('four sessions were paid');
  await amendRow(amended.rootId, { amountMinor: 4100 });
  await amendRow(refunded.rootId, { refundedMinor: 100 });
  // The row of a payment that the provider does not have, instead of one that it has.
  await amendRow(moved.rootId, { providerObjectId: 'pi_unknown' });
  const unknownSession = 'psess_unknown';
  const named = {
    ...(await stripe.paymentIntents.retrieve(equal.rootId)).metadata,
    proxy_session_id: unknownSession,
  };
  const unknown = await stripe.paymentIntents.create({
    amount: 500,
    currency: 'eur',
    metadata: named,
  });
  await pay(unknown.id);
  // Its payment intent has no metadata.
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
  const subscription = await createSubscription(stripe, customer, {
    metadata: named,
    idempotencyKey: 'unknown',
  });
  const first = await payInvoice(subscription.latest_invoice as string);

  const { exitCode, out, error } = await reconcile('--mode test --json');
  expect(exitCode).toBe(1);
  expect(error).toContain('6 payments differ');
  const there = { amount_minor: 4200, currency: 'eur', refunded_minor: 0, disputed_minor: 0 };
  const at = (rootId: string, id: string) =>
    expect.objectContaining({
      provider_object_id: rootId,
      provider_config_id: api.merchant.providerConfigId,
      proxy_session_id: id,
    });
  const { results } = JSON.parse(out) as { results: { differences: Difference[] }[] };
  expect(results).toMatchObject([{ mode: 'test', others: 1 }]);
  const differences = results[0]?.differences ?? [];
  const found = new Map(differences.map((one) => [one.provider_object_id, one]));
  expect(found.get(amended.rootId)).toMatchObject({
    kinds: ['amount'],
    here: { amount_minor: 4100 },
    there,
  });
  expect(found.get(refunded.rootId)).toMatchObject({
    kinds: ['refunded'],
    here: { refunded_minor: 100 },
    there,
  });
  expect(found.get('pi_unknown')).toMatchObject({ kinds: ['missing_there'], there: null });
  expect(found.get(moved.rootId)).toMatchObject({ kinds: ['missing_here'], here: null, there });
  expect(found.get(unknown.id)).toMatchObject({ kinds: ['missing_here'], here: null });
  expect(found.get(first)).toMatchObject({ kinds: ['missing_here'], here: null, there });
  expect(differences).toEqual(
    expect.arrayContaining([
      at(amended.rootId, amended.id),
      at('pi_unknown', moved.id),
      at(moved.rootId, moved.id),
      at(unknown.id, unknownSession),
      at(first, unknownSession),
    ]),
  );
  expect((await reconcile()).out).toMatch(
    new RegExp(`test +amount +${amended.rootId} +pspcfg_\\w+ +${amended.id} +4100 eur +4200 eur`),
  );
});

it('reports a payment of a known root object without metadata that was never recorded, and --dry-run does not record it', async () => {
  const { rootId, id } = await paidSession();
  const { metadata } = await stripe.paymentIntents.retrieve(rootId);
  const cleared = Object.fromEntries(Object.keys(metadata).map((key) => [key, '']));
  await stripe.paymentIntents.update(rootId, { metadata: cleared });
  const subscribed = await prepared(payments, intentPath);
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
  const subscription = await createSubscription(stripe, customer, {
    metadata: {},
    idempotencyKey: 'without metadata',
  });
  const first = await payInvoice(subscription.latest_invoice as string);
  await acquisitionAttempt.updateMany({
    where: { providerRootObjectId: subscribed.rootId },
    data: { providerRootObjectId: subscription.id },
  });
  const missing = [
    [rootId, id],
    [first, subscribed.id],
  ];
  // A later event of the payment may record it again.
  await waitFor(
    async () => {
      await payment.deleteMany({ where: { providerObjectId: rootId } });
      const { out } = await reconcile('--mode test --json --record --dry-run');
      if ((await payment.count({ where: { providerObjectId: rootId } })) > 0) return false;
      const differences: Difference[] = JSON.parse(out).results[0].differences;
      return missing.every(([paid, session]) =>
        differences.some(
          (one) =>
            one.provider_object_id === paid &&
            one.proxy_session_id === session &&
            one.recording === 'recordable',
        ),
      );
    },
    { what: 'both payments to be reported' },
  );
});

it('leaves out payments of another merchant that uses the same account', async () => {
  const key = api.other.secretKey;
  const { body } = await api.post('/proxy_sessions', order, { key });
  const metadata = {
    proxy_acquisition_attempt_id: 'pspacq_other',
    proxy_session_id: body.id as string,
    proxy_contract_version: '2',
  };
  const paid = await stripe.paymentIntents.create({ amount: 4200, currency: 'eur', metadata });
  await pay(paid.id);
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
  const subscription = await createSubscription(stripe, customer, {
    metadata,
    idempotencyKey: 'of another merchant',
  });
  const first = await payInvoice(subscription.latest_invoice as string);
  const { out } = await reconcile('--mode test --json');
  const differences: Difference[] = JSON.parse(out).results[0].differences;
  const reported = differences.map(({ provider_object_id: id }) => id);
  expect(reported).not.toContain(paid.id);
  expect(reported).not.toContain(first);
});

it('--record continues after a payment whose account does not respond', async () => {
  const [unreachable, recorded] = [await paidSession(), await paidSession()];
  const { id: merchantId } = api.merchant;
  const configId = newId('pspcfg');
  const { providerConfigs } = api.database.forScope({ merchantId, mode: 'test' });
  await providerConfigs.insert({
    ...simulatorAccount(await reservePort()),
    id: configId,
    psp: 'provider',
    status: 'inactive',
    scriptUrl: 'http://127.0.0.1:9/v3',
  });
  await acquisitionAttempt.updateMany({
    where: { providerRootObjectId: unreachable.rootId },
    data: { merchantProviderConfigId: configId },
  });
  const rootIds = [unreachable.rootId, recorded.rootId];
  // A later event of a payment may record it again.
  await waitFor(
    async () => {
      await payment.deleteMany({ where: { providerObjectId: { in: rootIds } } });
      const { exitCode, out, error } = await reconcile('--mode test --record --json');
      expect(exitCode).toBe(1);
      const differences: Difference[] = JSON.parse(out).results[0].differences;
      const results = rootIds.map(
        (id) => differences.find((one) => one.provider_object_id === id)?.recording,
      );
      return (
        results[0] === 'failed' &&
        results[1] === 'recorded' &&
        error.includes(
          `${unreachable.rootId} was not recorded: The payment provider did not respond`,
        )
      );
    },
    { what: 'one payment to be recorded and the other to fail' },
  );
});

it.each(['--from yesterday', '--mode other', '--from 2099-01-01T00:00:00Z'])(
  '%s is wrong usage',
  async (options) => {
    expect(await reconcile(options)).toMatchObject({ exitCode: 2, out: '' });
  },
);
