import type { Sandbox } from '../wire/route.ts';
import { assetRoutes } from './assets.ts';
import { challengeRoutes } from './challenge-page.ts';
import { checkoutPageRoutes } from './checkout-page.ts';
import { elementRoutes } from './element-page.ts';
import { ledgerRoutes } from './ledger-page.ts';

export function pageRoutes(sandbox: Sandbox): void {
  assetRoutes(sandbox.app);
  elementRoutes(sandbox);
  challengeRoutes(sandbox);
  checkoutPageRoutes(sandbox);
  ledgerRoutes(sandbox);
}
