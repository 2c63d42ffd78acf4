import type { MemberRecord, Transaction } from '@parley/db';
import { HOUR_MS } from '@parley/domain';
import type { MailContent } from '@parley/mail';
import type { Actor, Caller } from '../request/caller.ts';

/** Emails about one kind of change, per mode and hour. One more counts the others. */
const MAX_PER_HOUR = 10;

/** A notice to the owners of a merchant about a change. */
interface OwnerNotice {
  /** The action of the entry that the change added to the audit log. */
  readonly action: string;
  /** Creates the email. `actor` begins a sentence. */
  readonly mail: (context: {
    readonly merchantName: string;
    readonly actor: string;
  }) => MailContent | Promise<MailContent>;
  /** Creates the email that counts the changes beyond those with an email of their own. */
  readonly moreMail: (context: {
    readonly merchantName: string;
    readonly more: number;
  }) => MailContent;
}

/**
 * Writes an email about a change to each owner whose email is verified and whose account is enabled, or
 * counts the change in the email that is sent at the end of the hour. Call it after the change was added
 * to the audit log. The emails commit with the change, and a worker sends them: an SMTP server
 * that does not respond neither fails the change nor loses them.
 */
export async function notifyOwners(
  tx: Transaction,
  { merchantId, mode, actor }: Caller,
  { action, mail, moreMail }: OwnerNotice,
): Promise<void> {
  const members = await tx.team.listMembers();
  const owners = members.filter(
    ({ role, isEmailVerified, isDisabled }) => role === 'owner' && isEmailVerified && !isDisabled,
  );
  if (owners.length === 0) return;
  const { name: merchantName = '' } = (await tx.merchants.find(merchantId)) ?? {};
  const hour = new Date(Math.floor((await tx.now()).getTime() / HOUR_MS) * HOUR_MS);
  const topic = `${action} ${mode}`;
  await tx.mailOutbox.lockTopic(topic);
  // A roll also creates a key, and has an email of its own.
  const more = (await tx.audit.count(action, hour, 'replaces')) - MAX_PER_HOUR;
  if (more > 0) {
    const content = moreMail({ merchantName, more });
    const end = new Date(hour.getTime() + HOUR_MS);
    const mails = owners.map(({ email }) => ({ recipient: email, ...content }));
    await tx.mailOutbox.replaceAt(topic, end, mails);
    return;
  }
  const content = await mail({ merchantName, actor: await describeActor(tx, actor, members) });
  await tx.mailOutbox.add(owners.map(({ email }) => ({ recipient: email, ...content })));
}

/** The actor as the beginning of a sentence. The name of an operator is for other operators. */
async function describeActor(
  tx: Transaction,
  { kind, id }: Actor,
  members: readonly MemberRecord[],
): Promise<string> {
  if (kind === 'operator') return 'An operator of the service';
  const person = kind === 'user' && members.find(({ userId }) => userId === id);
  if (person) return `${person.name} (${person.email})`;
  const key = kind === 'api_key' && id !== null ? await tx.apiKeys.find(id) : null;
  return key ? `The API key “${key.name}” (…${key.lastFour})` : 'The service';
}
