import { listOperation } from '../api/lists.ts';
import { operation, retrieveOperation, type Sandbox } from '../api/operation.ts';
import { searchOperation } from '../api/search.ts';
import { submitEvidence, submitEvidenceParams } from '../charges/dispute-charge.ts';
import { createRefund, createRefundParams } from '../charges/refund-charge.ts';
import { text } from '../wire/params.ts';

/** Charges, refunds and disputes. */
export function chargeRoutes(sandbox: Sandbox): void {
  operation(sandbox, {
    method: 'POST',
    path: '/v1/refunds',
    params: createRefundParams,
    handle: async ({ tx }, params) => createRefund(tx, params),
  });

  retrieveOperation(sandbox, 'refund', '/v1/refunds');

  listOperation(sandbox, 'refund', '/v1/refunds', { charge: text(), payment_intent: text() });

  searchOperation(sandbox, 'charge', '/v1/charges');
  retrieveOperation(sandbox, 'charge', '/v1/charges');

  listOperation(sandbox, 'charge', '/v1/charges', { customer: text(), payment_intent: text() });

  operation(sandbox, {
    method: 'POST',
    path: '/v1/disputes/:id',
    params: submitEvidenceParams,
    handle: async ({ tx, id }, params) => submitEvidence(tx, id, params),
  });

  retrieveOperation(sandbox, 'dispute', '/v1/disputes');

  listOperation(sandbox, 'dispute', '/v1/disputes', { charge: text(), payment_intent: text() });
}
