import { refresh } from '../../../api/use-endpoint'
import { refreshPrices } from '../use-priced-models'

export async function refreshUpdates(): Promise<void> {
  const nouns = ['price_review', 'price_source', 'price_change']
  await Promise.all([...nouns.map((noun) => refresh(noun)), refreshPrices()])
}
