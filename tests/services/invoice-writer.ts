/** A process that credits orders by hand, one after the other: `<folder> <number>…`. */
import { join } from 'node:path'
import { openDatabase } from '../../db/open'
import { secureRandom } from '../../server/random'
import { createServices } from '../../server/services/create-services'
import { openSealer } from '../../server/services/seal'
import { SYSTEM_ACTOR } from '../../server/services/service-deps'

const [folder = '', ...orders] = process.argv.slice(2)
const db = await openDatabase(join(folder, 'gw.db'))
const sealer = openSealer({ dataDir: folder, envKey: 'a key for tests only, 32 long' })
const clock = { nowMs: () => 1_700_000_000_000 }
const { payments } = createServices({ db, sealer, clock, random: secureRandom })
for (const order of orders) {
  await payments.complete(SYSTEM_ACTOR, order)
  console.log(order)
}
await db.close()
