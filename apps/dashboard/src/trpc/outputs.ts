import type { AppRouter } from '@parley/router';
import type { inferRouterOutputs } from '@trpc/server';

/** What each procedure returns, as the pages receive it. */
export type Outputs = inferRouterOutputs<AppRouter>;
