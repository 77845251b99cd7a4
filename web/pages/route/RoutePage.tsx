import { GitBranchIcon } from '@primer/octicons-react'
import { Button, Label, Spinner } from '@primer/react'
import { Link } from 'wouter'
import { failureText } from '../../../server/domain/api-calls/failure'
import { PROTOCOLS } from '../../../server/domain/calls/protocol'
import type { ExplainedJson } from '../../../server/domain/endpoints/route'
import { isReachable } from '../../../server/domain/routing/verdict'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { LimitUse } from '../../components/limits/LimitUse'
import { useListQuery } from '../../components/list/use-list-query'
import { Blank } from '../../components/page/Blank'
import { PageHeader } from '../../components/page/PageHeader'
import { subjectPath } from '../../components/stats/subject-path'
import { NameLink } from '../../components/table/NameLink'
import { MendModel } from '../model/ModelActions'
import { NotPriced } from '../price/NotPriced'
import { ROUTE_FILTERS, RouteQuestion } from './RouteQuestion'
import './route.css'

/** Where the calls of a model go, and why not elsewhere; the question stands in the address. */
export default function RoutePage() {
  const { text } = useText()
  const { filters, filter } = useListQuery(ROUTE_FILTERS)
  const { model, group, token_id, user_id, request_id, protocol } = filters
  const isAsked = model !== '' || request_id !== ''
  const { data, error } = useEndpoint(
    'route.explain',
    {
      query: {
        ...{ model, group, request_id },
        protocol: PROTOCOLS.find((name) => name === protocol),
        token_id: Number(token_id) || undefined,
        user_id: Number(user_id) || undefined,
      },
    },
    { skip: !isAsked },
  )
  return (
    <>
      <PageHeader
        title={text('nav.route')}
        description={text('route.description')}
        manual="routing"
      />
      <RouteQuestion key={Object.values(filters).join(' ')} question={filters} onAsk={filter} />
      {error && <p role="alert">{failureText(error, text)}</p>}
      {isAsked && !error && data === undefined && <Spinner srText={text('ui.loading')} />}
      {data && <Answer explained={data} />}
    </>
  )
}

interface AnswerProps {
  readonly explained: ExplainedJson
}

function Answer({ explained }: AnswerProps) {
  const { text } = useText()
  const { candidates, order, tries, keeps_conversations, stopped_by, past } = explained
  const name = text(`route.order_${order}`)
  const affinity = keeps_conversations && text('route.keeps')
  const tried = past?.tried.map((id) => `#${id}`).join(' → ') ?? ''
  return (
    <section aria-label={text('nav.route')}>
      <h2 className="route-heading">
        <NameLink to={subjectPath('model', explained.model)} name={explained.model} /> ·{' '}
        {explained.group}
      </h2>
      <p className="muted route-facts">
        <span>{text('route.order', { order: name, tries })}</span>
        {affinity && <span>{affinity}</span>}
        <PriceLine explained={explained} />
      </p>
      {past && (
        <p role="note">
          {past.error === ''
            ? text('route.past', { tried })
            : text('route.past_error', { tried, error: past.error })}
        </p>
      )}
      {stopped_by.length > 0 && (
        <section aria-label={text('route.stopped')}>
          <h3 className="route-heading">{text('route.stopped')}</h3>
          {stopped_by.map((row) => (
            <LimitUse key={row.id} row={row} />
          ))}
        </section>
      )}
      {candidates.length === 0 ? (
        <div className="route-none">
          <Blank icon={GitBranchIcon} title={text('route.none')}>
            <Button as={Link} href="/channel/setup">
              {text('models.add_channel')}
            </Button>
          </Blank>
        </div>
      ) : (
        <ul className="route-list">
          {candidates.map((candidate) => (
            <Candidate key={candidate.id} candidate={candidate} />
          ))}
        </ul>
      )}
    </section>
  )
}

function PriceLine({ explained }: AnswerProps) {
  const { text } = useText()
  const format = useFormat()
  const { priced, prompt_usd, completion_usd, call_usd } = explained
  if (!priced) {
    const row = { model: explained.model, channels: 1, served: true, priced }
    return (
      <span className="route-unpriced">
        <NotPriced /> {text('route.unpriced')} <MendModel row={row} />
      </span>
    )
  }
  if (call_usd > 0) {
    return <span>{text('route.price_call', { call: format.price(call_usd) })}</span>
  }
  const [prompt, completion] = [format.price(prompt_usd), format.price(completion_usd)]
  return <span>{text('route.price', { prompt, completion })}</span>
}

type CandidateJson = ExplainedJson['candidates'][number]

function apisOf(candidate: CandidateJson, text: ReturnType<typeof useText>['text']): string[] {
  const { api, api_reason: why, tools_api, tools_api_reason: toolsWhy } = candidate
  const lines = [
    why !== '' && text('route.api', { path: api, reason: text(`route.api_reason.${why}`) }),
    toolsWhy !== '' &&
      text('route.tools_api', { path: tools_api, reason: text(`route.api_reason.${toolsWhy}`) }),
  ]
  return lines.filter((line) => line !== false)
}

function Candidate({ candidate }: { readonly candidate: CandidateJson }) {
  const { text } = useText()
  const format = useFormat()
  const { id, name, verdict, odds, priority, weight, reason, cooling_until, tried } = candidate
  const { key_count: count, keys_in_use, keys_cooling, cost_ratio: ratio } = candidate
  const facts = [
    `${text('field.channel.priority')} ${priority}`,
    `${text('field.channel.weight')} ${weight}`,
    ...(count > 1 ? [text('route.keys', { used: keys_in_use - keys_cooling, count })] : []),
    ...(ratio === 1 ? [] : [text('route.cost', { ratio })]),
    ...(cooling_until > 0 ? [text('key.cooling', { time: format.time(cooling_until) })] : []),
    reason,
    ...apisOf(candidate, text),
  ]
  const tone = verdict === 'drawn' ? 'success' : isReachable(verdict) ? 'attention' : 'secondary'
  return (
    <li>
      <NameLink to={subjectPath('channel', id)} name={`#${id} ${name}`} />
      <span>
        <Label variant={tone}>{text(`route.verdict.${verdict}`)}</Label>{' '}
        {tried > 0 && <Label variant="accent">{text('route.tried', { place: tried })}</Label>}
      </span>
      <span className="route-odds">
        {odds > 0 && (
          <>
            <span className="route-bar" aria-hidden="true">
              <span style={{ width: `${odds}%` }} />
            </span>
            <span className="number">{text('route.odds', { odds })}</span>
          </>
        )}
      </span>
      <span className="muted">{facts.filter((fact) => fact !== '').join(' · ')}</span>
    </li>
  )
}
