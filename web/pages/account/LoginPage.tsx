import { useSearchParams } from 'wouter'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { Note } from '../../components/form/Note'
import { TextLink } from '../../components/text/TextLink'
import { AccountCard } from './AccountCard'
import { nextPage } from './next-page'
import { OtherWays } from './OtherWays'
import PasswordLogin from './PasswordLogin'
import { useEntrance } from './use-entrance'

export default function LoginPage() {
  const { text } = useText()
  const { system_name, register, password_login } = useSite()
  const [search] = useSearchParams()
  const enter = useEntrance()
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
      {search.get('expired') === 'true' && <Note tone="warning">{text('account.expired')}</Note>}
      {password_login ? (
        <PasswordLogin onUser={(user) => void enter(user, nextPage(search) ?? '/token')} />
      ) : (
        <Note tone="info">{text('login.password_closed')}</Note>
      )}
      <OtherWays onUser={(user, landing) => void enter(user, nextPage(search) ?? landing)} />
    </AccountCard>
  )
}
