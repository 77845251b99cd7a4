/** Signing in again over the page, when a session ends under somebody who is writing. */
import { Suspense, useEffect, useState } from 'react'
import type { UserJson } from '../../server/domain/endpoints/user'
import { askAtExpiry } from '../api/expiry'
import { useText } from '../app/language'
import { rememberViewer, useViewer } from '../app/session'
import { useSite } from '../app/site'
import { lazyPart } from '../components/late/lazy-part'
import { Drawer } from '../components/overlay/Drawer'
import { TextLink } from '../components/text/TextLink'

const PasswordLogin = lazyPart(() => import('../pages/account/PasswordLogin'))

interface Open {
  readonly answer: (isBack: boolean) => void
}

export function SignInAgain() {
  const { text } = useText()
  const viewer = useViewer()
  const { password_login } = useSite()
  const [open, setOpen] = useState<Open | undefined>(undefined)
  useEffect(
    () =>
      askAtExpiry(
        () =>
          new Promise((resolve) => {
            const answer = (isBack: boolean): void => {
              setOpen(undefined)
              resolve(isBack)
            }
            setOpen({ answer })
          }),
      ),
    [],
  )
  if (open === undefined || viewer === undefined) return null
  const enter = (user: UserJson): void => {
    rememberViewer(user)
    open.answer(true)
  }
  return (
    <Drawer
      kind="dialog"
      title={text('account.again', { name: viewer.username })}
      onClose={() => open.answer(false)}
    >
      <div className="form">
        <span>{text('account.again_text')}</span>
        {password_login && (
          <Suspense fallback={null}>
            <PasswordLogin username={viewer.username} onUser={enter} />
          </Suspense>
        )}
        <TextLink to="/login">{text('account.again_other')}</TextLink>
      </div>
    </Drawer>
  )
}
