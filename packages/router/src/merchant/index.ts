import { merchantTrpc } from '../trpc.ts';
import { attachProviderObject } from './attach-provider-object.ts';
import { bindProvider } from './bind-provider.ts';
import { cancelSession } from './cancel-session.ts';
import { confirmProviderCart } from './confirm-provider-cart.ts';
import { createSession } from './create-session.ts';
import { createSessionWithHandoff } from './create-session-with-handoff.ts';
import { getMerchantSession } from './get-merchant-session.ts';
import { getSession } from './get-session.ts';
import { getSubscription } from './get-subscription.ts';
import { issuePayerHandoff } from './issue-payer-handoff.ts';
import { listAttempts } from './list-attempts.ts';
import { listSubscriptions } from './list-subscriptions.ts';
import { recordPayerOpened } from './record-payer-opened.ts';
import { replaceCart } from './replace-cart.ts';
import { reportProvisioned } from './report-provisioned.ts';
import { reportProvisioningFailed } from './report-provisioning-failed.ts';
import { reserveAttempt } from './reserve-attempt.ts';
import { resolveConflict } from './resolve-conflict.ts';
import { supersedeAttempt } from './supersede-attempt.ts';

/** Every operation of the interface. REST is derived from it. */
export const merchantRouter = merchantTrpc.router({
  createSession,
  createSessionWithHandoff,
  getSession,
  getMerchantSession,
  replaceCart,
  issuePayerHandoff,
  recordPayerOpened,
  bindProvider,
  reportProvisioned,
  reportProvisioningFailed,
  listAttempts,
  reserveAttempt,
  confirmProviderCart,
  attachProviderObject,
  supersedeAttempt,
  cancelSession,
  resolveConflict,
  getSubscription,
  listSubscriptions,
});

export type MerchantRouter = typeof merchantRouter;
/** Calls the operations in-process, e.g. for a person in the dashboard. */
export const createMerchantCaller = merchantTrpc.createCallerFactory(merchantRouter);
