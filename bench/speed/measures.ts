import type { RequestKind } from '../load/requests.ts';
import type { Template } from './prepared-sessions.ts';

/** A kind of request, and what it is compared with. */
export interface Measure {
  /** The argument of `--only`. */
  readonly name: string;
  readonly kind: RequestKind;
  /** The state of the sessions that the requests are about, if any. */
  readonly template?: Template;
  /** Whether one session serves one request, because the request changes it. */
  readonly use: 'once' | 'again' | 'none';
  /** What the reference server does meanwhile. */
  readonly baseline: 'referenceWrite' | 'referenceRead';
  /** The least share of the reference's requests per second, at 32 and 128 connections. */
  readonly goal: number;
  /** The share by processor time below which `--short` fails: less than half of what was measured last. */
  readonly accepted: number;
  /** The most processor time of the API, as a multiple of the reference server's. */
  readonly cpuGoal?: number;
}

const hotWrite = (
  name: string,
  kind: RequestKind,
  template: Template,
  accepted: number,
): Measure => ({
  name,
  kind,
  template,
  use: 'once',
  baseline: 'referenceWrite',
  goal: 0.5,
  accepted,
});

const read = (name: string, kind: RequestKind): Measure => ({
  name,
  kind,
  template: 'created',
  use: 'again',
  baseline: 'referenceRead',
  goal: 0.8,
  accepted: 0.4,
  cpuGoal: 3,
});

export const measures: readonly Measure[] = [
  {
    name: 'create',
    kind: 'create',
    use: 'none',
    baseline: 'referenceWrite',
    goal: 0.8,
    accepted: 0.25,
    cpuGoal: 5,
  },
  read('merchant_view', 'merchantView'),
  read('payer_view', 'payerView'),
  hotWrite('replace_cart', 'replaceCart', 'created', 0.18),
  hotWrite('reserve', 'reserve', 'created', 0.16),
  hotWrite('attach', 'attach', 'reserved', 0.15),
  hotWrite('confirm', 'confirm', 'attached', 0.14),
  hotWrite('payer_handoff', 'payerHandoff', 'created', 0.22),
  hotWrite('payer_opened', 'payerOpened', 'created', 0.2),
  hotWrite('provisioned', 'provisioned', 'paid', 0.18),
  {
    name: 'provider_event',
    kind: 'providerEvent',
    use: 'none',
    baseline: 'referenceWrite',
    goal: 0.8,
    accepted: 0.5,
  },
];
