import { Label } from '@primer/react'
import type { LimitJson } from '../../../server/domain/endpoints/limit'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { LimitUse } from '../../components/limits/LimitUse'

const EVERY_MS = 30_000

/** Of each own token the limit that is nearest to its end, by the token's id. */
export function useTightestLimits(): ReadonlyMap<number, LimitJson> {
  const { data = [] } = useEndpoint('limit.list_own', {}, { everyMs: EVERY_MS })
  const tightest = new Map<number, LimitJson>()
  for (const row of data) {
    if (row.subject !== 'token') continue
    const known = tightest.get(Number(row.key))
    if (known === undefined || shareOf(row) > shareOf(known)) tightest.set(Number(row.key), row)
  }
  return tightest
}

function shareOf({ used, amount }: LimitJson): number {
  return amount === 0 ? 1 : used / amount
}

interface TokenLimitProps {
  readonly limit: LimitJson | undefined
}

/** Beside the state of a token that is refused until its limit counts anew. */
export function SpentLimit({ limit }: TokenLimitProps) {
  const { text } = useText()
  if (limit === undefined || limit.left > 0) return null
  return <Label variant="danger">{text('limit.is_spent')}</Label>
}

export function TokenLimit({ limit }: TokenLimitProps) {
  return limit && <LimitUse row={limit} isPlain />
}
