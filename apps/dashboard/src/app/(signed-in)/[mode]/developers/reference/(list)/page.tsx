import { ReferenceList } from '#reference/reference-list.tsx';
import { readMode } from '#server/mode.ts';
import { createMetadata } from '#server/page-metadata.ts';
import { runtime } from '#server/runtime.ts';

export const generateMetadata = createMetadata((t) => t('reference.title'));

export default async function Page({ params }: PageProps<'/[mode]/developers/reference'>) {
  return <ReferenceList apiUrl={runtime().apiUrl} mode={await readMode(params)} />;
}
