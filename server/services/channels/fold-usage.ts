import { foldChannelUsage } from '../../../db/tables/channel-usage'
import type { ServiceDeps } from '../service-deps'

/** Adds what the ledger has noted of channels to their rows. */
export async function foldUsage({ db }: ServiceDeps): Promise<void> {
  await foldChannelUsage(db)
}
