import { Parley } from '@parley/sdk';

// Sends the payer of an order to the payer page.

const { PARLEY_API_URL = '', PARLEY_SECRET_KEY = '', PARLEY_PUBLISHABLE_KEY = '' } = process.env;

export async function POST(request: Request): Promise<Response> {
  const parley = new Parley({ apiKey: PARLEY_SECRET_KEY, baseUrl: PARLEY_API_URL });
  // The price is the shop's own, so a browser sends only the id.
  const { id } = (await request.json()) as { id: string };
  const { handoff_url } = await parley.sessions.createWithHandoff(
    {
      amount_minor: 2790,
      currency: 'eur',
      buyer_reference: 'guest',
      cart_snapshot: { lines: [{ name: 'Filter coffee', quantity: 1, amount_minor: 2790 }] },
      metadata: { order_id: id },
      publishable_key: PARLEY_PUBLISHABLE_KEY,
    },
    { idempotencyKey: `order-${id}` },
  );
  return Response.redirect(handoff_url, 303);
}
