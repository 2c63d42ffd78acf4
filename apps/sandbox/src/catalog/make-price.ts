import type Stripe from 'stripe';
import { nowSeconds } from '../clock.ts';
import { newId } from '../store/ids.ts';
import type { Row, Tx } from '../store/tx.ts';
import { invalid } from '../wire/errors.ts';
import { mergeMetadata } from '../wire/metadata.ts';
import type { CreatePrice, CreateProduct, PriceData } from './params.ts';

export async function makeProduct(
  tx: Tx,
  given: Omit<CreateProduct, 'expand'>,
): Promise<Row<'product'>> {
  const created = nowSeconds();
  if (given.id !== undefined && (await tx.find('product', given.id))) {
    throw invalid('Product already exists.', { code: 'resource_already_exists', param: 'id' });
  }
  const product: Stripe.Product = {
    id: given.id ?? newId('prod', 14),
    object: 'product',
    active: given.active ?? true,
    created,
    default_price: null,
    description: given.description ?? null,
    images: given.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, given.metadata ?? {}),
    name: given.name,
    package_dimensions: null,
    shippable: given.shippable ?? null,
    statement_descriptor: given.statement_descriptor ?? null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: given.unit_label ?? null,
    updated: created,
    url: given.url ?? null,
  };
  const row = await tx.insert('product', product);
  await tx.emit('product.created', row);
  return row;
}

export async function makePrice(tx: Tx, given: CreatePrice): Promise<Row<'price'>> {
  const product = await productOf(tx, given);
  const recurs = given.recurring;
  const price: Stripe.Price = {
    id: newId('price'),
    object: 'price',
    active: given.active ?? true,
    billing_scheme: 'per_unit',
    created: nowSeconds(),
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: mergeMetadata({}, given.metadata ?? {}),
    nickname: given.nickname ?? null,
    product,
    recurring: recurs
      ? {
          interval: recurs.interval,
          interval_count: recurs.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: recurs.usage_type ?? 'licensed',
        }
      : null,
    tax_behavior: given.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurs ? 'recurring' : 'one_time',
    unit_amount: given.unit_amount,
    unit_amount_decimal: wireDecimal(given.unit_amount),
  };
  const row = await tx.insert('price', price);
  await tx.emit('price.created', row);
  return row;
}

/** The price a line names, or makes up on the spot. */
export async function resolvePrice(
  tx: Tx,
  line: { price?: string | undefined; price_data?: PriceData | undefined },
  at: string,
): Promise<Stripe.Price> {
  if (line.price !== undefined && line.price_data === undefined) {
    const price = await tx.read('price', line.price, `${at}[price]`);
    if (!price.data.active) {
      throw invalid(`The price specified is inactive. This field only accepts active prices.`, {
        param: `${at}[price]`,
      });
    }
    return price.data;
  }
  if (line.price_data === undefined || line.price !== undefined) {
    throw invalid(`You must specify either \`price\` or \`price_data\` in \`${at}\`.`, {
      param: at,
    });
  }
  // A price made up on the spot cannot be bought again, so it is born inactive.
  const row = await makePrice(tx, { ...line.price_data, active: false });
  return row.data;
}

/** Decimals travel as strings; the client turns them into its own type. */
export const wireDecimal = (amount: number): Stripe.Price['unit_amount_decimal'] =>
  String(amount) as unknown as Stripe.Price['unit_amount_decimal'];

async function productOf(tx: Tx, given: CreatePrice): Promise<string> {
  if ((given.product === undefined) === (given.product_data === undefined)) {
    throw invalid('You must specify either `product` or `product_data` when creating a price.', {
      code: 'parameter_missing',
      param: 'product',
    });
  }
  if (given.product !== undefined) return (await tx.read('product', given.product, 'product')).id;
  const data = given.product_data;
  return (await makeProduct(tx, { ...data, name: data?.name ?? '' })).id;
}
