import { environment } from './env.ts';

let origin: string | undefined;

/** The public origin of the dashboard, from `DASHBOARD_URL`. It is read at run time, never during the build. */
export function getOwnOrigin(): string {
  origin ??= environment.shape.DASHBOARD_URL.parse(process.env.DASHBOARD_URL);
  return origin;
}
