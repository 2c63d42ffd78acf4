import { readAttempt, supersede } from './attempts.ts';
import type { Clients } from './clients.ts';
import { AMOUNT, type IntegrationPath, integrationPaths, pick } from './integration-paths.ts';
import { type CreatedRoot, SessionDriver } from './session-driver.ts';
import type { Product } from './start-product.ts';

/** A completed run of a session. */
export interface SessionRun {
  readonly id: string;
  readonly plan: string;
  readonly scenario: string;
  readonly createdRoots: readonly CreatedRoot[];
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

type Plan = (driver: SessionDriver) => Promise<void>;

const createAndPay =
  ({ attached = 'first' as 'first' | 'last' | 'never', canceled = false } = {}): Plan =>
  async (driver) => {
    const path = pick(integrationPaths);
    const reserved = await driver.reserve(path);
    const created = await driver.create(path, reserved);
    if (attached === 'first') await driver.attach(created, reserved);
    const cancel = () => driver.clients.api('POST', `/proxy_sessions/${driver.id}/cancel`);
    await Promise.all([driver.pay(created), canceled ? cancel() : null]);
    if (attached === 'last') await driver.attach(created, reserved);
  };

/** The first object ends at the provider, its attempt is superseded, the second object is paid. */
const superseded: Plan = async (driver) => {
  const path = pick(integrationPaths);
  const reserved = await driver.reserve(path);
  const created = await driver.create(path, reserved, 'success');
  await driver.attach(created, reserved);
  await path.end(driver.clients, created.root);
  const newer = await driver.supersede(created, driver.scenario);
  if (newer) await driver.pay(newer);
};

/** An asynchronous payment fails and its attempt is superseded; then the old object is paid, alone or with the new one. */
const lateSuccess: Plan = async (driver) => {
  const [, path] = integrationPaths;
  if (!path) return;
  const reserved = await driver.reserve(path);
  const created = await driver.create(path, reserved, 'settle_later_fail');
  await driver.attach(created, reserved);
  await driver.pay(created, 'settle_later_fail');
  const newer = await driver.supersede(created, 'success');
  const payOld = async () => {
    const { provider } = driver.clients;
    const intent = await path.getIntent(driver.clients, created.root);
    await provider('POST', `/v1/payment_intents/${intent}`, {
      metadata: { sandbox_scenario: 'success' },
    });
    const body = { payment_method: 'pm_card_visa', use_stripe_sdk: true };
    await provider('POST', `/v1/payment_intents/${intent}/confirm`, body);
  };
  const both = Math.random() < 0.5;
  await Promise.all([payOld(), newer && both ? driver.pay(newer, 'success') : null]);
};

/** The response to the creation is lost and the idempotency keys expire; the merchant may reserve or supersede while the payer pays. */
const responseLost: Plan = async (driver) => {
  const path = pick(integrationPaths);
  const reserved = await driver.reserve(path);
  const created = await driver.create(path, reserved);
  await driver.expireKeys(created.attemptId, pick([1, 60]));
  const act = pick<() => Promise<unknown>>([
    async () => {},
    () => driver.reserve(path),
    () => supersedeOnce(driver, created.attemptId, path),
  ]);
  await Promise.all([driver.pay(created), act()]);
};

/** No object is created before the idempotency keys expire; the attempt is superseded and paid. */
const neverCreated: Plan = async (driver) => {
  const path = pick(integrationPaths);
  const { acquisition_attempt: attempt } = await driver.reserve(path);
  await driver.expireKeys(attempt.id, 60);
  const newer = await driver.supersede({ attemptId: attempt.id, path }, driver.scenario);
  if (newer) await driver.pay(newer);
};

async function supersedeOnce(
  driver: SessionDriver,
  attemptId: string,
  path: IntegrationPath,
): Promise<void> {
  const { clients, id } = driver;
  const attempt = await readAttempt(clients, id, attemptId);
  if (attempt) await supersede(clients, id, attempt, path);
}

const plans: readonly (readonly [string, Plan])[] = [
  ['none', createAndPay()],
  ['none', createAndPay()],
  ['none', createAndPay()],
  ['none', createAndPay()],
  ['never_attached', createAndPay({ attached: 'never' })],
  ['late_attach', createAndPay({ attached: 'last' })],
  ['canceled', createAndPay({ canceled: true })],
  ['superseded', superseded],
  ['superseded', superseded],
  ['late_success', lateSuccess],
  ['response_lost', responseLost],
  ['never_created', neverCreated],
];

/** Runs one session with a random plan and scenario. */
export async function runSession(product: Product, clients: Clients): Promise<SessionRun> {
  const { body } = await clients.api<{ id: string }>('POST', '/proxy_sessions', {
    amount_minor: AMOUNT,
    currency: 'eur',
    buyer_reference: 'soak',
    cart_snapshot: {},
  });
  const [plan, runPlan] = pick(plans);
  const driver = new SessionDriver(product, clients, body.id, pick(scenarios));
  await runPlan(driver);
  return { id: body.id, plan, scenario: driver.scenario, createdRoots: driver.createdRoots };
}
