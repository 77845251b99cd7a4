import { AlertIcon, CheckCircleIcon } from '@primer/octicons-react'
import { Button, Link as PrimerLink } from '@primer/react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ROLE } from '../../../server/domain/accounts/roles'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { AttentionJson } from '../../../server/domain/endpoints/overview'
import { type Loaded, useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { type Text, useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { LoadFailure } from '../../components/page/LoadFailure'
import { Panel } from '../../components/stats/Stats'
import { subjectPath } from '../../components/stats/subject-path'
import { ItemButtons } from './ItemButtons'
import { UpdateLine } from './UpdateLine'

interface NeedsYouProps {
  readonly attention: Loaded<DataOf<'overview.attention'>>
}

const NOTHING: Pick<DataOf<'overview.attention'>, 'items'> = { items: [] }

/** What somebody ought to look at, each with what can be done about it. */
export function NeedsYou({ attention }: NeedsYouProps) {
  const { text } = useText()
  const isRoot = (useViewer()?.role ?? 0) >= ROLE.root
  const findings = useEndpoint('overview.findings', {}, { skip: !isRoot })
  const update = useEndpoint('overview.update', {}, { skip: !isRoot })
  const { data, error, reload } = attention
  if (data === undefined && error !== undefined) {
    return <LoadFailure message={failureText(error, text)} onRetry={reload} />
  }
  const isUpdateKnown = !isRoot || update.data !== undefined || update.error !== undefined
  const isKnown = data !== undefined && (!isRoot || findings.data !== undefined)
  const isSized = isKnown || (data !== undefined && findings.error !== undefined)
  // What came later would push down what came first.
  const { items } = isSized ? data : NOTHING
  const found = foundIn(findings, isSized)
  const again = (): void => void Promise.all([reload(), isRoot && findings.reload()])
  return (
    <Panel
      title={text('overview.needs_you')}
      isReading={!isSized || !isUpdateKnown}
      aside={found.length > 0 && <CheckAgain onClick={again} />}
    >
      {isKnown && items.length + found.length === 0 ? (
        <AllWell />
      ) : (
        <ul className="needs-list" aria-busy={!isKnown} data-unsized={!isSized}>
          {items.map((item) => (
            <Need key={`${item.kind} ${item.id || item.name} ${item.owner}`} item={item} />
          ))}
          {found.map((finding) => (
            <Finding key={`${finding.id} ${finding.message}`} finding={finding} />
          ))}
        </ul>
      )}
      {update.data && <UpdateLine update={update.data} />}
      <More attention={data} />
    </Panel>
  )
}

/** Of administrators who are not root there are none to read. */
function foundIn({ data = [] }: Loaded<DataOf<'overview.findings'>>, isSized: boolean) {
  return isSized ? data : []
}

function Finding({ finding }: { readonly finding: DataOf<'overview.findings'>[number] }) {
  const { area, status, message, hint } = finding
  return (
    <NeedLine
      tone={status === 'fail' ? 'bad' : 'warn'}
      what={message}
      detail={hint}
      buttons={<FindingLink area={area} />}
    />
  )
}

function CheckAgain({ onClick }: { readonly onClick: () => void }) {
  const { text } = useText()
  return (
    <Button size="small" onClick={onClick}>
      {text('overview.check_again')}
    </Button>
  )
}

function AllWell() {
  const { text } = useText()
  return (
    <p className="panel-nothing overview-well">
      <CheckCircleIcon /> {text('overview.all_well')}
    </p>
  )
}

function More({ attention }: { readonly attention: DataOf<'overview.attention'> | undefined }) {
  const { text } = useText()
  const count = attention?.more ?? 0
  return count > 0 && <p className="panel-nothing">{text('overview.more', { count })}</p>
}

type Tone = 'bad' | 'warn' | 'good'

const TONES: Readonly<Record<AttentionJson['kind'], Tone>> = {
  alert_firing: 'bad',
  channel_down: 'bad',
  channel_disabled: 'bad',
  channel_recovered: 'good',
  channel_off: 'bad',
  channel_failing: 'bad',
  token_spends: 'bad',
  model_unserved: 'bad',
  model_unpriced: 'warn',
  channel_balance: 'warn',
  upstream_models: 'warn',
}

function Need({ item }: { readonly item: AttentionJson }) {
  const { text } = useText()
  const format = useFormat()
  const { kind, name, owner, detail, at } = item
  return (
    <NeedLine
      tone={TONES[kind]}
      what={
        <>
          <PrimerLink as={Link} href={placeOf(item)} className="needs-name">
            {name}
          </PrimerLink>{' '}
          {owner !== '' && <span className="muted">({owner}) </span>}
          {whatOf(item, text, format)}
          {item.models > 0 &&
            kind !== 'upstream_models' &&
            `: ${text('overview.models_gone', { count: item.models })}`}
        </>
      }
      detail={detail}
      {...(at > 0 && { when: format.time(at) })}
      buttons={<ItemButtons item={item} />}
    />
  )
}

function placeOf({ kind, id, name }: AttentionJson): string {
  if (kind === 'alert_firing') return '/alert'
  if (kind === 'upstream_models') return subjectPath('channel', id)
  const subject = kind.split('_')[0] as 'channel' | 'token' | 'model'
  return subjectPath(subject, id || name)
}

function whatOf(item: AttentionJson, text: Text, format: ReturnType<typeof useFormat>): string {
  const { kind, calls, failed, quota, usual, balance_usd } = item
  switch (kind) {
    case 'channel_down':
      return text('overview.channel_down', { failed })
    case 'channel_failing':
      return text('overview.channel_failing', { failed, calls })
    case 'token_spends':
      return text('overview.token_spends', {
        quota: format.quota(quota),
        usual: format.quota(usual),
      })
    case 'model_unserved':
      return text('overview.model_unserved', { count: failed })
    case 'upstream_models':
      return text('overview.upstream_models', { count: item.models })
    case 'channel_balance':
      return text('overview.channel_balance', {
        balance: format.usd(balance_usd, 2),
        quota: format.quota(quota),
      })
    default:
      return text(`overview.${kind}`)
  }
}

interface NeedLineProps {
  readonly tone: Tone
  readonly what: ReactNode
  readonly detail: string
  readonly when?: string
  readonly buttons: ReactNode
}

function NeedLine({ tone, what, detail, when, buttons }: NeedLineProps) {
  return (
    <li data-tone={tone}>
      {tone === 'good' ? <CheckCircleIcon /> : <AlertIcon />}
      <div className="needs-words">
        {what}
        {(detail !== '' || when !== undefined) && (
          <small>
            {when !== undefined && <time>{when}</time>}
            {when !== undefined && detail !== '' && ' · '}
            {detail}
          </small>
        )}
      </div>
      <div className="needs-buttons">{buttons}</div>
    </li>
  )
}

/** Where the matter of a finding is looked after. */
const PLACES: Readonly<Record<string, string>> = {
  settings: '/setting?tab=system',
  channels: '/channel',
}

function FindingLink({ area }: { readonly area: string }) {
  const { text } = useText()
  const place = PLACES[area]
  if (place === undefined) return null
  return (
    <Button as={Link} href={place} size="small">
      {text('overview.open')}
    </Button>
  )
}
