import { ListFrame } from '../../../../list/list-frame.tsx';
import { SessionsSkeleton } from '../../../../sessions/sessions-head.tsx';

export default function SessionsLoading() {
  return (
    <ListFrame action={null} filter={null} title="Sessions">
      <SessionsSkeleton />
    </ListFrame>
  );
}
