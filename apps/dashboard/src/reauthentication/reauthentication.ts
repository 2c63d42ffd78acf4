import type { AppRouter } from '@parley/router';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { readRpcError } from '#trpc/client.ts';

/** Connects the calls that need a recent proof of identity with the dialog that obtains it. */
export interface Reauthentication {
  /** Repeats a call that was refused without a recent proof, after the person gave one. */
  readonly link: TRPCLink<AppRouter>;
  /** Opens the dialog for a proof. Returns whether the person gave it. */
  readonly requestProof: () => Promise<boolean>;
  /** Sets what opens the dialog. */
  readonly connect: (open: () => void) => void;
  /** Ends the wait of the calls: they are sent again, or fail. */
  readonly settle: (isProved: boolean) => void;
}

export function createReauthentication(): Reauthentication {
  let openDialog = () => {};
  let waiting: PromiseWithResolvers<boolean> | null = null;

  function requestProof(): Promise<boolean> {
    if (waiting === null) {
      waiting = Promise.withResolvers();
      openDialog();
    }
    return waiting.promise;
  }

  return {
    requestProof,
    connect: (open) => {
      openDialog = open;
    },
    settle: (isProved) => {
      waiting?.resolve(isProved);
      waiting = null;
    },
    link:
      () =>
      ({ op, next }) =>
        observable((observer) => {
          let subscription = next(op).subscribe({
            ...observer,
            error: async (error) => {
              const { code } = readRpcError(error) ?? {};
              if (code !== 'reauthentication_required' || !(await requestProof())) {
                observer.error(error);
                return;
              }
              subscription = next(op).subscribe(observer);
            },
          });
          return () => subscription.unsubscribe();
        }),
  };
}
