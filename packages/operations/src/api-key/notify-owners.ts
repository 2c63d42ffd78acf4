import type { MemberRecord, Transaction } from '@parley/db';
import { type ApiKeyChange, apiKeyMail, moreApiKeysMail } from '@parley/mail';
import type { Actor, Caller } from '../request/caller.ts';
import { keyNotFound } from './api-key-view.ts';

/** Emails about one kind of change of a merchant's keys, per mode and hour. One more counts the others. */
const MAX_PER_HOUR = 10;
const HOUR_MS = 3_600_000;

/**
 * Writes an email about a key to each owner whose email is verified and whose account is enabled, or
 * counts the change in the email that is sent at the end of the hour. Call it after the change was added
 * to the audit log. The emails commit with the change, and a worker sends them: an SMTP server
 * that does not respond neither fails the change nor loses them.
 * @throws DomainError not_found
 */
export async function notifyOwners(
  tx: Transaction,
  { merchantId, mode, actor }: Caller,
  keyId: string,
  change: ApiKeyChange['change'],
): Promise<void> {
  const members = await tx.team.listMembers();
  const owners = members.filter(
    ({ role, isEmailVerified, isDisabled }) => role === 'owner' && isEmailVerified && !isDisabled,
  );
  if (owners.length === 0) return;
  const { name: merchantName = '' } = (await tx.merchants.find(merchantId)) ?? {};
  const hour = new Date(Math.floor((await tx.now()).getTime() / HOUR_MS) * HOUR_MS);
  const topic = `api_key.${change} ${mode}`;
  await tx.mailOutbox.lockTopic(topic);
  // A roll also creates a key, and has an email of its own.
  const more = (await tx.audit.count(`api_key.${change}`, hour, 'replaces')) - MAX_PER_HOUR;
  if (more > 0) {
    const mail = moreApiKeysMail({ change, mode, merchantName, more });
    const end = new Date(hour.getTime() + HOUR_MS);
    const mails = owners.map(({ email }) => ({ recipient: email, ...mail }));
    await tx.mailOutbox.replaceAt(topic, end, mails);
    return;
  }
  const key = await tx.apiKeys.find(keyId);
  if (!key) throw keyNotFound();
  const mail = apiKeyMail({
    change,
    mode,
    merchantName,
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
