import { findSecondFactor, listSessions } from '@parley/auth';
import type { Metadata } from 'next';
import { AccountPage } from '#account/account-page.tsx';
import { orPageFailure, requirePerson } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';

export const metadata: Metadata = { title: 'Your account' };

export default async function Account() {
  const person = await requirePerson();
  const { accounts } = runtime();
  const [sessions, secondFactor] = await orPageFailure(() =>
    Promise.all([listSessions(accounts, person), findSecondFactor(accounts, person)]),
  );
  return (
    <AccountPage
      email={person.email}
      name={person.name}
      secondFactor={secondFactor}
      sessions={sessions.map(({ id, ipAddress, userAgent, createdAt }) => ({
        id,
        isCurrent: id === person.sessionId,
        address: ipAddress,
        userAgent,
        signedInAt: createdAt.toISOString(),
      }))}
    />
  );
}
