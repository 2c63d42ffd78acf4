import type { AcquisitionAttempt, ProxySession } from '../generated/client.ts';

/**
 * The fields of a session's row that repeat those of its current attempt, so that views read one row. They
 * are null until the attempt has a row. Only commits write them, from the attempts that they write.
 */
export const attemptCopy = {
  attemptNumber: 'attemptNumber',
  attemptStatus: 'status',
  attemptStatusReason: 'statusReason',
  attemptIntegrationPath: 'integrationPath',
  attemptPricingMode: 'pricingMode',
  attemptCheckoutUiMode: 'checkoutUiMode',
} as const satisfies Partial<Record<keyof ProxySession, keyof AcquisitionAttempt>>;

export type AttemptCopyField = keyof typeof attemptCopy;

export const isAttemptCopyField = (field: string): field is AttemptCopyField =>
  Object.hasOwn(attemptCopy, field);
