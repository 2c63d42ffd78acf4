import { Confirm } from '../form/confirm.tsx';
import { cancelSession } from './actions.ts';

/** Gives an open session up. */
export function CancelSession({ id }: { readonly id: string }) {
  return (
    <Confirm
      action={cancelSession}
      hidden={{ id }}
      kind="danger"
      submit="Cancel the session"
      title="Cancel this session?"
      trigger="Cancel session"
      triggerKind="danger"
    >
      <p>
        The payment is closed at the provider first, so that nobody can pay it any more; the payer’s
        link then says that the order was canceled. This cannot be undone.
      </p>
    </Confirm>
  );
}
