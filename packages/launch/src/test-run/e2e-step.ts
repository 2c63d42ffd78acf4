import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reservePorts } from '@parley/testing/ports';
import { portNames, portSettings } from '../ports.ts';
import { createTestFolder } from '../postgres/test-folder.ts';
import { startProduct } from '../product/start-product.ts';
import { repository } from '../repository.ts';
import { readSettings } from '../settings.ts';
import { findChromium } from './chromium.ts';
import { failRunWithoutFailures, type Outcome, playwrightOutcome } from './outcome.ts';
import { runCommand } from './run-command.ts';
import { readReport, type Step, type StepContext } from './steps.ts';

// The tests start a separate product, which must not use the settings of a running one.
const productVariables =
  /^(DATABASE_URL|SANDBOX_|API_URL|CHECKOUT_URL|DASHBOARD_URL|DOCS_URL|NODE_ENV|HOST|DATA_DIR)/;

async function productEnvironment(dataDirectory: string): Promise<NodeJS.ProcessEnv> {
  const ports = await reservePorts(portNames.length);
  const chosen = portNames.map((name, i) => [portSettings[name].variable, String(ports[i])]);
  const inherited = Object.entries(process.env).filter(([name]) => !productVariables.test(name));
  return {
    ...Object.fromEntries([...inherited, ...chosen]),
    DATA_DIR: dataDirectory,
    // So low that the requests of a slow machine reach it too.
    CHECKOUT_RATE_LIMIT_PER_LINK: '5',
  };
}

async function runPlaywright(
  { filters, signal, folder }: StepContext,
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const report = join(folder, 'e2e.json');
  const args = ['test', '--config', join(repository, 'e2e'), '--reporter=list,json', ...filters];
  const command = join(repository, 'e2e', 'node_modules', '.bin', 'playwright');
  const code = await runCommand(command, args, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    signal,
  });
  return failRunWithoutFailures(playwrightOutcome(await readReport(report)), code);
}

export const e2eStep: Step = {
  name: 'end-to-end tests',
  group: 'e2e',
  run: async (context) => {
    const { log, signal } = context;
    const chromium = await findChromium(process.env, { log, signal });
    const data = await createTestFolder();
    // As root, Postgres runs as another user, who must be able to traverse this folder.
    await chmod(data, 0o711);
    try {
      const env = await productEnvironment(data);
      const settings = readSettings(env);
      const product = await startProduct({ settings, env, reset: false, log, print: log, signal });
      try {
        const demo = settings.folders.demoFile;
        return await runPlaywright(context, { CHROMIUM_PATH: chromium, PARLEY_DEMO_FILE: demo });
      } finally {
        await product.stop();
      }
    } finally {
      await rm(data, { recursive: true, force: true });
    }
  },
};
