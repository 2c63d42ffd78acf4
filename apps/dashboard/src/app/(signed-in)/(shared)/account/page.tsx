import { findSecondFactor, listPasskeys, listSessions } from '@parley/auth';
import { redirect } from 'next/navigation';
import { AccountPage } from '#account/account-page.tsx';
import { createMetadata } from '#server/page-metadata.ts';
import { getCurrentSession, orPageFailure } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';

export const generateMetadata = createMetadata((t) => t('account.title'));

export default async function Account() {
  const session = await getCurrentSession();
  if (!session) redirect('/sign-in?to=%2Faccount');
  const { accounts } = runtime();
  const [sessions, secondFactor, passkeys] = await orPageFailure(() =>
    Promise.all([
      listSessions(accounts, session),
      findSecondFactor(accounts, session),
      listPasskeys(accounts, session),
    ]),
  );
  return (
    <AccountPage
      email={session.email}
      name={session.name}
      passkeys={passkeys.map(({ createdAt, lastUsedAt, ...passkey }) => ({
        ...passkey,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      }))}
      secondFactor={secondFactor}
      sessions={sessions.map(({ id, ipAddress, userAgent, createdAt, lastUsedAt }) => ({
        id,
        isCurrent: id === session.sessionId,
        address: ipAddress,
        userAgent,
        signedInAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      }))}
    />
  );
}
