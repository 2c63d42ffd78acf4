import { createHash, randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import express from 'express';
import { PrismaClient } from './generated/client.ts';
import { orderSchema } from './order-schema.ts';

// What a user would write instead of using the product: Express, zod and Prisma with their default settings.
// It writes and reads the rows of the reference server, in its tables.

const merchant_id = 'merchant';
const DAY_MS = 24 * 60 * 60 * 1000;

const connection = {
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE),
};
const prisma = new PrismaClient({ adapter: new PrismaPg(connection, { schema: 'reference' }) });
const app = express();
app.use(express.json());

app.get('/readyz', async (_request, response) => {
  await prisma.$queryRaw`SELECT 1`;
  response.json({ status: 'ready' });
});

app.post('/sessions', async (request, response) => {
  const { cart_snapshot, ...order } = orderSchema.parse(request.body);
  const id = `session_${randomUUID()}`;
  const created_at = new Date();
  const { amount_minor, currency } = order;
  const [, session] = await prisma.$transaction([
    prisma.idempotencyRecord.create({
      data: {
        merchant_id,
        key: request.get('idempotency-key') ?? '',
        fingerprint: createHash('sha256').update(JSON.stringify(request.body)).digest('hex'),
        outcome: { id, status: 'created' },
        created_at,
      },
    }),
    prisma.session.create({
      data: {
        ...order,
        merchant_id,
        id,
        status: 'created',
        cart_version: 1,
        expires_at: new Date(created_at.getTime() + DAY_MS),
        created_at,
        carts: { create: { version: 1, snapshot: cart_snapshot } },
        events: {
          create: {
            id: `event_${randomUUID()}`,
            type: 'session.created',
            payload: {
              type: 'session.created',
              data: { object: { id, amount_minor, currency } },
            },
            created_at,
          },
        },
      },
      select: { id: true, status: true, expires_at: true },
    }),
  ]);
  response.json(session);
});

app.get('/sessions/:id', async (request, response) => {
  const key = { merchant_id, id: request.params.id };
  response.json(
    await prisma.session.findUniqueOrThrow({
      where: { merchant_id_id: key },
      include: { attempt: true },
    }),
  );
});

process.on('SIGTERM', () => process.exit(0));
app.listen(Number(process.env.PORT), '127.0.0.1');
