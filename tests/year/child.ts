/**
 * `bun child.ts DATA PORT NOW`: a gateway whose clock another process moves, which tells it what
 * to do and may kill it at any moment.
 */
import { commandHost } from '../../cli/remote/host'
import { readConfiguration } from '../../server/configuration'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { createLogger } from '../../server/log'
import { secureRandom } from '../../server/random'
import { startServer } from '../../server/serve'
import { NO_LIMITS } from '../support/api'
import { cliCommand, cliEnv } from '../support/cli'
import { ACTS, type ActName } from './acts'
import type { Asked, Told } from './gateway'

const [data = '', port = '0', now = '0'] = process.argv.slice(2)
const time = { now: Number(now) }
const clock = { nowMs: () => time.now, monotonicMs: () => time.now }
const configuration = readConfiguration(NO_LIMITS, { port: Number(port), host: '127.0.0.1', data })
const log = createLogger({ write: () => {}, readable: false, level: 'error', clock })
const commands = commandHost({ program: cliCommand([]), env: cliEnv({}), configuration })
const { services, idle, ...server } = await startServer({
  ...{ configuration, commands, log, clock },
  random: secureRandom,
})

function tell(told: Told): void {
  process.send?.(told)
}

async function perform(name: ActName, input: string): Promise<unknown> {
  const run: (...given: never[]) => Promise<unknown> = ACTS[name]
  return await Reflect.apply(run, undefined, [services, JSON.parse(input)])
}

process.on('message', ({ id, name, input, now: at }: Asked) => {
  time.now = at
  void (name === 'idle' ? idle() : perform(name, input)).then(
    (result) => tell({ id, result: JSON.stringify(result ?? null) }),
    (error: unknown) =>
      tell(error instanceof GatewayError ? { id, refusal: error.id } : { id, failure: `${error}` }),
  )
})
tell({ id: 0, result: JSON.stringify({ url: server.url, port: server.port }) })
