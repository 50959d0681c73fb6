# The image of every service; which one is an argument:
#   docker build -f docker/service.Dockerfile --build-arg APP=customers -t nameyard/customers .
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
# # Optional packages serve other platforms, the compiler and the embedded database; this image needs none of them.
RUN npm prune --omit=dev --omit=optional --no-audit --no-fund

FROM node:24.21.0-bookworm-slim
ARG APP
ENV NODE_ENV=production APP=${APP} HEALTH_HOST=0.0.0.0 HEALTH_PORT=8080
WORKDIR /nameyard
COPY --from=build /nameyard ./
# # Volumes mounted here take their owner from the image; all other files belong to root and cannot be changed.
RUN install --directory --owner=node --group=node /audit /broker /journal /mail \
  /certificates/all /certificates/authority /certificates/gateway /certificates/registry /certificates/registrar
USER node
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=6 CMD ["node", "docker/healthy.mjs"]
CMD ["sh", "-c", "exec node apps/$APP/dist/main.js"]
