'use server';

import { refresh } from 'next/cache';
import { refuse, type Told } from '../form/told.ts';
import { act } from '../server/ask.ts';
import { tellReplay } from './tell-replay.ts';

/** Calls of 1,000 events each that one press of the button makes. */
const MAX_CALLS = 20;

const labels = { created_from: 'The beginning', created_before: 'The end' };

/** Sends an endpoint what it has missed, or the events of a range of time. */
export async function replayEvents(form: FormData): Promise<Told> {
  const ranged = form.get('what') === 'range';
  const moment = (name: string) => {
    const given = ranged ? String(form.get(name) ?? '') : '';
    return given === '' ? {} : { [name]: given };
  };
  const range = {
    webhook_endpoint_id: String(form.get('id')),
    only_missed: !(ranged && form.get('taken_too') === 'on'),
    ...moment('created_from'),
    ...moment('created_before'),
  };
  let replayed = 0;
  let cursor: string | undefined;
  for (let calls = 0; calls < MAX_CALLS; calls += 1) {
    const outcome = await act((caller) =>
      caller.events.replay({ ...range, ...(cursor !== undefined && { cursor }) }),
    );
    if (!outcome.ok) {
      if (replayed > 0) refresh();
      const refused = refuse(outcome, labels);
      return replayed > 0
        ? { ...refused, message: `${tellReplay(replayed, true)} Then: ${refused.message}` }
        : refused;
    }
    replayed += outcome.value.replayed;
    cursor = outcome.value.next_cursor ?? undefined;
    if (!outcome.value.has_more) break;
  }
  refresh();
  return { kind: 'done', message: tellReplay(replayed, cursor !== undefined) };
}
