import { HistoryIcon } from '@primer/octicons-react'
import { SkeletonBox } from '@primer/react'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { PriceEventJson } from '../../../server/domain/endpoints/price'
import { toldChanges } from '../../../server/domain/prices/told-price'
import { useEndpoint } from '../../api/use-endpoint'
import { Blank } from '../../components/Blank'
import { Drawer } from '../../components/Drawer'
import { LoadFailure } from '../../components/LoadFailure'
import { useFormat } from '../../format'
import { useText } from '../../language'

interface PriceHistoryProps {
  readonly model: string
  readonly onClose: () => void
}

/** Who changed the price of a model, when, and from what to what. */
export function PriceHistory({ model, onClose }: PriceHistoryProps) {
  const { text } = useText()
  const { data, error, reload } = useEndpoint('price.history', { query: { model } })
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
      {data === undefined && error === undefined && <SkeletonBox height="80px" width="100%" />}
      {data?.length === 0 && <Blank icon={HistoryIcon} title={text('price_row.history_empty')} />}
      <ol className="price-history">
        {data?.map((event) => (
          <li key={event.id}>
            <Event event={event} />
          </li>
        ))}
      </ol>
    </Drawer>
  )
}

function Event({ event }: { readonly event: PriceEventJson }) {
  const { text } = useText()
  const format = useFormat()
  const { actor, created_at: at, before, after } = event
  const changes = toldChanges(before, after, { text, format })
  return (
    <>
      <p className="price-event">
        <strong>{actor}</strong>
        <time className="muted">{format.time(at)}</time>
      </p>
      <dl>
        {changes.map(({ title, from, to }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <del>{from || text('price_row.nothing')}</del> → {to || text('price_row.nothing')}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
