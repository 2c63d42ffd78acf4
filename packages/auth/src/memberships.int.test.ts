import { createLinkToken, teamRepository } from '@parley/db';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestAuth, password, request } from '../test/create-test-auth.ts';
import { findPerson, findSession, listMerchants, selectMerchant } from './find-person.ts';
import { acceptInvitation, findInvitation, joinAsNewUser } from './invitation.ts';

const test = await createTestAuth();
const { deps } = test;
const { auth, database } = deps;
const { client } = database;
afterAll(() => test.close());

describe('an invitation', () => {
  async function invite(email: string) {
    const merchantId = await test.addMerchant(`Shop of ${email}`);
    const inviterId = await test.addUser(merchantId, `owner-${email}`, 'owner');
    const { token, tokenHash } = createLinkToken();
    const expiresAt = new Date(Date.now() + 60_000);
    const id = `invit_${email}`;
    const team = teamRepository(client, merchantId);
    await team.invite({ id, email, role: 'support', inviterId, expiresAt, tokenHash });
    return { merchantId, token, team, id };
  }

  it('creates the account of a new person, once', async () => {
    const { merchantId, token } = await invite('new@nord.example');
    expect(await findInvitation(deps, token)).toMatchObject({ merchantId, hasAccount: false });
    const join = () => joinAsNewUser(deps, { token, name: 'Bo', password }, request());
    const results = await Promise.allSettled([join(), join()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const person = await test.readPerson('new@nord.example');
    expect(person).toMatchObject({ merchantId, role: 'support' });
    expect(await findInvitation(deps, token)).toBeNull();
    expect(await test.audit(merchantId)).toMatchObject([
      { action: 'member.joined', details: { role: 'support', invitation_id: expect.anything() } },
      { action: 'user.signed_in' },
    ]);
  });

  it('lets an existing person join, who then acts for that merchant', async () => {
    const { merchantId, token } = await invite('old@nord.example');
    await test.addUser(await test.addMerchant(), 'old@nord.example', 'owner');
    expect(await findInvitation(deps, token)).toMatchObject({ hasAccount: true });
    const asNew = joinAsNewUser(deps, { token, name: 'Bo', password }, request());
    await expect(asNew).rejects.toMatchObject({ code: 'insufficient_scope' });
    const browser = await test.signIn('old@nord.example');
    const session = await findSession(auth, database, browser.headers);
    if (!session) throw new Error('not signed in');
    await acceptInvitation(deps, token, session, browser);
    const person = await findPerson(auth, database, browser.headers);
    expect(person).toMatchObject({ merchantId, role: 'support' });
  });

  it('is refused for another email, after it expired and after it was canceled', async () => {
    const { token, team, id } = await invite('right@nord.example');
    await test.addUser(await test.addMerchant(), 'wrong@nord.example');
    const browser = await test.signIn('wrong@nord.example');
    const session = await findSession(auth, database, browser.headers);
    if (!session) throw new Error('not signed in');
    const accept = () => acceptInvitation(deps, token, session, browser);
    await expect(accept()).rejects.toMatchObject({ code: 'insufficient_scope' });
    await client.$executeRaw`UPDATE invitation SET expires_at = now() - interval '1 millisecond' WHERE id = ${id}`;
    await expect(accept()).rejects.toMatchObject({ code: 'not_found' });
    await client.$executeRaw`
      UPDATE invitation SET expires_at = now() + interval '1 hour' WHERE id = ${id}`;
    expect(await findInvitation(deps, token)).not.toBeNull();
    await team.closeInvitation(id, 'canceled');
    await expect(accept()).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('several merchants', () => {
  it('a person chooses one, which is checked against the membership on each request', async () => {
    const [first, second, foreign] = [
      await test.addMerchant('First'),
      await test.addMerchant('Second'),
      await test.addMerchant('Foreign'),
    ];
    const userId = await test.addUser(first, 'both@nord.example');
    await client.organization.createMany({
      data: [second, foreign].map((id) => ({ id, name: id, slug: id })),
    });
    const team = teamRepository(client, second);
    await team.addMember(userId, 'viewer');
    const person = await test.readPerson('both@nord.example');
    const { headers } = person.browser;
    const current = async (merchantId?: string) =>
      (await findPerson(auth, database, headers, merchantId))?.merchantName;
    expect(person.merchantName).toBe('First');
    expect((await listMerchants(database, userId)).map(({ name }) => name)).toEqual([
      'First',
      'Second',
    ]);
    expect(await selectMerchant(deps, person, second, person.browser)).toBe(true);
    expect(await current()).toBe('Second');
    expect(await current(first)).toBe('First');
    expect(await selectMerchant(deps, person, foreign, person.browser)).toBe(false);
    expect(await current(foreign)).toBeUndefined();
    await team.removeMember(userId);
    expect(await current()).toBe('First');
    expect(await current(second)).toBeUndefined();
  });
});

it('a removed person is signed in, but acts for no merchant', async () => {
  const merchantId = await test.addMerchant();
  const userId = await test.addUser(merchantId, 'gone@nord.example');
  const { browser } = await test.readPerson('gone@nord.example');
  await teamRepository(client, merchantId).removeMember(userId);
  expect(await findPerson(auth, database, browser.headers)).toBeNull();
  expect(await findSession(auth, database, browser.headers)).toMatchObject({ userId });
});
