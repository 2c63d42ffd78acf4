import { Actions } from '../detail/headline.tsx';
import { Confirm } from '../form/confirm.tsx';
import { TextField } from '../form/text-field.tsx';
import { resolveConflict } from './actions.ts';
import styles from './resolve-conflict.module.css';

interface ResolveConflictProps {
  readonly id: string;
  /** What the session would be paid with. */
  readonly accepted: string | null;
  /** Whether there is more than one payment. */
  readonly twice: boolean;
}

const note = (
  <TextField
    hint="For the story, so that others know why. At most 500 characters."
    input={{ maxLength: 500 }}
    label="Note (optional)"
    lines={2}
    name="note"
  />
);

/** The two ways out of a conflict, each saying what it does. */
export function ResolveConflict({ id, accepted, twice }: ResolveConflictProps) {
  return (
    <Actions>
      <Confirm
        action={resolveConflict}
        hidden={{ id, resolution: 'accept' }}
        kind="first"
        submit="Accept the money"
        title={accepted ? `Accept ${accepted}?` : 'Accept the money?'}
        trigger="Accept the money"
        triggerKind="first"
      >
        <p>
          The session becomes paid{accepted && ` with ${accepted}`} and can be fulfilled. Nothing
          more is asked of the payer, and this cannot be undone.
        </p>
        {twice && <p>Only one payment is kept: give the other one back at the provider.</p>}
        {note}
      </Confirm>
      <Confirm
        action={resolveConflict}
        hidden={{ id, resolution: 'refunded' }}
        kind="first"
        submit="It was refunded"
        title="Was all of the money refunded?"
        trigger="It was refunded"
      >
        <p>
          The session becomes canceled, and this cannot be undone. Parley refunds nothing itself:
          refund the money at the provider first. The provider is asked whether all of it went back.
        </p>
        <label className={styles.elsewhere}>
          <input name="refunded_elsewhere" type="checkbox" />
          <span>
            It went back another way, such as a bank transfer or a lost dispute. The provider is not
            asked.
          </span>
        </label>
        {note}
      </Confirm>
    </Actions>
  );
}
