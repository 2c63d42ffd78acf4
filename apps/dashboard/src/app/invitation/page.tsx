import { findInvitation } from '@parley/auth';
import type { Metadata } from 'next';
import Link from 'next/link';
import { ServerForm } from '#forms/server-form.tsx';
import { currentSession, orPageFailure } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';
import { joinTeam, joinTeamWithAccount } from '#sign-in/actions.ts';
import { BrokenLink, readToken } from '#sign-in/broken-link.tsx';
import { EntryPage } from '#sign-in/entry-page.tsx';
import { nameField, newPasswordField } from '#sign-in/fields.ts';
import { signInHref } from '#sign-in/return-path.ts';
import { SignOutForm } from '#sign-in/sign-out-form.tsx';

export const metadata: Metadata = { title: 'Invitation' };

export default async function InvitationPage({ searchParams }: PageProps<'/invitation'>) {
  const token = readToken((await searchParams).token);
  const [invitation, session] = await Promise.all([
    orPageFailure(() => findInvitation(runtime().accounts, token)),
    currentSession(),
  ]);
  if (!invitation) return <BrokenLink retry={{ href: '/sign-in', label: 'Sign in' }} />;
  const { email, role, merchantName, hasAccount } = invitation;
  const title = `Join ${merchantName}`;
  const lead = `${email} is invited as ${role}.`;
  if (session && session.email !== email) {
    return (
      <EntryPage lead={`${lead} You are signed in as ${session.email}.`} title={title}>
        <SignOutForm />
        <p className="small">Then open the link in the email again.</p>
      </EntryPage>
    );
  }
  if (session) {
    return (
      <EntryPage lead={lead} title={title}>
        <ServerForm
          action={joinTeamWithAccount}
          hidden={{ token }}
          kind="primary"
          submit={`Join ${merchantName}`}
        />
      </EntryPage>
    );
  }
  if (hasAccount) {
    return (
      <EntryPage lead={`${lead} Sign in to join.`} title={title}>
        <Link
          className="button"
          data-kind="primary"
          href={signInHref(`/invitation?token=${token}`)}
        >
          Sign in
        </Link>
      </EntryPage>
    );
  }
  return (
    <EntryPage lead={lead} title={title}>
      <ServerForm
        action={joinTeam}
        fields={[nameField, newPasswordField]}
        hidden={{ token }}
        kind="primary"
        submit={`Join ${merchantName}`}
      />
    </EntryPage>
  );
}
