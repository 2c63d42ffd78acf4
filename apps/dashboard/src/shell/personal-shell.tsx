import Link from 'next/link';
import type { ReactNode } from 'react';
import { endSession } from '#sign-in/actions.ts';
import { Logo } from './message-page.tsx';
import styles from './personal-shell.module.css';

/** What surrounds the account pages of someone who may act for no merchant. */
export function PersonalShell({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Link aria-label="Parley, start page" href="/">
          <Logo />
        </Link>
        <form action={endSession}>
          <button className="button" type="submit">
            Sign out
          </button>
        </form>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
