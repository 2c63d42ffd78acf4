'use client';

import { MAX_BATCH_SIZE, type Mode } from '@parley/domain';
import type { AppRouter } from '@parley/router';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { httpBatchLink, type TRPCLink } from '@trpc/client';
import { type ReactNode, useState } from 'react';
import { signInHref } from '#addresses/return-path.ts';
import { ReauthenticationContext } from '#forms/use-server-action.ts';
import { useSameMerchantInAllTabs } from '#person/other-tabs.ts';
import { createReauthentication } from '#reauthentication/reauthentication.ts';
import { ReauthenticationDialog } from '#reauthentication/reauthentication-dialog.tsx';
import { MERCHANT_HEADER, MODE_HEADER, UNATTENDED_HEADER } from '#request-headers.ts';
import { readRpcError, trpc } from '#trpc/client.ts';
import { isUnattended, useUserActivity } from '#trpc/user-activity.ts';

/** Results younger than this are not fetched again when a component mounts. */
const STALE_MS = 2_000;
const MAX_RETRIES = 2;
const RETRY_DELAY_MS = 1_000;
const MAX_URL_LENGTH = 4_000;

interface TrpcProviderProps {
  readonly children: ReactNode;
  /** The merchant that the pages show. */
  readonly merchantId: string;
  /** The mode that the pages show. */
  readonly mode: Mode;
  /** Whether the person proves with a code who they are. */
  readonly hasSecondFactor: boolean;
  /** Whether the person can prove it with a passkey, too. */
  readonly hasPasskey: boolean;
  /** The transport. Requests go to this origin over HTTP by default. */
  readonly link?: TRPCLink<AppRouter>;
}

/**
 * Gives the pages typed queries and mutations. They share one cache, so the provider needs a key: another
 * merchant or mode has another one.
 */
export function TrpcProvider({
  children,
  merchantId,
  mode,
  hasSecondFactor,
  hasPasskey,
  link,
}: TrpcProviderProps) {
  useSameMerchantInAllTabs(merchantId);
  useUserActivity();
  const [queryClient] = useState(createQueryClient);
  const [reauthentication] = useState(createReauthentication);
  const [client] = useState(() =>
    trpc.createClient({
      links: [reauthentication.link, link ?? createHttpLink(merchantId, mode)],
    }),
  );
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <ReauthenticationContext value={reauthentication}>{children}</ReauthenticationContext>
      </QueryClientProvider>
      <ReauthenticationDialog {...{ reauthentication, hasSecondFactor, hasPasskey }} />
    </trpc.Provider>
  );
}

function createHttpLink(merchantId: string, mode: Mode): TRPCLink<AppRouter> {
  return httpBatchLink({
    url: '/api/trpc',
    headers: () => ({
      [MERCHANT_HEADER]: merchantId,
      [MODE_HEADER]: mode,
      // A visible page reloads its data, which must not keep an unattended browser signed in.
      ...(isUnattended() && { [UNATTENDED_HEADER]: '1' }),
    }),
    maxURLLength: MAX_URL_LENGTH,
    maxItems: MAX_BATCH_SIZE,
  });
}

function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: signInIfSignedOut }),
    mutationCache: new MutationCache({
      onError: signInIfSignedOut,
      // A mutation is complete when the page shows its result. It can affect any query on the page:
      // a status, a history, a count, an audit log.
      onSuccess: () => client.invalidateQueries(),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: STALE_MS,
        retry: (failures, error) => failures < MAX_RETRIES && isRetryable(error),
        retryDelay: RETRY_DELAY_MS,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

function isRetryable(error: unknown): boolean {
  const status = readRpcError(error)?.httpStatus;
  return status === undefined || status >= 500;
}

/** The session ended while the page was open, or the merchant requires a second factor now. */
function signInIfSignedOut(error: unknown): void {
  const { code } = readRpcError(error) ?? {};
  if (code === 'second_factor_required') window.location.assign('/second-factor');
  if (code !== 'authentication_required') return;
  window.location.assign(signInHref(window.location.pathname + window.location.search));
}
