'use server';

import { refresh } from 'next/cache';
import { type Refused, refuse, type Told } from '../form/told.ts';
import { act } from '../server/ask.ts';
import { doDeed } from '../server/do-deed.ts';

/** A new signing secret, which is told this once. */
interface Rotated {
  readonly kind: 'done';
  readonly message: string;
  readonly secret: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long the previous secret stays valid, in milliseconds. `now` revokes it separately. */
const overlaps = { now: MINUTE_MS, day: DAY_MS, week: 7 * DAY_MS } as const;

/** Creates a new signing secret; the previous one stays valid for the chosen time. */
export async function rotateSecret(form: FormData): Promise<Rotated | Refused> {
  const chosen = form.get('overlap');
  const overlap = chosen === 'now' || chosen === 'week' ? chosen : 'day';
  const webhook_endpoint_id = String(form.get('id'));
  const outcome = await act((caller) =>
    caller.webhookEndpoints.rotateSecret({
      webhook_endpoint_id,
      previous_signing_secret_expires_at: new Date(Date.now() + overlaps[overlap]).toISOString(),
    }),
  );
  if (!outcome.ok) return refuse(outcome);
  // The new secret is shown in any case. If revoking fails, the previous one expires in a minute.
  if (overlap === 'now') {
    await act((caller) => caller.webhookEndpoints.revokePreviousSecret({ webhook_endpoint_id }));
  }
  refresh();
  return { kind: 'done', message: '', secret: outcome.value.signing_secret };
}

/** Ends the overlap of a rotation. */
export async function revokePreviousSecret(form: FormData): Promise<Told> {
  return doDeed(
    (caller) =>
      caller.webhookEndpoints.revokePreviousSecret({ webhook_endpoint_id: String(form.get('id')) }),
    () => ({ message: '' }),
  );
}
