# syntax=docker/dockerfile:1
# One image for every process of Parley; the argument is the role. See docs/deployment.md.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-trixie-slim

FROM ${NODE_IMAGE} AS packages
ENV CI=true NEXT_TELEMETRY_DISABLED=1 TURBO_TELEMETRY_DISABLED=1
# The packages of the image: those of each role, without the packages of their tests.
ENV ROLES="--filter-prod=@parley/api... --filter-prod=@parley/worker... --filter-prod=@parley/admin... --filter-prod=@parley/docs..."
WORKDIR /src
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm install --global pnpm@12.21.0
# The lockfile alone decides what is downloaded, so this layer outlives changes of the code.
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc pnpm fetch
COPY . .

FROM packages AS build
RUN pnpm install --offline --frozen-lockfile
RUN NEXT_OUTPUT=standalone pnpm exec turbo run generate build --env-mode=loose --output-logs=errors-only \
    --filter=@parley/api --filter=@parley/worker --filter=@parley/dashboard --filter=@parley/checkout --filter=@parley/docs
# A list of the packages in the image with their licences.
RUN pnpm $ROLES --filter-prod=@parley/dashboard... --filter-prod=@parley/checkout... sbom --prod \
    --sbom-format=cyclonedx --sbom-type=application --out=/sbom.cdx.json

FROM packages AS product
# `pnpm fetch` has put every package into node_modules.
RUN rm -rf node_modules && pnpm install --offline --frozen-lockfile --prod --ignore-scripts $ROLES
# Source and packages, then generated code, the documentation, bundles and the servers of Next.js.
RUN mkdir /product && cp -a --parents node_modules package.json prisma \
      $(pnpm $ROLES list --depth=-1 --parseable | sed 's|^/src/||') deploy/docker/parley.mjs /product
COPY --from=build /src/packages/db/src/generated /product/packages/db/src/generated
COPY --from=build /src/apps/docs/dist /product/apps/docs/dist
COPY --from=build /src/apps/api/dist /product/apps/api/dist
COPY --from=build /src/apps/worker/dist /product/apps/worker/dist
COPY --from=build /src/apps/dashboard/.next/standalone /product
COPY --from=build /src/apps/checkout/.next/standalone /product
COPY --from=build /src/apps/dashboard/.next/static /product/apps/dashboard/.next/static
COPY --from=build /src/apps/checkout/.next/static /product/apps/checkout/.next/static
COPY --from=build /src/apps/checkout/public /product/apps/checkout/public
COPY --from=build /sbom.cdx.json /product/
# Removes what no process loads: types, tests, source maps, image processing and the other databases of Prisma.
RUN cd /product && mv deploy/docker/parley.mjs . && rm -r deploy \
 && cd node_modules/.pnpm && rm -rf @img+* sharp@* typescript@* @typescript+* @types+* && cd /product \
 && find . \( -name '*.test.ts' -o -name '*.d.ts' -o -name '*.d.[cm]ts' -o -name '*.map' \
      -o -path '*/@prisma/client/runtime/*' -regex '.*\(sqlserver\|cockroachdb\|mysql\|sqlite\|_small_bg\|edge\).*' \) \
      -type f -delete \
 && find . -xtype l -delete

# Node.js without npm, headers and documentation.
FROM ${NODE_IMAGE} AS node
RUN cd /usr/local && rm -rf /opt/yarn* bin/corepack bin/np* bin/yarn* include lib/node_modules share *.md

FROM scratch
COPY --from=node / /
COPY --from=product /product /app
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Parley" \
      org.opencontainers.image.description="A payment session proxy between merchants, payers and a payment provider" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="docker.io/library/node:24.21.0-trixie-slim"
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 \
    API_HOST=0.0.0.0 WORKER_HOST=0.0.0.0 DOCS_HOST=0.0.0.0
WORKDIR /app
# The user `node` of the base image.
USER 1000:1000
EXPOSE 3000 3001 4000 4020 4050
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "/app/parley.mjs", "health"]
ENTRYPOINT ["node", "/app/parley.mjs"]
