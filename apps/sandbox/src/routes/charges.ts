import { listOperation } from '../api/lists.ts';
import { post, type Route, retrieveOperation } from '../api/operation.ts';
import { searchOperation } from '../api/search.ts';
import { submitEvidence, submitEvidenceParams } from '../charges/dispute-charge.ts';
import { createRefund, createRefundParams } from '../charges/refund-charge.ts';
import { text } from '../wire/params.ts';

/** Charges, refunds and disputes. */
export const chargeRoutes: readonly Route[] = [
  post('/v1/refunds', createRefundParams, async ({ tx }, params) => createRefund(tx, params)),
  retrieveOperation('refund', '/v1/refunds'),
  listOperation('refund', '/v1/refunds', { charge: text(), payment_intent: text() }),
  searchOperation('charge', '/v1/charges'),
  retrieveOperation('charge', '/v1/charges'),
  listOperation('charge', '/v1/charges', { customer: text(), payment_intent: text() }),

  post('/v1/disputes/:id', submitEvidenceParams, async ({ tx, id }, params) =>
    submitEvidence(tx, id, params),
  ),
  retrieveOperation('dispute', '/v1/disputes'),
  listOperation('dispute', '/v1/disputes', { charge: text(), payment_intent: text() }),
];
