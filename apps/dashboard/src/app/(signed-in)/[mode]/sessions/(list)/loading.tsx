import { ListPage } from '#lists/list-page.tsx';
import { SessionsSkeleton } from '#sessions/session-list.tsx';

export default function SessionsLoading() {
  return (
    <ListPage action={null} filter={null} title="Sessions">
      <SessionsSkeleton />
    </ListPage>
  );
}
