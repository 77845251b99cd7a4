/**
 * The question before password login goes off. The server refuses that to who would lock
 * themselves out, so they are shown why, and where to link an account, instead of the question.
 */
import { useLocation } from 'wouter'
import { call } from '../../../api/client'
import { useText } from '../../../app/language'
import { useViewer } from '../../../app/session'
import { useSite } from '../../../app/site'
import { useConfirmation } from '../../../components/overlay/Confirm'
import { linkedWays } from '../../../components/sign-in/linked-ways'

/** Resolves to whether the switch may be flipped. */
export function usePasswordOff(): () => Promise<boolean> {
  const { text } = useText()
  const site = useSite()
  const remembered = useViewer()
  const confirm = useConfirmation()
  const [, navigate] = useLocation()
  return async () => {
    // An account may have been linked since; without an answer the server decides alone.
    const user = await call('user.self').then(
      ({ data }) => data,
      () => remembered,
    )
    const bound = await call('oauth.bindings').then(
      ({ data }) => data,
      () => [],
    )
    if (!linkedWays(site, user, bound).isEmpty) {
      return await confirm({
        title: text('options.password_off_title'),
        message: text('options.password_off_text'),
        agree: text('options.password_off'),
        danger: true,
      })
    }
    const goesThere = await confirm({
      title: text('options.password_only_title'),
      message: text('options.password_only_text'),
      agree: text('options.password_only_link'),
    })
    if (goesThere) navigate('/setting')
    return false
  }
}
