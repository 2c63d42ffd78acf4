import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  /** 32 bytes in base64: seals provider keys and signing secrets. */
  PARLEY_ENCRYPTION_KEY: z.base64().length(44),
  API_HOST: z.string().default('127.0.0.1'),
  API_PORT: port.default(4000),
  /** How others reach this process, without /v1. */
  API_URL: z.url().default('http://localhost:4000'),
  CHECKOUT_URL: z.url().default('http://localhost:3001'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

export type Env = z.infer<typeof schema>;

/**
 * The environment, checked once.
 * @throws Error that names each variable and what would be right, never its value
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const result = schema.safeParse(source);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The environment is not complete. ${issues.join('; ')}.`);
}
