'use client';

import type { AppRouter } from '@parley/router';
import { createTRPCReact } from '@trpc/react-query';

/** The hooks of the router: `trpc.sessions.list.useSuspenseQuery(…)`. */
export const trpc = createTRPCReact<AppRouter>();
