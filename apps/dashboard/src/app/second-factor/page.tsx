import { findSecondFactor } from '@parley/auth';
import type { Metadata } from 'next';
import Link from 'next/link';
import { redirect } from 'next/navigation';
import { PasskeyNeeded } from '#passkeys/passkey-needed.tsx';
import { OtherMerchants } from '#second-factor/other-merchants.tsx';
import { SetUp } from '#second-factor/set-up.tsx';
import { currentAccess, currentSession, merchantsOf, orPageFailure } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';
import { EntryPage } from '#sign-in/entry-page.tsx';

export const metadata: Metadata = { title: 'Set up a second factor' };

export default async function SecondFactorPage() {
  const session = await currentSession();
  if (!session) redirect('/sign-in?to=/account');
  const { isOn, needsPasskey } = await orPageFailure(() =>
    findSecondFactor(runtime().accounts, session),
  );
  const { missingSecondFactor } = await currentAccess();
  const isRequired = missingSecondFactor !== null;
  return (
    <EntryPage
      lead={`${isRequired ? `${missingSecondFactor} ` : ''}Signing in then requires your password and a code from an authenticator app. Other browsers are signed out.`}
      links={<Link href="/account">Your account</Link>}
      title="Set up a second factor"
    >
      {needsPasskey ? (
        // A browser that a passkey confirmed satisfies the merchant already.
        <PasskeyNeeded
          purpose="set up a second factor"
          {...(isRequired && { goTo: '/' as const })}
        />
      ) : (
        <SetUp isOn={isOn} />
      )}
      {isRequired && <OtherMerchants merchants={await merchantsOf(session.userId)} />}
    </EntryPage>
  );
}
