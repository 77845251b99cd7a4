import { stringify } from 'yaml'
import type { ServiceFile, ServiceSettings } from './settings'

/** The user `nonroot` of the distroless images, whose home it is. */
export const NON_ROOT = 65532
export const CONTAINER_DATA = '/home/nonroot'
const PROGRAM = '/usr/local/bin/gw'

/** Asked by the container's engine; the program in the image is its own client. */
const HEALTH = { intervalSeconds: 30, timeoutSeconds: 10, startSeconds: 300 } as const

/**
 * The program is next to the Dockerfile, so that a build fetches the base image and nothing
 * else. The volume is the home of the user: an image without a shell can give away no other
 * folder.
 */
export function dockerFiles({ port }: ServiceSettings): readonly ServiceFile[] {
  const { intervalSeconds, timeoutSeconds, startSeconds } = HEALTH
  const times = [
    `--interval=${intervalSeconds}s`,
    `--timeout=${timeoutSeconds}s`,
    `--start-period=${startSeconds}s`,
  ].join(' ')
  const lines = [
    'ARG BASE=gcr.io/distroless/base-debian12:nonroot',
    `FROM \${BASE}`,
    `COPY gw ${PROGRAM}`,
    `ENV HOST=0.0.0.0 PORT=${port} GW_DATA=${CONTAINER_DATA}`,
    `USER ${NON_ROOT}:${NON_ROOT}`,
    `WORKDIR ${CONTAINER_DATA}`,
    `VOLUME ${JSON.stringify([CONTAINER_DATA])}`,
    `EXPOSE ${port}`,
    `HEALTHCHECK ${times} CMD ${JSON.stringify([PROGRAM, 'health'])}`,
    `ENTRYPOINT ${JSON.stringify([PROGRAM])}`,
    'CMD ["serve"]',
    '',
  ]
  return [
    { path: 'Dockerfile', text: lines.join('\n') },
    // Everything but the program: the folder may hold a database.
    { path: '.dockerignore', text: '*\n!gw\n' },
  ]
}

/** Variables of a container; addresses and folders are those inside it. */
export function containerEnvironment(settings: ServiceSettings): Record<string, string> {
  const own = settings.variables.map(({ name, value }) => [name, value])
  return {
    HOST: '0.0.0.0',
    PORT: String(settings.port),
    GW_DATA: CONTAINER_DATA,
    ...Object.fromEntries(own),
  }
}

export function composeFiles(settings: ServiceSettings): readonly ServiceFile[] {
  const { image, host, port, stopSeconds } = settings
  const { intervalSeconds, timeoutSeconds, startSeconds } = HEALTH
  const gw = {
    image,
    restart: 'unless-stopped',
    user: `${NON_ROOT}:${NON_ROOT}`,
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    tmpfs: ['/tmp'],
    ports: [`${host}:${port}:${port}`],
    volumes: [`data:${CONTAINER_DATA}`],
    environment: containerEnvironment(settings),
    env_file: [{ path: 'gw.env', required: false }],
    healthcheck: {
      test: ['CMD', PROGRAM, 'health'],
      interval: `${intervalSeconds}s`,
      timeout: `${timeoutSeconds}s`,
      start_period: `${startSeconds}s`,
    },
    stop_grace_period: `${stopSeconds}s`,
  }
  return [
    {
      path: 'compose.yaml',
      text: yamlText({ name: 'gw', services: { gw }, volumes: { data: {} } }),
    },
  ]
}

export function yamlText(document: object): string {
  // Older parsers take digits with colons, or a plain yes, for something else than text.
  return stringify(document, { lineWidth: 0, compat: 'yaml-1.1' })
}
