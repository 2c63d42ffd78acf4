import { FilterPlaceholder } from '#lists/filter-bar.tsx';
import { ListPage } from '#lists/list-page.tsx';
import { SessionsSkeleton } from '#sessions/session-table.tsx';

export default function SessionsLoading() {
  return (
    <ListPage action={null} filter={<FilterPlaceholder />} title="Sessions">
      <SessionsSkeleton />
    </ListPage>
  );
}
