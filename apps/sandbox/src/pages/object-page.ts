import type { FastifyInstance } from 'fastify';
import type { Sandbox } from '../api/operation.ts';
import { type Kind, noSuch } from '../store/kinds.ts';
import type { Store } from '../store/tx.ts';
import { html, sendPage } from './html.ts';

/** The kinds that the provider's own dashboard has pages of, by the first part of their paths. */
const collections = {
  customers: 'customer',
  invoices: 'invoice',
  payments: 'payment_intent',
  setup_intents: 'setup_intent',
  subscriptions: 'subscription',
} as const satisfies Record<string, Kind>;

/** The pages of objects at the paths of the provider's own dashboard, those of test mode below `/test`. */
export function objectPageRoutes({ app, stores }: Sandbox): void {
  for (const store of stores) objectPages(app, store);
}

function objectPages(app: FastifyInstance, { pool, config }: Store): void {
  for (const [collection, kind] of Object.entries(collections)) {
    const path = `${config.livemode ? '' : '/test'}/${collection}/:id`;
    app.get<{ Params: { id: string } }>(path, async (request, reply) => {
      const { id } = request.params;
      const found = await pool.query<{ data: object }>(
        'SELECT data FROM object WHERE kind = $1 AND id = $2',
        [kind, id],
      );
      const [object] = found.rows;
      if (!object) throw noSuch(kind, id);
      const withoutSecret = { ...object.data, client_secret: undefined };
      return sendPage(reply, {
        title: id,
        theme: 'ledger',
        body: html`<main>
  <h1>${id}</h1>
  <p>An object of a simulated payment provider. Change it with its API, with your secret key.</p>
  <pre>${JSON.stringify(withoutSecret, null, 2)}</pre>
</main>`,
      });
    });
  }
}
