import { dashboardTrpc } from '../trpc.ts';
import { countSessions } from './count-sessions.ts';
import { createTestSession } from './create-test-session.ts';
import { getSessionStory } from './get-session-story.ts';
import { listSessions } from './list-sessions.ts';
import { mayChange } from './procedure.ts';
import { reportProvisioned } from './report-provisioned.ts';

/** What the dashboard's pages ask for. */
export const dashboardRouter = dashboardTrpc.router({
  listSessions,
  countSessions,
  getSessionStory,
  createTestSession,
  reportProvisioned,
});

export type DashboardRouter = typeof dashboardRouter;
/** Calls the procedures in-process, e.g. while a page is rendered. */
export const createDashboardCaller = dashboardTrpc.createCallerFactory(dashboardRouter);
export { mayChange };
