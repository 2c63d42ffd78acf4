import { randomBytes } from 'node:crypto';
import { eventTypes, MAX_EVENT_BYTES } from '@parley/domain';
import { createEvent, newId } from './create-events.ts';
import { type Changes, type Delivery, isAccepted, type Reply } from './send-delivery.ts';

/** What a rule can do with the receiver. */
interface Trial {
  send(delivery: Delivery, changes?: Changes): Promise<Reply>;
  /** How often the order of a session was fulfilled; null if the receiver cannot be asked. */
  countFulfilled(sessionId: string): Promise<number | null>;
}

/** A documented rule of receivers. */
export interface Rule {
  /** What the receiver does: "accepts a signed event". */
  readonly name: string;
  /** What to do if it is broken. */
  readonly remedy: string;
  /** @returns what went wrong; null if nothing did */
  check(trial: Trial): Promise<string | null>;
}

const describeReply = ({ status, failure }: Reply) => failure ?? `status ${status}`;
const mustAccept = (reply: Reply, what: string) =>
  isAccepted(reply) ? null : `${what}: ${describeReply(reply)} instead of 2xx`;
const mustReject = (reply: Reply, what: string) =>
  reply.status !== null && reply.status >= 400 && reply.status < 500
    ? null
    : `${what}: ${describeReply(reply)} instead of 400`;

/** The first thing that went wrong. */
async function first(checks: Iterable<() => Promise<string | null>>): Promise<string | null> {
  for (const check of checks) {
    const problem = await check();
    if (problem !== null) return problem;
  }
  return null;
}

const paid = (session: string, changes: Parameters<typeof createEvent>[2] = {}) =>
  createEvent('proxy_session.paid', session, changes);
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** Expects how often an order was fulfilled, if the receiver can be asked. */
async function mustFulfill(
  trial: Trial,
  session: string,
  times: number,
  what: string,
): Promise<string | null> {
  const count = await trial.countFulfilled(session);
  return count === null || count === times
    ? null
    : `${what}: the order was fulfilled ${count} times instead of ${times}`;
}

const rejects = (name: string, remedy: string, change: (delivery: Delivery) => Changes): Rule => ({
  name: `rejects ${name}`,
  remedy,
  async check(trial) {
    const session = newId('psess');
    const delivery = paid(session);
    return (
      mustReject(await trial.send(delivery, change(delivery)), name) ??
      (await mustFulfill(trial, session, 0, name))
    );
  },
});

const verifyRemedy = 'Verify every request with webhooks.verify before you read it.';
const timeRemedy = 'Reject a webhook-timestamp that is more than 5 minutes from now.';

const accepts = (
  name: string,
  remedy: string,
  create: (session: string) => Delivery,
  changes: () => Changes = () => ({}),
): Rule => ({
  name: `accepts ${name}`,
  remedy,
  check: async (trial) => mustAccept(await trial.send(create(newId('psess')), changes()), name),
});

