import { z } from 'zod';
import { listOperation } from '../api/lists.ts';
import { operation, retrieveOperation, type Sandbox } from '../api/operation.ts';
import { searchOperation } from '../api/search.ts';
import { createPrice, createProduct } from '../catalog/create-price.ts';
import { createPriceParams, createProductParams } from '../catalog/params.ts';
import {
  flag,
  mergeMetadata,
  metadata,
  oneOf,
  orEmpty,
  pickDefined,
  text,
} from '../wire/params.ts';

export function catalogRoutes(sandbox: Sandbox): void {
  operation(sandbox, {
    method: 'POST',
    path: '/v1/products',
    params: createProductParams,
    handle: async ({ tx }, params) => (await createProduct(tx, params)).data,
  });

  searchOperation(sandbox, 'product', '/v1/products');
  retrieveOperation(sandbox, 'product', '/v1/products');

  listOperation(sandbox, 'product', '/v1/products', { active: flag() });

  operation(sandbox, {
    method: 'POST',
    path: '/v1/products/:id',
    params: z.strictObject({
      active: flag().optional(),
      description: orEmpty(text()).optional(),
      metadata: orEmpty(metadata()).optional(),
      name: text().optional(),
    }),
    handle: async ({ tx, id }, params) => {
      const product = await tx.lock('product', id);
      const before = product.data;
      product.data = {
        ...before,
        ...pickDefined(params, 'active', 'description', 'name'),
        metadata: mergeMetadata(before.metadata, params.metadata),
      };
      await tx.save(product);
      await tx.emit('product.updated', product, before);
      return product.data;
    },
  });

  operation(sandbox, {
    method: 'POST',
    path: '/v1/prices',
    params: createPriceParams,
    handle: async ({ tx }, params) => (await createPrice(tx, params)).data,
  });

  searchOperation(sandbox, 'price', '/v1/prices');
  retrieveOperation(sandbox, 'price', '/v1/prices');

  listOperation(sandbox, 'price', '/v1/prices', {
    active: flag(),
    currency: text(3),
    product: text(),
    type: oneOf('one_time', 'recurring'),
  });
}
