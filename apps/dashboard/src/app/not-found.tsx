import type { Metadata } from 'next';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { getTranslations } from 'next-intl/server';
import { MessagePage } from '#components/message-page.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('shell.notFound');
  return { title: t('tab') };
}

export default function NotFound() {
  const t = useTranslations('shell.notFound');
  return (
    <MessagePage standalone title={t('title')}>
      <p>{t('text')}</p>
      <Link className="button" href="/">
        {t('link')}
      </Link>
    </MessagePage>
  );
}
