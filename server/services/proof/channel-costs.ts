import { allChannels } from '../../../db/tables/channels'
import { recordOf } from '../../domain/json/records'
import type { ServiceDeps } from '../service-deps'

/** What each channel costs against list prices. */
export async function channelCosts({ db }: ServiceDeps): Promise<ReadonlyMap<number, number>> {
  const channels = await allChannels(db.lists)
  return new Map(channels.map(({ id, setting }) => [id, costRatioIn(setting)]))
}

function costRatioIn(setting: string): number {
  const ratio = recordOf(setting).cost_ratio
  return typeof ratio === 'number' && ratio > 0 ? ratio : 1
}
