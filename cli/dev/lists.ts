/**
 * How long the lists of the management API take on the data of `seed.ts`. SQLite answers on
 * the thread that relays calls, so this is also how long a call may have to wait.
 *
 *   bun cli/dev/lists.ts --data /tmp/large [--times 40]
 */
import { parseArgs } from 'node:util'
import { openDatabase } from '../../db/open'
import { systemClock } from '../../server/clock'
import { readStorage } from '../../server/configuration'
import { secureRandom } from '../../server/random'
import { createServices } from '../../server/services/create-services'
import { openSealer } from '../../server/services/seal'

const { values: flags } = parseArgs({
  options: { data: { type: 'string' }, times: { type: 'string', default: '40' } },
})
if (flags.data === undefined) throw new Error('say where: --data FOLDER')
const { databaseUrl } = readStorage({}, { data: flags.data })
const db = await openDatabase(databaseUrl)
const services = createServices({
  db,
  sealer: openSealer({ dataDir: flags.data, envKey: undefined }),
  clock: systemClock,
  random: secureRandom,
})
const now = Math.floor(Date.now() / 1000)
const today = { from: now - 24 * 3600, to: now }
const HUNDRED = { page_size: 100 }
const userId = 1

const LISTS: Readonly<Record<string, () => Promise<unknown>>> = {
  'logs, first page': () => services.logs.list(HUNDRED),
  'logs, middle page': () => services.logs.list({ ...HUNDRED, page: 5000 }),
  'logs, last page': () => services.logs.list({ ...HUNDRED, page: 10_000 }),
  'logs of today': () => services.logs.list({ ...HUNDRED, ...today }),
  'logs of a type': () => services.logs.list({ ...HUNDRED, type: 1 }),
  'logs of a name': () => services.logs.list({ ...HUNDRED, username: 'user7' }),
  'logs of a model': () => services.logs.list({ ...HUNDRED, model: 'model-0' }),
  'logs of no model': () => services.logs.list({ ...HUNDRED, model: 'none' }),
  'logs of a channel': () => services.logs.list({ ...HUNDRED, channelId: 7 }),
  'logs of a token name': () => services.logs.list({ ...HUNDRED, tokenName: 'app 7' }),
  'logs of a group': () => services.logs.list({ ...HUNDRED, group: 'vip' }),
  'logs, text search': () => services.logs.search({ keyword: 'nothing begins so' }),
  'own logs, busiest user': () => services.logs.list({ ...HUNDRED, userId }),
  'own logs of a model': () => services.logs.list({ ...HUNDRED, userId, model: 'model-0' }),
  'totals of today': () => services.logs.stat(today),
  'totals of all time': () => services.logs.stat({}),
  'own totals': () => services.logs.stat({ userId }),
  'users, first page': () => services.users.list(HUNDRED),
  'users, search': () => services.users.list({ ...HUNDRED, keyword: 'user99' }),
  'users, by spend of a day': () =>
    services.users.list({ ...HUNDRED, order: { column: 'spent_day', direction: 'desc' } }),
  'own tokens': () => services.tokens.listOwn({ ...HUNDRED, userId }),
  'own tokens, search': () => services.tokens.listOwn({ ...HUNDRED, userId, keyword: 'app' }),
  redemptions: () => services.redemptions.list(HUNDRED),
}

for (const [name, run] of Object.entries(LISTS)) {
  const tookMs: number[] = []
  for (let turn = 0; turn < Number(flags.times); turn += 1) {
    const started = performance.now()
    await run()
    tookMs.push(performance.now() - started)
  }
  tookMs.sort((a, b) => a - b)
  const at = (share: number) => (tookMs[Math.floor((tookMs.length - 1) * share)] ?? 0).toFixed(1)
  console.log(`${name.padEnd(26)} p50 ${at(0.5).padStart(7)} ms   p99 ${at(0.99).padStart(7)} ms`)
}
await db.close()
