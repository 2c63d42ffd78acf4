import { findEmailChange } from '@parley/auth';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { confirmEmail } from '#account/actions.ts';
import { ServerForm } from '#forms/server-form.tsx';
import { currentSession, orPageFailure } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';
import { BrokenLink, readToken } from '#sign-in/broken-link.tsx';
import { EntryPage } from '#sign-in/entry-page.tsx';
import { signInHref } from '#sign-in/return-path.ts';

export const metadata: Metadata = { title: 'Confirm your new email' };

export default async function ChangeEmailPage({ searchParams }: PageProps<'/change-email'>) {
  const token = readToken((await searchParams).token);
  const session = await currentSession();
  if (!session) redirect(signInHref(`/change-email?token=${token}`));
  const email = await orPageFailure(() => findEmailChange(runtime().accounts, session, token));
  if (email === null) return <BrokenLink retry={{ href: '/account', label: 'Your account' }} />;
  return (
    <EntryPage
      lead={`You sign in as ${session.email}. From now on you sign in as ${email}.`}
      title="Confirm your new email"
    >
      <ServerForm
        action={confirmEmail}
        hidden={{ token }}
        kind="primary"
        submit="Confirm the new email"
      />
    </EntryPage>
  );
}
