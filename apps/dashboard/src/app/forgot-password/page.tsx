import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { ServerForm } from '#forms/server-form.tsx';
import { createMetadata } from '#server/page-metadata.ts';
import { startPasswordReset } from '#sign-in/actions.ts';
import { EntryPage } from '#sign-in/entry-page.tsx';
import { emailField } from '#sign-in/fields.ts';

export const generateMetadata = createMetadata((t) => t('signIn.reset.title'));

export default async function ForgotPasswordPage() {
  const t = await getTranslations('signIn');
  return (
    <EntryPage
      lead={t('reset.lead')}
      links={<Link href="/sign-in">{t('reset.back')}</Link>}
      title={t('reset.title')}
    >
      <ServerForm
        action={startPasswordReset}
        fields={[emailField(t)]}
        kind="primary"
        once
        submit={t('reset.submit')}
      />
    </EntryPage>
  );
}
