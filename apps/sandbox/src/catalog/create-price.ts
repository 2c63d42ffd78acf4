import type Stripe from 'stripe';
import { nowSeconds } from '../clock.ts';
import { newId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { checkUnits } from '../wire/check-amount.ts';
import { invalid } from '../wire/errors.ts';
import { mergeMetadata, pickOrNull } from '../wire/params.ts';
import { nulls } from '../wire/words.ts';
import type { CreatePrice, CreateProduct, PriceData } from './params.ts';

export async function createProduct(tx: Tx, params: CreateProduct): Promise<Row<'product'>> {
  const created = nowSeconds();
  if (params.id !== undefined && (await tx.find('product', params.id))) {
    throw invalid('Product already exists.', { code: 'resource_already_exists', param: 'id' });
  }
  const product: Stripe.Product = {
    ...nulls('default_price package_dimensions tax_code tax_details'),
    id: params.id ?? newId('prod', 14),
    object: 'product',
    ...pickOrNull(params, 'description shippable statement_descriptor unit_label url'),
    active: params.active ?? true,
    created,
    images: params.images ?? [],
    livemode: tx.config.livemode,
    marketing_features: [],
    metadata: mergeMetadata({}, params.metadata ?? {}),
    name: params.name,
    type: 'service',
    updated: created,
  };
  return tx.create('product', product, 'product.created');
}

export async function createPrice(tx: Tx, params: CreatePrice): Promise<Row<'price'>> {
  checkUnits(params.unit_amount, params.currency, { param: 'unit_amount' });
  const product = await readProduct(tx, params);
  const recurs = params.recurring;
  const price: Stripe.Price = {
    ...nulls('custom_unit_amount tiers_mode transform_quantity'),
    id: newId('price'),
    object: 'price',
    active: params.active ?? true,
    billing_scheme: 'per_unit',
    created: nowSeconds(),
    currency: params.currency,
    livemode: tx.config.livemode,
    lookup_key: params.lookup_key ?? null,
    metadata: mergeMetadata({}, params.metadata ?? {}),
    nickname: params.nickname ?? null,
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
    tax_behavior: params.tax_behavior ?? 'unspecified',
    type: recurs ? 'recurring' : 'one_time',
    unit_amount: params.unit_amount,
    unit_amount_decimal: wireDecimal(params.unit_amount),
  };
  return tx.create('price', price, 'price.created');
}

/** Returns the price that a line refers to by `price`, or creates the one its `price_data` describes. */
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
  // An inline price cannot be used again, so it is created inactive.
  const row = await createPrice(tx, { ...line.price_data, active: false });
  return row.data;
}

/** Decimals are strings in JSON; the `stripe` client converts them to its own type. */
export const wireDecimal = (amount: number): Stripe.Price['unit_amount_decimal'] =>
  String(amount) as unknown as Stripe.Price['unit_amount_decimal'];

async function readProduct(tx: Tx, params: CreatePrice): Promise<string> {
  if ((params.product === undefined) === (params.product_data === undefined)) {
    throw invalid('You must specify either `product` or `product_data` when creating a price.', {
      code: 'parameter_missing',
      param: 'product',
    });
  }
  if (params.product !== undefined) return (await tx.read('product', params.product, 'product')).id;
  const data = params.product_data;
  return (await createProduct(tx, { ...data, name: data?.name ?? '' })).id;
}
