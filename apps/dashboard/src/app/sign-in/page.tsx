import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { currentPerson } from '../../server/person.ts';
import { Mark } from '../../shell/mark.tsx';
import { wayBack } from '../../way-back.ts';
import styles from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const { to } = await searchParams;
  const back = wayBack(typeof to === 'string' ? to : null);
  if (await currentPerson()) redirect(back);
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <Mark />
        <h1>Sign in</h1>
        <SignInForm back={back} />
      </div>
    </main>
  );
}
