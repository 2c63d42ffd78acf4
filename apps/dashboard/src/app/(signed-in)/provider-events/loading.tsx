import { ListFrame } from '../../../list/list-frame.tsx';

export default function ProviderEventsLoading() {
  return (
    <ListFrame
      filter={null}
      lead="What the provider told us and we could not use. All else is applied by itself."
      title="Provider events"
    >
      <p className="muted" role="status">
        Loading events…
      </p>
    </ListFrame>
  );
}
