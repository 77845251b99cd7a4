/** What drawings, songs and videos cost the viewer, and which of them can be had. */
import { useEndpoint } from '../../api/use-endpoint'
import { useViewer } from '../../app/session'

export interface JobPrices {
  /** `undefined` until they are known. */
  readonly models: ReadonlySet<string> | undefined
  /** Of those, what makes videos, by name. */
  readonly videos: readonly string[]
  /** Dollars for one; `undefined` for what is not priced by the call. */
  readonly usdOf: (model: string) => number | undefined
}

/** In the viewer's own group. */
export function useJobPrices(): JobPrices {
  const group = useViewer()?.group ?? ''
  const { data, answer } = useEndpoint('pricing.list')
  const ratio = answer?.group_ratio?.[group] ?? 1
  const rows = data?.filter(
    ({ enable_groups, priced, jobs }) =>
      priced && jobs !== undefined && enable_groups.includes(group),
  )
  return {
    models: rows && new Set(rows.map(({ model_name }) => model_name)),
    videos: (rows ?? [])
      .filter(({ jobs }) => jobs?.includes('video'))
      .map(({ model_name }) => model_name),
    usdOf(model) {
      const row = rows?.find(({ model_name }) => model_name === model)
      return row?.quota_type === 1 ? row.model_price * ratio : undefined
    },
  }
}
