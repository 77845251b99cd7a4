import { CheckIcon, EyeIcon, NoEntryIcon, PencilIcon, SyncIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { isAdmin } from '../../../server/domain/accounts/roles'
import type { AnyTokenJson, TokenJson } from '../../../server/domain/endpoints/token'
import { TOKEN_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { lateDialog } from '../../components/late/Late'
import { SubjectLimits } from '../../components/limits/SubjectLimits'
import { PageHeader } from '../../components/page/PageHeader'
import { SubjectFailure } from '../../components/page/SubjectFailure'
import { useAction } from '../../components/page/use-action'
import { Changes } from '../../components/stats/Changes'
import { namedToken, TokenSwitch } from '../../components/stats/FreezeToken'
import { SubjectStats } from '../../components/stats/SubjectStats'
import { subjectPath } from '../../components/stats/subject-path'
import { useTokenStatus } from '../../components/stats/use-status'
import { logLink } from '../../components/text/log-link'
import { TextLink } from '../../components/text/TextLink'
import { TokenState } from '../../components/text/TokenState'
import { useRotation } from './use-rotation'

const KeyDialog = lateDialog(async () => (await import('./KeyDialog')).KeyDialog)

type ShownToken = Omit<AnyTokenJson, 'spent_day' | 'key_hint' | 'username'> & {
  readonly username: string
}

/** One token: of anybody to admins, else an own one. */
export default function TokenStatsPage() {
  const { text } = useText()
  const viewer = useViewer()
  const { id = '' } = useParams()
  const isForAll = isAdmin(viewer?.role ?? 0)
  const params = { id: Number(id) }
  const any = useEndpoint('token.show_any', { params }, { skip: !isForAll })
  const own = useEndpoint('token.show', { params }, { skip: isForAll })
  const { error, reload } = isForAll ? any : own
  if (error !== undefined) {
    return <SubjectFailure kind="token" id={id} error={error} onRetry={reload} />
  }
  const data = isForAll ? any.data : own.data && { ...own.data, username: '' }
  const token = data?.id === Number(id) ? data : undefined
  const isOwn = token?.user_id === viewer?.id
  const wish = {
    token_name: token?.name,
    ...(isForAll && token && { username: token.username }),
  }
  return (
    <>
      <PageHeader
        title={token?.name ?? `#${id}`}
        isReading={token === undefined}
        {...(token && { description: <Facts token={token} isForAll={isForAll} /> })}
      >
        {token && (
          <>
            {isOwn && <OwnKey id={token.id} name={token.name} />}
            <Switch token={token} />
            {isOwn && (
              <Button as={Link} href={`/token/edit/${id}`} leadingVisual={PencilIcon}>
                {text('ui.edit')}
              </Button>
            )}
          </>
        )}
      </PageHeader>
      {token && <SubjectLimits subject="token" id={token.id} isOwn={isOwn} />}
      {token && (
        <SubjectStats
          key={id}
          kind="token"
          subject={id}
          isOwn={!isForAll}
          wish={Object.fromEntries(Object.entries(wish).filter(([, value]) => value))}
        />
      )}
      <Changes target={`token:${id}`} />
    </>
  )
}

interface TokenProps {
  readonly token: ShownToken
}

function Facts({ token, isForAll }: TokenProps & { readonly isForAll: boolean }) {
  const { text } = useText()
  const format = useFormat()
  const { user_id, username, unlimited_quota, remain_quota, used_quota } = token
  const wish = { token_name: token.name, ...(username !== '' && { username }) }
  return (
    <span className="subject-facts">
      <TokenState token={token} />
      <span>#{token.id}</span>
      {isForAll && <TextLink to={subjectPath('user', user_id)}>{username}</TextLink>}
      <span>{text('stats.spent_ever', { quota: format.quota(used_quota) })}</span>
      <span>
        {unlimited_quota
          ? text('ui.unlimited')
          : text('stats.left', { quota: format.quota(remain_quota) })}
      </span>
      {token.accessed_time > 0 && (
        <span>{text('stats.last_used', { time: format.time(token.accessed_time) })}</span>
      )}
      {token.expired_time > 0 && (
        <span>{text('overview.ends', { time: format.time(token.expired_time) })}</span>
      )}
      {token.group !== '' && <span>{text('stats.in_group', { group: token.group })}</span>}
      <Narrowings token={token} />
      <TextLink to={logLink(wish)}>{text('nav.log')}</TextLink>
    </span>
  )
}

/** What it may not do: models and addresses other than these. */
function Narrowings({ token }: TokenProps) {
  const { text } = useText()
  const models = token.model_limits_enabled ? token.model_limits.split(',').filter(Boolean) : []
  const addresses = token.allow_ips.split('\n').filter((line) => line.trim() !== '')
  return (
    <>
      {models.length > 0 && (
        <span title={models.join(', ')}>{text('stats.only_models', { count: models.length })}</span>
      )}
      {addresses.length > 0 && (
        <span title={addresses.join(', ')}>
          {text('stats.only_addresses', { count: addresses.length })}
        </span>
      )}
    </>
  )
}

/** The key of an own token: shown, or replaced. */
function OwnKey({ id, name }: Pick<TokenJson, 'id' | 'name'>) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const rotation = useRotation()
  const [shown, show] = useState<TokenJson | undefined>(undefined)
  const read = async (): Promise<void> => show((await call('token.show', { params: { id } })).data)
  return (
    <>
      <Button leadingVisual={EyeIcon} loading={isBusy} onClick={() => void run(read)}>
        {text('token.show_key')}
      </Button>
      <Button
        leadingVisual={SyncIcon}
        loading={rotation.isBusy}
        onClick={() => void rotation.rotate({ id, name })}
      >
        {text('token.rotate')}
      </Button>
      {shown && <KeyDialog token={shown} onClose={() => show(undefined)} />}
      {rotation.sheet}
    </>
  )
}

/** Admins freeze the token of anybody; owners switch their own. */
function Switch({ token }: TokenProps) {
  const { text } = useText()
  const { isBusy, set } = useTokenStatus()
  const isForAll = isAdmin(useViewer()?.role ?? 0)
  const { status } = token
  if (isForAll) {
    return <TokenSwitch token={namedToken(token)} status={status} size="medium" />
  }
  const isOn = status === TOKEN_STATUS.enabled
  return (
    <Button
      leadingVisual={isOn ? NoEntryIcon : CheckIcon}
      loading={isBusy}
      onClick={() => void set(token, !isOn)}
    >
      {text(isOn ? 'ui.disable' : 'ui.enable')}
    </Button>
  )
}
