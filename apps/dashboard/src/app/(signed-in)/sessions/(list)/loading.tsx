import { ListFrame } from '../../../../sessions/list-frame.tsx';
import { SkeletonTable } from '../../../../sessions/skeleton-table.tsx';

export default function SessionsLoading() {
  return (
    <ListFrame action={null} filter={null}>
      <SkeletonTable />
    </ListFrame>
  );
}
