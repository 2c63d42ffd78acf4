import { roles } from '@parley/domain';
import { z } from 'zod';
import { timestamp } from './common.ts';

const role = z.enum(roles, {
  error: 'must be owner, admin, developer, support or viewer',
});

/** The email address of an account, in any case. Sign-in accepts ASCII only. */
export const emailInput = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'must have at most 254 characters')
  .pipe(z.email('must be an email address, such as ada@shop.example'));

export const memberInput = z.strictObject({ user_id: z.string() });
export type MemberInput = z.infer<typeof memberInput>;

export const changeRoleInput = z.strictObject({ user_id: z.string(), role });
export type ChangeRoleInput = z.infer<typeof changeRoleInput>;

export const inviteMemberInput = z.strictObject({ email: emailInput, role });
export type InviteMemberInput = z.infer<typeof inviteMemberInput>;

export const invitationInput = z.strictObject({ id: z.string() });
export type InvitationInput = z.infer<typeof invitationInput>;

export const secondFactorRequirement = z.strictObject({ required: z.boolean() });
export type SecondFactorRequirement = z.infer<typeof secondFactorRequirement>;

export const memberOutput = z.object({ user_id: z.string() });
export const invitationOutput = z.object({ id: z.string() });

export const teamOutput = z.object({
  members: z.array(
    z.object({
      user_id: z.string(),
      name: z.string(),
      email: z.string(),
      role,
      joined_at: timestamp,
      /** Whether the operator of the installation disabled the account, so that the member cannot sign in. */
      is_disabled: z.boolean(),
      /** An authenticator app or a passkey. Null for readers who may not manage the team. */
      has_second_factor: z.boolean().nullable(),
    }),
  ),
  /** Whether only members with a second factor act for the merchant. */
  second_factor_required: z.boolean(),
  /** Invitations that were neither accepted nor canceled. */
  invitations: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      role,
      /** The id of a user; null for an operator of the installation. */
      invited_by: z.string().nullable(),
      expires_at: timestamp,
      expired: z.boolean(),
    }),
  ),
});
export type Team = z.infer<typeof teamOutput>;
