import Link from 'next/link';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { createMetadata } from '#server/page-metadata.ts';
import { getCurrentAccess, getCurrentSession } from '#server/person.ts';
import { EntryPage } from '#sign-in/entry-page.tsx';
import { SignOutForm } from '#sign-in/sign-out-form.tsx';

export const generateMetadata = createMetadata((t) => t('signIn.noTeam.tab'));

/** For someone who is signed in, but left their last team or was removed from it. */
export default async function NoMerchantPage() {
  const t = await getTranslations('signIn');
  const session = await getCurrentSession();
  if (!session) redirect('/sign-in');
  const { person, missingSecondFactor } = await getCurrentAccess();
  if (person || missingSecondFactor !== null) redirect('/');
  return (
    <EntryPage
      lead={t('noTeam.lead', { email: session.email })}
      links={<Link href="/account">{t('yourAccount')}</Link>}
      title={t('noTeam.title')}
    >
      <SignOutForm />
    </EntryPage>
  );
}
