import { Suspense } from 'react'
import { useParams } from 'wouter'
import { mayManage } from '../../../server/domain/accounts/roles'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { useSite } from '../../app/site'
import { useToast } from '../../app/Toasts'
import { LateBoundary, lazyPart } from '../../components/late/lazy-part'
import { SubjectLimits } from '../../components/limits/SubjectLimits'
import { PageHeader } from '../../components/page/PageHeader'
import { NoSuch } from '../../components/page/SubjectFailure'
import { Changes } from '../../components/stats/Changes'
import { SubjectStats } from '../../components/stats/SubjectStats'
import { subjectPath } from '../../components/stats/subject-path'
import { logLink } from '../../components/text/log-link'
import { StateLabel } from '../../components/text/StateLabel'
import { TextLink } from '../../components/text/TextLink'
import { Statement } from '../wallet/Statement'
import { TokensPanel } from './TokensPanel'
import { UserHeaderActions } from './UserHeaderActions'
import './user.css'

const SubscriptionsPanel = lazyPart(() => import('../../components/plan/SubscriptionsPanel'))

/** One account: what it does and spends, its tokens and ledger, and what can be done about it. */
export default function UserStatsPage() {
  const viewer = useViewer()
  const { id = '' } = useParams()
  const isSelf = viewer?.id === Number(id)
  const params = { id: Number(id) }
  const other = useEndpoint('user.show', { params }, { skip: isSelf })
  const self = useEndpoint('user.self', {}, { skip: !isSelf })
  const { data } = isSelf ? self : other
  if (other.error?.code === 'user.not_found') return <NoSuch kind="user" id={id} />
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
        {user && mayManage(viewer?.role ?? 0, user.role) && <UserHeaderActions user={user} />}
      </PageHeader>
      {(user !== undefined || other.error !== undefined) && (
        <SubjectStats target={`user:${id}`} key={id} kind="user" subject={id} wish={wish} />
      )}
      {user && <SubjectLimits subject="user" id={user.id} isOwn={isSelf} />}
      {user && <Plans user={user} />}
      <TokensPanel userId={Number(id)} username={user?.username} />
      {user && (
        <div className="user-ledger">
          <Statement key={id} {...(!isSelf && { user })} />
        </div>
      )}
      <Changes target={`user:${id}`} />
    </>
  )
}

/** Where the site has plans. */
function Plans({ user }: FactsProps) {
  const { failure } = useToast()
  if (!useSite().has_plans) return null
  return (
    <LateBoundary onMissing={failure}>
      <Suspense fallback={null}>
        <SubscriptionsPanel user={user} />
      </Suspense>
    </LateBoundary>
  )
}

/** That narrows what the role may. */
function CustomRole({ id }: { readonly id: number }) {
  const { text } = useText()
  const { data = [] } = useEndpoint('role.list')
  const name = data.find((role) => role.id === id)?.name ?? `#${id}`
  return (
    <span>
      {text('roles.custom')}: {name}
    </span>
  )
}

interface FactsProps {
  readonly user: UserJson
}

function Facts({ user }: FactsProps) {
  const { text } = useText()
  const format = useFormat()
  const { enable_online_topup } = useSite()
  const { id, status, role, quota, used_quota, group, username, display_name, email } = user
  return (
    <span className="subject-facts">
      <StateLabel kind="user_status" value={status} />
      <StateLabel kind="role" value={role} />
      {user.role_id !== 0 && <CustomRole id={user.role_id} />}
      <span>#{id}</span>
      {display_name !== '' && display_name !== username && <span>{display_name}</span>}
      {email !== '' && <span>{email}</span>}
      <span>{text('stats.in_group', { group })}</span>
      <span>{text('stats.balance', { quota: format.quota(quota) })}</span>
      <span>{text('stats.spent_ever', { quota: format.quota(used_quota) })}</span>
      {user.terms_version !== '' && (
        <span title={format.time(user.terms_accepted)}>
          {text('field.user.terms_version')}: {user.terms_version}
        </span>
      )}
      {user.inviter_id !== 0 && (
        <span>
          {text('field.user.inviter_id')}{' '}
          <TextLink to={subjectPath('user', user.inviter_id)}>#{user.inviter_id}</TextLink>
        </span>
      )}
      <TextLink to={logLink({ username })}>{text('nav.log')}</TextLink>
      {enable_online_topup && <TextLink to={`/order?user=${id}`}>{text('nav.order')}</TextLink>}
    </span>
  )
}
