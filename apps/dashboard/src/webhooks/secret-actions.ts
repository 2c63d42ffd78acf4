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

const overlaps = { now: 0, day: 24, week: 168 } as const;

/** Makes a new signing secret; the one before signs beside it as long as was chosen. */
export async function rotateSecret(form: FormData): Promise<Rotated | Refused> {
  const chosen = form.get('overlap');
  const overlap = chosen === 'now' || chosen === 'week' ? chosen : 'day';
  const outcome = await act((caller) =>
    caller.rotateSigningSecret({
      webhook_endpoint_id: String(form.get('id')),
      overlap_hours: overlaps[overlap],
    }),
  );
  if (!outcome.ok) return refuse(outcome);
  refresh();
  return { kind: 'done', message: '', secret: outcome.value.signing_secret };
}

/** Ends the overlap of a rotation. */
export async function revokePreviousSecret(form: FormData): Promise<Told> {
  return doDeed(
    (caller) => caller.revokePreviousSecret({ webhook_endpoint_id: String(form.get('id')) }),
    () => ({ message: '' }),
  );
}
