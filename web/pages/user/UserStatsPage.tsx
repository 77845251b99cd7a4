import { useLocation, useParams } from 'wouter'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { mayManage } from '../../../server/domain/roles'
import { TOKEN_STATUS } from '../../../server/domain/status'
import { useEndpoint } from '../../api/use-endpoint'
import { logLink } from '../../components/log-link'
import { PageHeader } from '../../components/PageHeader'
import { StateLabel } from '../../components/StateLabel'
import { Changes } from '../../components/stats/Changes'
import { Panel } from '../../components/stats/Stats'
import { StopToken } from '../../components/stats/StopToken'
import { SubjectStats } from '../../components/stats/SubjectStats'
import { subjectPath } from '../../components/stats/subject-path'
import { TextLink } from '../../components/TextLink'
import { useFormat } from '../../format'
import { useText } from '../../language'
import { useViewer } from '../../session'
import { UserActions } from './UserActions'

/** One account: what it does and spends, its tokens, and what can be done about it. */
export default function UserStatsPage() {
  const viewer = useViewer()
  const { id = '' } = useParams()
  const isSelf = viewer?.id === Number(id)
  const params = { id: Number(id) }
  const other = useEndpoint('user.show', { params }, { skip: isSelf })
  const self = useEndpoint('user.self', {}, { skip: !isSelf })
  const { data } = isSelf ? self : other
  const user = data?.id === Number(id) ? data : undefined
  // Counts of somebody of a higher level may be seen, the account may not: it goes without name.
  const wish = user === undefined ? {} : { username: user.username }
  return (
    <>
      <PageHeader
        title={user?.username ?? `#${id}`}
        isReading={user === undefined && other.error === undefined}
        {...(user && { description: <Facts user={user} /> })}
      >
        {user && mayManage(viewer?.role ?? 0, user.role) && <Actions user={user} />}
      </PageHeader>
      {(user !== undefined || other.error !== undefined) && (
        <SubjectStats key={id} kind="user" subject={id} wish={wish} />
      )}
      <Tokens userId={Number(id)} />
      <Changes target={`user:${id}`} />
    </>
  )
}

interface UserProps {
  readonly user: UserJson
}

function Facts({ user }: UserProps) {
  const { text } = useText()
  const format = useFormat()
  const { id, status, role, quota, used_quota, group, username } = user
  return (
    <span className="subject-facts">
      <StateLabel kind="user_status" value={status} />
      <StateLabel kind="role" value={role} />
      <span>#{id}</span>
      <span>{group}</span>
      <span>{text('stats.balance', { quota: format.quota(quota) })}</span>
      <span>{text('stats.spent_ever', { quota: format.quota(used_quota) })}</span>
      <TextLink to={logLink({ username })}>{text('nav.log')}</TextLink>
      <TextLink to={`/order?user=${id}`}>{text('nav.order')}</TextLink>
    </span>
  )
}

function Actions({ user }: UserProps) {
  const [, navigate] = useLocation()
  return <UserActions user={user} onEdit={(id) => navigate(`/user/edit/${id}`)} />
}

const MOST = 10

function Tokens({ userId }: { readonly userId: number }) {
  const { text } = useText()
  const format = useFormat()
  const query = { user_id: userId, p: 1, page_size: MOST, sort: 'spent_day' } as const
  const { data, error } = useEndpoint('token.list_any', { query })
  return (
    <Panel title={text('nav.token')} isReading={data === undefined && error === undefined}>
      {data?.items.length === 0 ? (
        <p className="panel-nothing">{text('token.empty')}</p>
      ) : (
        <ul className="top-list token-lines">
          {data?.items.map(({ id, name, status, spent_day, username }) => (
            <li key={id}>
              <div className="top-name">
                <TextLink to={subjectPath('token', id)}>{name}</TextLink>
              </div>
              <StateLabel kind="token_status" value={status} />
              <span className="number" title={text('field.any_token.spent_day')}>
                {format.quota(spent_day)}
              </span>
              <span>
                {status === TOKEN_STATUS.enabled && (
                  <StopToken token={{ id, name, owner: username }} />
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
