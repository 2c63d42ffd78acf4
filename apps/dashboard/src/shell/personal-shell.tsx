import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Logo } from '#components/message-page.tsx';
import { ReauthenticationProvider } from '#reauthentication/reauthentication-dialog.tsx';
import styles from './personal-shell.module.css';
import { SignOutButton } from './sign-out-button.tsx';

interface PersonalShellProps {
  readonly hasSecondFactor: boolean;
  readonly hasPasskey: boolean;
  readonly children: ReactNode;
}

/** What surrounds the account pages of someone who may act for no merchant. */
export function PersonalShell({ hasSecondFactor, hasPasskey, children }: PersonalShellProps) {
  const t = useTranslations('shell');
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Link aria-label={t('home')} href="/">
          <Logo />
        </Link>
        <SignOutButton className="button" />
      </header>
      <main id="content" tabIndex={-1}>
        <ReauthenticationProvider {...{ hasSecondFactor, hasPasskey }}>
          {children}
        </ReauthenticationProvider>
      </main>
    </div>
  );
}
