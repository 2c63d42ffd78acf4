import type { PspConfigRecord } from '@parley/db';
import type { PayerMount } from '@parley/provider';

/** What the payer's browser needs to let the provider take the payment. */
export interface PaymentForm {
  readonly kind: PayerMount['kind'];
  readonly script_url: string;
  readonly publishable_key: string;
  /** Of this session's own object; null for a page of the provider's own. */
  readonly client_secret: string | null;
  /** Where the provider's own page is; null for what stands inside ours. */
  readonly url: string | null;
  /** Whether the payer has to be asked for an e-mail address. */
  readonly needs_email: boolean;
  /** False where the provider leads the payer away at the end. */
  readonly ends_here: boolean;
}

export function paymentForm(config: PspConfigRecord, mount: PayerMount): PaymentForm {
  return {
    kind: mount.kind,
    script_url: config.scriptUrl,
    publishable_key: config.publishableKey,
    client_secret: mount.kind === 'hosted' ? null : mount.clientSecret,
    url: mount.kind === 'hosted' ? mount.url : null,
    needs_email: mount.kind === 'custom' && mount.needsEmail,
    ends_here: mount.kind === 'embedded' ? mount.endsHere : true,
  };
}
