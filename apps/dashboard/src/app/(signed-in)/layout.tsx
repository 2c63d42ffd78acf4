import type { ReactNode } from 'react';
import { Notices } from '../../attention/notices.tsx';
import { requirePerson } from '../../server/person.ts';
import { Rail } from '../../shell/rail.tsx';
import styles from './layout.module.css';

export default async function SignedInLayout({ children }: { readonly children: ReactNode }) {
  const person = await requirePerson();
  return (
    <>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <aside aria-label="Mode" className={styles.band}>
        <strong>Test mode</strong> <span>No real money moves.</span>
      </aside>
      <div className={styles.frame}>
        <Rail person={person} />
        <div className={styles.column}>
          <Notices />
          <main className={styles.content} id="content" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </>
  );
}
