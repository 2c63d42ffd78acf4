import { type Database, signInRepository } from '@parley/db';
import type { MerchantId, Role } from '@parley/domain';
import { hashPassword } from './password-hash.ts';
import { normalizeEmail } from './sign-in.ts';
import { newUserId } from './sign-up.ts';

export interface DashboardUserInput {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly merchantId: MerchantId;
  readonly role: Role;
}

/**
 * Creates a user with a password and a role at an existing merchant.
 * @returns the id of the user
 */
export async function createDashboardUser(
  database: Database,
  input: DashboardUserInput,
): Promise<string> {
  const id = newUserId();
  const { password, ...user } = input;
  await signInRepository(database).insertUser({
    ...user,
    id,
    email: normalizeEmail(input.email),
    passwordHash: await hashPassword(password),
  });
  return id;
}
