import type { InvitationInput, InviteMemberInput } from '@parley/contract';
import {
  createLinkToken,
  type InvitationRecord,
  type SignInLimit,
  signInLimitKey,
} from '@parley/db';
import {
  createRateLimitError,
  DAY_MS,
  DomainError,
  InvalidFieldError,
  requireBelowLimit,
} from '@parley/domain';
import { invitationMail } from '@parley/mail';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeTeam, requireMayAssign, type TeamChange } from './team-change.ts';

const LIFETIME_MS = 7 * DAY_MS;

/**
 * Emails without a delay, and the longest delay. `merchantAndEmail` keeps one merchant from using up
 * what all merchants may send to an address.
 */
const MAIL_LIMITS = {
  merchantAndEmail: { burst: 3, slowestSeconds: 3_600 },
  email: { burst: 10, slowestSeconds: 900 },
  merchant: { burst: 50, slowestSeconds: 300 },
  inviter: { burst: 20, slowestSeconds: 300 },
};

/**
 * Invites a person by email. The link in the email works once, for seven days.
 * @throws DomainError invalid_request for a member or a pending invitation, limit_reached for a full team,
 *   insufficient_scope if someone other than an owner invites an owner, rate_limited
 */
export function inviteMember(deps: Deps, caller: Caller, input: InviteMemberInput) {
  return sendingInvitation(deps, (send) =>
    changeTeam(deps, caller, (change) => invite(deps, change, input, send)),
  );
}

/** Adds an invitation to a team, and passes it to `send`. See `inviteMember`. */
export async function invite(
  deps: Deps,
  change: TeamChange,
  { email, role }: InviteMemberInput,
  send: SendInvitation,
): Promise<{ id: string }> {
  const { tx, members, actor, now, audit } = change;
  requireMayAssign(actor, role);
  const invitations = await tx.team.listInvitations();
  if (members.some((member) => member.email === email)) {
    throw new InvalidFieldError('email', 'belongs to a member of this team.');
  }
  if (invitations.some((invitation) => invitation.email === email)) {
    throw new InvalidFieldError('email', 'has a pending invitation. Resend or cancel that one.');
  }
  const count = members.length + invitations.length;
  requireBelowLimit('team_members', count, { settings: deps.limits });
  const id = deps.newId('invit');
  const { token, tokenHash } = createLinkToken();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await tx.team.invite({ id, email, role, inviterId: actor.userId, expiresAt, tokenHash });
  await audit({ type: 'invitation', id }, 'created', { email, role });
  await send(change, { email, role, token });
  return { id };
}

/**
 * Sends an invitation again, with a new link that works for seven days. The former link stops working.
 * @throws DomainError not_found, insufficient_scope, rate_limited
 */
export function resendInvitation(deps: Deps, caller: Caller, { id }: InvitationInput) {
  return sendingInvitation(deps, (send) =>
    changeTeam(deps, caller, async (change) =>
      resend(change, await requireInvitation(change, id), send),
    ),
  );
}

async function resend(
  change: TeamChange,
  { id, email, role }: InvitationRecord,
  send: SendInvitation,
): Promise<{ id: string }> {
  const { tx, actor, now, audit } = change;
  requireMayAssign(actor, role);
  const { token, tokenHash } = createLinkToken();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await tx.team.renewInvitation(id, { tokenHash, expiresAt });
  await audit({ type: 'invitation', id }, 'resent', { email, role });
  await send(change, { email, role, token });
  return { id };
}

/**
 * Invites a person by email. A pending invitation of the email is sent again, or replaced if it has
 * another role. Its former link stops working.
 * @returns whether one was pending
 * @throws DomainError invalid_request for a member, limit_reached for a full team, insufficient_scope if someone
 *   other than an owner invites an owner or replaces such an invitation, rate_limited
 */
export function inviteAgain(
  deps: Deps,
  caller: Caller,
  { email, role }: InviteMemberInput,
): Promise<{ readonly id: string; readonly wasPending: boolean }> {
  return sendingInvitation(deps, (send) =>
    changeTeam(deps, caller, async (change) => {
      const invitations = await change.tx.team.listInvitations();
      const pending = invitations.find((invitation) => invitation.email === email);
      const wasPending = pending !== undefined;
      if (pending?.role === role) return { ...(await resend(change, pending, send)), wasPending };
      if (pending) await cancel(change, pending);
      return { ...(await invite(deps, change, { email, role }, send)), wasPending };
    }),
  );
}

/**
 * Cancels an invitation. Its link stops working.
 * @throws DomainError not_found, insufficient_scope
 */
export function cancelInvitation(deps: Deps, caller: Caller, { id }: InvitationInput) {
  return changeTeam(deps, caller, async (change) => {
    await cancel(change, await requireInvitation(change, id));
    return { id };
  });
}

async function cancel(change: TeamChange, { id, email, role }: InvitationRecord): Promise<void> {
  requireMayAssign(change.actor, role);
  await change.tx.team.closeInvitation(id, 'canceled');
  await change.audit({ type: 'invitation', id }, 'canceled', { email, role });
}

async function requireInvitation({ tx }: TeamChange, id: string): Promise<InvitationRecord> {
  const found = (await tx.team.listInvitations()).find((invitation) => invitation.id === id);
  if (found) return found;
  throw new DomainError(
    'not_found',
    'The invitation does not exist, or it was accepted or canceled. Reload the team.',
  );
}

/**
 * Counts an email that is sent with the commit of this transaction.
 * @throws DomainError rate_limited
 */
async function countMail({ tx, merchant, actor }: TeamChange, email: string): Promise<void> {
  // Operators may send without limits: they can do so without this service, too.
  if (actor.userId === null) return;
  const keys: Record<keyof typeof MAIL_LIMITS, readonly string[]> = {
    merchantAndEmail: [merchant.id, email],
    email: [email],
    merchant: [merchant.id],
    inviter: [actor.userId],
  };
  const limits = Object.entries(keys).map(
    ([name, parts]): SignInLimit => ({
      key: signInLimitKey('invitation', name, ...parts),
      ...MAIL_LIMITS[name as keyof typeof MAIL_LIMITS],
    }),
  );
  const retryAfterSeconds = await tx.signInLimits.count(limits);
  if (retryAfterSeconds > 0) {
    throw createRateLimitError('Too many invitations were sent.', retryAfterSeconds);
  }
}

interface Invitation {
  readonly email: string;
  readonly role: string;
  readonly token: string;
}

type SendInvitation = (change: TeamChange, invitation: Invitation) => Promise<void>;

/**
 * Runs `work`, which commits, and sends the invitation that it passed to `send` then. A replayed request
 * sends nothing.
 */
export async function sendingInvitation<T>(
  { mail }: Deps,
  work: (send: SendInvitation) => Promise<T>,
): Promise<T> {
  if (!mail) throw new Error('this process sends no mail');
  let sendMail = () => {};
  const result = await work(async (change, { email, role, token }) => {
    const { merchant, actor } = change;
    await countMail(change, email);
    const url = `${mail.dashboardUrl}/invitation?token=${token}`;
    const names = { merchantName: merchant.name, inviterName: actor.name };
    sendMail = () => mail.mailer.send(email, invitationMail({ ...names, role, url }));
  });
  sendMail();
  return result;
}
