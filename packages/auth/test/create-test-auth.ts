import { randomBytes, scryptSync } from 'node:crypto';
import { openDatabase, signInRepository } from '@parley/db';
import { formatId, type MerchantId, type Role } from '@parley/domain';
import type { MailContent } from '@parley/mail';
import { createTestDatabase, waitFor } from '@parley/testing';
import { createAuth } from '../src/auth.ts';
import type { AuthDeps, AuthRequest } from '../src/auth-deps.ts';
import { findPerson } from '../src/find-person.ts';
import { normalizeEmail, signIn } from '../src/sign-in.ts';
import { newUserId } from '../src/sign-up.ts';

export const password = 'correct horse battery';
/** Its hash at a low cost: at the cost of production, hashing would be most of the time of these tests. */
const key = scryptSync(password, 'salt', 64, { N: 16, r: 8, p: 1 }).toString('base64url');
const passwordHash = `scrypt$16$8$1$${Buffer.from('salt').toString('base64url')}$${key}`;

/** The only password that is known from a breach. */
export const breachedPassword = 'staple horse battery';

/** A request with the cookie of a sign-in, or without one. Later requests with it send the cookies that it set. */
export function request(setCookie: readonly string[] = [], address?: string): AuthRequest {
  const headers = new Headers({ cookie: setCookie[0]?.split(';')[0] ?? '' });
  const setCookies = ([cookie = '']: readonly string[]) =>
    headers.set('cookie', cookie.split(';')[0] ?? '');
  return { headers, requestId: 'req_1', address, setCookies };
}

/** Everything around accounts, with a database of its own and a mailer that remembers its emails. */
export async function createTestAuth() {
  const store = await createTestDatabase();
  const database = openDatabase({
    url: store.url,
    encryptionKeys: `k1:${randomBytes(32).toString('base64')}`,
    // Hashing passwords at the same time can take seconds on a busy machine.
    timeouts: { connectionMs: 60_000, statementMs: 60_000, lockMs: 60_000, responseMs: 60_000 },
  });
  const url = 'http://localhost:3000';
  const sent: (MailContent & { to: string })[] = [];
  const failures: unknown[] = [];
  const deps: AuthDeps = {
    auth: createAuth({ database, secret: 's'.repeat(32) }),
    database,
    url,
    mailer: { send: (to, content) => void sent.push({ to, ...content }) },
    signUp: 'open',
    isBreachedPassword: async (given) => given === breachedPassword,
    afterResponse: (work) => void work().catch((error) => failures.push(error)),
  };
  /** Signs a user in and returns the request of that browser. */
  async function signInBrowser(email: string, given = password): Promise<AuthRequest> {
    return request(await signIn(deps, { email, password: given }, request()));
  }

  return {
    deps,
    url: store.url,
    failures,
    async addMerchant(name = 'Nord'): Promise<MerchantId> {
      const id = formatId('merch', Date.now(), randomBytes(16));
      await database.forScope({ merchantId: id, mode: 'test' }).merchants.insert({ id, name });
      return id;
    },
    /** Adds a member with the password, and returns the id of the user. */
    async addUser(merchantId: MerchantId, email: string, role: Role = 'developer') {
      const id = newUserId();
      const user = { id, name: 'Ada', passwordHash, merchantId, role };
      await signInRepository(database).insertUser({ ...user, email: normalizeEmail(email) });
      return id;
    },
    signIn: signInBrowser,
    /** Signs a member of a team in. */
    async readPerson(email: string, given?: string) {
      const browser = await signInBrowser(email, given);
      const person = await findPerson(deps.auth, database, browser.headers);
      if (!person) throw new Error(`${email} is not a member`);
      return { ...person, browser };
    },
    /** Waits for the next email to an address, and returns it with the token of its link. */
    async receive(to: string) {
      const index = await waitFor(() => {
        const found = sent.findIndex((mail) => mail.to === to);
        return found === -1 ? undefined : found;
      });
      const [mail] = sent.splice(index, 1);
      return { ...mail, token: /token=([\w-]{43})\b/.exec(mail?.text ?? '')?.[1] ?? '' };
    },
    /** The next email to an address in the outbox, which a worker sends. It is removed from there. */
    async receiveNotice(recipient: string) {
      const { mailOutbox } = database.client;
      const mail = await mailOutbox.findFirst({
        where: { recipient },
        orderBy: { createdAt: 'asc' },
      });
      if (!mail) throw new Error(`no email to ${recipient} is in the outbox`);
      await mailOutbox.deleteMany({ where: { id: mail.id } });
      return mail;
    },
    /** The audit log of a merchant in test mode, oldest first. */
    async audit(merchantId: MerchantId) {
      const log = database.forScope({ merchantId, mode: 'test' }).audit;
      return (await log.list({ limit: 100 })).entries.toReversed();
    },
    /** Keeps the delays after the attempts so far from passing while a slow machine hashes passwords. */
    async stopAttemptClock(): Promise<void> {
      const countedAt = new Date(Date.now() + 3_600_000);
      await database.client.signInLimit.updateMany({ data: { countedAt } });
    },
    async close() {
      await database.close();
      await store.drop();
    },
  };
}
