import { z } from 'zod';
import { paymentMethodData } from '../payment-methods/params.ts';
import {
  createdFilter,
  expand,
  flag,
  listOf,
  metadata,
  oneOf,
  orEmpty,
  paging,
  text,
  webUrl,
} from '../wire/params.ts';

const confirming = {
  payment_method: text().optional(),
  payment_method_data: paymentMethodData().optional(),
  return_url: webUrl().optional(),
  use_stripe_sdk: flag().optional(),
  expand: expand().optional(),
};

export const createSetupParams = z.strictObject({
  ...confirming,
  automatic_payment_methods: z
    .strictObject({ enabled: flag(), allow_redirects: oneOf('always', 'never').optional() })
    .optional(),
  confirm: flag().optional(),
  customer: text().optional(),
  description: text(1_000).optional(),
  metadata: orEmpty(metadata()).optional(),
  payment_method_types: listOf(oneOf('card', 'link')).optional(),
  usage: oneOf('off_session', 'on_session').optional(),
});

export const updateSetupParams = z.strictObject({
  customer: text().optional(),
  description: orEmpty(text(1_000)).optional(),
  metadata: orEmpty(metadata()).optional(),
  payment_method: text().optional(),
  expand: expand().optional(),
});

export const confirmSetupParams = z.strictObject({
  ...confirming,
  client_secret: text().optional(),
});

export const cancelSetupParams = z.strictObject({
  cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer').optional(),
  expand: expand().optional(),
});

export const retrieveSetupParams = z.strictObject({
  client_secret: text().optional(),
  expand: expand().optional(),
});

export const listSetupsParams = z.strictObject({
  ...paging,
  created: createdFilter().optional(),
  customer: text().optional(),
  payment_method: text().optional(),
});

export type CreateSetup = z.output<typeof createSetupParams>;
export type ConfirmSetup = Omit<z.output<typeof confirmSetupParams>, 'client_secret' | 'expand'>;
