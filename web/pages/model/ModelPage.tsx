import { PencilIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { ROLE } from '../../../server/domain/roles'
import { useEndpoint } from '../../api/use-endpoint'
import { logLink } from '../../components/log-link'
import { PageHeader } from '../../components/PageHeader'
import { StateLabel } from '../../components/StateLabel'
import { Changes } from '../../components/stats/Changes'
import { Panel } from '../../components/stats/Stats'
import { SubjectStats } from '../../components/stats/SubjectStats'
import { subjectPath } from '../../components/stats/subject-path'
import { TestChannel } from '../../components/stats/TestChannel'
import { TextLink } from '../../components/TextLink'
import { useText } from '../../language'
import { useViewer } from '../../session'
import { PriceHistory } from '../price/PriceHistory'
import { usePriceNotes } from '../price/use-price-notes'

const MOST = 100

/** One model: how its calls do, and which channels serve it. */
export default function ModelPage() {
  const { text } = useText()
  const { name: written = '' } = useParams()
  const name = decoded(written)
  const [isShown, showHistory] = useState(false)
  const noteOf = usePriceNotes()
  const isRoot = (useViewer()?.role ?? 0) >= ROLE.root
  return (
    <>
      <PageHeader
        title={name}
        description={
          <span className="subject-facts">
            {noteOf?.(name)}
            <TextLink to={logLink({ model_name: name })}>{text('nav.log')}</TextLink>
            <TextLink to="/pricing">{text('nav.pricing')}</TextLink>
          </span>
        }
      >
        {isRoot && (
          <>
            <Button onClick={() => showHistory(true)}>{text('price_row.history_short')}</Button>
            <Button
              as={Link}
              href={`/price?model=${encodeURIComponent(name)}`}
              leadingVisual={PencilIcon}
            >
              {text('price_row.change')}
            </Button>
          </>
        )}
      </PageHeader>
      <SubjectStats key={name} kind="model" subject={name} wish={{ model_name: name }} />
      <Channels model={name} />
      <Changes target={`price:${name}`} />
      {isShown && <PriceHistory model={name} onClose={() => showHistory(false)} />}
    </>
  )
}

/** The router decodes some of it. */
function decoded(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

function Channels({ model }: { readonly model: string }) {
  const { text } = useText()
  const query = { model, p: 0, page_size: MOST }
  const { data, error } = useEndpoint('channel.search', { query })
  // A part of the name was looked for.
  const serving = data?.filter(({ models }) => models.split(',').includes(model))
  return (
    <Panel title={text('nav.channel')} isReading={data === undefined && error === undefined}>
      {serving?.length === 0 ? (
        <p className="panel-nothing">{text('stats.no_channel')}</p>
      ) : (
        <ul className="top-list token-lines">
          {serving?.map(({ id, name, status, priority }) => (
            <li key={id}>
              <div className="top-name">
                <TextLink to={subjectPath('channel', id)}>{name}</TextLink>
              </div>
              <StateLabel kind="channel_status" value={status} />
              <span className="number muted">{text('stats.priority', { priority })}</span>
              <TestChannel id={id} name={name} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
