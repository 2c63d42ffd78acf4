import { readConfig } from './config.ts';
import { createShop } from './server.ts';

const log = (line: string) => process.stdout.write(`${line}\n`);

function fail(error: Error): void {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

try {
  const config = readConfig(process.env);
  const shop = createShop(config, log);
  shop.once('error', fail).listen(config.port, '127.0.0.1', () => {
    log(`The shop is ready: ${config.shopUrl}`);
  });
} catch (error) {
  fail(error as Error);
}
