# InvisibleBench for a server or a CI that has containers: `docker build -t invisiblebench .`, then
#   docker run --rm --network none -v "$PWD/results:/bench/results" invisiblebench eval
# The simulated world needs no network; for a model leave `--network none` out and pass its key with `-e`.
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY . .
# A checkout brings its own Node and builds itself on install.
RUN npm ci && npm pack --ignore-scripts --pack-destination /packed

FROM node:24-bookworm-slim
COPY --from=build /packed/*.tgz /packed/
RUN npm install --global --no-fund --no-audit /packed/*.tgz && rm -r /packed \
  && mkdir -p /bench/results && chown -R node:node /bench
# Not root: what it writes to a mounted folder belongs to user 1000.
USER node
WORKDIR /bench
ENTRYPOINT ["invisiblebench"]
CMD ["--help"]
