import { endSession } from './actions.ts';

/** A button that signs the person out of this browser. */
export function SignOutForm({ label = 'Sign out' }: { readonly label?: string }) {
  return (
    <form action={endSession}>
      <div>
        <button className="button" type="submit">
          {label}
        </button>
      </div>
    </form>
  );
}
