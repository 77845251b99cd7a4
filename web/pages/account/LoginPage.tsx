import { Banner } from '@primer/react'
import { useLocation, useSearchParams } from 'wouter'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { isAdmin } from '../../../server/domain/roles'
import { forgetAnswers } from '../../api/use-endpoint'
import { TextLink } from '../../components/TextLink'
import { useText } from '../../language'
import { rememberViewer } from '../../session'
import { useSite } from '../../site'
import { AccountCard } from './AccountCard'
import { rememberInvitation } from './invitation'
import { nextPage } from './next-page'
import { OtherWays } from './OtherWays'
import PasswordLogin from './PasswordLogin'

export default function LoginPage() {
  const { text } = useText()
  const { system_name, register, password_login } = useSite()
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  rememberInvitation(search.get('aff'))
  const enter = async (user: UserJson, to: string): Promise<void> => {
    rememberViewer(user)
    await forgetAnswers()
    navigate(to)
  }
  return (
    <AccountCard
      title={text('account.login_title', { site: system_name })}
      links={
        <>
          {register && (
            <span>
              {text('account.no_account')}{' '}
              <TextLink to="/register">{text('nav.register')}</TextLink>
            </span>
          )}
          {password_login && <TextLink to="/reset">{text('account.forgot')}</TextLink>}
        </>
      }
    >
      {search.get('expired') === 'true' && (
        <Banner variant="warning" layout="compact" title={text('account.expired')} />
      )}
      {password_login ? (
        <PasswordLogin
          onUser={(user) =>
            void enter(user, nextPage(search) ?? (isAdmin(user.role) ? '/overview' : '/token'))
          }
        />
      ) : (
        <Banner variant="info" layout="compact" title={text('login.password_closed')} />
      )}
      <OtherWays onUser={(user) => void enter(user, nextPage(search) ?? '/')} />
    </AccountCard>
  )
}
