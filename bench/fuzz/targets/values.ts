import { isDeepStrictEqual } from 'node:util';
import {
  canonicalJson,
  parseCartPlan,
  readCart,
  readCartSums,
  summarizeCart,
} from '@parley/domain';
import { anonymizeNotification, parseNotification } from '@parley/provider';
import { attempt, requireProperty, type Target } from '../target.ts';

/** The object that an input describes; null if it describes none. */
function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const jsonTokens = [
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '""',
    'null',
    'true',
    '0',
    '-1',
    '1.5',
    '1e21',
    '{}',
    '[]',
    '[null]',
  ],
];

const event = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', type, created: 1_790_000_000, livemode: false, data: { object } });
const metadata = {
  proxy_acquisition_attempt_id: 'pspacq_1',
  proxy_session_id: 'psess_1',
  proxy_contract_version: '2',
};

const isName = (value: unknown) => typeof value === 'string' && value.length <= 255;
const isNameOrNull = (value: unknown) => value === null || isName(value);

/** Events of the provider: what they mean has the declared types, whatever the payload contains. */
export const providerEvents: Target = {
  name: 'provider-event',
  maxLength: 256 * 1024,
  seeds: [
    event('payment_intent.succeeded', {
      ...{ id: 'pi_1', object: 'payment_intent', status: 'succeeded', amount_received: 5 },
      metadata,
    }),
    event('payment_intent.payment_failed', {
      ...{ id: 'pi_1', object: 'payment_intent', metadata },
      last_payment_error: { charge: 'ch_1', code: 'card_declined', decline_code: 'lost_card' },
    }),
    event('setup_intent.setup_failed', {
      ...{ id: 'seti_1', object: 'setup_intent', latest_attempt: { id: 'setatt_1' } },
      last_setup_error: { code: 'card_declined' },
    }),
    event('invoice.paid', {
      ...{ id: 'in_1', object: 'invoice' },
      parent: { subscription_details: { subscription: { id: 'sub_1' }, metadata } },
    }),
    event('charge.dispute.closed', {
      ...{ id: 'dp_1', object: 'dispute', payment_intent: { id: 'pi_1' } },
      ...{ status: 'lost', amount: 5, currency: 'eur' },
    }),
    event('checkout.session.completed', {
      ...{ id: 'cs_1', object: 'checkout.session', payment_status: 'paid', payment_intent: 'pi_1' },
    }),
  ],
  tokens: [
    ...jsonTokens,
    ...[
      '"id":',
      '"object":',
      '"metadata":',
      '"subscription":',
      '"payment_intent":{"id":1},',
      '"x",',
    ],
    ...['"proxy_session_id":', '"last_payment_error":', '"parent":', '"code":', '"charge":'],
  ],
  run(text, time) {
    const payload = parseObject(text);
    if (!payload) return 'no object';
    const { result, error } = attempt(
      () => time(() => parseNotification(payload)),
      (thrown) =>
        thrown instanceof Error && thrown.message === 'the stored payload is not an event',
    );
    if (!result) return error.message;
    const { attempts, owners, relatedSubscriptionId, takenId, decline, amount, topic } = result;
    requireProperty(
      [result.id, result.type, result.objectId, result.objectType].every(isName),
      'names',
    );
    requireProperty(
      attempts.every((one) => isName(one.attemptId) && isName(one.sessionId)),
      'attempts',
    );
    requireProperty(
      owners.every(({ id }) => isName(id)),
      'owners',
    );
    requireProperty(isNameOrNull(relatedSubscriptionId) && isNameOrNull(takenId), 'related ids');
    requireProperty(
      decline === null || (isNameOrNull(decline.id) && isName(decline.code)),
      'decline',
    );
    requireProperty(amount === null || Number.isSafeInteger(amount.amountMinor), 'amount');
    requireProperty(!Number.isNaN(result.occurredAt.getTime()), 'occurredAt');
    const { payload: _, ...facts } = result;
    const { payload: __, ...again } = parseNotification(anonymizeNotification(payload));
    requireProperty(isDeepStrictEqual(again, facts), 'an anonymized event means something else');
    return `${topic} ${attempts.length} ${owners.length} ${decline?.code.length} ${takenId !== null}`;
  },
};

