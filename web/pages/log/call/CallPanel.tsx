import { ChevronDownIcon, ChevronUpIcon, XIcon } from '@primer/octicons-react'
import { IconButton, Label } from '@primer/react'
import { useEffect, useRef, useState } from 'react'
import { isAdmin } from '../../../../server/domain/accounts/roles'
import type { LogJson } from '../../../../server/domain/endpoints/log'
import type { TextKey } from '../../../../server/domain/i18n/translate'
import { recordOf } from '../../../../server/domain/json/records'
import { traceOf } from '../../../../server/domain/logs/call-trace'
import { detailsOf } from '../../../../server/domain/logs/details'
import { type Fact, factsOf } from '../../../../server/domain/logs/facts'
import type { LogFieldName } from '../../../../server/domain/logs/query/fields'
import { LOG_TYPE } from '../../../../server/domain/status'
import { useFormat } from '../../../app/format'
import { useText } from '../../../app/language'
import { useViewer } from '../../../app/session'
import { CodeBlock } from '../../../components/text/CodeBlock'
import { TextLink } from '../../../components/text/TextLink'
import { sessionPath } from '../../session/session-path'
import { Cost } from '../rows/LogCell'
import { useContentOf } from '../rows/use-content-of'
import { BillSteps } from './BillSteps'
import { CallTrace } from './CallTrace'
import { NARROW, useMedia } from './use-media'
import './call-panel.css'

interface CallPanelProps {
  readonly log: LogJson
  readonly onClose: () => void
  /** To the newer and the older neighbour; `undefined` at the end of the list. */
  readonly onNewer: (() => void) | undefined
  readonly onOlder: (() => void) | undefined
  /** Narrows the log to what is like this call. */
  readonly onNarrow: (field: LogFieldName, value: string) => void
}

/** Everything about one call: what it cost and why, and what happened on the way. */
export function CallPanel({ log, onClose, onNewer, onOlder, onNarrow }: CallPanelProps) {
  const { text } = useText()
  const format = useFormat()
  const head = useRef<HTMLHeadingElement>(null)
  const isNarrow = useMedia(NARROW)
  // On a phone the panel covers the list, and whoever opened it has to be in it.
  useEffect(() => {
    if (isNarrow) head.current?.focus()
  }, [isNarrow])
  const title = log.model_name || text('log.event')
  return (
    <aside className="call-panel" aria-label={text('log.call')}>
      <header>
        <div className="call-titles">
          <h2 ref={head} tabIndex={-1} className="mono">
            {title}
          </h2>
          <p className="muted">{format.time(log.created_at)}</p>
        </div>
        <IconButton
          icon={ChevronUpIcon}
          size="small"
          variant="invisible"
          aria-label={text('log.newer')}
          disabled={onNewer === undefined}
          onClick={() => onNewer?.()}
        />
        <IconButton
          icon={ChevronDownIcon}
          size="small"
          variant="invisible"
          aria-label={text('log.older')}
          disabled={onOlder === undefined}
          onClick={() => onOlder?.()}
        />
        <IconButton
          icon={XIcon}
          size="small"
          variant="invisible"
          aria-label={text('ui.close')}
          onClick={onClose}
        />
      </header>
      <CallBody log={log} onNarrow={onNarrow} />
    </aside>
  )
}

function CallBody({ log, onNarrow }: Pick<CallPanelProps, 'log' | 'onNarrow'>) {
  const { text } = useText()
  const { number, cost } = useFormat()
  const seesUpstream = isAdmin(useViewer()?.role ?? 0)
  const details = detailsOf(log)
  const steps = traceOf(log, details, { text, seesUpstream })
  const content = useContentOf(log)
  const { bill } = details
  const isBilled = bill !== undefined && log.type === LOG_TYPE.consumption
  const columns: readonly Fact[] = [
    ['field.log.content', isBilled ? '' : content],
    ['field.log.request_id', log.request_id],
    ['field.log.tags', log.tags.replaceAll(',', ', ')],
    ['field.log.ip', log.ip],
  ]
  const facts = [
    ...columns.filter(([, value]) => value !== ''),
    ...factsOf(details, { text, number, cost }).filter(
      ([title]) => steps.length === 0 || !IN_TRACE.has(title),
    ),
  ]
  return (
    <div className="call-body">
      <div className="call-sum">
        <strong>
          <Cost quota={log.quota} />
        </strong>
        {log.is_stream && <Label>{text('field.log.is_stream')}</Label>}
        <Likes log={log} onNarrow={onNarrow} />
        {log.session !== '' && (
          <TextLink to={sessionPath(log)}>{text('field.log.session')}</TextLink>
        )}
        {isBilled && log.request_id !== '' && (
          <TextLink to={`/receipt/${log.request_id}`}>{text('nav.receipt')}</TextLink>
        )}
      </div>
      {steps.length > 0 && <CallTrace steps={steps} />}
      {isBilled && <BillSteps log={log} bill={bill} />}
      <dl className="call-facts">
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{text(title)}</dt>
            <dd>{title === 'log.untranslated' ? <Names names={details.untranslated} /> : value}</dd>
          </div>
        ))}
      </dl>
      <RawRow log={log} />
    </div>
  )
}

/** Rendered on demand: it is long, and few read it. */
function RawRow({ log }: { readonly log: LogJson }) {
  const { text } = useText()
  const [isOpen, setOpen] = useState(false)
  const row = { ...log, other: recordOf(log.other) }
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text('log.raw')}</summary>
      {isOpen && <CodeBlock label={text('log.raw')} code={JSON.stringify(row, undefined, 2)} />}
    </details>
  )
}

/** Told by the trace, try by try. */
const IN_TRACE: ReadonlySet<Fact[0]> = new Set(['log.tried', 'log.retried'])

const LIKE_TITLES = {
  user: 'field.log.username',
  token: 'field.log.token_name',
  model: 'field.log.model_name',
  channel: 'field.log.channel',
  group: 'field.log.group',
  client: 'field.log.client',
} as const satisfies Partial<Record<LogFieldName, TextKey>>

/** The rest of the calls that share something with this one. */
function Likes({ log, onNarrow }: Pick<CallPanelProps, 'log' | 'onNarrow'>) {
  const { text } = useText()
  const likes: readonly (readonly [keyof typeof LIKE_TITLES, string, string])[] = [
    ['user', log.username, log.username],
    ['token', log.token_name, log.token_name],
    ['model', log.model_name, log.model_name],
    ['channel', log.channel === 0 ? '' : String(log.channel), log.channel_name],
    ['group', log.group, log.group],
    ['client', log.client, log.client],
  ]
  const isForAll = isAdmin(useViewer()?.role ?? 0)
  return likes
    .filter(([field, value]) => value !== '' && (isForAll || field !== 'user'))
    .map(([field, value, shown]) => (
      <button
        key={field}
        type="button"
        className="call-like"
        title={text('log.only_this', { field: `${field}:${value}` })}
        onClick={() => onNarrow(field, value)}
      >
        <span className="muted">{text(LIKE_TITLES[field])}</span> {shown || value}
      </button>
    ))
}

function Names({ names }: { readonly names: readonly string[] }) {
  return names.map((name) => (
    <Label key={name} variant="attention">
      {name}
    </Label>
  ))
}
