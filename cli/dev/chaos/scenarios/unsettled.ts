/** The program ends while settlements wait in a file; the next start books each exactly once. */
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeBooks, readBooks, readStart, type Start } from '../books'
import { call, type Seen } from '../client'
import type { Served } from '../program'
import type { Context, Scenario } from '../scenario'
import type { Site } from '../site'
import { Tally } from '../tally'
import { until } from '../watch'
import { holdLock, IMPATIENT } from './hold-lock'

const STREAMS = 30

const ENDS: Readonly<Record<string, (tally: Tally, served: Served) => Promise<void>>> = {
  async SIGTERM(tally, served) {
    tally.same(await served.stop(), 0, 'SIGTERM: the gateway ends with 0')
  },
  async 'kill -9'(tally, served) {
    await served.kill9()
    tally.add('kills')
  },
}

interface Waiting {
  readonly site: Site
  readonly before: Start
  readonly calls: readonly Seen[]
}

const fileOf = ({ dataDir }: Site): string => join(dataDir, 'unsettled.jsonl')

function settlementsIn(path: string): number {
  if (!existsSync(path)) return 0
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '').length
}

/** Answers that are complete and whose bills could not be written before the program ended. */
async function endWhileWaiting(
  tally: Tally,
  { site: copy, upstream }: Context,
  end: (served: Served) => Promise<void>,
): Promise<Waiting> {
  const site = await copy()
  const before = await readStart(site)
  const served = await site.serve(IMPATIENT)
  const { key } = site.payers[0].token
  const pending = Array.from({ length: STREAMS }, () =>
    call(served.url, { plan: 'stream-gated', key }),
  )
  const ready = await until(() => upstream.waiting() === STREAMS)
  tally.expect(ready, 'every stream begins', { what: `${upstream.waiting()} wait` })
  const lock = await holdLock(site.file)
  try {
    upstream.release()
    const calls = await Promise.all(pending)
    const complete = calls.filter(({ isComplete }) => isComplete).length
    tally.same(complete, STREAMS, 'every answer is complete although its bill must wait')
    const isWritten = await until(() => settlementsIn(fileOf(site)) === STREAMS)
    const about = { what: `${settlementsIn(fileOf(site))} of ${STREAMS}` }
    tally.expect(isWritten, 'every settlement that waits stands in the file', about)
    await end(served)
    return { site, before, calls }
  } finally {
    await lock.letGo()
  }
}

/** Starts it, and judges that every call is booked once. */
async function judgeNextStart(tally: Tally, { site, before, calls }: Waiting): Promise<Served> {
  const served = await site.serve()
  tally.recoveryMs.push(served.readyMs)
  judgeBooks(tally, { before, after: await readBooks(site), calls })
  return served
}

async function run(context: Context): Promise<Tally> {
  const tally = new Tally()
  for (const [name, end] of Object.entries(ENDS)) {
    const waiting = await endWhileWaiting(tally, context, (served) => end(tally, served))
    const file = fileOf(waiting.site)
    tally.same(settlementsIn(file), STREAMS, `${name}: the file outlives the program`)
    copyFileSync(file, `${file}.copy`)
    const served = await judgeNextStart(tally, waiting)
    tally.same(await served.stop(), 0, 'SIGTERM ends the gateway with 0')
    tally.same(settlementsIn(file), 0, `${name}: what is booked no longer waits`)
    // As if the start that booked them had been killed before it emptied the file.
    copyFileSync(`${file}.copy`, file)
    const again = new Tally()
    await (await judgeNextStart(again, waiting)).kill9()
    tally.violations.push(...again.violations)
  }
  return tally
}

export const unsettled: Scenario = {
  engine: 'sqlite',
  isOfOneProcess: true,
  name: 'unsettled',
  summary: 'SIGTERM and kill -9 while settlements wait in a file; each is booked once',
  rounds: (requested) => Math.ceil(requested / 4),
  run,
}
