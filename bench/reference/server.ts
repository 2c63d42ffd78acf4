import { createHash, randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import pg from 'pg';
import { createStatement, readStatement } from './statements.ts';

// The reference of `npm run bench`: the least that a server of this kind does. One prepared statement
// per request, no validation, no authentication, no log. It shows what Node.js, Fastify and pg cost.

const MERCHANT = 'merchant';

interface Order {
  readonly amount_minor: number;
  readonly currency: string;
  readonly buyer_reference: string;
  readonly cart_snapshot: object;
}

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE),
});
const app = fastify();

app.get('/readyz', async () => {
  await pool.query('SELECT 1');
  return { status: 'ready' };
});

app.post<{ Body: Order }>('/sessions', async (request) => {
  const { amount_minor, currency, buyer_reference, cart_snapshot } = request.body;
  const id = `session_${randomUUID()}`;
  const key = request.headers['idempotency-key'];
  const fingerprint = createHash('sha256').update(JSON.stringify(request.body)).digest('hex');
  const event = { type: 'session.created', data: { object: { id, amount_minor, currency } } };
  const { rows } = await pool.query({
    name: 'create',
    text: createStatement,
    values: [
      MERCHANT,
      id,
      `event_${randomUUID()}`,
      key,
      fingerprint,
      amount_minor,
      currency,
      buyer_reference,
      JSON.stringify(cart_snapshot),
      JSON.stringify(event),
    ],
  });
  return rows[0];
});

app.get<{ Params: { id: string } }>('/sessions/:id', async (request) => {
  const values = [MERCHANT, request.params.id];
  const { rows } = await pool.query({ name: 'read', text: readStatement, values });
  return rows[0];
});

process.on('SIGTERM', () => process.exit(0));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
