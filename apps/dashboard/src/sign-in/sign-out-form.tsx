import { useTranslations } from 'next-intl';
import { endSession } from './actions.ts';

/**
 * A button that signs the person out of this browser.
 * @param label by default "Sign out"
 */
export function SignOutForm({ label }: { readonly label?: string }) {
  const t = useTranslations('signIn');
  return (
    <form action={endSession}>
      <div>
        <button className="button" type="submit">
          {label ?? t('signOut')}
        </button>
      </div>
    </form>
  );
}
