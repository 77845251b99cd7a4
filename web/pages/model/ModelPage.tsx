import { PencilIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { ROLE } from '../../../server/domain/accounts/roles'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { Note } from '../../components/form/Note'
import { lateDialog } from '../../components/late/Late'
import { PageHeader } from '../../components/page/PageHeader'
import { NoSuch } from '../../components/page/SubjectFailure'
import { Changes } from '../../components/stats/Changes'
import { SubjectStats } from '../../components/stats/SubjectStats'
import { logLink } from '../../components/text/log-link'
import { TextLink } from '../../components/text/TextLink'
import { usePriceNotes } from '../price/use-price-notes'
import { MendModel, pricePath, routePath } from './ModelActions'
import { ModelChannels } from './ModelChannels'
import './model.css'

const PriceHistory = lateDialog(async () => (await import('../price/PriceHistory')).PriceHistory)

/** One model: how its calls do, and which channels serve it. */
export default function ModelPage() {
  const { text } = useText()
  const { name: written = '' } = useParams()
  const name = decoded(written)
  const [isShown, showHistory] = useState(false)
  const noteOf = usePriceNotes()
  const isRoot = (useViewer()?.role ?? 0) >= ROLE.root
  const isUnknown = useIsUnknown(name)
  if (isUnknown) return <NoSuch kind="model" id={name} />
  return (
    <>
      <PageHeader
        title={name}
        description={
          <span className="subject-facts">
            {noteOf?.(name)}
            <TextLink to={logLink({ model_name: name })}>{text('nav.log')}</TextLink>
            <TextLink to={routePath(name)}>{text('models.route')}</TextLink>
            <TextLink to="/pricing">{text('nav.pricing')}</TextLink>
          </span>
        }
      >
        {isRoot && (
          <>
            <Button onClick={() => showHistory(true)}>{text('price_row.history_short')}</Button>
            <Button as={Link} href={pricePath(name)} leadingVisual={PencilIcon}>
              {text('price_row.change')}
            </Button>
          </>
        )}
      </PageHeader>
      <Troubles model={name} />
      <SubjectStats
        target={`price:${name}`}
        key={name}
        kind="model"
        subject={name}
        wish={{ model_name: name }}
      />
      <ModelChannels model={name} />
      <Changes target={`price:${name}`} />
      {isShown && <PriceHistory model={name} onClose={() => showHistory(false)} />}
    </>
  )
}

/** No channel offers it, and nobody has requested it in a month. */
function useIsUnknown(name: string): boolean {
  const { data: board } = useEndpoint('model.board')
  const isListed = board === undefined || board.some(({ model }) => model === name)
  const query = { kind: 'model', subject: name, range: 'month' } as const
  const { data } = useEndpoint('stats.show', { query }, { skip: isListed })
  return !isListed && data !== undefined && data.total.calls + data.total.refused === 0
}

/** The router decodes some of it. */
function decoded(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

/** No channel has it, and nobody has requested it. */
const NOWHERE = { channels: 0, served: false, priced: false } as const

/** Why calls of the model are refused, and what to do about it. */
function Troubles({ model }: { readonly model: string }) {
  const { text } = useText()
  const { data, error } = useEndpoint('model.board')
  if (data === undefined) return <span data-unsized={error === undefined} />
  const row = data.find((one) => one.model === model) ?? { ...NOWHERE, model }
  if (row.served && row.priced) return null
  const why = row.served ? 'unpriced' : 'unserved'
  return (
    <div className="model-trouble">
      <Note tone="warning">
        <strong>{text(`models.${why}_title`)}</strong>
        <MendModel row={row} />
      </Note>
    </div>
  )
}