/** The rules of docs/guides/webhooks.md that can be seen from outside of a receiver. */
export const createRules = (secret: string): readonly Rule[] => [
  {
    name: 'accepts a signed event, and fulfills its order once',
    remedy:
      'Respond with 2xx once the signature is verified and the event is stored, also for a session that you do not know.',
    async check(trial) {
      const session = newId('psess');
      return (
        mustAccept(await trial.send(paid(session)), 'a signed event') ??
        (await mustFulfill(trial, session, 1, 'a paid session'))
      );
    },
  },
  {
    name: 'accepts every event type',
    remedy: 'Respond with 2xx to types that you do not use, or do not subscribe to them.',
    check: (trial) =>
      first(
        eventTypes.map(
          (type) => async () =>
            mustAccept(await trial.send(createEvent(type, newId('psess'))), type),
        ),
      ),
  },
  rejects('another secret', verifyRemedy, () => ({ secrets: [newSecret()] })),
  rejects('a changed body', verifyRemedy, ({ body }) => ({
    body: body.replace('"amount_minor":', '"amount_minor":1'),
  })),
  rejects('the signature of another event', verifyRemedy, () => ({ id: newId('evt') })),
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((header) =>
    rejects(`a request without ${header}`, verifyRemedy, () => ({ without: header })),
  ),
  rejects('a signature that is ten minutes old', timeRemedy, () => ({ ageSeconds: 600 })),
  rejects('a signature of the future', timeRemedy, () => ({ ageSeconds: -600 })),
  accepts(
    'both signatures of a rotation, the old one first',
    'Accept the request if any of its signatures is right.',
    paid,
    () => ({ secrets: [newSecret(), secret] }),
  ),
  {
    name: 'fulfills once if an event arrives twice',
    remedy: 'Store the ids of events that you have processed, with a unique index.',
    async check(trial) {
      const session = newId('psess');
      const delivery = paid(session);
      for (const what of ['a first delivery', 'a second delivery']) {
        const problem = mustAccept(await trial.send(delivery), what);
        if (problem) return problem;
      }
      return mustFulfill(trial, session, 1, 'an event that arrived twice');
    },
  },
  {
    name: 'fulfills once if an event arrives four times at once',
    remedy: 'Store the id and the effect in one transaction, so that one of the requests wins.',
    async check(trial) {
      const session = newId('psess');
      const delivery = paid(session);
      const replies = await Promise.all(Array.from({ length: 4 }, () => trial.send(delivery)));
      // One that lost may say so: it is delivered again.
      if (!replies.some(isAccepted)) return 'none of four deliveries at once was accepted';
      return mustFulfill(trial, session, 1, 'an event that arrived four times at once');
    },
  },
  {
    name: 'accepts events out of order',
    remedy: 'Do not wait for earlier events: an endpoint may not receive all of them.',
    async check(trial) {
      const session = newId('psess');
      const problem =
        mustAccept(await trial.send(paid(session, { sequence: 7 })), 'sequence 7') ??
        mustAccept(
          await trial.send(createEvent('proxy_session.payer_opened', session, { sequence: 3 })),
          'sequence 3 after 7',
        );
      return problem ?? mustFulfill(trial, session, 1, 'events out of order');
    },
  },
  accepts(
    'an event of three days ago with a signature of now',
    'Check the time of the signature, not created_at: retries last three days.',
    (session) => paid(session, { createdAt: new Date(Date.now() - 3 * 86_400_000) }),
  ),
  accepts('a type that a later version adds', 'Respond with 2xx to unknown types.', (session) =>
    paid(session, { type: 'proxy_session.reviewed' }),
  ),
  accepts(
    'fields and values that a later version adds',
    'Ignore unknown fields, and treat unknown values as "no action".',
    (session) =>
      paid(session, {
        envelope: { added_field: { nested: [1] } },
        object: { added_field: null, presentation_state: 'added_state' },
      }),
  ),
  accepts(
    'an event of 20 KiB with characters of several bytes',
    'Allow bodies of 20 KiB, and verify their bytes.',
    (session) => {
      const { body } = paid(session);
      const bytes = Math.floor((MAX_EVENT_BYTES - Buffer.byteLength(body) - 100) / 3);
      return paid(session, { object: { metadata: { note: '€'.repeat(bytes) } } });
    },
  ),
  {
    name: 'ignores test events',
    remedy: 'An event with "test": true belongs to no order.',
    async check(trial) {
      const session = newId('psess');
      const delivery = paid(session, { sequence: 0, envelope: { test: true } });
      return (
        mustAccept(await trial.send(delivery), 'a test event') ??
        (await mustFulfill(trial, session, 0, 'a test event'))
      );
    },
  },
  {
    name: 'fulfills nothing that is in conflict, expired or canceled',
    remedy: 'Ship only if actionable_next_step is "provision".',
    async check(trial) {
      const types = ['payment_conflicted', 'expired', 'canceled', 'payment_processing'] as const;
      return first(
        types.map((type) => async () => {
          const session = newId('psess');
          const reply = await trial.send(createEvent(`proxy_session.${type}`, session));
          return (
            mustAccept(reply, type) ??
            (await mustFulfill(trial, session, 0, `a session that is ${type}`))
          );
        }),
      );
    },
  },
  {
    name: 'responds within 5 seconds',
    remedy:
      'Store the event, respond, and do longer work afterwards: after 15 seconds it counts as failed.',
    async check(trial) {
      const reply = await trial.send(paid(newId('psess')));
      const seconds = reply.durationMs / 1000;
      return (
        mustAccept(reply, 'an event') ??
        (seconds > 5 ? `the response took ${seconds.toFixed(1)} seconds` : null)
      );
    },
  },
];
