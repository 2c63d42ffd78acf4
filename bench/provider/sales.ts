import { readAttempt, replace } from './attempts.ts';
import type { Callers } from './callers.ts';
import { Driving, type Made } from './driving.ts';
import { AMOUNT, type Path, paths, pick } from './paths.ts';
import type { World } from './world.ts';

/** One session as it was driven, to be held against what came of it. */
export interface Sale {
  readonly id: string;
  readonly plan: string;
  readonly scenario: string;
  readonly made: readonly Made[];
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

type Drive = (driving: Driving) => Promise<void>;

const plain =
  ({ attached = 'first' as 'first' | 'last' | 'never', canceled = false } = {}): Drive =>
  async (driving) => {
    const path = pick(paths);
    const reserved = await driving.reserve(path);
    const made = await driving.create(path, reserved);
    if (attached === 'first') await driving.attach(made, reserved);
    const cancel = () => driving.callers.api('POST', `/proxy_sessions/${driving.id}/cancel`);
    await Promise.all([driving.pay(made), canceled ? cancel() : null]);
    if (attached === 'last') await driving.attach(made, reserved);
  };

/** Ended at the provider, then replaced: the second object is paid. */
const superseded: Drive = async (driving) => {
  const path = pick(paths);
  const reserved = await driving.reserve(path);
  const made = await driving.create(path, reserved, 'success');
  await driving.attach(made, reserved);
  await path.end(driving.callers, made.root);
  const newer = await driving.replace(made, driving.scenario);
  if (newer) await driving.pay(newer);
};

/** Failed late, replaced, and then the old object is paid after all, beside the newer one or alone. */
const lateSuccess: Drive = async (driving) => {
  const [, path] = paths;
  if (!path) return;
  const reserved = await driving.reserve(path);
  const made = await driving.create(path, reserved, 'settle_later_fail');
  await driving.attach(made, reserved);
  await driving.pay(made, 'settle_later_fail');
  const newer = await driving.replace(made, 'success');
  const payOld = async () => {
    const { provider } = driving.callers;
    const intent = await path.intentOf(driving.callers, made.root);
    await provider('POST', `/v1/payment_intents/${intent}`, {
      metadata: { sandbox_scenario: 'success' },
    });
    const body = { payment_method: 'pm_card_visa' };
    await provider('POST', `/v1/payment_intents/${intent}/confirm`, body);
  };
  const both = Math.random() < 0.5;
  await Promise.all([payOld(), newer && both ? driving.pay(newer, 'success') : null]);
};

/** Created, but nobody heard: the keys run out, somebody asks, and the payer may pay all the while. */
const unheard: Drive = async (driving) => {
  const path = pick(paths);
  const reserved = await driving.reserve(path);
  const made = await driving.create(path, reserved);
  await driving.runOut(made.attemptId, pick([1, 60]));
  const ask = pick<() => Promise<unknown>>([
    async () => {},
    () => driving.reserve(path),
    () => supersedeOnce(driving, made.attemptId, path),
  ]);
  await Promise.all([driving.pay(made), ask()]);
};

/** Nothing was ever created under the keys: another attempt takes the place, and is paid. */
const neverCreated: Drive = async (driving) => {
  const path = pick(paths);
  const { acquisition_attempt: attempt } = await driving.reserve(path);
  await driving.runOut(attempt.id, 60);
  const newer = await driving.replace({ attemptId: attempt.id, path }, driving.scenario);
  if (newer) await driving.pay(newer);
};

async function supersedeOnce(driving: Driving, attemptId: string, path: Path): Promise<void> {
  const { callers, id } = driving;
  const attempt = await readAttempt(callers, id, attemptId);
  if (attempt) await replace(callers, id, attempt, path);
}

const plans: readonly (readonly [string, Drive])[] = [
  ['none', plain()],
  ['none', plain()],
  ['none', plain()],
  ['none', plain()],
  ['never_attached', plain({ attached: 'never' })],
  ['late_attach', plain({ attached: 'last' })],
  ['canceled', plain({ canceled: true })],
  ['superseded', superseded],
  ['superseded', superseded],
  ['late_success', lateSuccess],
  ['unheard', unheard],
  ['never_created', neverCreated],
];

/** Drives one session along a random plan through a random scenario. */
export async function driveSale(world: World, callers: Callers): Promise<Sale> {
  const { body } = await callers.api<{ id: string }>('POST', '/proxy_sessions', {
    amount_minor: AMOUNT,
    currency: 'eur',
    buyer_reference: 'soak',
    cart_snapshot: {},
  });
  const [plan, drive] = pick(plans);
  const driving = new Driving(world, callers, body.id, pick(scenarios));
  await drive(driving);
  return { id: body.id, plan, scenario: driving.scenario, made: driving.made };
}
