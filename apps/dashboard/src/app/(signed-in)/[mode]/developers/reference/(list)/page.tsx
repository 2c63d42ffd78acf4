import { ReferenceList } from '#reference/reference-list.tsx';
import { createMetadata } from '#server/page-metadata.ts';
import { runtime } from '#server/runtime.ts';

export const generateMetadata = createMetadata((t) => t('reference.title'));

export default function Page() {
  const { apiUrl, docsUrl } = runtime();
  return <ReferenceList apiUrl={apiUrl} docsUrl={docsUrl} />;
}
