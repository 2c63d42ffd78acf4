import type { AttemptRecord } from '@parley/db';
import type { ObjectRef } from '@parley/provider';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { findEventObjects, type MatchedEvent } from './find-event-objects.ts';

const intent: ObjectRef = { type: 'payment_intent', id: 'pi_1' };
const checkout: ObjectRef = { type: 'checkout.session', id: 'cs_1' };
const charge: ObjectRef = { type: 'charge', id: 'ch_1' };
const invoice: ObjectRef = { type: 'invoice', id: 'in_1' };
const subscription: ObjectRef = { type: 'subscription', id: 'sub_1' };

interface Case {
  /** The object that the event is about. */
  readonly object: ObjectRef;
  readonly path: AttemptRecord['integrationPath'];
  readonly attached?: ObjectRef;
  /** The subscription that the event names. */
  readonly names?: string;
  /** The owners that the event was matched by. */
  readonly owners?: readonly ObjectRef[];
  /** The owners that the provider returns. */
  readonly provided?: readonly ObjectRef[];
}

const find = ({ object, path, attached, names, owners = [], provided = [] }: Case) =>
  findEventObjects(
    {
      database: { forScope: () => ({ providerConfigs: { find: async () => ({}) } }) },
      connectProvider: () => ({
        findOwners: async (of: ObjectRef) => (of.id === object.id ? provided : []),
      }),
    } as unknown as Deps,
    {} as Caller,
    {
      event: { objectId: object.id },
      notification: { objectType: object.type, relatedSubscriptionId: names ?? null },
      attempt: {
        integrationPath: path,
        merchantProviderConfigId: 'pspcfg_1',
        providerRootObjectId: attached?.id ?? null,
      },
      owners,
    } as unknown as MatchedEvent,
  );

describe('an event about an attempt with a root object', () => {
  it.each<[string, Case, ObjectRef | null]>([
    ['that object', { object: intent, path: 'payment_intent', attached: intent }, null],
    [
      'another payment intent',
      { object: { ...intent, id: 'pi_2' }, path: 'payment_intent', attached: intent },
      { ...intent, id: 'pi_2' },
    ],
    ['a charge', { object: charge, path: 'payment_intent', attached: intent }, null],
    [
      'an invoice of another subscription',
      { object: invoice, names: 'sub_1', path: 'checkout_session', attached: checkout },
      subscription,
    ],
    [
      'an invoice without a subscription',
      { object: invoice, path: 'payment_intent', attached: intent },
      invoice,
    ],
    [
      'an invoice of its subscription',
      {
        object: invoice,
        names: 'sub_1',
        path: 'direct_subscription',
        attached: subscription,
      },
      null,
    ],
  ])('may be about %s', async (_, given, other) => {
    expect(await find(given)).toEqual({ rootId: given.attached?.id, other });
  });
});

describe('an event about an attempt without a root object', () => {
  it.each<[string, Case, string]>([
    ['is the object', { object: intent, path: 'payment_intent' }, 'pi_1'],
    [
      'is the subscription of an invoice',
      { object: invoice, names: 'sub_1', path: 'direct_subscription' },
      'sub_1',
    ],
    [
      'is an owner that the event was matched by',
      { object: charge, path: 'payment_intent', owners: [intent] },
      'pi_1',
    ],
    [
      'is an owner of the payment intent at the provider',
      { object: intent, path: 'checkout_session', provided: [checkout] },
      'cs_1',
    ],
  ])('finds the object that can be its root: it %s', async (_, given, rootId) => {
    expect(await find(given)).toEqual({ rootId, other: null });
  });

  it('finds a payment through an object that cannot be its root', async () => {
    const given = { object: intent, path: 'checkout_session' } as const;
    expect(await find(given)).toEqual({ rootId: null, other: intent });
  });

  it('finds nothing for an object that cannot take money', async () => {
    const given = { object: charge, path: 'checkout_session' } as const;
    expect(await find(given)).toEqual({ rootId: null, other: null });
  });
});
