import { dataFolder, integer } from '@parley/environment/schemas';
import { z } from 'zod';

const port = (standard: number) => integer(standard, { max: 65_535 });

/** The environment variables that only `npm start` reads. It also reads those of the apps. */
export const environment = z.object({
  DATA_DIR: dataFolder,
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address that every process of `npm start` listens on.'),
  POSTGRES_PORT: port(5433).describe('Port of the embedded PostgreSQL of `npm start`.'),
  SHOP_PORT: port(4030).describe('Port of the example shop of `npm run shop`.'),
});
