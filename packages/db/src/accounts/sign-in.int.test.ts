import type { Role } from '@parley/domain';
import { afterAll, expect, it } from 'vitest';
import { addMerchant, newId, openTestDatabase } from '../../test/rows.ts';
import { signInRepository } from './sign-in.ts';

const { database, close } = await openTestDatabase();
afterAll(close);
const users = signInRepository(database);

const getMembership = (userId: string, preferred: string | null) =>
  users.findMembership({ userId, sessionId: 'none' }, preferred);

async function addUser(role: Role) {
  const { merchantId } = await addMerchant(database);
  const id = newId('evt');
  const name = `Ada ${role}`;
  await users.insertUser({
    id,
    email: `${id}@nord.example`,
    name,
    passwordHash: 'x',
    merchantId,
    role,
  });
  return { id, name, merchantId };
}

it('a user has the role of the oldest membership, and a name among its members', async () => {
  const [user, other] = [await addUser('viewer'), await addUser('owner')];
  const { merchantId } = user;
  expect(await getMembership(user.id, null)).toEqual({
    merchantId,
    merchantName: 'Nord',
    isMerchantSuspended: false,
    hasSecondFactor: false,
    hasPasskey: false,
    requiresSecondFactor: false,
    isPasskeySession: false,
    isRecentlyAuthenticated: false,
    role: 'viewer',
  });
  expect(await users.listNames(merchantId)).toEqual(new Map([[user.id, user.name]]));
  const membership = { id: '0_first', organizationId: other.merchantId, userId: user.id };
  await database.client.member.create({ data: { ...membership, role: 'admin' } });
  expect(await getMembership(user.id, null)).toMatchObject({ role: 'viewer' });
  await database.client.member.updateMany({
    where: { id: membership.id },
    data: { createdAt: new Date(0) },
  });
  expect(await getMembership(user.id, null)).toMatchObject({ role: 'admin' });
  expect(await getMembership(user.id, merchantId)).toMatchObject({ role: 'viewer' });
  expect(await getMembership(user.id, 'merch_of_others')).toMatchObject({ role: 'admin' });
  await database.client.member.updateMany({ data: { createdAt: new Date(0) } });
  expect(await getMembership(user.id, null)).toMatchObject({ role: 'admin' });
  expect(await getMembership('user_without_merchant', null)).toBeNull();
});

it('a second user of a merchant joins its organization, with a verified address', async () => {
  const { merchantId } = await addUser('owner');
  const id = newId('evt');
  await users.insertUser({
    id,
    email: `${id}@nord.example`,
    name: 'Second',
    passwordHash: 'x',
    merchantId,
    role: 'support',
  });
  expect(await getMembership(id, null)).toMatchObject({ merchantId, role: 'support' });
  const where = { id: merchantId };
  expect(await database.client.organization.findFirst({ where })).toMatchObject({ name: 'Nord' });
  const stored = await database.client.dashboardUser.findFirst({ where: { id } });
  expect(stored?.emailVerified).toBe(true);
});
