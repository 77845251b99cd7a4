import { CommandFailure } from '../../exit'
import { words } from '../../words'
import type { RequestedPrice } from './requested-price'
import type { ShownPrice } from './view'

const NEARLY = 1e-9

/** Some families have a completion price that no setting changes; who set it must learn of it. */
export function requireRequested(
  price: ShownPrice,
  { prompt, completion, cacheRead, call }: RequestedPrice,
): void {
  const requested = [
    ['prompt', prompt, price.prompt_usd],
    ['completion', completion, price.completion_usd],
    ['cache-read', cacheRead, price.cache_read_usd],
    ['call', call, price.call_usd],
  ] as const
  for (const [name, wanted, got] of requested) {
    if (wanted === undefined || Math.abs(wanted - got) <= NEARLY * Math.max(1, wanted)) continue
    throw new CommandFailure(
      'price.fixed',
      words`--${name} ${wanted} would become ${got}: its family has a fixed ratio; nothing was set`,
    )
  }
}
