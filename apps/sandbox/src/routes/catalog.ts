import { z } from 'zod';
import { CREATED, createdConditions, fieldIs, listObjects } from '../api/lists.ts';
import { operation, retrieveOperation, type Sandbox } from '../api/operation.ts';
import { createPrice, createProduct } from '../catalog/create-price.ts';
import { createPriceParams, createProductParams } from '../catalog/params.ts';
import {
  createdFilter,
  expand,
  flag,
  mergeMetadata,
  metadata,
  oneOf,
  orEmpty,
  paging,
  pickDefined,
  text,
} from '../wire/params.ts';

export function catalogRoutes(sandbox: Sandbox): void {
  operation(sandbox, {
    method: 'POST',
    path: '/v1/products',
    params: createProductParams,
    handle: async ({ tx }, { expand: _, ...params }) => (await createProduct(tx, params)).data,
  });

  retrieveOperation(sandbox, 'product', '/v1/products');

  operation(sandbox, {
    method: 'GET',
    path: '/v1/products',
    params: z.strictObject({
      ...paging,
      active: flag().optional(),
      created: createdFilter().optional(),
    }),
    handle: ({ tx }, { active, created, ...rest }) =>
      listObjects(
        tx,
        'product',
        '/v1/products',
        [
          fieldIs('active', active === undefined ? undefined : String(active)),
          ...createdConditions(created, CREATED),
        ],
        rest,
      ),
  });

  operation(sandbox, {
    method: 'POST',
    path: '/v1/products/:id',
    params: z.strictObject({
      active: flag().optional(),
      description: orEmpty(text()).optional(),
      metadata: orEmpty(metadata()).optional(),
      name: text().optional(),
      expand: expand().optional(),
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

  retrieveOperation(sandbox, 'price', '/v1/prices');

  operation(sandbox, {
    method: 'GET',
    path: '/v1/prices',
    params: z.strictObject({
      ...paging,
      active: flag().optional(),
      currency: text(3).optional(),
      product: text().optional(),
      type: oneOf('one_time', 'recurring').optional(),
    }),
    handle: ({ tx }, { active, currency, product, type, ...rest }) =>
      listObjects(
        tx,
        'price',
        '/v1/prices',
        [
          fieldIs('active', active === undefined ? undefined : String(active)),
          fieldIs('currency', currency),
          fieldIs('product', product),
          fieldIs('type', type),
        ],
        rest,
      ),
  });
}
