import { z } from 'zod';
import { CREATED, createdConditions, fieldIs, listObjects } from '../api/lists.ts';
import { operation, type Sandbox } from '../api/operation.ts';
import { makePrice, makeProduct } from '../catalog/make-price.ts';
import { createPriceParams, createProductParams } from '../catalog/params.ts';
import { mergeMetadata } from '../wire/metadata.ts';
import {
  createdFilter,
  expand,
  flag,
  metadata,
  oneOf,
  orEmpty,
  paging,
  text,
} from '../wire/params.ts';

const justExpand = z.strictObject({ expand: expand().optional() });

export function catalogRoutes(sandbox: Sandbox): void {
  operation(sandbox, {
    method: 'POST',
    path: '/v1/products',
    params: createProductParams,
    handle: async ({ tx }, { expand: _, ...given }) => (await makeProduct(tx, given)).data,
  });

  operation(sandbox, {
    method: 'GET',
    path: '/v1/products/:id',
    params: justExpand,
    handle: async ({ tx, id }) => (await tx.read('product', id)).data,
  });

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
    handle: async ({ tx, id }, given) => {
      const product = await tx.lock('product', id);
      const before = product.data;
      product.data = {
        ...before,
        ...(given.active === undefined ? {} : { active: given.active }),
        ...(given.description === undefined ? {} : { description: given.description }),
        ...(given.name === undefined ? {} : { name: given.name }),
        metadata: mergeMetadata(before.metadata, given.metadata),
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
    handle: async ({ tx }, given) => (await makePrice(tx, given)).data,
  });

  operation(sandbox, {
    method: 'GET',
    path: '/v1/prices/:id',
    params: justExpand,
    handle: async ({ tx, id }) => (await tx.read('price', id)).data,
  });

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
