import { startTransition } from 'react';
import { mayLeavePage } from '#components/unsaved-changes.ts';
import { switchMerchant } from './switch-merchant.ts';

export interface MerchantChoice {
  /** The current merchant. */
  readonly merchantId: string;
  /** The merchants of the person. */
  readonly merchants: readonly { readonly id: string; readonly name: string }[];
}

/**
 * Makes this browser act for another merchant of the person, and opens the start page, unless the person keeps
 * what they entered into this one.
 */
export function openMerchant(id: string): void {
  if (!mayLeavePage()) return;
  const form = new FormData();
  form.set('merchant', id);
  startTransition(() => switchMerchant(form));
}
