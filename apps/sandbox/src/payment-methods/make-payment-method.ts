import { checkCard, fullYear } from '../cards/check-card.ts';
import { cardByReadyMadeId } from '../cards.ts';
import type { Row, Tx } from '../store/tx.ts';
import { invalid } from '../wire/errors.ts';
import { mergeMetadata } from '../wire/metadata.ts';
import { cardPaymentMethod, NO_BILLING } from './card-details.ts';
import type { PaymentMethodData } from './params.ts';

/** Makes a payment method of a card as typed. */
export async function makePaymentMethod(
  tx: Tx,
  data: PaymentMethodData,
): Promise<Row<'payment_method'>> {
  const card = checkCard(data.card, new Date());
  const { address, ...billing } = data.billing_details ?? {};
  const method = cardPaymentMethod(card, {
    exp_month: data.card.exp_month,
    exp_year: fullYear(data.card.exp_year),
    hasCvc: data.card.cvc !== undefined,
    billing: {
      ...NO_BILLING,
      ...dropUndefined(billing),
      address: { ...NO_BILLING.address, ...dropUndefined(address ?? {}) },
    } as typeof NO_BILLING,
    metadata: mergeMetadata({}, data.metadata),
    ...(data.allow_redisplay ? { allow_redisplay: data.allow_redisplay } : {}),
  });
  return tx.insert('payment_method', method, { test_card: card.name });
}

/** Finds a payment method by id; a ready-made id such as `pm_card_visa` makes a new one each time. */
export async function resolvePaymentMethod(tx: Tx, id: string): Promise<Row<'payment_method'>> {
  const ready = cardByReadyMadeId(id);
  if (!ready) return tx.lock('payment_method', id, 'payment_method');
  const inAYear = new Date().getUTCFullYear() + 1;
  const method = cardPaymentMethod(ready, { exp_month: 12, exp_year: inAYear, hasCvc: true });
  return tx.insert('payment_method', method, { test_card: ready.name });
}

/** Ties a method to a customer; one that has another owner is refused. */
export async function attachPaymentMethod(
  tx: Tx,
  method: Row<'payment_method'>,
  customer: string,
): Promise<void> {
  if (method.data.customer === customer) return;
  if (method.data.customer !== null) {
    throw invalid('This PaymentMethod has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    });
  }
  method.data = { ...method.data, customer };
  await tx.save(method);
  await tx.emit('payment_method.attached', method);
}

const dropUndefined = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
