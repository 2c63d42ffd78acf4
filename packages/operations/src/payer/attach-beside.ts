import type { ObjectRole } from '@parley/domain';
import { attach } from '../attempt/attach-provider-object.ts';
import { changeSession } from '../session/session-change.ts';
import { again, type PagePayment, type Step } from './page-payment.ts';

/** Attaches an object beside the root, unless somebody wrote in the meantime. */
export async function attachBeside(
  { deps, caller, loaded: { session, attempt } }: PagePayment,
  role: Exclude<ObjectRole, 'root'>,
  id: string,
): Promise<Step> {
  await changeSession(deps, caller, session.id, async (change) => {
    if (change.attempt.id !== attempt.id || change.attempt.version !== attempt.version) return;
    await attach(change, change.attempt, { role, type: role, id });
  });
  return again;
}
