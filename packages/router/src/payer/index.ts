import { payerTrpc } from '../trpc.ts';
import { checkCharge } from './check-charge.ts';
import { getPage } from './get-page.ts';
import { openPage } from './open-page.ts';
import { preparePayment } from './prepare-payment.ts';
import { syncPayment } from './sync-payment.ts';

/** What the payer page may ask for, and nothing else. */
export const payerRouter = payerTrpc.router({
  getPage,
  openPage,
  preparePayment,
  checkCharge,
  syncPayment,
});

export type PayerRouter = typeof payerRouter;
/** Calls the procedures in-process, e.g. while the page is rendered. */
export const createPayerCaller = payerTrpc.createCallerFactory(payerRouter);
