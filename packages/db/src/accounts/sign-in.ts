import { DomainError, type MerchantId, type Role } from '@parley/domain';
import type { Client, Connection } from '../sql/client.ts';
import { translateErrors } from '../sql/errors.ts';
import { accountRepository, type NewAccount } from './accounts.ts';
import { isPasskeySession, isRecentProof } from './browser-sessions.ts';
import { teamRepository } from './team.ts';

/** A person at a merchant, in one browser. */
export interface Membership {
  readonly merchantId: MerchantId;
  readonly merchantName: string;
  readonly isMerchantSuspended: boolean;
  readonly role: Role;
  readonly hasSecondFactor: boolean;
  readonly hasPasskey: boolean;
  /** Whether the team requires one of its members. */
  readonly requiresSecondFactor: boolean;
  /** Whether a passkey, which the person still has, signed this browser in. */
  readonly isPasskeySession: boolean;
  /** Whether the person proved who they are within the last ten minutes, by the database clock. */
  readonly isRecentlyAuthenticated: boolean;
}

export interface NewUser extends NewAccount {
  readonly merchantId: MerchantId;
  readonly role: Role;
}

/** Dashboard users and their memberships. */
export function signInRepository({
  client,
  connection: db,
}: {
  readonly client: Client;
  readonly connection: Connection;
}) {
  return {
    /**
     * The membership for which a person acts in a browser session.
     * @param preferred the merchant to act for, if the person belongs to it; otherwise the one joined first
     */
    async findMembership(
      { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
      preferred: string | null,
    ): Promise<Membership | null> {
      const [membership] = await db.$queryRaw<Membership[]>`
        SELECT m.id AS "merchantId", m.name AS "merchantName", t.role,
          m.suspended_at IS NOT NULL AS "isMerchantSuspended",
          EXISTS (
            SELECT FROM second_factor f WHERE f.user_id = t.user_id AND f.confirmed_at IS NOT NULL
          ) AS "hasSecondFactor",
          EXISTS (SELECT FROM passkey k WHERE k.user_id = t.user_id) AS "hasPasskey",
          o.second_factor_required_at IS NOT NULL AS "requiresSecondFactor",
          EXISTS (
            SELECT FROM dashboard_session s WHERE s.id = ${sessionId} AND ${isPasskeySession}
          ) AS "isPasskeySession",
          EXISTS (
            SELECT FROM dashboard_session WHERE id = ${sessionId} AND ${isRecentProof}
          ) AS "isRecentlyAuthenticated"
        FROM member t JOIN organization o ON o.id = t.organization_id
          JOIN merchant m ON m.id = o.id
        WHERE t.user_id = ${userId}
        ORDER BY (m.id = ${preferred}) DESC, t.created_at, t.id LIMIT 1`;
      return membership ?? null;
    },

    /** The names of a merchant's members by user id. */
    async listNames(merchantId: MerchantId): Promise<ReadonlyMap<string, string>> {
      const members = await db.member.findMany({
        where: { organizationId: merchantId },
        select: { user: { select: { id: true, name: true } } },
      });
      return new Map(members.map(({ user }) => [user.id, user.name]));
    },

    /**
     * Creates a user with a password and a membership, and the organization if it is missing.
     * @throws DomainError invalid_request if the email has an account
     */
    insertUser: ({ merchantId, role, ...account }: NewUser): Promise<void> =>
      translateErrors(() =>
        client.$transaction(async (tx) => {
          const where = { id: merchantId };
          const { name } = await tx.merchant.findUniqueOrThrow({ where });
          const create = { id: merchantId, name, slug: merchantId };
          await tx.organization.upsert({ where, create, update: {} });
          if (!(await accountRepository(tx).insert(account)))
            throw new DomainError('invalid_request', 'This email already has an account.');
          await teamRepository(tx, merchantId).addMember(account.id, role);
        }),
      ),
  };
}