const charge = { amountMinor: 4_200, currency: 'eur' };

/** Cart snapshots, whose shape merchants choose. */
export const cartSnapshots: Target = {
  name: 'cart-snapshot',
  maxLength: 256 * 1024,
  seeds: [
    '{"lines":[{"name":"Coffee","quantity":2,"amount_minor":4200}],"tax_minor":0}',
    '{"cart":{"items":[{"title":"Tea","variant_title":"Green","price":"21.00","qty":"2"}],"total":42}}',
    '{"line_items":{"data":[{"description":"A","price":{"unit_amount":2100,"product":{"name":"B"}},"quantity":2}]}}',
    '{"lines":{"edges":[{"node":{"merchandise":{"title":"Blue","product":{"title":"Shirt - Blue"}},"cost":{"totalAmount":{"amount":"42.0","currencyCode":"EUR"}}}}]}}',
    '{"items":[{"sku":"X","final_line_price":4200,"final_price":2100,"quantity":2}],"total_details":{"amount_tax":1}}',
    '{"lines":[{"name":"Box","quantity":1,"amount_minor":4200,"interval":"month","interval_count":1}],"trial_days":7}',
  ],
  tokens: [
    ...jsonTokens,
    ...[
      '"lines":',
      '"items":',
      '"name":"',
      '"quantity":',
      '"price":',
      '"total":',
      '"1.5"',
      '- ',
      '"data":',
    ],
    ...[
      '{"name":"a"},',
      '"amount_minor":',
      '"recurring":',
      '"interval":"day"',
      '"unit":"kg"',
      ' ',
      '(',
    ],
  ],
  run(text, time) {
    const snapshot = parseObject(text);
    if (!snapshot) return 'no object';
    const cart = time(() => readCart(snapshot, charge));
    const summary = time(() => summarizeCart(snapshot));
    requireProperty((summary !== null) === cart.lines.length > 0, 'summary and lines disagree');
    for (const { name, quantity, unitAmountMinor, amountMinor } of cart.lines) {
      requireProperty(name.trim() !== '' && quantity >= 0, 'line without name or quantity');
      requireProperty(
        amountMinor === null || Number.isSafeInteger(amountMinor),
        'amount of a line',
      );
      requireProperty(
        unitAmountMinor === null || Number.isSafeInteger(unitAmountMinor),
        'unit amount',
      );
    }
    const sums = time(() => readCartSums(snapshot, cart, charge));
    if (sums) {
      const { subtotalMinor, taxMinor, shippingMinor, discountMinor } = sums;
      const total = subtotalMinor + taxMinor + shippingMinor - discountMinor;
      requireProperty(total === charge.amountMinor, 'the sums do not lead to the charge');
    }
    const plan = time(() => parseCartPlan(snapshot));
    return `${Math.min(cart.lines.length, 3)} ${cart.omitted > 0} ${sums !== null} ${plan?.items.length}`;
  },
};

/** Canonical JSON: equal values have equal text, and the text is JSON of the value. */
export const canonical: Target = {
  name: 'canonical-json',
  maxLength: 256 * 1024,
  seeds: [
    '{"b":1,"a":[{"d":null,"c":"\\ud83d\\ude00"}]}',
    '[1.0,1e2,-0,"\\u000b"]',
    '{"10":1,"9":2}',
  ],
  tokens: [...jsonTokens, '"a":', '"b":', '"10":', '"x",', '-0', '1E400', '"__proto__":'],
  run(text, time) {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return 'no JSON';
    }
    const written = time(() => canonicalJson(value));
    const again: unknown = JSON.parse(written);
    requireProperty(canonicalJson(again) === written, 'is not stable');
    requireProperty(
      isDeepStrictEqual(again, JSON.parse(JSON.stringify(value))),
      'changes the value',
    );
    return `${typeof value} ${Math.min(written.length, 40)}`;
  },
};
