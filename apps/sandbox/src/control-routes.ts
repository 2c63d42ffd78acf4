import { z } from 'zod';
import { expireSession } from './checkout/complete-session.ts';
import { finishChallenge } from './owners/finish-challenge.ts';
import { settlePayment } from './owners/settle-payment.ts';
import { cycleSubscription } from './subscriptions/cycle-subscription.ts';
import { invalid } from './wire/errors.ts';
import { expand, oneOf } from './wire/params.ts';
import { operation, type Sandbox } from './wire/route.ts';

/** What the real provider does in its own time, at once: for tests and demonstrations. */
export function controlRoutes(sandbox: Sandbox): void {
  operation(sandbox, {
    method: 'POST',
    path: '/_sandbox/payment_intents/:id/settle',
    params: z.strictObject({
      outcome: oneOf('succeeded', 'failed').optional(),
      expand: expand().optional(),
    }),
    handle: async ({ tx, id }, { outcome }) => (await settlePayment(tx, id, outcome)).data,
  });

  operation(sandbox, {
    method: 'POST',
    path: '/_sandbox/challenges/:id',
    params: z.strictObject({ outcome: oneOf('succeeded', 'failed') }),
    handle: async ({ tx, id }, { outcome }) => {
      const done = await finishChallenge(tx, id, outcome === 'succeeded');
      if (!done) throw invalid('This authentication is over.');
      return done.intent;
    },
  });

  operation(sandbox, {
    method: 'POST',
    path: '/_sandbox/checkout/sessions/:id/expire',
    params: z.strictObject({}),
    handle: async ({ tx, id }) => {
      const session = await tx.lock('checkout.session', id);
      await expireSession(tx, session);
      return session.data;
    },
  });

  operation(sandbox, {
    method: 'POST',
    path: '/_sandbox/subscriptions/:id/advance',
    params: z.strictObject({}),
    handle: async ({ tx, id }) => {
      const subscription = await tx.lock('subscription', id);
      const end = subscription.data.items.data[0]?.current_period_end;
      await cycleSubscription(tx, subscription, end);
      return subscription.data;
    },
  });
}
