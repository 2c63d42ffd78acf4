import type { MerchantId } from '@parley/domain';
import { type AuditRecord, appendAuditEntries } from '../merchants/audit-entries.ts';
import { merchantRepository } from '../merchants/merchants.ts';
import type { Client, Connection } from '../sql/client.ts';
import { readClock } from '../sql/database-clock.ts';
import type { Scope } from '../sql/records.ts';
import { retryConflicts } from '../sql/retry-conflicts.ts';
import type { SecretBox } from '../sql/secret-box.ts';
import { accountRepository } from './accounts.ts';
import { browserSessionRepository } from './browser-sessions.ts';
import { linkTokenRepository } from './link-tokens.ts';
import { mailOutboxRepository, type OutgoingMail } from './mail-outbox.ts';
import { passkeyRepository } from './passkeys.ts';
import { secondFactorRepository } from './second-factors.ts';
import { findOpenInvitation, teamRepository } from './team.ts';

/** The repositories of accounts, on a connection. */
export function accountRepositories(db: Connection, box: SecretBox) {
  return {
    secondFactors: secondFactorRepository(db, box),
    accounts: accountRepository(db),
    browserSessions: browserSessionRepository(db),
    links: linkTokenRepository(db),
    passkeys: passkeyRepository(db),
    merchants: merchantRepository(db),
    team: (merchantId: MerchantId) => teamRepository(db, merchantId),
    findInvitation: (tokenHash: string) => findOpenInvitation(db, tokenHash),
    /** Adds entries to the audit logs of one or more merchants. */
    appendAudit: (entries: readonly (AuditRecord & Scope)[]) => appendAuditEntries(db, entries),
    /** Adds emails about the account of a user, which are sent after the commit. */
    addMails: (userId: string, mails: readonly OutgoingMail[]) =>
      mailOutboxRepository(db, userId).add(mails),
    /** When the transaction began, by the database clock. */
    now: () => readClock(db),
  };
}

/** A transaction on the account of a user, which concerns every merchant of theirs. */
export type AccountTransaction = ReturnType<typeof accountRepositories>;

/**
 * Runs `work` in one READ COMMITTED transaction, and again after a conflict.
 * @throws DomainError service_unavailable
 */
export function accountTransaction<T>(
  { client, box }: { readonly client: Client; readonly box: SecretBox },
  work: (tx: AccountTransaction) => Promise<T>,
): Promise<T> {
  return retryConflicts(() =>
    client.$transaction((db) => work(accountRepositories(db, box)), {
      isolationLevel: 'ReadCommitted',
    }),
  );
}
