import type { Sandbox } from '../wire/route.ts';
export function pageRoutes(_sandbox: Sandbox): void {}
