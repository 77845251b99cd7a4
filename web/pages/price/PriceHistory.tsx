import { HistoryIcon } from '@primer/octicons-react'
import { SkeletonBox } from '@primer/react'
import { useMemo } from 'react'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { PriceEventJson } from '../../../server/domain/endpoints/price'
import { historyMoves } from '../../../server/domain/prices/many-prices'
import { storedPrice } from '../../../server/domain/prices/price-draft'
import type { PriceMove } from '../../../server/domain/prices/price-points'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { actionText } from '../../components/audit/ActionName'
import { Drawer } from '../../components/overlay/Drawer'
import { Blank } from '../../components/page/Blank'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PriceChanges } from './PriceChanges'
import { usePriceMoves } from './use-price-moves'

interface PriceHistoryProps {
  readonly model: string
  readonly onClose: () => void
}

/** Who changed the price of a model, when, and from what to what. */
export function PriceHistory({ model, onClose }: PriceHistoryProps) {
  const { text } = useText()
  const { data, error, reload } = useEndpoint('price.history', { query: { model } })
  const { data: rows } = useEndpoint('price.list')
  const moves = useMemo(
    () => rows && data && historyMoves(storedPrice(model, rows), data),
    [model, rows, data],
  )
  return (
    <Drawer
      title={text('price_row.history_of', { model })}
      subtitle={text('price_row.history_text')}
      onClose={onClose}
      buttons={[{ content: text('ui.close'), onClick: onClose }]}
    >
      {error !== undefined && (
        <LoadFailure message={failureText(error, text)} onRetry={() => void reload()} />
      )}
      {moves === undefined && error === undefined && <SkeletonBox height="80px" width="100%" />}
      {data?.length === 0 && <Blank icon={HistoryIcon} title={text('price_row.history_empty')} />}
      <ol className="price-history">
        {moves &&
          data?.map((event, at) => (
            <li key={event.id}>
              <Event event={event} moves={moves[at] ?? []} />
            </li>
          ))}
      </ol>
    </Drawer>
  )
}

interface EventProps {
  readonly event: PriceEventJson
  readonly moves: readonly PriceMove[]
}

function Event({ event, moves }: EventProps) {
  const { text } = useText()
  const format = useFormat()
  const changesOf = usePriceMoves()
  const { actor, created_at: at, action } = event
  const name = actor === 'system:system' ? text('audit.gateway') : actor
  return (
    <>
      <p className="price-event">
        <span>
          <strong>{name}</strong> <span className="muted">{actionText(action, text)}</span>
        </span>
        <time className="muted">{format.time(at)}</time>
      </p>
      {moves.length === 0 ? (
        <p className="field-caption">{text('price_row.only_hidden')}</p>
      ) : (
        <PriceChanges isOfOne changes={changesOf('', moves)} />
      )}
    </>
  )
}
