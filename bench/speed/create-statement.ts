import { randomUUID } from 'node:crypto';
import { order } from '@parley/bench-shared/order';
import { type CapturedStatement, captureStatements } from './capture-statements.ts';
import { createSession } from './create-session.ts';
import type { Product } from './product.ts';

/** The tables that a create writes, apart from those of its limits. */
const createdTables = [
  'proxy_session',
  'cart_revision',
  'acquisition_attempt',
  'history_entry',
  'outbox_event',
  'idempotency_record',
];

/** The idempotency key in a captured statement. */
export const CAPTURED_KEY = 'captured-idempotency-key';

/** The ids that a create generates: a prefix, a time of 10 characters, a random part. */
export const generatedIds = /\b((?:psess|pspacq|evt)_[0-9a-z]{10})([0-9a-z]{26})\b/g;

/**
 * Creates a session and returns the statement that the API sent for it.
 * @returns null if a create writes with more than one statement
 */
export async function captureCreate(
  adminUrl: string,
  { merchant, apis }: Product,
): Promise<CapturedStatement | null> {
  const statements = await captureStatements(adminUrl, async () => {
    await createSession(apis[0]?.url ?? '', merchant.secretKey, CAPTURED_KEY);
  });
  return statements.find(({ text }) => createdTables.every((one) => text.includes(one))) ?? null;
}

/** The parameters of another create: with other ids, another key and another buyer. */
export function changeParameters({ parameters }: CapturedStatement): (string | null)[] {
  const random = BigInt(`0x${randomUUID().replaceAll('-', '')}`)
    .toString(32)
    .padStart(26, '0');
  const key = randomUUID();
  return parameters.map(
    (value) =>
      value
        ?.replaceAll(generatedIds, (_, start: string) => `${start}${random}`)
        .replaceAll(CAPTURED_KEY, key)
        .replaceAll(order.buyer_reference, key) ?? null,
  );
}
