import { startTransition } from 'react';
import { switchMerchant } from '#account/actions.ts';

export interface MerchantChoice {
  /** The current merchant. */
  readonly merchantId: string;
  /** The merchants of the person. */
  readonly merchants: readonly { readonly id: string; readonly name: string }[];
}

/** Makes this browser act for another merchant of the person, and opens the start page. */
export function openMerchant(id: string): void {
  const form = new FormData();
  form.set('merchant', id);
  startTransition(() => switchMerchant(form));
}
