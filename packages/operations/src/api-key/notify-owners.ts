import type { MemberRecord, Transaction } from '@parley/db';
import { type ApiKeyChange, apiKeyMail } from '@parley/mail';
import type { Actor, Caller } from '../request/caller.ts';
import { keyNotFound } from './api-key-view.ts';

/**
 * Writes a message about a key to each owner whose email is verified. The messages commit with the
 * change, and a worker sends them: an SMTP server that does not respond neither fails the change nor
 * loses them.
 * @throws DomainError not_found
 */
export async function notifyOwners(
  tx: Transaction,
  { merchantId, mode, actor }: Caller,
  keyId: string,
  change: ApiKeyChange['change'],
): Promise<void> {
  const members = await tx.team.listMembers();
  const owners = members.filter(({ role, isEmailVerified }) => role === 'owner' && isEmailVerified);
  if (owners.length === 0) return;
  const key = await tx.apiKeys.find(keyId);
  if (!key) throw keyNotFound();
  const merchant = await tx.merchants.find(merchantId);
  const mail = apiKeyMail({
    change,
    mode,
    merchantName: merchant?.name ?? '',
    kind: key.kind,
    keyName: key.name,
    lastFour: key.lastFour,
    actor: describeActor(actor, members),
  });
  await tx.mailOutbox.add(owners.map(({ email }) => ({ recipient: email, ...mail })));
}

/** The actor as the beginning of a sentence. The name of an operator is for other operators. */
function describeActor({ kind, id }: Actor, members: readonly MemberRecord[]): string {
  if (kind === 'operator') return 'An operator of the service';
  const person = kind === 'user' && members.find(({ userId }) => userId === id);
  return person ? `${person.name} (${person.email})` : 'The service';
}
