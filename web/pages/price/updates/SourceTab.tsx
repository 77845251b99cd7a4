import { PlusIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import type { PriceSourceJson } from '../../../../server/domain/endpoints/price-source'
import { call } from '../../../api/client'
import { useEndpoint } from '../../../api/use-endpoint'
import { useFormat } from '../../../app/format'
import { useText } from '../../../app/language'
import { useToast } from '../../../app/Toasts'
import { Note } from '../../../components/form/Note'
import { useConfirmation } from '../../../components/overlay/Confirm'
import { useAction } from '../../../components/page/use-action'
import { Compare } from './Compare'
import { refreshUpdates } from './refresh-updates'

interface SourceTabProps {
  readonly onEdit: (source: PriceSourceJson | 'new') => void
}

/** Where prices are read from, and a comparison with any of it. */
export function SourceTab({ onEdit }: SourceTabProps) {
  const { text } = useText()
  const { data } = useEndpoint('price_source.list')
  if (data === undefined) return null
  return (
    <div className="price-updates">
      {data.length === 0 && <Note tone="info">{text('price_update.none_sources_text')}</Note>}
      <ul className="price-cards">
        {data.map((source) => (
          <li key={source.id}>
            <SourceCard source={source} onEdit={() => onEdit(source)} />
          </li>
        ))}
      </ul>
      <div className="price-buttons">
        <Button leadingVisual={PlusIcon} onClick={() => onEdit('new')}>
          {text('price_update.add')}
        </Button>
      </div>
      <Compare sources={data} />
    </div>
  )
}

interface SourceCardProps {
  readonly source: PriceSourceJson
  readonly onEdit: () => void
}

function SourceCard({ source, onEdit }: SourceCardProps) {
  const { text } = useText()
  const format = useFormat()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const toast = useToast()
  const { id, name, kind, every_hours: hours, fetched_at: at, failure } = source
  const read = () =>
    run(async () => {
      const send = call('price_source.fetch', { params: { id } })
      const { applied, waiting } = (await send.finally(refreshUpdates)).data
      toast.success(
        text('price_update.fetched', { applied: applied.length, waiting: waiting.length }),
      )
    })
  const remove = async (): Promise<void> => {
    const isAgreed = await confirm({
      title: text('price_update.delete_title', { name }),
      message: text('price_update.delete_text'),
      agree: text('ui.remove'),
      danger: true,
    })
    if (!isAgreed) return
    const send = () => call('price_source.remove', { params: { id } }).finally(refreshUpdates)
    await run(send, text('ui.saved'))
  }
  const rhythm = hours === 0 ? text('price_update.by_hand') : text('price_update.every', { hours })
  const last =
    at === 0 ? text('price_update.never') : text('price_update.last', { time: format.time(at) })
  return (
    <>
      <strong>{name}</strong>
      <span className="price-aside">
        {text(`price_update.kind_${kind}`)} · {rhythm} · {last}
      </span>
      {failure !== '' && (
        <span className="price-aside" data-warns={true}>
          {failure}
        </span>
      )}
      <div className="price-buttons">
        <Button size="small" loading={isBusy} onClick={() => void read()}>
          {text('price_update.fetch')}
        </Button>
        <Button size="small" onClick={onEdit}>
          {text('ui.edit')}
        </Button>
        <Button size="small" variant="danger" onClick={() => void remove()}>
          {text('ui.remove')}
        </Button>
      </div>
    </>
  )
}
