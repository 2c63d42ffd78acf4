import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { currentPerson } from '../../server/person.ts';
import { Mark } from '../../shell/mark.tsx';
import styles from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage() {
  if (await currentPerson()) redirect('/sessions');
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <Mark />
        <h1>Sign in</h1>
        <SignInForm />
      </div>
    </main>
  );
}
