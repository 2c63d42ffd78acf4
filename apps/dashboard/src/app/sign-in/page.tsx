import Link from 'next/link';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { readReturnPath } from '#addresses/return-path.ts';
import { ServerForm } from '#forms/server-form.tsx';
import { SignedOutInAllTabs } from '#person/other-tabs.ts';
import { createMetadata } from '#server/page-metadata.ts';
import { getCurrentSession } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';
import { startSession } from '#sign-in/actions.ts';
import { EntryPage } from '#sign-in/entry-page.tsx';
import { emailField } from '#sign-in/fields.ts';
import { PasskeySignIn } from '#sign-in/passkey-sign-in.tsx';

export const generateMetadata = createMetadata((t) => t('signIn.signIn'));

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const t = await getTranslations('signIn');
  const { to, password } = await searchParams;
  const path = readReturnPath(typeof to === 'string' ? to : null);
  if (await getCurrentSession()) redirect(path);
  return (
    <EntryPage
      lead={password === 'changed' && t('passwordChanged')}
      links={
        <>
          <Link href="/forgot-password">{t('forgotPassword')}</Link>
          {runtime().accounts.signUp === 'open' && (
            <Link href="/sign-up">{t('createAccount')}</Link>
          )}
        </>
      }
      title={t('signIn')}
    >
      <SignedOutInAllTabs />
      <ServerForm
        action={startSession}
        fields={[
          // The browser offers passkeys in this field.
          { ...emailField(t), autoComplete: 'username webauthn' },
          {
            name: 'password',
            label: t('field.password'),
            type: 'password',
            autoComplete: 'current-password',
          },
        ]}
        hidden={{ to: path }}
        kind="primary"
        submit={t('signIn')}
      />
      <PasskeySignIn autofill to={path} />
    </EntryPage>
  );
}
