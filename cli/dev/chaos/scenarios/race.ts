/** Many at once after the same credits: exactly as many win as there is money for. */

import type { Chance } from '../../../provider/chance'
import { judgeBooks, readStart, readUsers } from '../books'
import { call } from '../client'
import type { Context, Scenario } from '../scenario'
import { addMember, addPayer, PRICE_PER_CALL, type Site } from '../site'
import { Tally } from '../tally'
import { settledWithin } from '../watch'
import { MONEY_RACES } from './race-money'
import { judgeRefused } from './refused'

const AT_ONCE = 64
const MODEL = { name: 'chaos-call', price: PRICE_PER_CALL }

/** A token, a user, or an organisation that can pay for exactly `affordable` calls. */
type Poor = 'token' | 'user' | 'organisation'

async function poorPayer(site: Site, poor: Poor, affordable: number) {
  const credits = affordable * PRICE_PER_CALL
  if (poor === 'organisation') return await addMember(site.ask, 'poor-member', credits)
  return poor === 'token'
    ? await addPayer(site.ask, 'poor-token', { token: credits })
    : await addPayer(site.ask, 'poor-user', { user: credits, token: 'unlimited' })
}

async function raceFor(poor: Poor, { site: copy, chance }: Context): Promise<Tally> {
  const tally = new Tally()
  const site = await copy()
  const affordable = chance.between(1, AT_ONCE - 1)
  const payer = await poorPayer(site, poor, affordable)
  const before = await readStart(site)
  const served = await site.serve()
  const calls = await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      call(served.url, { plan: planOf(chance), key: payer.token.key, model: MODEL }),
    ),
  )
  const after = await settledWithin(site, before)
  judgeBooks(tally, { before, after, calls })
  const answered = calls.filter(({ isComplete }) => isComplete)
  tally.same(answered.length, affordable, `a ${poor} with credits for N calls makes N calls`)
  judgeRefused(tally, calls, 'a caller who cannot pay gets its error')
  const used = after.users.used - before.users.used
  tally.same(used, affordable * PRICE_PER_CALL, `a ${poor} is charged for N calls`)
  await served.stop()
  return tally
}

function planOf(chance: Chance): string {
  return chance.pick(['json', 'json-late', 'stream'])
}

async function run(context: Context): Promise<Tally> {
  const tally = new Tally()
  for (const poor of ['token', 'user', 'organisation'] as const)
    tally.join(await raceFor(poor, context))
  const site = await context.site()
  const served = await site.serve({ GW_SMTP_TLS: 'optional' })
  const before = await readUsers(site)
  let granted = 0
  for (const race of MONEY_RACES) {
    granted += await race(tally, { site, url: served.url, chance: context.chance })
  }
  const after = await readUsers(site)
  tally.same(after.remaining - before.remaining, granted, 'money comes in once')
  const verified = await site.run(['ledger', 'verify'])
  tally.same(verified.code, 0, 'gw ledger verify finds no difference')
  await served.stop()
  return tally
}

export const race: Scenario = {
  name: 'race',
  summary: 'many at once after one token, balance, code, payment, transfer, mail code',
  rounds: (requested) => Math.ceil(requested / 2),
  run,
}
