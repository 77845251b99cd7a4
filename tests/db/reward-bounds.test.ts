/** Newcomers who come at once from one network, on either engine. */
import { expect, test } from 'bun:test'
import { secureRandom } from '../../server/random'
import { createServices } from '../../server/services/create-services'
import { openSealer } from '../../server/services/seal'
import { TEST_ACTOR } from '../support/seed'
import { tempDir } from '../support/temp-dir'
import { onEveryEngine } from './engines'
import { NOW_MS } from './seed'

onEveryEngine('a bound of rewards', (open) => {
  test('welcomes no more of those who register at once', async () => {
    const db = await open()
    const sealer = openSealer({ dataDir: tempDir('bounds').path, envKey: undefined })
    const clock = { nowMs: () => NOW_MS }
    const services = createServices({ db, clock, random: secureRandom, sealer })
    const options = { QuotaForNewUser: '1000', RewardsPerAddress: '2', RegisterEnabled: 'true' }
    for (const [key, value] of Object.entries(options)) {
      await services.options.set(TEST_ACTOR, { key, value })
    }
    const names = Array.from({ length: 8 }, (_, index) => `new-${index}`)
    const actor = { ...TEST_ACTOR, ip: '192.0.2.1' }
    const account = { password: 'correct horse battery', aff_code: '' }
    await Promise.all(
      names.map((username) => services.accounts.register(actor, { ...account, username })),
    )
    const { items } = await services.users.list({ page_size: 20 })
    const gifts = items.filter(({ username }) => names.includes(username)).map(({ quota }) => quota)
    expect(gifts.toSorted((a, b) => b - a)).toEqual([1000, 1000, 0, 0, 0, 0, 0, 0])
    expect(await services.ledger.verify()).toEqual([])
  })
})
