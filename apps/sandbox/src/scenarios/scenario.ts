import { DECLINES } from '../cards/decline.ts';
import type { CardBehaviour } from '../cards/test-cards.ts';

/** The metadata key that asks for a scenario; several are separated by commas. */
export const SCENARIO_KEY = 'sandbox_scenario';

/** What may be asked for, besides `decline_<code>`. */
const SCENARIOS = [
  'success',
  'authenticate',
  'settle_later',
  'settle_later_fail',
  'slow',
  'timeout',
  'wrong_amount',
  'refund',
  'dispute',
  'duplicate_events',
  'reorder_events',
  'drop_events',
];

const known: ReadonlySet<string> = new Set(SCENARIOS);

/** The scenarios an object's metadata asks for; its own, or those of the subscription it bills. */
export function scenariosOf(object: unknown): ReadonlySet<string> {
  const { metadata, parent } = (object ?? {}) as {
    metadata?: Record<string, string> | null;
    parent?: { subscription_details?: { metadata?: Record<string, string> | null } | null } | null;
  };
  const text =
    metadata?.[SCENARIO_KEY] ?? parent?.subscription_details?.metadata?.[SCENARIO_KEY] ?? '';
  return new Set(text.split(',').map((name) => name.trim()));
}

/** Only what asks for scenarios, to be handed on to an object that is born from another. */
export function scenarioMetadata(object: unknown): Record<string, string> {
  const text = [...scenariosOf(object)].join(',');
  return text === '' ? {} : { [SCENARIO_KEY]: text };
}

/** A scenario nobody knows; null where all are good. */
export function unknownScenario(text: string): string | null {
  const wrong = text.split(',').find((part) => {
    const name = part.trim();
    return !known.has(name) && !(declineName(name) in DECLINES);
  });
  return wrong ?? null;
}

/** What the card does, unless the object asks for something else. */
export function behaviourOf(card: CardBehaviour, object: unknown): CardBehaviour {
  for (const name of scenariosOf(object)) {
    const decline = Object.entries(DECLINES).find(([code]) => code === declineName(name))?.[1];
    if (decline) return { does: 'decline', decline };
    if (name === 'success') return { does: 'succeed' };
    if (name === 'authenticate') return { does: 'authenticate', when: 'always' };
    if (name === 'settle_later') return { does: 'settle_later', outcome: 'succeeded' };
    if (name === 'settle_later_fail') return { does: 'settle_later', outcome: 'failed' };
  }
  return card;
}

const declineName = (name: string): string =>
  name.startsWith('decline_') ? name.slice('decline_'.length) : '';

/** What is taken where the scenario is that it is not what was asked: one minor unit less. */
export const takenOf = (amount: number, object: unknown): number =>
  scenariosOf(object).has('wrong_amount') ? Math.max(0, amount - 1) : amount;
