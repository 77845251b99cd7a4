/** Which of the prices of a source is the one of a model here. */
import type { ModelLengths } from '../../models/model-lengths'
import type { FetchedList, FetchedPrice, LeftOut } from './fetched-price'

export interface WantedNames {
  /** Models here. */
  readonly wanted: readonly string[]
  /** Whether everything else that the source has is wanted, too. */
  readonly all: boolean
  /** Sellers whose prices count, the first first; none for the makers before all others. */
  readonly providers: readonly string[]
}

export interface NamedPrices {
  /** Each under the name that the model has here. */
  readonly prices: readonly FetchedPrice[]
  readonly leftOut: readonly LeftOut[]
}

/** Makers of models as sources name them: they know best what their models cost. */
const MAKERS: readonly string[] = [
  ...['openai', 'anthropic', 'google', 'gemini', 'xai', 'x-ai', 'deepseek', 'mistral'],
  ...['mistralai', 'cohere', 'cohere_chat', 'alibaba', 'dashscope', 'qwen', 'moonshotai'],
  ...['moonshot', 'zai', 'z-ai', 'zhipuai', 'minimax', 'perplexity', 'voyage', 'jina_ai'],
  ...['stepfun', 'vertex_ai-language-models', 'text-completion-openai'],
]

export function namedPrices(list: FetchedList, names: WantedNames): NamedPrices {
  const { wanted, all, providers } = names
  const isSold = ({ provider }: FetchedPrice) =>
    providers.length === 0 || providers.includes(provider)
  const sold = list.prices.filter(isSold)
  const exact = Map.groupBy(sold, ({ model }) => model)
  const bare = Map.groupBy(sold, ({ model }) => model.slice(model.indexOf('/') + 1))
  const here = new Set(all ? [...exact.keys(), ...wanted] : wanted)
  const prices: FetchedPrice[] = []
  const isMeant = ({ model }: LeftOut) => (all || here.has(model)) && !exact.has(model)
  const leftOut = list.leftOut.filter(isMeant)
  for (const model of here) {
    const offers = exact.get(model) ?? bare.get(model) ?? []
    if (offers.length === 0) continue
    const price = best(offers, providers.length === 0 ? MAKERS : providers)
    if (price === undefined) leftOut.push({ model, reason: 'ambiguous' })
    else prices.push({ ...price, model })
  }
  return { prices, leftOut }
}

/** `undefined` where those who count ask for different prices. */
function best(offers: readonly FetchedPrice[], order: readonly string[]): FetchedPrice | undefined {
  const ranked = offers.map((offer) => ({ offer, rank: rankOf(offer, order) }))
  const least = Math.min(...ranked.map(({ rank }) => rank))
  const [first, ...others] = ranked.filter(({ rank }) => rank === least)
  const isSame = others.every(({ offer }) => amountsOf(offer) === amountsOf(first?.offer))
  if (first === undefined || !isSame) return undefined
  const { lengths, ...price } = first.offer
  const isAgreed = others.every(({ offer }) => isSameLength(offer.lengths, lengths))
  return isAgreed && lengths !== undefined ? { ...price, lengths } : price
}

function isSameLength(one: ModelLengths = {}, other: ModelLengths = {}): boolean {
  return one.context === other.context && one.output === other.output
}

function rankOf({ provider }: FetchedPrice, order: readonly string[]): number {
  const rank = order.indexOf(provider)
  return rank < 0 ? order.length : rank
}

function amountsOf(price: FetchedPrice | undefined): string {
  return JSON.stringify([price?.call, price?.units, price?.steps])
}
