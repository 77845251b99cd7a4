import type { AnyTokenJson } from '../../../server/domain/endpoints/token'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { namedToken, TokenSwitch } from '../../components/stats/FreezeToken'
import { SpentDay } from '../../components/stats/SpentDay'
import { Panel } from '../../components/stats/Stats'
import { subjectPath } from '../../components/stats/subject-path'
import { TextLink } from '../../components/text/TextLink'
import { TokenState } from '../../components/text/TokenState'

interface TokensPanelProps {
  readonly userId: number
  /** `undefined` where the account may not be seen. */
  readonly username: string | undefined
}

const MOST = 10

/** The tokens of a user that spend most, each with its switch. */
export function TokensPanel({ userId, username }: TokensPanelProps) {
  const { text } = useText()
  const query = { user_id: userId, p: 1, page_size: MOST, sort: 'spent_day' } as const
  const { data } = useEndpoint('token.list_any', { query })
  const all = `/all-tokens?${new URLSearchParams({ username: username ?? '' })}`
  return (
    <Panel
      title={text('nav.token')}
      aside={
        username !== undefined &&
        data !== undefined &&
        data.total > 0 && (
          <TextLink to={all}>{text('user.all_tokens', { count: data.total })}</TextLink>
        )
      }
    >
      {data?.items.length === 0 ? (
        <p className="panel-nothing">{text('token.empty')}</p>
      ) : (
        <ul className="top-list user-tokens">
          {data?.items.map((token) => (
            <TokenLine key={token.id} token={token} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function TokenLine({ token }: { readonly token: AnyTokenJson }) {
  const { text } = useText()
  const format = useFormat()
  const { id, name, status, spent_day, used_quota, username: owner, accessed_time } = token
  const isUsed = used_quota > 0 || accessed_time > token.created_time
  return (
    <li>
      <div className="top-name">
        <TextLink to={subjectPath('token', id)}>{name}</TextLink>
        {isUsed && <small>{text('stats.last_used', { time: format.moment(accessed_time) })}</small>}
      </div>
      <TokenState token={token} />
      <span>
        <small className="muted">{text('field.any_token.spent_day')}</small>{' '}
        <SpentDay credits={spent_day} wish={{ username: owner, token_name: name }} name={name} />
      </span>
      <span>
        <TokenSwitch token={namedToken(token)} status={status} />
      </span>
    </li>
  )
}
