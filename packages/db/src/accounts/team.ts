import type { MerchantId, Role } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import { lockOfMerchant } from '../sql/merchant-lock.ts';

export interface MemberRecord {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  /** Whether the operator disabled the account, so that the member cannot sign in. */
  readonly isDisabled: boolean;
  readonly role: Role;
  readonly joinedAt: Date;
  /** Whether they have an authenticator app or a passkey. A sign-in may still use the password alone. */
  readonly hasSecondFactor: boolean;
}

export interface InvitationRecord {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** The member who sent it; null for an operator of the installation. */
  readonly inviterId: string | null;
  readonly expiresAt: Date;
}

/** The team of a merchant. A transaction that writes locks the team first. */
export function teamRepository(db: Connection, merchantId: MerchantId) {
  return {
    /** Creates the team of a new merchant. */
    async create(name: string): Promise<void> {
      await db.organization.create({ data: { id: merchantId, name, slug: merchantId } });
    },

    /**
     * Locks the team until the end of the transaction: `update` for its changes, which happen one after the
     * other, and `share` for what its members do, any number at once and none during a change of the team.
     */
    lock: (strength: 'share' | 'update'): Promise<void> =>
      lockOfMerchant(db, merchantId, 'team', strength),

    /** The role of a person; null if they are not a member, or their account is disabled. */
    async findRole(userId: string): Promise<Role | null> {
      const where = { organizationId: merchantId, userId, user: { disabledAt: null } };
      const member = await db.member.findFirst({ where, select: { role: true } });
      return (member?.role ?? null) as Role | null;
    },

    /** The members in the order in which they joined. */
    async listMembers(): Promise<MemberRecord[]> {
      const members = await db.member.findMany({
        where: { organizationId: merchantId },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: {
          role: true,
          createdAt: true,
          user: {
            select: {
              id: true,
              name: true,
              email: true,
              emailVerified: true,
              disabledAt: true,
              secondFactor: { select: { confirmedAt: true } },
              passkeys: { select: { id: true }, take: 1 },
            },
          },
        },
      });
      return members.map(({ user, role, createdAt }) => ({
        userId: user.id,
        name: user.name,
        email: user.email,
        isEmailVerified: user.emailVerified,
        isDisabled: user.disabledAt !== null,
        role: role as Role,
        joinedAt: createdAt,
        hasSecondFactor: user.secondFactor?.confirmedAt != null || user.passkeys.length > 0,
      }));
    },

    /** Since when members need a second factor; null if they need none. */
    async findSecondFactorRequirement(): Promise<Date | null> {
      const team = await db.organization.findUnique({
        where: { id: merchantId },
        select: { secondFactorRequiredAt: true },
      });
      return team?.secondFactorRequiredAt ?? null;
    },

    /** Requires a second factor of members since a time, or no longer. */
    async setSecondFactorRequirement(secondFactorRequiredAt: Date | null): Promise<void> {
      const where = { id: merchantId };
      await db.organization.updateMany({ where, data: { secondFactorRequiredAt } });
    },

    async addMember(userId: string, role: Role): Promise<void> {
      const id = `${userId}_${merchantId}`;
      await db.member.create({ data: { id, organizationId: merchantId, userId, role } });
    },

    async setRole(userId: string, role: Role): Promise<void> {
      await db.member.updateMany({ where: { organizationId: merchantId, userId }, data: { role } });
    },

    async removeMember(userId: string): Promise<void> {
      await db.member.deleteMany({ where: { organizationId: merchantId, userId } });
    },

    /** The invitations that were neither accepted nor canceled, oldest first. They may have expired. */
    async listInvitations(): Promise<InvitationRecord[]> {
      const rows = await db.invitation.findMany({
        where: { organizationId: merchantId, status: 'pending' },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: { id: true, email: true, role: true, inviterId: true, expiresAt: true },
      });
      return rows.map((row) => ({ ...row, role: row.role as Role }));
    },

    async invite(invitation: InvitationRecord & { readonly tokenHash: string }): Promise<void> {
      const data = { ...invitation, organizationId: merchantId, status: 'pending' };
      await db.invitation.create({ data });
    },

    /** Replaces the link of an invitation, which then expires later. */
    async renewInvitation(
      id: string,
      renewed: { readonly tokenHash: string; readonly expiresAt: Date },
    ): Promise<void> {
      await db.invitation.updateMany({ where: { id, organizationId: merchantId }, data: renewed });
    },

    /** Ends a pending invitation. */
    async closeInvitation(id: string, status: 'accepted' | 'canceled'): Promise<void> {
      const where = { id, organizationId: merchantId, status: 'pending' };
      await db.invitation.updateMany({ where, data: { status } });
    },
  };
}

/** An invitation whose link works. */
export interface OpenInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly merchantId: MerchantId;
  readonly merchantName: string;
}

/** Finds a pending invitation by the hash of its link; null if it has expired. */
export async function findOpenInvitation(
  db: Connection,
  tokenHash: string,
): Promise<OpenInvitation | null> {
  const [row] = await db.$queryRaw<OpenInvitation[]>`
    SELECT i.id, i.email, i.role, m.id AS "merchantId", m.name AS "merchantName"
    FROM invitation i JOIN merchant m ON m.id = i.organization_id
    WHERE i.token_hash = ${tokenHash} AND i.status = 'pending' AND i.expires_at > now()`;
  return row ?? null;
}
