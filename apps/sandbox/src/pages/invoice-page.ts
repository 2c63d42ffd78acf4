import type { Sandbox } from '../api/operation.ts';
import { noSuch } from '../store/kinds.ts';
import { findInAnyMode } from '../store/tx.ts';
import { html, sendPage } from './html.ts';

/** The page at an invoice's `hosted_invoice_url`. It shows the invoice and takes no payment. */
export function invoicePageRoutes({ app, stores }: Sandbox): void {
  app.get<{ Params: { id: string } }>('/i/:id', async (request, reply) => {
    const { id } = request.params;
    const invoice = await findInAnyMode(stores, (tx) => tx.find('invoice', id));
    if (!invoice) throw noSuch('invoice', id);
    const { data } = invoice.found;
    return sendPage(reply, {
      title: `Invoice ${data.number ?? ''}`,
      body: html`<main>
  <h1>Invoice ${data.number ?? ''}</h1>
  <p>${data.status ?? ''}: ${data.amount_remaining} of ${data.amount_due} due, in minor units of ${data.currency.toUpperCase()}</p>
</main>`,
    });
  });
}
