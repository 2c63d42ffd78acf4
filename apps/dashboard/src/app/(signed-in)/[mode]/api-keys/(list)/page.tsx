import { keyListInput, keysHref, readKeyListView } from '#addresses/api-keys.ts';
import { KeyList } from '#api-keys/key-list.tsx';
import { createListPage } from '#server/list-page.tsx';
import { createMetadata } from '#server/page-metadata.ts';

export const generateMetadata = createMetadata((t) => t('apiKeys.list.title'));

export default createListPage({
  readView: readKeyListView,
  createInput: keyListInput,
  fetch: ({ apiKeys }, input) => apiKeys.list.fetch(input),
  redirectTo({ show, older, key }, { data }) {
    if (older && data.length === 0) return keysHref({ show });
    // All active keys are on one page, so a key that is not there has ended.
    const hasEnded = key && !show && data.every(({ id }) => id !== key);
    return hasEnded && keysHref({ show: 'ended' });
  },
  render: (view) => <KeyList view={view} />,
});
