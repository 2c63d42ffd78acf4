import { findSecondFactor } from '@parley/auth';
import Link from 'next/link';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { PasskeyNeeded } from '#passkeys/passkey-needed.tsx';
import { OtherMerchants } from '#second-factor/other-merchants.tsx';
import { SetUp } from '#second-factor/set-up.tsx';
import { createMetadata } from '#server/page-metadata.ts';
import {
  getCurrentAccess,
  getCurrentSession,
  getMerchants,
  orPageFailure,
} from '#server/person.ts';
import { runtime } from '#server/runtime.ts';
import { EntryPage } from '#sign-in/entry-page.tsx';

export const generateMetadata = createMetadata((t) => t('secondFactor.setUp.title'));

export default async function SecondFactorPage() {
  const t = await getTranslations('secondFactor');
  const session = await getCurrentSession();
  if (!session) redirect('/sign-in?to=/account');
  const { isOn, needsPasskey } = await orPageFailure(() =>
    findSecondFactor(runtime().accounts, session),
  );
  const { missingSecondFactor } = await getCurrentAccess();
  const isRequired = missingSecondFactor !== null;
  return (
    <EntryPage
      lead={
        <>
          {isRequired && (
            <>
              <span lang="en">{missingSecondFactor}</span>{' '}
            </>
          )}
          {t('setUp.lead')}
        </>
      }
      links={<Link href="/account">{(await getTranslations('signIn'))('yourAccount')}</Link>}
      title={t('setUp.title')}
    >
      {needsPasskey ? (
        // A browser that a passkey confirmed satisfies the merchant already.
        <PasskeyNeeded purpose="setUp" {...(isRequired && { goTo: '/' as const })} />
      ) : (
        <SetUp isOn={isOn} />
      )}
      {isRequired && <OtherMerchants merchants={await getMerchants(session.userId)} />}
    </EntryPage>
  );
}
