import type { Deps } from '../request/deps.ts';

/** Where a payer opens a session. */
export function handoffUrl(deps: Deps, sessionId: string, publishableKey: string): string {
  return `${deps.checkoutUrl}/${sessionId}?pk=${encodeURIComponent(publishableKey)}`;
}
