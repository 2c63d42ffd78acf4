import { z } from 'zod';
import {
  currency,
  flag,
  integer,
  listSchema,
  metadata,
  oneOf,
  orEmpty,
  text,
  webUrl,
} from '../wire/params.ts';

const recurring = () =>
  z.strictObject({
    interval: oneOf('day', 'week', 'month', 'year'),
    interval_count: integer(1, 1_095).optional(),
    usage_type: oneOf('licensed', 'metered').optional(),
  });

const taxBehavior = () => oneOf('exclusive', 'inclusive', 'unspecified');

export const createProductParams = z.strictObject({
  name: text(),
  active: flag().optional(),
  description: text().optional(),
  id: text(255).optional(),
  images: listSchema(webUrl()).optional(),
  metadata: orEmpty(metadata()).optional(),
  shippable: flag().optional(),
  statement_descriptor: text(22).optional(),
  unit_label: text(12).optional(),
  url: webUrl().optional(),
});

const priceFields = {
  currency: currency(),
  unit_amount: integer(0, 999_999_999_999),
  product: text().optional(),
  recurring: recurring().optional(),
  tax_behavior: taxBehavior().optional(),
};

export const createPriceParams = z.strictObject({
  ...priceFields,
  active: flag().optional(),
  billing_scheme: oneOf('per_unit').optional(),
  lookup_key: text(200).optional(),
  metadata: orEmpty(metadata()).optional(),
  nickname: text().optional(),
  product_data: z
    .strictObject({
      name: text(),
      active: flag().optional(),
      id: text(255).optional(),
      metadata: metadata().optional(),
      statement_descriptor: text(22).optional(),
      unit_label: text(12).optional(),
    })
    .optional(),
});

/** `price_data`: an inline price of a Checkout line item or a subscription item. */
const priceData = () =>
  z.strictObject({
    ...priceFields,
    product_data: z
      .strictObject({
        name: text(),
        description: text().optional(),
        images: listSchema(webUrl()).optional(),
        metadata: metadata().optional(),
        unit_label: text(12).optional(),
      })
      .optional(),
  });

/** The fields of a Checkout line item or a subscription item. */
export const itemFields = {
  price: text().optional(),
  price_data: priceData().optional(),
  quantity: integer(0, 999_999).optional(),
  metadata: metadata().optional(),
};

export type PriceData = z.output<ReturnType<typeof priceData>>;
export type CreateProduct = z.output<typeof createProductParams>;
export type CreatePrice = z.output<typeof createPriceParams>;
