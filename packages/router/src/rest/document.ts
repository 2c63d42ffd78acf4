import { generateOpenApiDocument } from 'trpc-to-openapi';
import { merchantRouter } from '../merchant/index.ts';

/**
 * The interface as OpenAPI describes it.
 * @param baseUrl with the version at its end, e.g. https://api.example/v1
 */
export function openApiDocument(baseUrl: string) {
  return generateOpenApiDocument(merchantRouter, {
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
}
