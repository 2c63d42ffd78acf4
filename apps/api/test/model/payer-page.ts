import { mayStillPay, replaceAttempt } from './attempt-commands.ts';
import { completeFree, settleFree } from './free-cart.ts';
import { closeRoot } from './provider-effects.ts';
import {
  current,
  endedWithoutMoney,
  isCartRefused,
  isOpen,
  type State,
  setAttemptStatus,
} from './state.ts';

/** What the payer page reserves with, which the merchant has not received. */
const PAYER_PAGE = 'payer_page';

/** The payer opens the page of a cart that costs nothing. */
export function openFreePage(state: State): void {
  const before = current(state);
  if (!isOpen(state) || ['processing', 'unknown'].includes(before.status)) return;
  if (endedWithoutMoney.includes(before.status)) {
    if (before.status === 'failed') closeRoot(state, before);
    if (!isOpen(state) || mayStillPay(state, before)) return;
    replaceAttempt(state, before, before.path, before.fingerprint);
  }
  reserveFromPage(state);
  if (isOpen(state)) settleFree(state, current(state));
}

/** The payer opens the page, and the provider refuses to create an object for any cart. */
export function openRefusedPage(state: State): void {
  while (isOpen(state) && !isCartRefused(state, current(state))) {
    const attempt = current(state);
    if (endedWithoutMoney.includes(attempt.status)) {
      if (attempt.status === 'failed') closeRoot(state, attempt);
      if (mayStillPay(state, attempt)) return;
      if (isOpen(state)) replaceAttempt(state, attempt, attempt.path, attempt.fingerprint);
    } else {
      reserveFromPage(state);
      setAttemptStatus(state, attempt, 'failed', 'failed');
    }
  }
}

function reserveFromPage(state: State): void {
  const attempt = current(state);
  if (attempt.status !== 'unreserved') return;
  attempt.fingerprint = PAYER_PAGE;
  attempt.reservedCart = state.cartVersion;
  setAttemptStatus(state, attempt, 'reserved', 'reserved');
  completeFree(state, attempt);
}
