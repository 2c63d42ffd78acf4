import { findInvitation } from '@parley/auth';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { signInHref } from '#addresses/return-path.ts';
import { ServerForm } from '#forms/server-form.tsx';
import { createMetadata } from '#server/page-metadata.ts';
import { getCurrentSession, orPageFailure } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';
import { joinTeam, joinTeamWithAccount } from '#sign-in/actions.ts';
import { BrokenLink, readToken } from '#sign-in/broken-link.tsx';
import { EntryPage } from '#sign-in/entry-page.tsx';
import { nameField, newPasswordField } from '#sign-in/fields.ts';
import { SignOutForm } from '#sign-in/sign-out-form.tsx';

export const generateMetadata = createMetadata((t) => t('signIn.invitation.tab'));

export default async function InvitationPage({ searchParams }: PageProps<'/invitation'>) {
  const t = await getTranslations('signIn');
  const token = readToken((await searchParams).token);
  const [invitation, session] = await Promise.all([
    orPageFailure(() => findInvitation(runtime().accounts, token)),
    getCurrentSession(),
  ]);
  if (!invitation) return <BrokenLink retry={{ href: '/sign-in', label: t('signIn') }} />;
  const { email, merchantName, hasAccount } = invitation;
  const title = t('invitation.title', { merchant: merchantName });
  const role = (await getTranslations('shell.role'))(invitation.role);
  const lead = t('invitation.lead', { email, role });
  if (session && session.email !== email) {
    return (
      <EntryPage
        lead={t('invitation.leadOther', { email, role, current: session.email })}
        title={title}
      >
        <SignOutForm />
        <p className="small">{t('invitation.again')}</p>
      </EntryPage>
    );
  }
  if (session) {
    return (
      <EntryPage lead={lead} title={title}>
        <ServerForm action={joinTeamWithAccount} hidden={{ token }} kind="primary" submit={title} />
      </EntryPage>
    );
  }
  if (hasAccount) {
    return (
      <EntryPage lead={t('invitation.leadSignIn', { email, role })} title={title}>
        <Link
          className="button"
          data-kind="primary"
          href={signInHref(`/invitation?token=${token}`)}
        >
          {t('signIn')}
        </Link>
      </EntryPage>
    );
  }
  return (
    <EntryPage lead={lead} title={title}>
      <ServerForm
        action={joinTeam}
        fields={[nameField(t), newPasswordField(t)]}
        hidden={{ token }}
        kind="primary"
        submit={title}
      />
    </EntryPage>
  );
}
