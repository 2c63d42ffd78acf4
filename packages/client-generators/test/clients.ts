import type * as HeyApi from '../generated/hey-api/types.gen.ts';
import type { components } from '../generated/openapi-typescript.ts';

type Equals<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Assert<Condition extends true> = Condition;

type Schemas = components['schemas'];
type UiMode = 'hosted' | 'embedded' | 'custom';

type HeyApiRefund = Extract<HeyApi.Event, { type: 'payment.refunded' }>;
type Refund = Extract<Schemas['Event'], { type: 'payment.refunded' }>;

/**
 * What clients of both generators rely on: numbers in both directions, null where a field is nullable, typed error
 * codes, and events whose type determines their resource.
 */
export type Assertions = [
  Assert<Equals<HeyApi.CreateSessionRequest['amount_minor'], number>>,
  Assert<Equals<HeyApi.ProxySessionMerchantView['amount_minor'], number>>,
  Assert<Equals<HeyApi.AcquisitionAttempt['version'], number>>,
  Assert<Equals<HeyApi.AcquisitionAttempt['checkout_ui_mode'], string | null>>,
  Assert<Equals<HeyApi.ReserveAttemptRequest['checkout_ui_mode'], UiMode | undefined>>,
  Assert<'not_found' extends HeyApi.Error['error']['code'] ? true : false>,
  Assert<Equals<HeyApi.GetMerchantSessionErrors[404], HeyApi.Error>>,
  Assert<Equals<HeyApiRefund['data']['object'], HeyApi.Payment>>,
  Assert<Equals<Schemas['ProxySessionMerchantView']['amount_minor'], number>>,
  Assert<Equals<Schemas['AcquisitionAttempt']['checkout_ui_mode'], string | null>>,
  Assert<'not_found' extends Schemas['Error']['error']['code'] ? true : false>,
  Assert<Equals<Refund['data']['object'], Schemas['Payment']>>,
];
