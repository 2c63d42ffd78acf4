import { type Database, type NewUser, signInRepository } from '@parley/db';
import { hashPassword } from './password-hash.ts';
import { normalizeEmail } from './sign-in.ts';
import { newUserId } from './sign-up.ts';

export type DashboardUserInput = Omit<NewUser, 'id' | 'passwordHash'> & {
  readonly password: string;
};

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
