import type { Mode } from '@parley/domain';
import type { AppRouter } from '@parley/router';
import { act, render as renderPlain } from '@testing-library/react';
import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { NextIntlClientProvider } from 'next-intl';
import { type ReactNode, Suspense } from 'react';
import { afterAll } from 'vitest';
import { en } from '#messages/en/index.ts';
import { PersonProvider } from '#person/person-context.tsx';
import { TrpcProvider } from '#shell/trpc-provider.tsx';

// React Aria announces 100 ms later, if this is still there. The document may be gone by then.
afterAll(() => {
  if (typeof document !== 'undefined') document.querySelector('[data-live-announcer]')?.remove();
});

/** What a procedure returns for an input. A rejection reaches the page as an error of the server. */
export type Procedures = Readonly<Record<string, (input: unknown) => Promise<unknown>>>;

interface RenderOptions {
  /** By their paths, e.g. "sessions.cancel". */
  readonly procedures?: Procedures;
  readonly role?: string;
  readonly mode?: Mode;
  /** Names of the merchant's members by user id. */
  readonly memberNames?: ReadonlyMap<string, string>;
  readonly hasSecondFactor?: boolean;
  readonly hasPasskey?: boolean;
}

/** Renders a component with the English messages. A missing one fails the test. */
export const render = (ui: ReactNode) => renderPlain(ui, { wrapper: Messages });

function Messages({ children }: { readonly children: ReactNode }) {
  return (
    <NextIntlClientProvider
      locale="en"
      messages={en}
      onError={(error) => {
        throw error;
      }}
      timeZone="UTC"
    >
      {children}
    </NextIntlClientProvider>
  );
}

/** Renders a component as a page does, for a signed-in person and with procedures of the test. */
export async function renderPage(page: ReactNode, options: RenderOptions = {}) {
  const {
    procedures = {},
    role = 'owner',
    mode = 'test',
    memberNames = new Map<string, string>(),
    hasSecondFactor = false,
    hasPasskey = false,
  } = options;
  const person = { userId: 'user_me', role, mode, isMerchantSuspended: false, memberNames };
  // Dialogs load these after the page.
  await Promise.all([
    import('#components/modal-dialog.tsx'),
    import('#reauthentication/proof-form.tsx'),
  ]);
  // A suspended page needs asynchronous act.
  return act(async () =>
    render(
      <TrpcProvider
        hasPasskey={hasPasskey}
        hasSecondFactor={hasSecondFactor}
        link={linkTo(procedures)}
        merchantId="merch_1"
        mode={mode}
      >
        <PersonProvider person={person}>
          <Suspense>{page}</Suspense>
        </PersonProvider>
      </TrpcProvider>,
    ),
  );
}

function linkTo(procedures: Procedures): TRPCLink<AppRouter> {
  return () =>
    ({ op: { path, input } }) =>
      observable((observer) => {
        const procedure = procedures[path];
        if (!procedure) throw new Error(`The test has no procedure ${path}.`);
        procedure(input).then(
          (data) => {
            observer.next({ result: { type: 'data', data } });
            observer.complete();
          },
          (error: unknown) =>
            observer.error(TRPCClientError.from(error as TRPCClientError<AppRouter>)),
        );
      });
}

interface RpcErrorOptions {
  /** By default that of the first field. */
  readonly message?: string;
  readonly code?: string;
  readonly httpStatus?: number;
  /** The invalid fields; a field with its problem for each. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** An error as the client receives it from the server, with the request id `req_1`. */
export function rpcError({
  message,
  code = 'invalid_request',
  httpStatus = 400,
  fields = {},
}: RpcErrorOptions): TRPCClientError<AppRouter> {
  const problems = Object.entries(fields).map(([field, problem]) => ({ field, message: problem }));
  const [first] = problems;
  const data = { code, httpStatus, request_id: 'req_1', fields: problems };
  return TRPCClientError.from({
    error: {
      code: -32_600,
      message: message ?? `${first?.field} ${first?.message}`,
      data,
    },
  });
}
