import { Button, Label, Select, Spinner, TextInput } from '@primer/react'
import { useState } from 'react'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { ExplainedJson } from '../../../server/domain/endpoints/route'
import { isKept } from '../../../server/domain/route-verdict'
import { useEndpoint } from '../../api/use-endpoint'
import { Field } from '../../components/Field'
import { LimitUse } from '../../components/limits/LimitUse'
import { NameLink } from '../../components/NameLink'
import { PageHeader } from '../../components/PageHeader'
import { subjectPath } from '../../components/stats/subject-path'
import { useListQuery } from '../../components/use-list-query'
import { useFormat } from '../../format'
import { useText } from '../../language'
import { BillSums } from './BillSums'
import './route.css'

const FILTERS = ['model', 'group', 'token_id', 'user_id', 'request_id'] as const

/** Where the calls of a model go, and why not elsewhere; the question stands in the address. */
export default function RoutePage() {
  const { text } = useText()
  const { filters, filter } = useListQuery(FILTERS)
  const { model, group, token_id, user_id, request_id } = filters
  const isAsked = model !== '' || request_id !== ''
  const { data, error } = useEndpoint(
    'route.explain',
    {
      query: {
        ...{ model, group, request_id },
        token_id: Number(token_id) || undefined,
        user_id: Number(user_id) || undefined,
      },
    },
    { skip: !isAsked },
  )
  return (
    <>
      <PageHeader title={text('nav.route')} description={text('route.description')} />
      <Question key={Object.values(filters).join(' ')} asked={filters} onAsk={filter} />
      {error && <p role="alert">{failureText(error, text)}</p>}
      {isAsked && !error && data === undefined && <Spinner srText={text('ui.loading')} />}
      {data && <Answer explained={data} />}
      {!isAsked && <BillSums />}
    </>
  )
}

type Asked = Readonly<Record<(typeof FILTERS)[number], string>>

interface QuestionProps {
  readonly asked: Asked
  readonly onAsk: (asked: Asked) => void
}

function Question({ asked, onAsk }: QuestionProps) {
  const { text } = useText()
  const [typed, type] = useState(asked)
  const { data: groups = [] } = useEndpoint('group.list')
  return (
    <form
      className="route-question"
      onSubmit={(event) => {
        event.preventDefault()
        onAsk(typed)
      }}
    >
      <Field label={text('route.model')}>
        <TextInput
          block
          value={typed.model}
          onChange={(event) => type({ ...typed, model: event.target.value.trim() })}
        />
      </Field>
      <Field label={text('field.channel.group')}>
        <Select
          block
          value={typed.group}
          onChange={(event) => type({ ...typed, group: event.target.value })}
        >
          <Select.Option value="">{text('route.own_group')}</Select.Option>
          {groups.map((group) => (
            <Select.Option key={group} value={group}>
              {group}
            </Select.Option>
          ))}
        </Select>
      </Field>
      {(['token_id', 'user_id'] as const).map((id) => (
        <Field key={id} label={text(id === 'token_id' ? 'route.token' : 'route.user')}>
          <TextInput
            block
            inputMode="numeric"
            value={typed[id]}
            onChange={(event) => type({ ...typed, [id]: event.target.value.replace(/\D/g, '') })}
          />
        </Field>
      ))}
      <Field label={text('route.request')}>
        <TextInput
          block
          value={typed.request_id}
          onChange={(event) => type({ ...typed, request_id: event.target.value.trim() })}
        />
      </Field>
      <Button type="submit" variant="primary">
        {text('route.ask')}
      </Button>
    </form>
  )
}

interface AnswerProps {
  readonly explained: ExplainedJson
}

function Answer({ explained }: AnswerProps) {
  const { text } = useText()
  const { candidates, order, tries, keeps_conversations, stopped_by, past } = explained
  const name = text(`route.order_${order}`)
  const kept = keeps_conversations && text('route.keeps')
  const tried = past?.tried.map((id) => `#${id}`).join(' → ') ?? ''
  return (
    <section aria-label={text('nav.route')}>
      <h2 className="route-heading">
        {explained.model} · {explained.group}
      </h2>
      <p className="muted">
        {text('route.order', { order: name, tries })}. {kept} <PriceLine explained={explained} />
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
      {candidates.length === 0 && <p>{text('route.none')}</p>}
      <ul className="route-list">
        {candidates.map((candidate) => (
          <Candidate key={candidate.id} candidate={candidate} />
        ))}
      </ul>
    </section>
  )
}

function PriceLine({ explained }: AnswerProps) {
  const { text } = useText()
  const format = useFormat()
  const { priced, prompt_usd, completion_usd, call_usd } = explained
  if (!priced) return text('route.unpriced')
  if (call_usd > 0) return text('route.price_call', { call: format.usd(call_usd, 4) })
  const [prompt, completion] = [format.usd(prompt_usd, 4), format.usd(completion_usd, 4)]
  return text('route.price', { prompt, completion })
}

function Candidate({ candidate }: { readonly candidate: ExplainedJson['candidates'][number] }) {
  const { text } = useText()
  const format = useFormat()
  const { id, name, verdict, odds, priority, weight, reason, cooling_until, tried } = candidate
  const { key_count: count, keys_in_use, keys_cooling, cost_ratio: ratio } = candidate
  const facts = [
    text('route.odds', { odds }),
    `${text('field.channel.priority')} ${priority}`,
    `${text('field.channel.weight')} ${weight}`,
    ...(count > 1 ? [text('route.keys', { used: keys_in_use - keys_cooling, count })] : []),
    ...(ratio === 1 ? [] : [text('route.cost', { ratio })]),
    ...(cooling_until > 0 ? [text('key.cooling', { time: format.time(cooling_until) })] : []),
    reason,
  ]
  const tone = verdict === 'drawn' ? 'success' : isKept(verdict) ? 'attention' : 'secondary'
  return (
    <li>
      <NameLink to={subjectPath('channel', id)} name={`#${id} ${name}`} />
      <span>
        <Label variant={tone}>{text(`route.verdict.${verdict}`)}</Label>{' '}
        {tried > 0 && <Label variant="accent">{text('route.tried', { place: tried })}</Label>}
      </span>
      <span className="muted">{facts.filter((fact) => fact !== '').join(' · ')}</span>
    </li>
  )
}
