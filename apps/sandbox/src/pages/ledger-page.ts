import type { FastifyInstance } from 'fastify';
import type { Sandbox } from '../api/operation.ts';
import type { Store } from '../store/tx.ts';
import { formatAmount } from '../wire/currencies.ts';
import { type Fragment, html, sendPage } from './html.ts';

const ROWS = 50;

interface IntentRow {
  id: string;
  status: string;
  amount: number;
  currency: string;
  created: string;
}
interface EventRow {
  id: string;
  type: string;
  object_id: string;
  created: string;
  state: string | null;
  attempts: number | null;
  last_status: number | null;
  last_error: string | null;
}

/** The overviews at `/` and `/live`: a mode's newest payments, and its newest events with their deliveries. */
export function ledgerRoutes({ app, stores }: Sandbox): void {
  const hasLiveMode = stores.length > 1;
  for (const store of stores) ledgerRoute(app, store, hasLiveMode);
}

function ledgerRoute(app: FastifyInstance, { pool, config }: Store, hasLiveMode: boolean): void {
  app.get(config.livemode ? '/live' : '/', async (_request, reply) => {
    const [intents, events] = await Promise.all([
      pool.query<IntentRow>(
        `SELECT id, data->>'status' AS status, (data->>'amount')::float8 AS amount,
                data->>'currency' AS currency, data->>'created' AS created
         FROM object WHERE kind = 'payment_intent' ORDER BY seq DESC LIMIT ${ROWS}`,
      ),
      pool.query<EventRow>(
        `SELECT e.id, e.type, e.object_id, e.created::text AS created, d.state, d.attempts, d.last_status, d.last_error
         FROM event e LEFT JOIN webhook_delivery d ON d.event_id = e.id ORDER BY e.seq DESC LIMIT ${ROWS}`,
      ),
    ]);
    return sendPage(reply, {
      title: 'Sandbox ledger',
      theme: 'ledger',
      body: html`<main>
  <h1>Sandbox ledger</h1>
  <p>A simulated payment provider; no real payments are made. ${hasLiveMode ? modes(config.livemode) : ''}</p>
  <h2>Payments</h2>
  ${table(
    ['Payment', 'Status', 'Created', 'Amount'],
    intents.rows.map(
      (row) =>
        html`<tr><td><code>${row.id}</code></td><td>${row.status}</td><td>${when(row.created)}</td><td class="amount">${formatAmount(row.amount, row.currency)}</td></tr>`,
    ),
    'No payments yet.',
  )}
  <h2>Events and deliveries</h2>
  ${table(
    ['Event', 'Object', 'Created', 'Delivery'],
    events.rows.map(
      (row) =>
        html`<tr><td>${row.type}</td><td><code>${row.object_id}</code></td><td>${when(row.created)}</td><td>${delivery(row)}</td></tr>`,
    ),
    'No events yet.',
  )}
</main>`,
    });
  });
}

/** Names the mode of the page and links to the other one. */
const modes = (live: boolean) =>
  live
    ? html`This is its live mode. See also <a href="/">test mode</a>.`
    : html`This is its test mode. See also <a href="/live">live mode</a>.`;

function table(heads: string[], rows: Fragment[], empty: string): Fragment {
  if (rows.length === 0) return html`<div class="scroll"><div class="empty">${empty}</div></div>`;
  return html`<div class="scroll"><table><thead><tr>${heads.map((head) => html`<th scope="col" class="${head.toLowerCase()}">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

function delivery(row: EventRow): string {
  if (row.state === null) return 'not sent';
  const last = row.last_status ?? row.last_error;
  return `${row.state}, ${row.attempts} attempt${row.attempts === 1 ? '' : 's'}${last ? `, last ${last}` : ''}`;
}

const when = (seconds: string): string =>
  new Date(Number(seconds) * 1000).toISOString().replace('T', ' ').slice(0, 19);
