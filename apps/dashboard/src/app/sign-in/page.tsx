import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { currentPerson } from '#server/person.ts';
import { Logo } from '#shell/message-page.tsx';
import { returnPath } from '#sign-in/return-path.ts';
import styles from '#sign-in/sign-in.module.css';
import { SignInForm } from '#sign-in/sign-in-form.tsx';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const { to } = await searchParams;
  const path = returnPath(typeof to === 'string' ? to : null);
  if (await currentPerson()) redirect(path);
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <Logo />
        <h1>Sign in</h1>
        <SignInForm to={path} />
      </div>
    </main>
  );
}
