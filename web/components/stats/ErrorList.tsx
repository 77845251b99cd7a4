import { Label, Link as PrimerLink } from '@primer/react'
import { Link } from 'wouter'
import type { LogJson } from '../../../server/domain/endpoints/log'
import type { StatsJson } from '../../../server/domain/endpoints/stats'
import { recordOf } from '../../../server/domain/json/records'
import { LOG_TYPE } from '../../../server/domain/status'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { type LogQuery, logLink } from '../text/log-link'
import { Panel } from './Stats'

type StatsError = StatsJson['errors'][number]

interface ErrorListProps {
  /** Those of a channel; for everything else the log is read. */
  readonly channelErrors: readonly StatsError[] | undefined
  readonly wish: LogQuery
  readonly isOwn: boolean
}

/** The newest of those in the same words. */
interface AlikeErrors extends StatsError {
  readonly models: number
}

const MOST = 8

/** What failed last, with the upstream's status and words. */
export function ErrorList({ channelErrors, wish, isOwn }: ErrorListProps) {
  const { text } = useText()
  const isFromLog = wish.channel === undefined
  const query = { ...wish, type: LOG_TYPE.error, p: 1, page_size: MOST }
  const list = useEndpoint(isOwn ? 'log.list_own' : 'log.list', { query }, { skip: !isFromLog })
  const errors = merged(isFromLog ? list.data?.items.map(errorOf) : channelErrors)
  return (
    <Panel
      title={text('stats.last_errors')}
      isReading={errors === undefined && list.error === undefined}
      aside={
        <PrimerLink as={Link} href={logLink({ ...wish, type: LOG_TYPE.error })}>
          {text('stats.in_the_log')}
        </PrimerLink>
      }
    >
      {errors?.length === 0 ? (
        <p className="panel-nothing">{text('stats.no_errors')}</p>
      ) : (
        <ul className="error-list">
          {errors?.map((error) => (
            <ErrorLine key={`${error.request_id} ${error.at}`} error={error} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** What failed in the same words is one line: the newest, and how often it was. */
function merged(errors: readonly StatsError[] | undefined): readonly AlikeErrors[] | undefined {
  if (errors === undefined) return undefined
  const alike = Map.groupBy(errors, ({ status, message }) => `${status} ${message}`)
  return [...alike.values()].flatMap((part) => {
    const [newest] = part
    const count = part.reduce((sum, error) => sum + error.count, 0)
    const models = new Set(part.map(({ model }) => model)).size
    return newest === undefined ? [] : [{ ...newest, count, models }]
  })
}

function ErrorLine({ error }: { readonly error: AlikeErrors }) {
  const { text } = useText()
  const format = useFormat()
  const { at, count, model, models, request_id, status, message } = error
  return (
    <li>
      <Label variant={status === 0 ? 'secondary' : 'danger'}>{status === 0 ? '–' : status}</Label>
      <div className="error-words">
        {message}
        <small>
          {models > 1 ? text('stats.models', { count: models }) : model}
          {count > 1 && ` · ${text('stats.times', { count })}`}
        </small>
      </div>
      <PrimerLink as={Link} href={logLink({ request_id })} className="number">
        {format.time(at)}
      </PrimerLink>
    </li>
  )
}

function errorOf(row: LogJson): StatsError {
  const { upstream_status = 0, count = 1 } = recordOf(row.other)
  return {
    at: row.created_at,
    count: Number(count),
    model: row.model_name,
    request_id: row.request_id,
    status: Number(upstream_status),
    message: row.content,
  }
}
