'use server';

import type { Told } from '../form/told.ts';
import { doDeed } from '../server/do-deed.ts';

/** Puts an event of the provider into the queue again. */
export async function retryProviderEvent(form: FormData): Promise<Told> {
  return doDeed(
    (caller) => caller.providerEvents.retry({ id: String(form.get('id')) }),
    ({ id }) => ({ message: `${id} is tried again. If it fails again, it comes back here.` }),
  );
}
