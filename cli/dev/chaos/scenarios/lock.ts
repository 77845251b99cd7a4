/** Another program holds the database's write lock while answers end. */
import { judgeBooks, readStart } from '../books'
import { call } from '../client'
import type { Environment } from '../program'
import type { Context, Scenario, Size } from '../scenario'
import { Tally } from '../tally'
import { settledWithin, until } from '../watch'
import { holdLock, IMPATIENT } from './hold-lock'

const STREAMS = 30

interface Form {
  readonly env: Environment
  /** Resolves when the lock has been held for long enough. */
  readonly held: (tally: Tally, url: string) => Promise<unknown>
}

const FORMS: Readonly<Record<Size, Form>> = {
  short: { env: IMPATIENT, held: untilAllWait },
  // A gateway with its usual settings tries for ten seconds at a time.
  long: { env: {}, held: () => Bun.sleep(40_000) },
}

async function untilAllWait(tally: Tally, url: string): Promise<void> {
  let waiting = 0
  await until(async () => {
    const health = await fetch(`${url}/healthz`)
    waiting = Object(await health.json()).settlements_waiting
    return waiting === STREAMS
  })
  tally.same(waiting, STREAMS, 'every settlement that cannot be written waits')
}

async function run(context: Context): Promise<Tally> {
  const tally = new Tally()
  const { upstream, size } = context
  const site = await context.site()
  const before = await readStart(site)
  const { env, held } = FORMS[size]
  const served = await site.serve(env)
  const { key } = site.payers[0].token
  const calls = Array.from({ length: STREAMS }, () =>
    call(served.url, { plan: 'stream-gated', key }),
  )
  const ready = await until(() => upstream.waiting() === STREAMS)
  tally.expect(ready, 'every stream begins', { what: `${upstream.waiting()} wait` })
  const holder = await holdLock(site.file)
  upstream.release()
  await held(tally, served.url).finally(holder.letGo)
  const seen = await Promise.all(calls)
  const after = await settledWithin(site, before)
  judgeBooks(tally, { before, after, calls: seen })
  const delivered = seen.filter(({ events }) => events > 0)
  const used = after.users.used - before.users.used
  const owed = delivered.reduce((total, { price = 0 }) => total + price, 0)
  tally.same(used, owed, 'every delivered answer is paid once the lock is free')
  tally.same(await served.stop(), 0, 'SIGTERM ends the gateway with 0')
  return tally
}

export const lock: Scenario = {
  engine: 'sqlite',
  isOfOneProcess: true,
  name: 'lock',
  summary: 'another program holds the write lock while answers end',
  rounds: (requested) => Math.ceil(requested / 10),
  run,
}
