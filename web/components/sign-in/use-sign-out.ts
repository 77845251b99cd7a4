import { useLocation } from 'wouter'
import { call } from '../../api/client'
import { forgetAnswers } from '../../api/use-endpoint'
import { forgetViewer } from '../../app/session'
import { useAction } from '../page/use-action'

export function useSignOut(): () => Promise<void> {
  const { run } = useAction()
  const [, navigate] = useLocation()
  return async () => {
    await run(async () => {
      const { logout_url: elsewhere } = await call('session.logout_post')
      forgetViewer()
      await forgetAnswers()
      // The provider logs its own login out, and sends the browser back here.
      if (elsewhere !== undefined) location.assign(elsewhere)
      else navigate('/login')
    })
  }
}
