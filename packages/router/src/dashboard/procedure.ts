import { DomainError } from '@parley/domain';
import type { Caller } from '@parley/operations';
import { dashboardTrpc } from '../trpc.ts';

/** For people who are signed in, about their own merchant. */
export const dashboardProcedure = dashboardTrpc.procedure.use(async ({ ctx, next }) => {
  const { user } = ctx;
  if (!user) throw new DomainError('authentication_required', 'Sign in first.');
  const caller: Caller = {
    merchantId: user.merchantId,
    mode: user.mode,
    requestId: ctx.requestId,
    actor: { kind: 'user', id: user.userId },
  };
  return next({ ctx: { ...ctx, user, caller } });
});

/** Roles that may change things; viewer and support look. */
const writers = ['owner', 'admin', 'developer'];

/** Whether a role may change things, for pages that would else offer what is refused. */
export function mayChange(role: string): boolean {
  return writers.includes(role);
}

/** For people whose role allows to change things. */
export const dashboardWriteProcedure = dashboardProcedure.use(async ({ ctx, next }) => {
  if (!mayChange(ctx.user.role)) {
    throw new DomainError(
      'insufficient_scope',
      `Your role (${ctx.user.role}) may look but not change. Ask an owner or admin.`,
    );
  }
  return next();
});
