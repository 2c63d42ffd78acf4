import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ReferenceList } from '#reference/reference-list.tsx';
import { modeOf } from '#server/mode.ts';
import { runtime } from '#server/runtime.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('reference');
  return { title: t('title') };
}

export default async function Page({ params }: PageProps<'/[mode]/developers/reference'>) {
  return <ReferenceList apiUrl={runtime().apiUrl} mode={await modeOf(params)} />;
}
