'use client';

import { useTranslations } from 'next-intl';
import { mayLeavePage } from '#components/unsaved-changes.ts';
import { endSession } from '#sign-in/actions.ts';

/** Signs the person out of this browser, unless they keep what they entered into the page. */
export function SignOutButton({ className }: { readonly className: string | undefined }) {
  const t = useTranslations('shell');
  return (
    <form
      action={endSession}
      onSubmit={(event) => {
        if (!mayLeavePage()) event.preventDefault();
      }}
    >
      <button className={className} type="submit">
        {t('signOut')}
      </button>
    </form>
  );
}
