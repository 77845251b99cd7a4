/** What drawings, songs and videos cost the viewer, and which of them can be had. */
import { modelKind } from '../../../server/domain/model-calls'
import { CREDITS_PER_USD, chargeFor } from '../../../server/domain/quota'
import { usage } from '../../../server/domain/usage'
import { useEndpoint } from '../../api/use-endpoint'
import { useViewer } from '../../session'
import { priceRows } from '../pricing/price-rows'

export interface Film {
  readonly seconds: number
  /** "" for the provider's default. */
  readonly size: string
}

export interface JobPrices {
  /** `undefined` until they are known. */
  readonly models: ReadonlySet<string> | undefined
  readonly videos: readonly string[]
  /** Dollars for one; `undefined` for what is not priced by the call. */
  readonly usdOf: (model: string) => number | undefined
  /** Dollars, by the same arithmetic that bills it. */
  readonly usdOfVideo: (model: string, film: Film) => number | undefined
}

const KINDS: ReadonlySet<string> = new Set(['drawing', 'music', 'video'])

/** In the viewer's own group. */
export function useJobPrices(): JobPrices {
  const name = useViewer()?.group ?? ''
  const { data, answer } = useEndpoint('pricing.list')
  const ratio = answer?.group_ratio?.[name] ?? 1
  const rows = data && priceRows(data, { name, ratio }).filter(isWork)
  const priceOf = (model: string) => rows?.find(({ model_name }) => model_name === model)?.price
  return {
    models: rows && new Set(rows.map(({ model_name }) => model_name)),
    videos: (rows ?? []).map(({ model_name }) => model_name).filter(isVideo),
    usdOf(model) {
      const price = priceOf(model)
      if (price?.mode !== 'per-call') return undefined
      return chargeFor(usage({ calls: 1 }), price) / CREDITS_PER_USD
    },
    usdOfVideo(model, { seconds, size }) {
      const price = priceOf(model)
      if (price === undefined) return undefined
      const used = usage({ videoSeconds: seconds, ...(size !== '' && { tier: size }) })
      return chargeFor(used, price) / CREDITS_PER_USD
    },
  }
}

interface Callable {
  readonly model_name: string
  readonly priced: boolean
  readonly available: boolean
}

function isWork({ model_name, priced, available }: Callable): boolean {
  return priced && available && KINDS.has(modelKind(model_name))
}

function isVideo(model: string): boolean {
  return modelKind(model) === 'video'
}
