import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import { orderSchema } from './order-schema.ts';

// What a test suite would use instead of a payments API: it validates, stores nothing, and responds with examples.

const app = fastify();

const getExample = (id: string) => ({
  id,
  status: 'created',
  amount_minor: 4200,
  currency: 'eur',
  cart_version: 1,
  buyer_reference: 'customer_8412',
  metadata: {},
  expires_at: '2030-01-02T00:00:00.000Z',
  created_at: '2030-01-01T00:00:00.000Z',
  attempt: { id: `attempt_${id}`, status: 'unreserved', version: 1 },
});

app.get('/readyz', async () => ({ status: 'ready' }));

app.post('/sessions', async (request) => {
  const { cart_snapshot, ...order } = orderSchema.parse(request.body);
  return { ...getExample(`session_${randomUUID()}`), ...order };
});

app.get<{ Params: { id: string } }>('/sessions/:id', async (request) =>
  getExample(request.params.id),
);

process.on('SIGTERM', () => process.exit(0));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
