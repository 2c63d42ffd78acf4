import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { ServerForm } from '#forms/server-form.tsx';
import { createMetadata } from '#server/page-metadata.ts';
import { runtime } from '#server/runtime.ts';
import { startSignUp } from '#sign-in/actions.ts';
import { EntryPage } from '#sign-in/entry-page.tsx';
import { emailField } from '#sign-in/fields.ts';

export const generateMetadata = createMetadata((t) => t('signIn.createAccount'));

export default async function SignUpPage() {
  const t = await getTranslations('signIn');
  const signIn = <Link href="/sign-in">{t('signUp.instead')}</Link>;
  if (runtime().accounts.signUp !== 'open') {
    return (
      <EntryPage lead={t('signUp.closedLead')} links={signIn} title={t('signUp.closedTitle')} />
    );
  }
  return (
    <EntryPage lead={t('signUp.lead')} links={signIn} title={t('createAccount')}>
      <ServerForm
        action={startSignUp}
        fields={[emailField(t)]}
        kind="primary"
        once
        submit={t('signUp.submit')}
      />
    </EntryPage>
  );
}
