import { chargeRefunds } from '../charges/refund-charge.ts';
import { lineItemList } from '../checkout/line-items.ts';
import { confirmationSecret, invoicePaymentList } from '../invoices/invoice-payments.ts';
import { KINDS, kindOfId } from '../store/kinds.ts';
import type { Tx } from '../store/tx.ts';
import { invalid } from '../wire/errors.ts';

const MAX_DEPTH = 4;

/** Fields that hold an id and can be expanded, by the value of `object`. */
const EXPANDABLE = new Map<string, readonly string[]>([
  ...Object.entries(KINDS).map(([kind, { expandable = [] }]) => [kind, expandable] as const),
  ['invoice_payment', ['invoice', 'payment.payment_intent']],
]);

type Json = Record<string, unknown>;
type Include = (tx: Tx, object: Json) => Promise<unknown>;

/** Fields that a response contains only when they are expanded. */
const INCLUDABLE: Record<string, Record<string, Include>> = {
  'checkout.session': { line_items: lineItemList },
  invoice: { payments: invoicePaymentList, confirmation_secret: confirmationSecret },
  charge: { refunds: chargeRefunds },
};

/** Replaces ids with their objects along each path, e.g. `latest_invoice.payments` or `data.customer`. */
export async function expandPaths(
  tx: Tx,
  body: unknown,
  paths: readonly string[],
): Promise<unknown> {
  if (paths.length === 0) return body;
  const copy = structuredClone(body);
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.filter((step) => step !== 'data').length > MAX_DEPTH)
      throw invalid('You cannot expand more than 4 levels of a property.', { param: 'expand' });
    await walk(tx, copy, steps, path);
  }
  return copy;
}

async function walk(tx: Tx, node: unknown, steps: readonly string[], path: string): Promise<void> {
  const [step, ...nextSteps] = steps;
  if (step === undefined || node === null || node === undefined) return;
  if (Array.isArray(node)) {
    for (const item of node) await walk(tx, item, steps, path);
    return;
  }
  if (typeof node !== 'object') throw notExpandable(steps, path);
  const object = node as Json;
  const include = INCLUDABLE[String(object.object)]?.[step];
  if (include && object[step] === undefined) object[step] = await include(tx, object);
  const value = object[step];
  if (value === undefined) throw notExpandable(steps, path);
  if (typeof value === 'string') {
    if (!isExpandable(object, step)) throw notExpandable(steps, path);
    const kind = kindOfId(value);
    const row = kind ? await tx.find(kind, value) : null;
    if (row) object[step] = row.data;
  } else if (nextSteps.length === 0 && value !== null && !include && !isObject(value)) {
    throw notExpandable(steps, path);
  }
  await walk(tx, object[step], nextSteps, path);
}

function isExpandable(object: Json, step: string): boolean {
  const expandable = EXPANDABLE.get(String(object.object));
  if (expandable) return expandable.includes(step);
  // A nested object without an `object` field, such as an invoice payment's `payment`.
  return [...EXPANDABLE.values()].some((fields) => fields.some((f) => f.endsWith(`.${step}`)));
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

function notExpandable(steps: readonly string[], path: string) {
  const wrong = path
    .split('.')
    .slice(0, path.split('.').length - steps.length + 1)
    .join('.');
  return invalid(
    `This property cannot be expanded (${wrong}). You may want to try expanding a different property.`,
    { param: 'expand' },
  );
}
