/** Runs commands for callers elsewhere, each in a process separate from the server. */
import type { Configuration } from '../../server/configuration'
import type { Environment } from '../../server/configuration-values'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import type { CommandProcesses } from '../../server/services/command-processes'
import { lineOf } from './frame'
import { CALLER_VARIABLE } from './remote-command'

/** Each takes some 60 MB. */
const MOST_AT_ONCE = 8
const RETRY_SECONDS = 2
/** Proxies, and this server, cut what is silent for half a minute. */
const BEAT_MS = 10_000
const BEAT = Buffer.from(lineOf({}))
const LINE_END = 10

interface HostParts {
  /** Program and first arguments that start `gw`. */
  readonly program: readonly string[]
  readonly env: Environment
  readonly configuration: Pick<Configuration, 'dataDir' | 'databaseUrl'>
}

export interface CommandHost extends CommandProcesses {
  /** Ends every command that runs. */
  readonly stop: () => void
}

export function commandHost({ program, env, configuration }: HostParts): CommandHost {
  const { dataDir, databaseUrl } = configuration
  const ends = new Set<() => void>()
  return {
    start({ caller, request }) {
      if (ends.size >= MOST_AT_ONCE) {
        throw new GatewayError('request.too_many', { seconds: RETRY_SECONDS })
      }
      const child = Bun.spawn([...program], {
        env: {
          ...env,
          GW_DATA: dataDir,
          GW_DATABASE_URL: databaseUrl,
          [CALLER_VARIABLE]: JSON.stringify(caller),
        },
        stdin: Buffer.from(JSON.stringify(request)),
        stdout: 'pipe',
        stderr: 'inherit',
      })
      const end = () => child.kill('SIGTERM')
      ends.add(end)
      void child.exited.then(() => ends.delete(end))
      return readable(wholeLines(child.stdout), end)
    },
    stop: () => {
      for (const end of ends) end()
    },
  }
}

/** Whoever leaves ends what is read. */
function readable(pieces: AsyncGenerator<Uint8Array>, end: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(to) {
      const { done, value } = await pieces.next()
      if (done) to.close()
      else to.enqueue(value)
    },
    cancel: end,
  })
}

/** With signs of life between lines where there is nothing else to say. */
async function* wholeLines(stdout: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stdout.getReader()
  let unfinished = Buffer.alloc(0)
  let reading = reader.read()
  for (;;) {
    const piece = await orBeat(reading)
    if (piece === 'beat') {
      yield BEAT
      continue
    }
    if (piece.done) break
    reading = reader.read()
    const text = Buffer.concat([unfinished, piece.value])
    const end = text.lastIndexOf(LINE_END) + 1
    unfinished = text.subarray(end)
    if (end > 0) yield text.subarray(0, end)
  }
}

async function orBeat<T>(reading: Promise<T>): Promise<T | 'beat'> {
  const { promise: beat, resolve } = Promise.withResolvers<'beat'>()
  const timer = setTimeout(() => resolve('beat'), BEAT_MS)
  try {
    return await Promise.race([reading, beat])
  } finally {
    clearTimeout(timer)
  }
}
