# syntax=docker/dockerfile:1

# One image for the server, the worker and the operator's commands:
#   docker run … quietzone                     the server
#   docker run … quietzone dist/worker.js      a worker
#   docker exec … node dist/admin.js status    a command
# It writes to DATA_DIR (/data) and to /tmp and nowhere else, so its root can be read-only.

# A series with long-term support: 24 has it until April 2028. package.json says from which Node on the service runs.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS deps
WORKDIR /app
ENV NODE_ENV=production
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-update-notifier && npm cache clean --force

# A build needs nothing but production's dependencies. What runs is a small part of them: /app/out has the files that the
# tarball of `npm run pack` has, and the binaries of this platform.
FROM deps AS build
COPY . .
ARG REVISION=unknown
RUN npm run build && node scripts/pack/lay-out.mjs out

FROM ${NODE_IMAGE} AS runtime
WORKDIR /app
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data STARTED_AS=image
RUN mkdir /data && chown 1000:1000 /data && chmod 700 /data
COPY --from=build /app/out ./

ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Quietzone" \
      org.opencontainers.image.description="QR codes that scan, and short URLs that never die" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"

# The user `node` of the base image, by number: an orchestrator can see that it is not root.
USER 1000:1000
VOLUME ["/data"]
EXPOSE 3000
STOPSIGNAL SIGTERM
# Live, not ready: while its database is away the service goes on redirecting, and a restart would end that.
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node"]
CMD ["dist/start.js"]
