import { randomBytes } from 'node:crypto';
import { accountTransaction, hashLinkToken } from '@parley/db';
import { DomainError, formatId, ID_RANDOM_BYTES } from '@parley/domain';
import { existingAccountMail, signUpMail } from '@parley/mail';
import { countAttempt } from './attempts.ts';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import { brokenLink, issueLink } from './links.ts';
import { hashNewPassword, requireName } from './new-password.ts';
import { recordAccountEvent } from './record-account-event.ts';
import { normalizeEmail } from './sign-in.ts';

/**
 * Sends an email to an address: a link that creates an account, or a hint that there is one. The work
 * happens after the response, which is the same for both.
 * @throws DomainError rate_limited, insufficient_scope when only invited people may join
 */
export async function requestSignUp(
  deps: AuthDeps,
  input: { readonly email: string },
  request: Pick<AuthRequest, 'headers' | 'address'>,
): Promise<void> {
  requireOpenSignUp(deps);
  const email = normalizeEmail(input.email);
  await countAttempt(deps, 'mail', email, request);
  deps.afterResponse(() => sendSignUpMail(deps, email));
}

async function sendSignUpMail({ database, mailer, url }: AuthDeps, email: string): Promise<void> {
  if (await database.users.accounts.findByEmail(email)) {
    mailer.send(email, existingAccountMail({ url: `${url}/sign-in` }));
    return;
  }
  const token = await accountTransaction(database, (tx) => issueLink(tx, 'sign_up', email));
  mailer.send(email, signUpMail({ url: `${url}/sign-up/complete?token=${token}` }));
}

/**
 * The email that a sign-up link confirms; null if the link does not work.
 * @throws DomainError service_unavailable
 */
export function findSignUp({ database }: AuthDeps, token: string): Promise<string | null> {
  return database.users.links.find('sign_up', hashLinkToken(token));
}

export interface NewPerson {
  readonly token: string;
  readonly name: string;
  readonly password: string;
}

/**
 * Creates the account of a confirmed email and its merchant, with the person as owner, in one transaction.
 * @returns the email
 * @throws DomainError invalid_request, not_found when the link does not work, insufficient_scope when
 *   only invited people may join
 */
export async function completeSignUp(
  deps: AuthDeps,
  input: NewPerson & { readonly merchantName: string },
  request: AuthRequest,
): Promise<string> {
  requireOpenSignUp(deps);
  const name = requireName('name', input.name);
  const merchantName = requireName('merchant_name', input.merchantName);
  // Anyone can send this: only a link that works is worth the time of a hash.
  const confirmed = await findSignUp(deps, input.token);
  if (confirmed === null) throw brokenLink();
  const names = [confirmed, name, merchantName];
  const passwordHash = await hashNewPassword(deps, input.password, names);
  const merchantId = formatId('merch', Date.now(), randomBytes(ID_RANDOM_BYTES));
  const userId = newUserId();
  return accountTransaction(deps.database, async (tx) => {
    const email = await tx.links.take('sign_up', hashLinkToken(input.token));
    // An invitation may have created the account since the link was sent.
    if (email === null || !(await tx.accounts.insert({ id: userId, email, name, passwordHash }))) {
      throw brokenLink();
    }
    await tx.merchants.insert({ id: merchantId, name: merchantName });
    const team = tx.team(merchantId);
    await team.create(merchantName);
    await team.addMember(userId, 'owner');
    const object = { type: 'member', id: userId } as const;
    const details = { name, email, role: 'owner' };
    await recordAccountEvent(tx, request, { action: 'member.joined', userId, object, details });
    return email;
  });
}

/** @throws DomainError insufficient_scope */
function requireOpenSignUp({ signUp }: AuthDeps): void {
  if (signUp === 'open') return;
  throw new DomainError(
    'insufficient_scope',
    'Only invited people can join. Ask for an invitation.',
  );
}

export function newUserId(): string {
  return `user_${randomBytes(16).toString('hex')}`;
}
