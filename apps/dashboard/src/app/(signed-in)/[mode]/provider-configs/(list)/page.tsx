import {
  accountChangeInput,
  configListInput,
  configsHref,
  readConfigListView,
} from '#addresses/provider-configs.ts';
import { ConfigList } from '#provider-configs/config-list.tsx';
import { createListPage } from '#server/list-page.tsx';
import { createMetadata } from '#server/page-metadata.ts';

export const generateMetadata = createMetadata((t) => t('providerConfigs.list.title'));

export default createListPage({
  readView: readConfigListView,
  createInput: configListInput,
  fetch: ({ providerConfigs, attention }, input) =>
    Promise.all([
      providerConfigs.list.fetch(input),
      attention.getSetupStatus.fetch(),
      attention.listItems.fetch(accountChangeInput),
    ]),
  redirectTo: ({ older }, [page]) => older && page.data.length === 0 && configsHref(),
  render: (view) => <ConfigList view={view} />,
});
