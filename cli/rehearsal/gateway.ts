/** The gateway of a rehearsal: this same program again, as a process of its own on the copy. */
import type { Environment } from '../../server/configuration-values'
import { CommandFailure } from '../exit'
import { ownProgram } from '../runtime/program'
import { words } from '../words'

export interface RehearsedGateway {
  readonly url: string
  /** Lets running calls end, then resolves with the exit code. */
  stop(): Promise<number>
  /** Ends it at once, if it still runs. */
  kill(): Promise<void>
}

export interface GatewayPlace {
  readonly env: Environment
  readonly dataDir: string
  readonly secretKey: string
}

/** Settings that decide about time; everything else of the environment stays outside. */
const KEPT = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LD_LIBRARY_PATH',
  'GW_CONNECT_TIMEOUT_MS',
  'GW_FIRST_BYTE_TIMEOUT_MS',
  'GW_IDLE_TIMEOUT_MS',
  'GW_ANSWER_LIMIT_MS',
  'GW_DRAIN_LIMIT_MS',
  'GW_OPENING_LIMIT_MS',
] as const

const SHOWN = 500
const LONGEST_STOP_MS = 60_000

/** Throws `CommandFailure` when it ends before it listens. */
export async function startGateway(place: GatewayPlace): Promise<RehearsedGateway> {
  const inherited = KEPT.flatMap((name) => {
    const value = place.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const serve = ['serve', '--host', '127.0.0.1', '--port', '0', '--until-stdin-ends']
  const flags = ['--data', place.dataDir, '--json', ...serve]
  const child = Bun.spawn([...ownProgram(), ...flags], {
    env: { ...Object.fromEntries(inherited), GW_SECRET_KEY: place.secretKey, LANG: 'C.UTF-8' },
    // Nobody writes to it: its end shows that this process is gone, for whatever reason.
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const said = lastWords(child.stderr)
  const kill = async () => {
    child.kill('SIGKILL')
    await child.exited
  }
  const url = await announcedIn(child.stdout)
  if (url === undefined) {
    await kill()
    throw new CommandFailure('rehearse', words`the gateway did not start: ${said().trim()}`)
  }
  return {
    url,
    kill,
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_STOP_MS)
      const code = await child.exited
      clearTimeout(timer)
      return code
    },
  }
}

/** `undefined` when the output ends without an address. */
async function announcedIn(stdout: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of stdout) {
    text += decoder.decode(bytes, { stream: true })
    const url = /"url": ?"([^"]+)"/.exec(text)?.[1]
    if (url !== undefined) return url
  }
  return undefined
}

/** Reads on to the end, so that the process never waits for its reader. */
function lastWords(stderr: ReadableStream<Uint8Array>): () => string {
  const decoder = new TextDecoder()
  let text = ''
  const read = async () => {
    for await (const bytes of stderr) {
      text = (text + decoder.decode(bytes, { stream: true })).slice(-SHOWN)
    }
  }
  void read()
  return () => text
}
