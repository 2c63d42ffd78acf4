import { z } from 'zod';
import { listOperation } from '../api/lists.ts';
import { post, type Route, retrieveOperation } from '../api/operation.ts';
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

export const catalogRoutes: readonly Route[] = [
  post(
    '/v1/products',
    createProductParams,
    async ({ tx }, params) => (await createProduct(tx, params)).data,
  ),
  searchOperation('product', '/v1/products'),
  retrieveOperation('product', '/v1/products'),
  listOperation('product', '/v1/products', { active: flag() }),

  post(
    '/v1/products/:id',
    z.strictObject({
      active: flag().optional(),
      description: orEmpty(text()).optional(),
      metadata: orEmpty(metadata()).optional(),
      name: text().optional(),
    }),
    async ({ tx, id }, params) => {
      const product = await tx.lock('product', id);
      const before = await tx.change(product, {
        ...pickDefined(params, 'active', 'description', 'name'),
        metadata: mergeMetadata(product.data.metadata, params.metadata),
      });
      await tx.emit('product.updated', product, before);
      return product.data;
    },
  ),

  post(
    '/v1/prices',
    createPriceParams,
    async ({ tx }, params) => (await createPrice(tx, params)).data,
  ),
  searchOperation('price', '/v1/prices'),
  retrieveOperation('price', '/v1/prices'),
  listOperation('price', '/v1/prices', {
    active: flag(),
    currency: text(3),
    product: text(),
    type: oneOf('one_time', 'recurring'),
  }),
];
