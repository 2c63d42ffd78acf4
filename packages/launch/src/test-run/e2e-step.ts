import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../free-port.ts';
import { startProduct } from '../product/start-product.ts';
import { repository } from '../repository.ts';
import { portNames, portSettings } from '../settings/ports.ts';
import { readSettings } from '../settings/settings.ts';
import { findChromium } from './chromium.ts';
import { judged, type Outcome, playwrightOutcome } from './outcome.ts';
import { runCommand } from './run-command.ts';
import type { Step, StepContext } from './step.ts';
import { readReport } from './vitest-steps.ts';

// A product of its own beside one that runs: nothing of that one's environment may leak in.
const personal =
  /^(DATABASE_URL|SANDBOX_|API_URL|CHECKOUT_URL|DASHBOARD_URL|NODE_ENV|HOST|DATA_DIR)/;

async function productEnvironment(dataDirectory: string): Promise<NodeJS.ProcessEnv> {
  const ports = await freePorts(portNames.length);
  const chosen = portNames.map((name, i) => [portSettings[name].variable, String(ports[i])]);
  const inherited = Object.entries(process.env).filter(([name]) => !personal.test(name));
  return { ...Object.fromEntries([...inherited, ...chosen]), DATA_DIR: dataDirectory };
}

async function playwright(
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
  return judged(playwrightOutcome(await readReport(report)), code);
}

export const e2eStep: Step = {
  name: 'end-to-end tests',
  group: 'e2e',
  run: async (context) => {
    const { say, signal } = context;
    const chromium = await findChromium(process.env, say);
    const data = await mkdtemp(join(tmpdir(), 'parley-e2e-'));
    // As root, Postgres runs as another user, who must get through to his own folder inside.
    await chmod(data, 0o711);
    try {
      const env = await productEnvironment(data);
      const settings = readSettings(env);
      const product = await startProduct({ settings, env, startOver: false, say, signal });
      try {
        const demo = settings.folders.demoFile;
        return await playwright(context, { CHROMIUM_PATH: chromium, PARLEY_DEMO_FILE: demo });
      } finally {
        await product.stop();
      }
    } finally {
      await rm(data, { recursive: true, force: true });
    }
  },
};
