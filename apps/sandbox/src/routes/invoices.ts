import { z } from 'zod';
import { fieldIs, listOperation } from '../api/lists.ts';
import { CommittedError, get, post, type Route, retrieveOperation } from '../api/operation.ts';
import { searchOperation } from '../api/search.ts';
import { cardError } from '../cards/declines.ts';
import { updateIntentOwners } from '../flows/update-owners.ts';
import { lockIntent } from '../intents/lock-intent.ts';
import { defaultMethod, noDefaultMethod } from '../invoices/collect-payment.ts';
import { finalizeInvoice } from '../invoices/create-invoice.ts';
import { changeSubscription, voidInvoice } from '../invoices/invoice-outcomes.ts';
import { invoicePayments } from '../invoices/invoice-payments.ts';
import { confirmIntent } from '../payment-intents/confirm-intent.ts';
import { getId } from '../store/kinds.ts';
import { expireIncompleteSubscription } from '../subscriptions/end-subscription.ts';
import { invalid } from '../wire/errors.ts';
import { flag, noParams, oneOf, paging, text } from '../wire/params.ts';

export const invoiceRoutes: readonly Route[] = [
  searchOperation('invoice', '/v1/invoices'),
  retrieveOperation('invoice', '/v1/invoices'),
  listOperation(
    'invoice',
    '/v1/invoices',
    {
      customer: text(),
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
      subscription: text(),
    },
    { subscription: (id) => fieldIs('parent,subscription_details,subscription', id) },
  ),

  get(
    '/v1/invoice_payments',
    z.strictObject({
      ...paging,
      invoice: text().optional(),
      payment: z
        .strictObject({ type: oneOf('payment_intent'), payment_intent: text().optional() })
        .optional(),
      status: oneOf('canceled', 'open', 'paid').optional(),
    }),
    async ({ tx }, { invoice, payment, status }) => {
      const paidBy = payment?.payment_intent;
      const intent = paidBy ? await tx.find('payment_intent', paidBy) : null;
      const id = invoice ?? intent?.hidden.invoice;
      const row = id ? await tx.find('invoice', id) : null;
      const found = row ? await invoicePayments(tx, row.data) : [];
      const data = found.filter((item) => status === undefined || item.status === status);
      return { object: 'list', data, has_more: false, url: '/v1/invoice_payments' };
    },
  ),

  post(
    '/v1/invoices/:id/finalize',
    z.strictObject({ auto_advance: flag().optional() }),
    async ({ tx, id }) => {
      const invoice = await tx.lock('invoice', id);
      if (invoice.data.status !== 'draft') {
        throw invalid('This invoice is already finalized.', { code: 'invoice_not_editable' });
      }
      const subscription = await tx.read('subscription', invoice.hidden.subscription ?? '');
      return (await finalizeInvoice(tx, invoice, subscription.data)).invoice.data;
    },
  ),

  post('/v1/invoices/:id/void', noParams, async ({ tx, id }) => {
    const seen = await tx.read('invoice', id);
    const intent = seen.hidden.pending_intent
      ? await lockIntent(tx, seen.hidden.pending_intent)
      : null;
    const subscription = await tx.lock('subscription', seen.hidden.subscription ?? '');
    const invoice = await tx.lock('invoice', id);
    if (invoice.data.status !== 'open' || intent?.data.status === 'processing') {
      throw invalid(
        `You can only pass in open invoices without a payment under way. This invoice isn't open.`,
        { code: 'invoice_not_editable' },
      );
    }
    // Without its first invoice an incomplete subscription cannot start.
    if (subscription.data.status === 'incomplete')
      await expireIncompleteSubscription(tx, subscription);
    else await voidInvoice(tx, invoice);
    // Its latest invoice is no longer overdue.
    if (subscription.data.status === 'past_due' && getId(subscription.data.latest_invoice) === id)
      await changeSubscription(tx, subscription, { status: 'active' });
    return (await tx.read('invoice', id)).data;
  }),

  post(
    '/v1/invoices/:id/pay',
    z.strictObject({
      payment_method: text().optional(),
      off_session: flag().optional(),
    }),
    async ({ tx, id }, params) => {
      const seen = await tx.read('invoice', id);
      if (seen.data.status === 'paid') {
        throw invalid('Invoice is already paid');
      }
      const intentId = seen.hidden.pending_intent;
      if (seen.data.status !== 'open' || !intentId) {
        throw invalid(`This invoice can no longer be paid: its status is ${seen.data.status}.`, {
          code: 'invoice_not_editable',
        });
      }
      const intent = await lockIntent(tx, intentId);
      const subscription = await tx.read('subscription', seen.hidden.subscription ?? '');
      const method = params.payment_method ?? (await defaultMethod(tx, subscription.data));
      if (!method) throw noDefaultMethod();
      const off_session = params.off_session ?? true;
      const error = await confirmIntent(tx, intent, { payment_method: method, off_session }, false);
      await updateIntentOwners(tx, intent);
      if (error) return new CommittedError(error);
      if (intent.data.status === 'requires_action') {
        return new CommittedError(
          cardError(
            {
              code: 'invoice_payment_intent_requires_action',
              message:
                'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent `client_secret` associated with this invoice.',
            },
            { payment_intent: intent.data },
          ),
        );
      }
      return (await tx.read('invoice', id)).data;
    },
  ),
];
