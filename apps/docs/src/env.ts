import {
  apiUrl,
  checkoutUrl,
  dashboardUrl,
  docsUrl,
  httpUrl,
  logLevel,
  nodeEnvironment,
  port,
} from '@parley/environment/schemas';
import { z } from 'zod';

/** The environment variables of this process. */
export const environment = z.object({
  NODE_ENV: nodeEnvironment,
  LOG_LEVEL: logLevel,
  API_URL: apiUrl,
  CHECKOUT_URL: checkoutUrl,
  DASHBOARD_URL: dashboardUrl,
  DOCS_URL: docsUrl,
  DOCS_HOST: z.string().default('127.0.0.1').describe('Address that the documentation listens on.'),
  DOCS_PORT: port(4050).describe('Port that the documentation listens on.'),
  DOCS_BUILD: z
    .stringbool()
    .prefault('false')
    .describe('Builds the documentation at every start. Development only.'),
  DOCS_TRY_API_URL: httpUrl
    .optional()
    .describe('The API to which pages of the documentation send requests. Development only.'),
});
