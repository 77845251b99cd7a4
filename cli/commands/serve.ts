import { type Configuration, readConfiguration } from '../../server/configuration'
import { createLogger } from '../../server/log'
import type { Server } from '../../server/serve'
import { defineCommand } from '../command/command'
import type { CommandContext } from '../command/context'
import { requireFreeAddress } from '../runtime/free-address'
import { type Words, words } from '../words'

export const serve = defineCommand({
  path: ['serve'],
  summary: 'run the gateway: relay, management API and console',
  flags: {
    port: { kind: 'integer', value: 'PORT', summary: 'port to listen on (default $PORT or 3000)' },
    host: { kind: 'text', value: 'HOST', summary: 'address to listen on (default 127.0.0.1)' },
    'until-stdin-ends': {
      kind: 'switch',
      summary: 'stop when stdin ends, as it does with the program that started this one',
    },
  },
  examples: ['gw serve', 'gw serve --port 8080 --host 0.0.0.0 --data /var/lib/gw'],
  listsVariables: true,
  json: ['url', 'port', 'data', 'root_password', 'first_key'],
  async run(context, { flags }) {
    const configuration = readConfiguration(context.env, {
      port: flags.port,
      host: flags.host,
      data: context.dataFlag,
    })
    requireFreeAddress(configuration)
    const { startServer } = await import('../../server/serve')
    const log = createLogger({
      write: (line) => void process.stderr.write(line),
      readable: process.stderr.isTTY === true,
      level: configuration.logLevel,
      clock: context.clock,
    })
    const stopped = stopSignal(context, flags['until-stdin-ends'] === true)
    const server = await startServer({ configuration, log })
    const first = await firstStart(context, server, configuration)
    const { url, port, resolvedCalls } = server
    const data = configuration.dataDir
    const lines = welcome({ url, data, first, resolvedCalls })
    context.output.value(lines.map(context.tell).join('\n'), {
      url,
      port,
      data,
      root_password: first?.password ?? null,
      first_key: first?.key ?? null,
    })
    await new Promise<void>((resolve) => {
      if (stopped.aborted) resolve()
      else stopped.addEventListener('abort', () => resolve(), { once: true })
    })
    log.info('stopping: running calls may finish')
    await server.stop()
  },
})

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

interface Welcome {
  readonly url: string
  readonly data: string
  /** Only on the very first start. */
  readonly first: FirstStart | undefined
  readonly resolvedCalls: number
}

function welcome({ url, data, first, resolvedCalls }: Welcome): readonly Words[] {
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
