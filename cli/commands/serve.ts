import { type Configuration, readConfiguration } from '../../server/configuration'
import { createLogger, type Logger, withFields } from '../../server/log'
import type { Server } from '../../server/serve'
import { workerNode } from '../../server/workers/role'
import { defineCommand } from '../command/command'
import type { CommandContext } from '../command/context'
import { CommandFailure } from '../exit'
import { type CommandHost, commandHost } from '../remote/host'
import { requireFreeAddress } from '../runtime/free-address'
import { ownProgram } from '../runtime/program'
import {
  aborted,
  reportAlive,
  type StartedRole,
  startedRole,
  supervise,
} from '../runtime/supervisor'
import { type Words, words } from '../words'

export const serve = defineCommand({
  path: ['serve'],
  localOnly: true,
  summary: 'run the gateway: relay, management API and console',
  flags: {
    port: { kind: 'integer', value: 'PORT', summary: 'port to listen on (default $PORT or 3000)' },
    host: { kind: 'text', value: 'HOST', summary: 'address to listen on (default 127.0.0.1)' },
    workers: {
      kind: 'text',
      value: 'N',
      summary: 'processes that relay, auto for all cores but one (default $GW_WORKERS or 1)',
    },
    'until-stdin-ends': {
      kind: 'switch',
      summary: 'stop when stdin ends, as it does with the program that started this one',
    },
  },
  examples: [
    'gw serve',
    'gw serve --port 8080 --host 0.0.0.0 --data /var/lib/gw',
    'gw serve --workers auto',
  ],
  listsVariables: true,
  json: { url: 'text', port: 'number', data: 'json', root_password: 'text', first_key: 'text' },
  async run(context, { flags }) {
    const role = startedRole(context.env)
    const configuration = readConfiguration(context.env, {
      port: role?.port || flags.port,
      host: flags.host,
      data: context.dataFlag,
      workers: flags.workers,
    })
    const log = withFields(
      createLogger({
        write: (line) => void process.stderr.write(line),
        readable: process.stderr.isTTY === true,
        level: configuration.logLevel,
        clock: context.clock,
      }),
      role && { process: role.kind === 'worker' ? workerNode(role) : role.kind },
    )
    if (role !== undefined) return await serveAs(role, { context, configuration, log })
    requireFreeAddress(configuration)
    const stopped = stopSignal(context, flags['until-stdin-ends'] === true)
    const { workers, stopLimitMs } = configuration
    if (workers > 1) {
      const killAfterMs = stopLimitMs + STOPPING_MS
      const parts = { workers, log, env: context.env, stopped, killAfterMs }
      if (await supervise(parts)) return
      throw new CommandFailure('serve.not_started', words`the gateway did not start`)
    }
    const { startServer } = await import('../../server/serve')
    const commands = commandsOf(context, configuration)
    const server = await startServer({ configuration, log, commands })
    await welcome(context, server, configuration)
    await aborted(stopped)
    log.info('stopping: running calls may finish')
    commands.stop()
    await server.stop()
  },
})

/** For operators who are elsewhere. */
function commandsOf({ env }: CommandContext, configuration: Configuration): CommandHost {
  return commandHost({ program: ownProgram(), env, configuration })
}

/** What a process may take to stop beyond the calls that it lets finish. */
const STOPPING_MS = 30_000

interface Serving {
  readonly context: CommandContext
  readonly configuration: Configuration
  readonly log: Logger
}

/** One process of a gateway of several. It ends with the one that started it. */
async function serveAs(role: StartedRole, { context, configuration, log }: Serving): Promise<void> {
  const ended = new AbortController()
  const stop = () => ended.abort()
  // Ctrl-C reaches every process of a terminal; what it means is for the first of them to say.
  process.on('SIGINT', () => {})
  process.once('SIGTERM', stop)
  void context.stdinEnd().then(stop)
  const { startServer } = await import('../../server/serve')
  const ready = reportAlive()
  const commands = commandsOf(context, configuration)
  const starting = startServer({ configuration, log, role, ready, outdated: stop, commands })
  // Whoever is stopped before it serves has nothing to bring to an end.
  const server = await Promise.race([starting, aborted(ended.signal)])
  if (server === undefined) return
  if (role.kind === 'writer' && role.running === 0) await welcome(context, server, configuration)
  await aborted(ended.signal)
  commands.stop()
  await server.stop()
}

/** A signal of the system, or the end of whoever holds the other end of stdin. */
function stopSignal(context: CommandContext, untilStdinEnds: boolean): AbortSignal {
  const interrupted = context.interruption()
  if (!untilStdinEnds) return interrupted
  const ended = new AbortController()
  void context.stdinEnd().then(() => ended.abort())
  return AbortSignal.any([interrupted, ended.signal])
}

/** How this program is called again: the binary itself, or the script of a checkout. */
const PROGRAM = process.execPath.endsWith('/gw') ? process.execPath : 'npm run -s gw --'

interface FirstStart {
  readonly username: string
  /** Absent when the operator chose it. */
  readonly password: string | undefined
  readonly key: string
}

/** Makes root and a key to try the gateway with; both are shown this once. */
async function firstStart(
  context: CommandContext,
  { services }: Server,
  configuration: Configuration,
): Promise<FirstStart | undefined> {
  const root = await services.users.ensureRoot(context.actor, {
    password: configuration.rootPassword?.reveal(),
  })
  if (!root.created) return undefined
  const { id } = await services.users.show(root.username)
  const [token] = await services.tokens.create(context.actor, {
    user_id: id,
    name: 'first',
    unlimited_quota: true,
  })
  if (token === undefined) throw new Error('no token was created')
  return { username: root.username, password: root.password, key: `sk-${token.key}` }
}

/** Where it listens, and on the very first start how it is tried. */
async function welcome(
  context: CommandContext,
  server: Server,
  configuration: Configuration,
): Promise<void> {
  const first = await firstStart(context, server, configuration)
  const { url, port, resolvedCalls } = server
  const data = configuration.dataDir
  const lines = welcomeLines({ url, data, first, resolvedCalls })
  context.output.value(lines.map(context.translate).join('\n'), {
    url,
    port,
    data,
    root_password: first?.password ?? null,
    first_key: first?.key ?? null,
  })
}

interface Welcome {
  readonly url: string
  readonly data: string
  /** Only on the very first start. */
  readonly first: FirstStart | undefined
  readonly resolvedCalls: number
}

function welcomeLines({ url, data, first, resolvedCalls }: Welcome): readonly Words[] {
  const place = [words`gw is listening on ${url}`, words`data folder: ${data}`]
  const resolved =
    resolvedCalls > 0 ? [words`${resolvedCalls} calls left open by a crash were resolved`] : []
  if (first === undefined) return [...place, ...resolved, words`try: curl ${url}/healthz`]
  const { username, password, key } = first
  return [
    ...place,
    ...resolved,
    ...(password === undefined ? [] : [words`user ${username}, password ${password}`]),
    words`first token ${key}`,
    password === undefined ? 'It is shown this once.' : 'Both are shown this once.',
    'It works already:',
    `  curl ${url}/v1/models -H 'Authorization: Bearer ${key}'`,
    '',
    'Next, in another terminal, add an upstream and chat:',
    `  ${PROGRAM} --data ${data} channel add main --type openai --key sk-… --models gpt-4o-mini`,
    `  ${PROGRAM} chat hello --model gpt-4o-mini --url ${url} --key ${key}`,
  ]
}
