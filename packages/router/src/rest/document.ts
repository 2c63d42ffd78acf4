import { generateOpenApiDocument } from 'trpc-to-openapi';
import { merchantRouter } from '../merchant/index.ts';
import { refusalComponents, refusalsOf } from './refusals.ts';

const methods = ['get', 'put', 'post', 'patch', 'delete'] as const;

const idempotencyKey = {
  in: 'header',
  name: 'idempotency-key',
  description:
    'Your own name for this write: sent again with the same body, it is answered as it was first.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const;

/**
 * The interface as OpenAPI describes it.
 * @param baseUrl with the version at its end, e.g. https://api.example/v1
 */
export function openApiDocument(baseUrl: string) {
  const document = generateOpenApiDocument(merchantRouter, {
    title: 'Parley',
    description:
      'A payment session proxy: what the merchant asked for, what the payer saw and what the provider took are one and the same charge. Amounts are integers in minor units.',
    version: '0.0.0',
    openApiVersion: '3.0.3',
    baseUrl,
    tags: ['Sessions', 'Acquisition attempts'],
    securitySchemes: {
      secretKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'A secret key: sk_test_… or sk_live_…. It decides the merchant and the mode.',
      },
    },
  });
  const components = {
    ...document.components,
    ...refusalComponents,
    parameters: { idempotencyKey },
  };
  return { ...document, paths: withOurOwn(document.paths ?? {}), components };
}

type Paths = NonNullable<ReturnType<typeof generateOpenApiDocument>['paths']>;

/** The derived operations, but refusing as we do, and with the header that every write takes. */
function withOurOwn(paths: Paths): Paths {
  const described = structuredClone(paths);
  for (const item of Object.values(described)) {
    for (const method of methods) {
      const operation = item[method];
      if (!operation) continue;
      const { 200: answer } = operation.responses ?? {};
      operation.responses = { 200: answer, ...refusalsOf(method) };
      if (method !== 'get') {
        const parameters = operation.parameters ?? [];
        operation.parameters = [...parameters, { $ref: '#/components/parameters/idempotencyKey' }];
      }
    }
  }
  return described;
}
