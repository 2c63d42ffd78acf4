import { findSignUp } from '@parley/auth';
import { getTranslations } from 'next-intl/server';
import { ServerForm } from '#forms/server-form.tsx';
import { createMetadata } from '#server/page-metadata.ts';
import { orPageFailure } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';
import { finishSignUp } from '#sign-in/actions.ts';
import { BrokenLink, readToken } from '#sign-in/broken-link.tsx';
import { EntryPage } from '#sign-in/entry-page.tsx';
import { nameField, newPasswordField } from '#sign-in/fields.ts';

export const generateMetadata = createMetadata((t) => t('signIn.createAccount'));

export default async function CompleteSignUpPage({ searchParams }: PageProps<'/sign-up/complete'>) {
  const t = await getTranslations('signIn');
  const token = readToken((await searchParams).token);
  const email = await orPageFailure(() => findSignUp(runtime().accounts, token));
  if (email === null) return <BrokenLink retry={{ href: '/sign-up', label: t('signUp.again') }} />;
  return (
    <EntryPage lead={t('signUp.completeLead', { email })} title={t('signUp.completeTitle')}>
      <ServerForm
        action={finishSignUp}
        fields={[
          nameField(t),
          {
            name: 'merchant_name',
            label: t('field.businessName'),
            type: 'text',
            autoComplete: 'organization',
            maxLength: 100,
            hint: t('field.businessNameHint'),
          },
          newPasswordField(t),
        ]}
        hidden={{ token }}
        kind="primary"
        submit={t('signUp.completeSubmit')}
      />
    </EntryPage>
  );
}
