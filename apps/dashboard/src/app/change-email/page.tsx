import { findEmailChange } from '@parley/auth';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { confirmEmail } from '#account/actions.ts';
import { signInHref } from '#addresses/return-path.ts';
import { ServerForm } from '#forms/server-form.tsx';
import { createMetadata } from '#server/page-metadata.ts';
import { getCurrentSession, orPageFailure } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';
import { BrokenLink, readToken } from '#sign-in/broken-link.tsx';
import { EntryPage } from '#sign-in/entry-page.tsx';

export const generateMetadata = createMetadata((t) => t('signIn.newEmail.title'));

export default async function ChangeEmailPage({ searchParams }: PageProps<'/change-email'>) {
  const t = await getTranslations('signIn');
  const token = readToken((await searchParams).token);
  const session = await getCurrentSession();
  if (!session) redirect(signInHref(`/change-email?token=${token}`));
  const email = await orPageFailure(() => findEmailChange(runtime().accounts, session, token));
  if (email === null) return <BrokenLink retry={{ href: '/account', label: t('yourAccount') }} />;
  return (
    <EntryPage
      lead={t('newEmail.lead', { current: session.email, email })}
      title={t('newEmail.title')}
    >
      <ServerForm
        action={confirmEmail}
        hidden={{ token }}
        kind="primary"
        submit={t('newEmail.submit')}
      />
    </EntryPage>
  );
}
