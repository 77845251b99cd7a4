import { Label } from '@primer/react'
import { useParams } from 'wouter'
import { isAdmin } from '../../../server/domain/accounts/roles'
import type { SessionJson, TurnJson } from '../../../server/domain/endpoints/usage'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { PageHeader } from '../../components/page/PageHeader'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { SubjectFailure } from '../../components/page/SubjectFailure'
import { Stats } from '../../components/stats/Stats'
import { subjectPath } from '../../components/stats/subject-path'
import { useStatFormats } from '../../components/stats/use-stat-formats'
import { logLink } from '../../components/text/log-link'
import { TextLink } from '../../components/text/TextLink'
import '../../components/table/table.css'
import './session.css'

const MOST_TURNS = 500

/** The turns of one conversation: what changed between them, and what it cost. */
export default function SessionPage() {
  const { text } = useText()
  const { user = '', session = '' } = useParams<{ user: string; session: string }>()
  const viewer = useViewer()
  const forAll = isAdmin(viewer?.role ?? 0)
  const any = useEndpoint(
    'usage.session',
    { query: { user_id: Number(user), session } },
    { skip: !forAll },
  )
  const own = useEndpoint('usage.session_own', { query: { session } }, { skip: forAll })
  const { data, error, reload } = forAll ? any : own
  if (error !== undefined) {
    return <SubjectFailure kind="session" id={session} error={error} onRetry={reload} />
  }
  return (
    <>
      <PageHeader
        title={session}
        description={
          <>
            <TextLink to="/sessions">{text('nav.sessions')}</TextLink>
            {data !== undefined && data.session.client_name !== '' && (
              <> · {data.session.client_name}</>
            )}
            {forAll && data !== undefined && (
              <>
                {' · '}
                <TextLink to={subjectPath('user', data.session.user_id)}>
                  {data.session.username}
                </TextLink>
              </>
            )}
          </>
        }
      />
      {data === undefined && <PageSkeleton />}
      {data !== undefined && (
        <>
          <Sums session={data.session} lost={data.lost_credits} />
          <Turns turns={data.turns} forAll={forAll} />
          {data.turns.length >= MOST_TURNS && (
            <p className="muted">{text('sessions.first_turns', { count: MOST_TURNS })}</p>
          )}
        </>
      )}
    </>
  )
}

interface SumsProps {
  readonly session: SessionJson
  readonly lost: number
}

function Sums({ session, lost }: SumsProps) {
  const { text } = useText()
  const format = useFormat()
  const { share, count } = useStatFormats()
  const { calls, failed, quota, cached_tokens, prompt_tokens, completion_tokens } = session
  const minutes = Math.round((session.last_at - session.first_at) / 60)
  return (
    <Stats
      stats={[
        {
          title: text('sessions.turns'),
          value: count(calls),
          note: failed === 0 ? '' : `${text('sessions.failed')}: ${count(failed)}`,
        },
        { title: text('sessions.length'), value: text('sessions.minutes', { count: minutes }) },
        { title: text('sessions.spend'), value: format.quota(quota) },
        {
          title: text('sessions.cache_share'),
          value: share(cached_tokens, prompt_tokens),
          note: `${count(prompt_tokens)} / ${count(cached_tokens)} / ${count(completion_tokens)}`,
        },
        {
          title: text('sessions.lost'),
          hint: text('sessions.lost_hint'),
          value: format.quota(lost),
          ...(lost > 0 && { tone: 'warn' as const }),
        },
      ]}
    />
  )
}

interface TurnsProps {
  readonly turns: readonly TurnJson[]
  readonly forAll: boolean
}

function Turns({ turns, forAll }: TurnsProps) {
  const { text } = useText()
  const titles = {
    time: text('sessions.time'),
    tokens: text('sessions.tokens'),
    took: text('sessions.took'),
    spend: text('sessions.spend'),
  }
  return (
    <div className="table-frame">
      <table className="table session-turns">
        <thead>
          <tr>
            <th scope="col">{titles.time}</th>
            <th scope="col">{text('sessions.models')}</th>
            {forAll && <th scope="col">{text('sessions.channels')}</th>}
            <th scope="col" className="table-number">
              {titles.tokens}
            </th>
            <th scope="col" className="table-number">
              {titles.took}
            </th>
            <th scope="col" className="table-number">
              {titles.spend}
            </th>
          </tr>
        </thead>
        <tbody>
          {turns.map((turn) => (
            <Turn key={turn.id} turn={turn} forAll={forAll} titles={titles} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface TurnProps {
  readonly turn: TurnJson
  readonly forAll: boolean
  readonly titles: Readonly<Record<'time' | 'tokens' | 'took' | 'spend', string>>
}

function Turn({ turn, forAll, titles }: TurnProps) {
  const { text } = useText()
  const format = useFormat()
  const { count, wait } = useStatFormats()
  const { prompt_tokens, cached_tokens, completion_tokens, lost_tokens, lost_credits } = turn
  return (
    <tr>
      <td>
        <TextLink to={logLink({ request_id: turn.request_id })}>
          {format.moment(turn.created_at)}
        </TextLink>
      </td>
      <td data-label={text('sessions.models')}>
        {turn.model} {turn.failed && <Label variant="danger">{text('sessions.failed')}</Label>}{' '}
        {turn.changed.map((change) => (
          <Label key={change} variant="attention">
            {text(`sessions.changed_${change}`)}
          </Label>
        ))}
      </td>
      {forAll && (
        <td data-label={text('sessions.channels')}>
          {turn.channel_name}{' '}
          {turn.attempts > 1 && (
            <Label variant="secondary">
              {text('sessions.retried', { count: turn.attempts - 1 })}
            </Label>
          )}
        </td>
      )}
      <td className="table-number" data-label={titles.tokens}>
        <span className="number">
          {count(prompt_tokens)} / {count(cached_tokens)} / {count(completion_tokens)}
        </span>
        {lost_tokens > 0 && (
          <small className="session-lost">
            {text('sessions.lost_note', { tokens: count(lost_tokens) })}
            {lost_credits > 0 && ` (+${format.cost(lost_credits)})`}
          </small>
        )}
      </td>
      <td className="table-number" data-label={titles.took}>
        <span className="number">{wait(turn.duration_ms)}</span>
      </td>
      <td className="table-number" data-label={titles.spend}>
        <span className="number">{format.cost(turn.quota)}</span>
      </td>
    </tr>
  )
}
