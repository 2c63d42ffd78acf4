import { startTransition } from 'react';
import { switchMerchant } from '#account/actions.ts';
import { mayLeavePage } from '#forms/unsaved-changes.ts';

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
