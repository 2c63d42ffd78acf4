import * as operations from '@parley/operations';
import { z } from 'zod';
import { payerProcedure, run } from '../procedure.ts';

/** The language and region of the page, for Intl. */
const locale = z
  .string()
  .max(60)
  .regex(/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i)
  .optional();

/** The token that the provider's script returns. A firewall could block other characters. */
const challengeToken = z
  .string()
  .regex(/^[\w.~+/=:-]{1,8192}$/, 'must be the token of a challenge, 8,192 characters at most');

export const payer = {
  /** Returns the payer page without recording anything. */
  getPage: payerProcedure.query(run(operations.getPayerPage)),
  /** Records that the payer opened the page, and prepares the payment. */
  openPage: payerProcedure.input(z.object({ locale })).mutation(run(operations.openPayerPage)),
  /** Returns the receipt of a paid session; null without one. */
  getReceipt: payerProcedure.query(run(operations.getReceipt)),
  /** Creates the provider object for the current cart, if there is none, and returns the payment form. */
  preparePayment: payerProcedure.mutation(run(operations.preparePayment)),
  /** Returns whether the amount the payer sees is the amount that would be charged. */
  checkCharge: payerProcedure
    .input(z.object({ cart_version: z.int(), amount_minor: z.int(), currency: z.string() }))
    .query(run(operations.checkCharge)),
  /** Verifies a challenge of the CAPTCHA provider and returns the updated page. */
  verifyChallenge: payerProcedure
    .input(z.object({ token: challengeToken }))
    .mutation(({ ctx, input }) =>
      operations.verifyChallenge(ctx.deps, ctx.caller, input, async () =>
        ctx.consumeChallengeLimit?.(input.pk, input.id),
      ),
    ),
  /** Reads the payment from the provider and returns the updated page. */
  syncPayment: payerProcedure.mutation(run(operations.syncPayment)),
};
